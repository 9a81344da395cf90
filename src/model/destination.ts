import type { Optional } from "./blank.ts";
import { type Direction, direction, flag, prefix, text } from "./fields.ts";
import type { FlagValue, TextValue } from "./id.ts";
import { type CheckedBy, type RecordFault, recordSchema } from "./record-schema.ts";

/** Which call type a call to (or, inbound, from) a number has (R22). */
export interface Destination {
  /** Digits with which the canonical number begins: 4420, not 020. "" stands for any caller, inbound only. */
  readonly prefix: TextValue;
  /** Name of the call type. */
  readonly tariffType: string;
  /** What the place is called on a bill. */
  readonly location?: Optional<string>;
  /** Carrier in whose list the entry is; blank = the general list. */
  readonly locationCarrier?: Optional<string>;
  /** Default "outbound". */
  readonly direction?: Optional<Direction>;
  /** Set: `prefix` is a whole short code, compared with the digits as dialled. */
  readonly short?: Optional<FlagValue>;
}

/** The schema of a destination (R2, R22). */
export const destinationSchema = recordSchema(
  { prefix, tariffType: text, location: text, locationCarrier: text, direction, short: flag },
  {
    required: ["prefix", "tariffType"],
    defaults: { direction: "outbound", short: false },
    emptyIsValue: ["prefix"],
    unknownFields: "error",
    check: checkPrefix,
  },
);

function* checkPrefix(record: {
  prefix?: string;
  direction?: Direction;
  short?: boolean;
}): Generator<RecordFault> {
  if (record.prefix !== "") return;
  if (record.direction === "outbound") yield { field: "prefix", message: "is required" };
  else if (record.short === true) yield { field: "prefix", message: "is required for a short code" };
}

/** A checked destination. */
export type CheckedDestination = CheckedBy<typeof destinationSchema>;
