/** Dates at which a book's lines, features and numbers begin and end. */
import type { Chance } from "./chance.ts";
import type { Row } from "./rates.ts";

const DATES = ["2026-01-01", "2026-03-29", "2026-06-15", "2026-10-25", "2026-12-01"] as const;

/** A span of days, each end often blank. */
export function span(chance: Chance, startField: string, endField: string): Row {
  const start = chance.maybe(DATES, 3);
  const end = chance.maybe(DATES, 3);
  const [first, last] = start !== undefined && end !== undefined && end < start ? [end, start] : [start, end];
  return { ...optional(startField, first), ...optional(endField, last) };
}

/** The field with the value, or nothing. */
export function optional(field: string, value: unknown): Row {
  return value === undefined ? {} : { [field]: value };
}
