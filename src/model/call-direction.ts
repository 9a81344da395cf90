import { direction, textValue } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";

/** The schema of a call direction (R2). */
export const callDirectionSchema = recordSchema(
  {
    /** The flag as call records spell it. */
    name: textValue,
    direction,
  },
  { required: ["name", "direction"], unknownFields: "error" },
);

/** Which way calls with a `callTypeDirectionFlag` go; a flag that is not listed is outbound (R22). */
export interface CallDirection extends WrittenBy<typeof callDirectionSchema> {}

/** A checked call direction. */
export type CheckedCallDirection = CheckedBy<typeof callDirectionSchema>;
