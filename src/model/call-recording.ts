import { readFlag } from "./blank.ts";
import { flag, quoteValue, text } from "./fields.ts";
import type { FlagValue, TextValue } from "./id.ts";
import { type CheckedBy, type RecordFault, recordSchema } from "./record-schema.ts";

/** What a `callTypeRecordingFlag` means that is no flag (R3, R11). */
export interface CallRecording {
  /** The word as call records spell it, in any case. */
  readonly name: TextValue;
  /** Whether its calls are recorded, which brings the call recording surcharge. */
  readonly recorded: FlagValue;
}

/** The schema of a call recording (R2). */
export const callRecordingSchema = recordSchema(
  { name: text, recorded: flag },
  { required: ["name", "recorded"], unknownFields: "error", check: checkMeaning },
);

/** A checked call recording. */
export type CheckedCallRecording = CheckedBy<typeof callRecordingSchema>;

/** R3: the words of flags mean what they mean. */
function* checkMeaning(record: { name?: string; recorded?: boolean }): Generator<RecordFault> {
  const { name, recorded } = record;
  const own = name === undefined ? undefined : readFlag(name);
  if (own === undefined || recorded === undefined || own === recorded) return;
  yield {
    field: "name",
    message: `${quoteValue(name)} is a flag already and means ${own}; remove this entry`,
  };
}
