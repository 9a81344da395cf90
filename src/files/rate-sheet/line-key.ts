/** What tells the lines of a price list apart, and the values in which they may differ. */
import {
  Fault,
  isBlank,
  RATE_VALUE_NAMES,
  RATE_VALUES,
  type RateLine,
  type RateValueName,
  readerOf,
} from "../../model/index.ts";
import type { LinesBy } from "./rate-sheet.ts";

/** A blank field as "". */
function textOf(value: unknown): string {
  return isBlank(value) ? "" : String(value);
}

/** For which calls a line is, its dates apart. */
export function callsOf({ prefix, tariffType, tariffTime }: RateLine): string {
  const type = textOf(tariffType);
  return `${textOf(prefix)} ${type.length} ${type} ${textOf(tariffTime)}`;
}

/** The prefix or the call type of a line; undefined where it is not of the kind that a sheet makes. */
export function sheetKeyOf({ prefix, tariffType }: RateLine, linesBy: LinesBy): string | undefined {
  if (linesBy === "prefix") return isBlank(prefix) || !isBlank(tariffType) ? undefined : String(prefix);
  return isBlank(prefix) && !isBlank(tariffType) ? String(tariffType) : undefined;
}

/** First date of a line; "" for one that was always there, which sorts before every date. */
export function startOf(line: RateLine): string {
  return textOf(line.startDate);
}

/** Last date of a line, after every date where it is open. */
export function endOf(line: RateLine): string {
  return textOf(line.endDate) || "9999-12-31";
}

const VALUE_NAMES: ReadonlySet<string> = new Set(RATE_VALUE_NAMES);

/** The names of the fields in which two lines for the same calls differ, their first dates apart. */
export function differingFields(before: RateLine, after: RateLine): (keyof RateLine)[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof RateLine>;
  const differing: (keyof RateLine)[] = [];
  for (const name of names) {
    if (name === "startDate" || name === "prefix" || name === "tariffType" || name === "tariffTime") continue;
    if (!isSameValue(name, before[name], after[name])) differing.push(name);
  }
  return differing;
}

function isSameValue(name: keyof RateLine, before: unknown, after: unknown): boolean {
  if (before === after || (isBlank(before) && isBlank(after))) return true;
  if (isBlank(before) || isBlank(after)) return false;
  if (!VALUE_NAMES.has(name)) return String(before) === String(after);
  // As the book reads them: "0.50" is 0.5.
  const read = readerOf(RATE_VALUES[name as RateValueName]);
  const one = read?.(before);
  const other = read?.(after);
  return one instanceof Fault || other instanceof Fault ? String(before) === String(after) : one === other;
}
