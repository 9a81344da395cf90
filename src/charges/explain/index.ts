/** What answers for a charge: the whole face of it. */
export type {
  ChargeExplanation,
  ExplainedCharge,
  ExplainedDue,
  ExplainedError,
  ExplainedNothing,
  ExplainedRecord,
  RecordedCharge,
} from "./charge-explanation.ts";
export { explainCharge } from "./explain-charge.ts";
