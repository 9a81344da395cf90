import { date, pounds, quantity } from "./fields.ts";
import { type CheckedBy, type RecordFault, recordSchema, type WrittenBy } from "./record-schema.ts";

/** The schema of a dated change (R2). */
export const datedChangeSchema = recordSchema(
  {
    /** The first day of the change, `YYYY-MM-DD`. */
    date,
    featureCount: quantity,
    /** Pounds. */
    serviceCharge: pounds,
  },
  { required: ["date"], unknownFields: "error", check: checkChange },
);

/** A change of a feature's count or price from a day on (R63, R70); one value or both. */
export interface DatedChange extends WrittenBy<typeof datedChangeSchema> {}

function* checkChange(_record: object, isGiven: (field: string) => boolean): Generator<RecordFault> {
  if (isGiven("featureCount") || isGiven("serviceCharge")) return;
  yield {
    field: "featureCount",
    message: "is required where there is no serviceCharge: a change changes something",
  };
}

/** A checked dated change: the count in millionths, the price in micro-pounds. */
export type CheckedDatedChange = CheckedBy<typeof datedChangeSchema>;
