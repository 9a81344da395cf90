import { SURCHARGED_ORIGINS, type SurchargedOrigin } from "./components.ts";
import { oneOf, text } from "./fields.ts";
import type { TextValue } from "./id.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";

/** What calls with a `callTypeOriginationTypeFlag` come from; a flag that is not listed brings no surcharge (R11). */
export interface CallOrigin {
  /** The flag as call records spell it, in any case. */
  readonly name: TextValue;
  /** Which origination surcharge its calls attract. */
  readonly origin: SurchargedOrigin | "none";
}

/** The schema of a call origin (R2). */
export const callOriginSchema = recordSchema(
  { name: text, origin: oneOf(...SURCHARGED_ORIGINS, "none") },
  { required: ["name", "origin"], unknownFields: "error" },
);

/** A checked call origin. */
export type CheckedCallOrigin = CheckedBy<typeof callOriginSchema>;
