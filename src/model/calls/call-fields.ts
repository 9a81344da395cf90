/**
 * The fields of a call: one table with the kind of each field, its bounds, its readers and its column in `CallColumns`.
 * Fields are read, and their faults reported, in the order of the table.
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

/** The types of the kinds of a call's fields, as a record may write them. */
interface Written {
  readonly id: Id;
  readonly text: TextValue;
  /** Text, never a number: a name of the book. */
  readonly name: string;
  readonly flag: FlagValue;
  readonly moment: string;
  readonly usage: Amount;
  readonly amount: Amount;
}

/** A row of the table: the facts of a field of a call. */
interface CallFieldRow {
  readonly kind: keyof Written;
  /** The reader of the field: rating; only the search for duplicates (R30); none, as the field is carried along. */
  readonly readBy: "rating" | "duplicates" | "none";
  /** For usage: the largest value, in its unit, and the decimal places kept. */
  readonly max?: number;
  readonly decimals?: 0 | 3;
  /** For a text with a dictionary code: the column of `CallColumns` that holds the code. */
  readonly codes?: string;
}

function reported(): {
  readonly [F in `costCDR${Component | ""}`]: { readonly kind: "amount"; readonly readBy: "rating" };
} {
  return Object.fromEntries(
    costFields("costCDR").map((name) => [name, { kind: "amount", readBy: "rating" }]),
  ) as ReturnType<typeof reported>;
}

/** The table of call fields from a carrier; `CallRecord` adds the fields that rating writes. Costs are pence. */
export const CALL_FIELD_TABLE = {
  id: { kind: "id", readBy: "rating" },
  /** The id of the number to which the call belongs (R21). */
  numberID: { kind: "id", readBy: "rating", codes: "numberID" },
  /** The billed number as reported (R21). */
  target: { kind: "text", readBy: "rating", codes: "target" },
  /** The other party's number (R22). */
  external: { kind: "text", readBy: "rating" },
  carrier: { kind: "text", readBy: "rating" },
  /** Takes precedence over `carrier` (R22). */
  callCarrier: { kind: "text", readBy: "rating" },
  chargeBand: { kind: "text", readBy: "rating", codes: "chargeBand" },
  /** Call type, where already known (R22). */
  tariffType: { kind: "name", readBy: "rating", codes: "tariffType" },
  /** Call type as the carrier reports it; replaces a blank `chargeBand` (R22). */
  tariffTypeCarrier: { kind: "text", readBy: "rating", codes: "tariffTypeCarrier" },
  /** Rating period, where already known (R23). */
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
   * The call's id at its carrier. A call is `duplicate-call` if an earlier call has the same id, carrier and direction,
   * and both or neither have an `aLegID` (R30).
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
  /** Seconds until the call was answered. */
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

export type ReadCallField = NamesWith<"readBy", "rating">;

/** The fields of a call that rating reads, in the order in which their faults are reported. */
export const CALL_FIELDS: readonly ReadCallField[] = fieldsWith("readBy", "rating");

/** Index of each field in `CALL_FIELDS`. */
export const CALL_FIELD = Object.fromEntries(CALL_FIELDS.map((field, index) => [field, index])) as Readonly<
  Record<ReadCallField, number>
>;

/** The text fields that rating reads: a blank text is "". */
export const TEXT_FIELDS = CALL_FIELDS.filter(
  (field): field is ReadCallField & NamesWith<"kind", "text" | "name"> =>
    CALL_FIELD_TABLE[field].kind === "text" || CALL_FIELD_TABLE[field].kind === "name",
);

/** The fields of the cost that the carrier reports: the total, then its components (R15). */
export const REPORTED_COSTS = costFields("costCDR");

/** The fields with a column of dictionary codes, with the column's name in `CallColumns`. */
export const CODED_FIELDS: readonly (readonly [field: ReadCallField, column: CodeColumn])[] =
  CALL_FIELDS.flatMap((field) => {
    const row: CallFieldRow = CALL_FIELD_TABLE[field];
    return row.codes === undefined ? [] : [[field, row.codes as CodeColumn] as const];
  });

/** The name of a column of `CallColumns` that holds the codes of one field. */
export type CodeColumn = Extract<Table[keyof Table], { readonly codes: string }>["codes"];

/**
 * One call as a carrier's file or a database row has it. Every field is optional here because the required fields
 * depend on the book; a missing field is `malformed-record`, field by field (R22, R23). Costs are pence. Further
 * columns are carried along.
 *
 * Rating checks calls with its own code, not with a schema.
 */
export interface CallRecord
  extends CallFields,
    CostAmounts<"costBase">,
    CostAmounts<"cost">,
    CostAmounts<"costCarrier"> {
  /** Written by rating, like `costBase` (before discounts), `cost` (after discounts) and `costCarrier` (R30). */
  readonly tariffTypeUsed?: Optional<string>;
  /** The file of the call, and its line in the file. */
  readonly CDRFileID?: Optional<Id>;
  readonly lineNumber?: Optional<Amount>;
}

/** A cost and its components in pence. */
type CostAmounts<Cost extends string> = { readonly [F in CostField<Cost>]?: Optional<Amount> };
