import { NO_TIME, readColumnStart } from "../../engine/index.ts";
import type { OpenedDialect } from "./open-dialect.ts";
import { isoDate } from "./start-text.ts";

/** The day of a date on which calls can lie; undefined for any other text, and for one that names a column. */
export function callDay(text: string, { names, dateFormat }: OpenedDialect): number | undefined {
  if (names.resolve(text) !== undefined) return undefined;
  const start = readColumnStart(isoDate(text, dateFormat), "");
  return start === undefined || start.millisecond !== NO_TIME ? undefined : start.day;
}
