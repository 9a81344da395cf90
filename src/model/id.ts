/** An id as a database or a JSON file spells it; compared as text (R20). */
export type Id = string | number | bigint;

/** Text as a column may hold it: a numeric CLI counts as its digits. */
export type TextValue = string | number | bigint;

/** A flag as a column may hold it (R3): false, 0, "no" and the like, or true, 1, "yes" and the like. */
export type FlagValue = boolean | string | number | bigint;

/** Names as an array, or as one text with commas between them. An empty list is blank. */
export type NameList = string | readonly string[];

/** As amounts are written; here, so that the types of schemas name it from within their folder. */
export type { Amount, DecimalLike } from "../money/index.ts";
