import { NO_TIME, readColumnStart } from "../../engine/index.ts";
import { MONEY_FIELDS, REPORTED_COSTS, type ReadableField } from "../../model/index.ts";
import { isZeroAmount, penceOf, poundsToPence } from "./amount-text.ts";
import type { OpenedDialect } from "./open-dialect.ts";
import { clockText, isoDate } from "./start-text.ts";

/**
 * What a cell says in a field of the call. "" is a code that says nothing and is carried along under its column's
 * name; undefined is a mere filler.
 */
export type Convert = (cell: string) => string | boolean | undefined;

/** Parts of a cost, which carriers fill with zeros where a call has no such part. */
const COST_PARTS: ReadonlySet<string> = new Set(REPORTED_COSTS.filter((field) => field !== "costCDR"));

/** How a column's cells are turned into a field; undefined where they are taken as they stand. */
export function converterOf(field: ReadableField, dialect: OpenedDialect): Convert | undefined {
  switch (field) {
    case "id":
    case "carrierCallID":
      return detached;
    case "startDate":
      return (cell) => isoDate(cell, dialect.dateFormat);
    case "startTime":
      return clockText;
    case "tariffTime":
      return (cell) => dialect.timeBands.get(cell) ?? "";
    case "callTypeDirectionFlag":
      return dialect.directions.size === 0 ? undefined : (cell) => dialect.directions.get(cell) ?? cell;
    case "callTypeOriginationTypeFlag":
      return dialect.origins.size === 0 ? undefined : (cell) => dialect.origins.get(cell) ?? cell;
    case "callTypeRecordingFlag":
      return dialect.recordings.size === 0 ? undefined : (cell) => dialect.recordings.get(cell) ?? cell;
    default:
      return (MONEY_FIELDS as readonly string[]).includes(field) ? moneyConverter(field, dialect) : undefined;
  }
}

/** A copy: a run keeps these, and a text cut from a chunk keeps the whole chunk in memory. */
function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString();
}

function moneyConverter(field: ReadableField, { unit }: OpenedDialect): Convert {
  const toPence = unit === "pounds" ? poundsToPence : penceOf;
  if (!COST_PARTS.has(field)) return toPence;
  return (cell) => (isZeroAmount(penceOf(cell)) ? undefined : toPence(cell));
}

/** The day of a date on which calls can lie; undefined for any other text, and for one that names a column. */
export function callDay(text: string, { names, dateFormat }: OpenedDialect): number | undefined {
  if (names.resolve(text) !== undefined) return undefined;
  const start = readColumnStart(isoDate(text, dateFormat), "");
  return start === undefined || start.millisecond !== NO_TIME ? undefined : start.day;
}
