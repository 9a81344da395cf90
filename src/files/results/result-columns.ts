/** The columns of results: which there are, in which order, and which of the calls stand beside them. */
import { type CallRecord, DIGEST_FIELD, DISCOUNT_FIELDS, RESULT_FIELDS } from "../../index.ts";
import { CALL_FIELD_TABLE, READABLE_FIELDS, REPORTED_COSTS, type ReadableField } from "../../model/index.ts";
import { unknownName } from "../../names/index.ts";
import type { FileFormat } from "../call-file.ts";

/** What the columns of calls are told by among those of results: `call.target`. */
export const INPUT_PREFIX = "call.";

/** The fields of a call that results show beside its id, whatever columns there are. */
const SHOWN_FIELDS: readonly ReadableField[] = ["target", "external", "startDate", "startTime", "duration"];

/** What results say of a call by themselves, or no rule asks. */
const TOLD_FIELDS: readonly ReadableField[] = ["id", "location", ...SHOWN_FIELDS];

/** The fields of calls that were not rated alone: a rated call's costs have them under their own names. */
const REPORTED_FIELDS: readonly ReadableField[] = [...REPORTED_COSTS, "costSuggestedRetail"];

/** All others on which it depends what a call costs, or whether it was read before (R30). */
const DECIDING_FIELDS: readonly ReadableField[] = [
  ...READABLE_FIELDS.filter(
    (field) =>
      CALL_FIELD_TABLE[field].readBy !== "none" &&
      !TOLD_FIELDS.includes(field) &&
      !REPORTED_FIELDS.includes(field),
  ),
  ...REPORTED_FIELDS,
];

/** The columns of calls in error that are written apart, whichever were chosen: nothing else says what is wrong. */
const ERROR_COLUMNS = ["error", "message", "field"];

/** How lines of results are written. */
export interface LineFormat {
  readonly format: FileFormat;
  /** Columns in order: fields of results, and with a prefix fields of calls. */
  readonly columns: readonly string[];
  /** Whether they were chosen: JSON has those alone, else all that a record has, and of its call what is not blank. */
  readonly isChosen: boolean;
  /** Digest of the book that rated calls carry (R30). */
  readonly bookDigest: string | undefined;
}

/** What decides on the columns of results: those that are chosen, and what adds to the fields there are. */
export interface ColumnChoice {
  readonly columns?: readonly string[] | undefined;
  readonly bookDigest?: string | undefined;
  readonly discounts?: unknown;
}

/**
 * How results are written, and calls in error that are written apart. Throws a RangeError where a column that was
 * chosen is no field of results, or chosen twice.
 */
export function lineFormats(
  choice: ColumnChoice,
  results: FileFormat,
  errors: FileFormat | undefined,
): { readonly results: LineFormat; readonly errors: LineFormat | undefined } {
  const { columns: chosen, bookDigest } = choice;
  const columns = chosen ?? fieldsOfResults(choice);
  checkResultColumns(choice);
  const isChosen = chosen !== undefined;
  const all = isChosen ? [...new Set([...columns, ...ERROR_COLUMNS])] : columns;
  return {
    results: { format: results, columns, isChosen, bookDigest },
    errors: errors && { format: errors, columns: all, isChosen, bookDigest },
  };
}

/**
 * Checks the columns that are chosen for results, before a run; gives the fields of calls among them, which are those
 * of columns such as `call.target`.
 *
 * @throws RangeError where a column is no field of results, or chosen twice
 * @example
 * checkResultColumns({ columns: ["id", "cost", "call.target"] }); // => ["target"]
 */
export function checkResultColumns(choice: ColumnChoice): readonly string[] {
  const known = fieldsOfResults(choice);
  const { columns = known } = choice;
  if (columns.length === 0) throw new RangeError("columns: name one at least.");
  for (const [at, name] of columns.entries()) {
    if (columns.indexOf(name) < at) throw new RangeError(`columns: ${name} is named twice.`);
    if (inputField(name) === undefined && !known.includes(name))
      throw new RangeError(`columns: ${name} ${whyUnknown(name, known)}`);
  }
  return inputFields(columns);
}

function fieldsOfResults({ bookDigest, discounts }: ColumnChoice): readonly string[] {
  return [
    ...RESULT_COLUMNS,
    ...(discounts === undefined ? [] : DISCOUNT_FIELDS),
    ...(bookDigest === undefined ? [] : [DIGEST_FIELD]),
  ];
}

function whyUnknown(name: string, known: readonly string[]): string {
  if (DISCOUNT_FIELDS.includes(name)) return "is a column of results only where discounts are applied.";
  if (name === DIGEST_FIELD) return "is a column of results only where they carry the book's digest.";
  return `${unknownName(name, known)} A column of the calls is written ${INPUT_PREFIX}${name}.`;
}

/** The columns of results unless others are chosen: those of their records, and of their calls all that decides the costs. */
export const RESULT_COLUMNS: readonly string[] = RESULT_FIELDS.flatMap((field) =>
  field === "line"
    ? [field, ...SHOWN_FIELDS.map((shown) => INPUT_PREFIX + shown)]
    : field === "reason"
      ? [field, ...DECIDING_FIELDS.map((deciding) => INPUT_PREFIX + deciding)]
      : [field],
);

/** Whether a column is blank for calls that were rated. */
export function isOfUnrated(column: string): boolean {
  const field = inputField(column);
  return field !== undefined && (REPORTED_FIELDS as readonly string[]).includes(field);
}

/** Whether a column is shown where it is blank: JSON leaves out the others that were not chosen. */
export function isAlwaysShown(column: string): boolean {
  const field = inputField(column);
  return field === undefined || (SHOWN_FIELDS as readonly string[]).includes(field);
}

/** The field of a call that a column shows; undefined where it shows one of its result. */
export function inputField(column: string): string | undefined {
  const isInput = column.startsWith(INPUT_PREFIX) && column !== INPUT_PREFIX;
  return isInput ? column.slice(INPUT_PREFIX.length) : undefined;
}

/** The fields of calls among columns. */
export function inputFields(columns: readonly string[]): readonly string[] {
  return columns.flatMap((name) => inputField(name) ?? []);
}

/** What a call says in a field, whatever its name. */
export function inputValue(call: CallRecord, field: string): unknown {
  return Object.hasOwn(call, field) ? call[field as keyof CallRecord] : undefined;
}
