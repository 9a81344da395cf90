/** The columns of results: their names and order, and the fields of calls among them. */
import { type CallRecord, DIGEST_FIELD, DISCOUNT_FIELDS, RESULT_FIELDS } from "../../index.ts";
import { CALL_FIELD_TABLE, READABLE_FIELDS, REPORTED_COSTS, type ReadableField } from "../../model/index.ts";
import { unknownName } from "../../names/index.ts";
import type { FileFormat } from "../call-file.ts";

/** Marks the columns of calls among the columns of results: `call.target`. */
export const INPUT_PREFIX = "call.";

/** The fields of a call that results show beside its id, whichever fields the calls have. */
const SHOWN_FIELDS: readonly ReadableField[] = ["target", "external", "startDate", "startTime", "duration"];

/** The fields of a call that results have themselves, or that no rule reads. */
const TOLD_FIELDS: readonly ReadableField[] = ["id", "location", ...SHOWN_FIELDS];

/** Fields that are shown only for calls that were not rated: the costs of a rated call have them without the prefix. */
const REPORTED_FIELDS: readonly ReadableField[] = [...REPORTED_COSTS, "costSuggestedRetail"];

/** All other fields that decide the cost of a call, or whether the call was read before (R30). */
const DECIDING_FIELDS: readonly ReadableField[] = [
  ...READABLE_FIELDS.filter(
    (field) =>
      CALL_FIELD_TABLE[field].readBy !== "none" &&
      !TOLD_FIELDS.includes(field) &&
      !REPORTED_FIELDS.includes(field),
  ),
  ...REPORTED_FIELDS,
];

/** Columns that a separate output of calls in error always has: no other column names the error. */
const ERROR_COLUMNS = ["error", "message", "field"];

/** How lines of results are written. */
export interface LineFormat {
  readonly format: FileFormat;
  /** Columns in order: fields of results, and fields of calls with INPUT_PREFIX. */
  readonly columns: readonly string[];
  /** Whether columns were chosen: JSON has exactly these, else all fields of a record and non-blank fields of calls. */
  readonly isChosen: boolean;
  /** Digest of the book that rated calls carry (R30). */
  readonly bookDigest: string | undefined;
}

/** Options that decide the columns of results: the chosen columns, and options that add fields. */
export interface ColumnChoice {
  readonly columns?: readonly string[] | undefined;
  readonly bookDigest?: string | undefined;
  readonly discounts?: unknown;
}

/**
 * The formats of results, and of a separate output of calls in error. Throws a RangeError where a chosen column is no
 * field of results, or chosen twice.
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
  const errorColumns = isChosen ? [...new Set([...columns, ...ERROR_COLUMNS])] : columns;
  return {
    results: { format: results, columns, isChosen, bookDigest },
    errors: errors && { format: errors, columns: errorColumns, isChosen, bookDigest },
  };
}

/**
 * Checks the columns that are chosen for results, before a run; returns the fields of calls among them, from columns
 * such as `call.target`.
 *
 * @throws RangeError where a column is no field of results, blank or chosen twice
 * @example
 * checkResultColumns({ columns: ["id", "cost", "call.target"] }); // => ["target"]
 */
export function checkResultColumns(choice: ColumnChoice): readonly string[] {
  const known = fieldsOfResults(choice);
  const { columns = known } = choice;
  if (columns.length === 0) throw new RangeError("columns: name one at least.");
  for (const [columnIndex, name] of columns.entries()) {
    if (name === "" || name === INPUT_PREFIX)
      throw new RangeError(`columns: ${whyBlank(columns, columnIndex)}`);
    if (columns.indexOf(name) < columnIndex) throw new RangeError(`columns: ${name} is named twice.`);
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

function whyBlank(columns: readonly string[], at: number): string {
  const before = columns[at - 1];
  if (columns[at] === INPUT_PREFIX)
    return `${INPUT_PREFIX} is followed by the name of a column of the calls.`;
  if (before === undefined) return "the first name is blank; write one, or leave it out.";
  return `the name behind ${before} is blank; write one, or leave out the comma before it.`;
}

function whyUnknown(name: string, known: readonly string[]): string {
  if (DISCOUNT_FIELDS.includes(name)) return "is a column of results only where discounts are applied.";
  if (name === DIGEST_FIELD) return "is a column of results only where they carry the book's digest.";
  return `${unknownName(name, known)} A column of the calls is written ${INPUT_PREFIX}${name}.`;
}

/** The default columns of results: the fields of their records, and all fields of calls that decide costs. */
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

/** Whether a column is shown where it is blank: JSON leaves out other blank columns that were not chosen. */
export function isAlwaysShown(column: string): boolean {
  const field = inputField(column);
  return field === undefined || (SHOWN_FIELDS as readonly string[]).includes(field);
}

/** The field of a call that a column shows; undefined for a column that shows a field of the result. */
export function inputField(column: string): string | undefined {
  const isInput = column.startsWith(INPUT_PREFIX) && column !== INPUT_PREFIX;
  return isInput ? column.slice(INPUT_PREFIX.length) : undefined;
}

export function inputFields(columns: readonly string[]): readonly string[] {
  return columns.flatMap((name) => inputField(name) ?? []);
}

/** The value of a call's field of any name. */
export function inputValue(call: CallRecord, field: string): unknown {
  return Object.hasOwn(call, field) ? call[field as keyof CallRecord] : undefined;
}
