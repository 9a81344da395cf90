import { direction, text, textValue } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";

/** The schema of a charge band (R2). */
export const chargeBandSchema = recordSchema(
  {
    /** Blank = any carrier. */
    callCarrier: text,
    /** The code as the carrier reports it; upper and lower case differ. */
    chargeBand: textValue,
    /** Name of the call type. */
    tariffType: text,
    /** Default "outbound". */
    direction,
  },
  { required: ["chargeBand", "tariffType"], defaults: { direction: "outbound" }, unknownFields: "error" },
);

/** Which call type a carrier's charge band means (R22). */
export interface ChargeBand extends WrittenBy<typeof chargeBandSchema> {}

/** A checked charge band. */
export type CheckedChargeBand = CheckedBy<typeof chargeBandSchema>;
