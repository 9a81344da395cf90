import { SURCHARGED_ORIGINS } from "./components.ts";
import { oneOf, textValue } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";

/** The schema of a call origin (R2). */
export const callOriginSchema = recordSchema(
  {
    /** The flag as call records spell it, in any case. */
    name: textValue,
    /** Which origination surcharge its calls attract. */
    origin: oneOf(...SURCHARGED_ORIGINS, "none"),
  },
  { required: ["name", "origin"], unknownFields: "error" },
);

/** What calls with a `callTypeOriginationTypeFlag` come from; a flag that is not listed brings no surcharge (R11). */
export interface CallOrigin extends WrittenBy<typeof callOriginSchema> {}

/** A checked call origin. */
export type CheckedCallOrigin = CheckedBy<typeof callOriginSchema>;
