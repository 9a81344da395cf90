import type { Optional } from "./blank.ts";
import { type Direction, direction, text } from "./fields.ts";
import type { TextValue } from "./id.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";

/** Which call type a carrier's charge band means (R22). */
export interface ChargeBand {
  /** Blank = any carrier. */
  readonly callCarrier?: Optional<string>;
  /** The code as the carrier reports it; upper and lower case differ. */
  readonly chargeBand: TextValue;
  /** Name of the call type. */
  readonly tariffType: string;
  /** Default "outbound". */
  readonly direction?: Optional<Direction>;
}

/** The schema of a charge band (R2). */
export const chargeBandSchema = recordSchema(
  { callCarrier: text, chargeBand: text, tariffType: text, direction },
  { required: ["chargeBand", "tariffType"], defaults: { direction: "outbound" }, unknownFields: "error" },
);

/** A checked charge band. */
export type CheckedChargeBand = CheckedBy<typeof chargeBandSchema>;
