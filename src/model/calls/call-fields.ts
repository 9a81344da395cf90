/**
 * The fields of a call: one table says of each what it holds, within which bounds, who reads it and in which column of
 * `CallColumns` it comes. Fields are read, and their faults told, in the order of the table.
 */
import type { Amount } from "../../money/index.ts";
import {
  type FlagValue,
  type Id,
  MAX_EVENTS,
  MAX_SECONDS,
  type Optional,
  type TextValue,
} from "../fields/index.ts";
import { type Component, type CostField, costFields } from "./components.ts";

/** What the kinds of a call's fields hold, as a record may write them. */
interface Written {
  readonly id: Id;
  readonly text: TextValue;
  /** Text that is no number: a name of the book. */
  readonly name: string;
  readonly flag: FlagValue;
  readonly moment: string;
  readonly usage: Amount;
  readonly amount: Amount;
}

/** What the table says of a field of a call. */
interface CallFieldRow {
  readonly kind: keyof Written;
  /** What reads the field: rating; only the search for duplicates (R30); nothing, so that it is carried along. */
  readonly readBy: "rating" | "duplicates" | "none";
  /** Of usage: its largest value, in its unit, and the decimal places that are kept. */
  readonly max?: number;
  readonly decimals?: 0 | 3;
  /** Of a text that is a name: the column of `CallColumns` that holds its code. */
  readonly codes?: string;
}

function reported(): {
  readonly [F in `costCDR${Component | ""}`]: { readonly kind: "amount"; readonly readBy: "rating" };
} {
  return Object.fromEntries(
    costFields("costCDR").map((name) => [name, { kind: "amount", readBy: "rating" }]),
  ) as ReturnType<typeof reported>;
}

/** The table of the fields of a call that come from a carrier; what rating writes is in `CallRecord`. Costs are pence. */
export const CALL_FIELD_TABLE = {
  id: { kind: "id", readBy: "rating" },
  /** The id of the number that the call is of (R21). */
  numberID: { kind: "id", readBy: "rating", codes: "numberID" },
  /** The billed number as reported (R21). */
  target: { kind: "text", readBy: "rating", codes: "target" },
  /** The other party's number (R22). */
  external: { kind: "text", readBy: "rating" },
  carrier: { kind: "text", readBy: "rating" },
  /** Comes before `carrier` where both are given (R22). */
  callCarrier: { kind: "text", readBy: "rating" },
  chargeBand: { kind: "text", readBy: "rating", codes: "chargeBand" },
  /** Call type where it is known already (R22). */
  tariffType: { kind: "name", readBy: "rating", codes: "tariffType" },
  /** Call type as the carrier reports it; stands in for a blank `chargeBand` (R22). */
  tariffTypeCarrier: { kind: "text", readBy: "rating", codes: "tariffTypeCarrier" },
  /** Rating period where it is known already (R23). */
  tariffTime: { kind: "name", readBy: "rating", codes: "tariffTime" },
  /** A name of the book's `callDirections`; any other is outbound. */
  callTypeDirectionFlag: { kind: "text", readBy: "rating", codes: "directionFlag" },
  /** `mobile`, `payphone` or a name of the book's `callOrigins` brings that surcharge (R11). */
  callTypeOriginationTypeFlag: { kind: "text", readBy: "rating", codes: "originationFlag" },
  location: { kind: "text", readBy: "rating" },
  /** A flag or a name of the book's `callRecordings`: brings the call recording surcharge (R11). */
  callTypeRecordingFlag: { kind: "flag", readBy: "rating", codes: "recordingFlag" },
  /** Local `YYYY-MM-DD`, or a timestamp where `startTime` is blank (R23). */
  startDate: { kind: "moment", readBy: "rating" },
  /** `HH:mm:ss` with or without an offset, or a whole timestamp (R23). */
  startTime: { kind: "moment", readBy: "rating" },
  /** Seconds, at most 3 decimal places. */
  duration: { kind: "usage", readBy: "rating", max: MAX_SECONDS, decimals: 3 },
  bytes: { kind: "usage", readBy: "rating", max: Number.MAX_SAFE_INTEGER, decimals: 0 },
  events: { kind: "usage", readBy: "rating", max: MAX_EVENTS, decimals: 0 },
  ...reported(),
  costSuggestedRetail: { kind: "amount", readBy: "rating" },

  /**
   * The call's id at its carrier. One read before from the same carrier, in the same direction and alike in whether there
   * is an `aLegID`, is `duplicate-call` (R30).
   */
  carrierCallID: { kind: "text", readBy: "duplicates" },
  aLegID: { kind: "id", readBy: "duplicates" },
  callGroup: { kind: "text", readBy: "none" },
  extension: { kind: "text", readBy: "none" },
  terminationNumber: { kind: "text", readBy: "none" },
  locationCarrier: { kind: "text", readBy: "none" },
  locationFull: { kind: "name", readBy: "none" },
  terminationLocation: { kind: "name", readBy: "none" },
  terminationLocationFull: { kind: "name", readBy: "none" },
  /** Seconds until it was answered. */
  answerTime: { kind: "usage", readBy: "none" },
} as const satisfies Readonly<Record<string, CallFieldRow>>;

type Table = typeof CALL_FIELD_TABLE;

type NamesWith<K extends PropertyKey, V> = {
  [F in keyof Table]: Table[F] extends Readonly<Record<K, V>> ? F : never;
}[keyof Table];

function fieldsWith<const K extends keyof CallFieldRow, const V extends string>(
  trait: K,
  value: V,
): readonly NamesWith<K, V>[] {
  const rows: readonly [string, CallFieldRow][] = Object.entries(CALL_FIELD_TABLE);
  return rows.filter(([, row]) => row[trait] === (value as unknown)).map(([name]) => name as NamesWith<K, V>);
}

/** The fields of a call that come from a carrier, as a record may write them. */
type CallFields = { readonly [F in keyof Table]?: Optional<Written[Table[F]["kind"]]> };

/** The name of a field of a call that a carrier may report. */
export type ReadableField = keyof Table;

/** The fields of a call that a carrier may report. */
export const READABLE_FIELDS = Object.keys(CALL_FIELD_TABLE) as readonly ReadableField[];

/** The fields of a call that hold money. */
export const MONEY_FIELDS = fieldsWith("kind", "amount");

/** The name of a field of a call that rating reads. */
export type ReadCallField = NamesWith<"readBy", "rating">;

/** The fields of a call that rating reads, in the order in which their faults are told. */
export const CALL_FIELDS: readonly ReadCallField[] = fieldsWith("readBy", "rating");

/** Where each field stands among `CALL_FIELDS`. */
export const CALL_FIELD = Object.fromEntries(CALL_FIELDS.map((field, at) => [field, at])) as Readonly<
  Record<ReadCallField, number>
>;

/** Of the fields that rating reads, the texts: a blank one is "". */
export const TEXT_FIELDS = CALL_FIELDS.filter(
  (field): field is ReadCallField & NamesWith<"kind", "text" | "name"> =>
    CALL_FIELD_TABLE[field].kind === "text" || CALL_FIELD_TABLE[field].kind === "name",
);

/** What the carrier reports of a call's cost: the total, then its components (R15). */
export const REPORTED_COSTS = costFields("costCDR");

/** The fields whose codes are a column of their own, with its name in `CallColumns`. */
export const CODED_FIELDS: readonly (readonly [field: ReadCallField, column: CodeColumn])[] =
  CALL_FIELDS.flatMap((field) => {
    const row: CallFieldRow = CALL_FIELD_TABLE[field];
    return row.codes === undefined ? [] : [[field, row.codes as CodeColumn] as const];
  });

/** The name of a column of `CallColumns` that holds the codes of one field. */
export type CodeColumn = Extract<Table[keyof Table], { readonly codes: string }>["codes"];

/**
 * One call as a carrier's file or a database row tells it. Every field is optional here because what a call
 * needs depends on the book; what is missing is `malformed-record`, field by field (R22, R23). Costs are
 * pence. Any further column may be there and is carried along.
 *
 * Calls are checked by hand while they are rated, not by a schema.
 */
export interface CallRecord
  extends CallFields,
    CostAmounts<"costBase">,
    CostAmounts<"cost">,
    CostAmounts<"costCarrier"> {
  /** Written by rating, as the costs before discounts, after them and wholesale as calculated are (R30). */
  readonly tariffTypeUsed?: Optional<string>;
  /** Which file it came from, and where it stood there. */
  readonly CDRFileID?: Optional<Id>;
  readonly lineNumber?: Optional<Amount>;
}

/** A cost and its components in pence. */
type CostAmounts<Cost extends string> = { readonly [F in CostField<Cost>]?: Optional<Amount> };
