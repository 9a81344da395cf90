import { readFlag } from "./blank.ts";
import { flag, quoteValue, textValue } from "./fields.ts";
import { type CheckedBy, type RecordFault, recordSchema, type WrittenBy } from "./record-schema.ts";

/** The schema of a call recording (R2). */
export const callRecordingSchema = recordSchema(
  {
    /** The word as call records spell it, in any case. */
    name: textValue,
    /** Whether its calls are recorded, which brings the call recording surcharge. */
    recorded: flag,
  },
  { required: ["name", "recorded"], unknownFields: "error", check: checkMeaning },
);

/** What a `callTypeRecordingFlag` means that is no flag (R3, R11). */
export interface CallRecording extends WrittenBy<typeof callRecordingSchema> {}

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
