/** R23: how the rating periods cover the week. */
import {
  openPeriods,
  type PeriodFinding,
  periodGapsAndOverlaps,
  WEEKDAY_NAMES,
} from "../../calendar/index.ts";
import { quoteValue } from "../../model/index.ts";
import { SomeWarnings } from "../some-warnings.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** Names that the table of the week's minutes can tell apart, `default` among them. */
const MAX_NAMES = 65_536;
/** Entries of which gaps and overlaps are looked for; every minute of the week is compared with each. */
const MAX_COMPARED = 1_000;

/** Refuses more periods than can be told apart, and warns of gaps and overlaps. */
export function checkRatingPeriods(book: BookUnderCheck): void {
  if (book.periods.size > MAX_NAMES) {
    const message = `has ${book.periods.size - 1} different names of periods; at most ${MAX_NAMES - 1} are possible`;
    book.problem("ratingPeriods", message);
    return;
  }
  const { ratingPeriods } = book.records;
  if (ratingPeriods.length > MAX_COMPARED) {
    book.warn(
      "ratingPeriods",
      `has more than ${MAX_COMPARED} entries; gaps and overlaps have not been looked for`,
    );
    return;
  }
  const entries = [];
  for (const period of ratingPeriods) {
    // What a record that failed covers is not known: its gap would be no gap.
    if (period === undefined) return;
    const { name, weekdays = [], from, to } = period;
    entries.push({ name, weekdays, fromMinute: from, toMinute: to });
  }
  const warnings = new SomeWarnings(book);
  for (const message of messages(periodGapsAndOverlaps(openPeriods(entries, []))))
    warnings.add("ratingPeriods", message);
  warnings.close("ratingPeriods", "gaps and overlaps");
}

/** One message for the same stretch of several weekdays. */
function messages(findings: readonly PeriodFinding[]): Iterable<string> {
  const stretches = new Map<string, PeriodFinding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.fromMinute, finding.toMinute, finding.names]);
    const same = stretches.get(key);
    if (same === undefined) stretches.set(key, [finding]);
    else same.push(finding);
  }
  return [...stretches.values()].map(message);
}

function message(findings: readonly PeriodFinding[]): string {
  const [{ fromMinute, toMinute, names }] = findings as [PeriodFinding];
  const days =
    findings.length === 7 ? "every day" : findings.map(({ weekday }) => WEEKDAY_NAMES[weekday]).join(", ");
  const when = `${days} ${clock(fromMinute)}–${clock(toMinute)}`;
  if (names.length === 0) return `has a gap: ${when} is in no period; calls then have the period "default"`;
  const competing = names.slice(0, 5).map(quoteValue).join(" and ");
  return `has an overlap: ${when} is in ${competing}; the first in the list, ${quoteValue(names[0])}, wins`;
}

function clock(minute: number): string {
  const hours = Math.floor(minute / 60);
  return `${String(hours).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}
