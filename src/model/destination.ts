import { type Direction, direction, flag, prefix, text } from "./fields.ts";
import { type CheckedBy, type RecordFault, recordSchema, type WrittenBy } from "./record-schema.ts";

/** The schema of a destination (R2, R22). */
export const destinationSchema = recordSchema(
  {
    /** Digits with which the canonical number begins: 4420, not 020. "" stands for any caller, inbound only. */
    prefix,
    /** Name of the call type. */
    tariffType: text,
    /** What the place is called on a bill. */
    location: text,
    /** Carrier in whose list the entry is; blank = the general list. */
    locationCarrier: text,
    /** Default "outbound". */
    direction,
    /** Set: `prefix` is a whole short code, compared with the digits as dialled. */
    short: flag,
  },
  {
    required: ["prefix", "tariffType"],
    defaults: { direction: "outbound", short: false },
    emptyIsValue: ["prefix"],
    unknownFields: "error",
    check: checkPrefix,
  },
);

/** Which call type a call to (or, inbound, from) a number has (R22). */
export interface Destination extends WrittenBy<typeof destinationSchema> {}

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
