import { type Direction, direction, text } from "./fields.ts";
import type { TextValue } from "./id.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";

/** Which way calls with a `callTypeDirectionFlag` go; a flag that is not listed is outbound (R22). */
export interface CallDirection {
  /** The flag as call records spell it. */
  readonly name: TextValue;
  readonly direction: Direction;
}

/** The schema of a call direction (R2). */
export const callDirectionSchema = recordSchema(
  { name: text, direction },
  { required: ["name", "direction"], unknownFields: "error" },
);

/** A checked call direction. */
export type CheckedCallDirection = CheckedBy<typeof callDirectionSchema>;
