/** R2, R4, R20, R23, R78: checks of settings, roundings, rating periods, VAT rates and drops. */

import {
  formatCivilDate,
  openPeriods,
  openZone,
  type PeriodFinding,
  periodGapsAndOverlaps,
  WEEKDAY_NAMES,
} from "../../calendar/index.ts";
import {
  addTo,
  type CheckedSettings,
  DroppedStatuses,
  groupedBy,
  nearestName,
  PRICE_DECIMALS,
  quoteValue,
  safely,
} from "../../model/index.ts";
import { formatUnits, minorUnit } from "../../money/index.ts";
import { SomeWarnings } from "../read-records.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** R23: the runtime's zone data must have the book's zone. */
export function checkTimeZone(book: BookUnderCheck): void {
  const { timeZone } = book.settings;
  if (safely(() => openZone(timeZone), undefined) !== undefined) return;
  const nearest = nearestName(timeZone, Intl.supportedValuesOf("timeZone"));
  const repair =
    nearest === undefined
      ? `write an IANA name such as "Europe/London"`
      : `did you mean ${JSON.stringify(nearest)}?`;
  book.problem("timeZone", `${quoteValue(timeZone)} is no known time zone; ${repair}`);
}

/** Currencies of ISO 4217 whose smallest unit is not a hundredth, by decimal places. */
const OTHER_DECIMALS: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
};

/** R16: warns of a currency without hundredths (ISO 4217) in a book with `currencyDecimals` 2. */
export function checkCurrencyDecimals(book: BookUnderCheck): void {
  const { currency, currencyDecimals } = book.settings;
  for (const [decimals, currencies] of Object.entries(OTHER_DECIMALS)) {
    if (!currencies.split(" ").includes(currency) || currencyDecimals !== 2) continue;
    book.warn(
      "currencyDecimals",
      `${currency} has ${decimals} decimal places, and the book prices calls in hundredths of it; write "currencyDecimals": ${decimals}, unless that is meant`,
    );
  }
}

/**
 * The fault of a rounding multiple in micro-pence that is no whole multiple of the quantum (R2, R4). None where costs
 * keep as many decimal places as prices. `currency` is that of the multiple.
 */
export function multipleFault(
  { costDecimals, currencyDecimals }: CheckedSettings,
  currency: string,
  multiple: number,
): string | undefined {
  const quantum = 10 ** Math.max(0, PRICE_DECIMALS - costDecimals);
  if (multiple % quantum === 0) return undefined;
  const [shown, least] = [multiple, quantum].map((units) => formatUnits(units, PRICE_DECIMALS));
  return (
    `${shown} is no whole multiple of ${least} ${minorUnit(currency, currencyDecimals)}, the smallest amount that costDecimals ${costDecimals} keeps; ` +
    "write a multiple of it or raise costDecimals"
  );
}

/** R2: checks the multiples of the rounding presets. */
export function checkRoundings(book: BookUnderCheck): void {
  for (const [roundingIndex, { multiple }] of book.each("roundings")) {
    const fault = multipleFault(book.settings, book.settings.currency, multiple);
    if (fault !== undefined) book.problem(`roundings[${roundingIndex}].multiple`, fault);
  }
}

/** The most names that the table of the week's minutes can hold, with `default`. */
const MAX_NAMES = 65_536;
/** The most entries that are compared for gaps and overlaps: the work grows with their square. */
const MAX_COMPARED = 1_000;

/** Refuses too many names of periods, and warns of gaps and overlaps. */
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
  const periods = book.all("ratingPeriods");
  // The hours of an invalid record are not known, so that a gap may be none.
  if (periods.length < ratingPeriods.length) return;
  const entries = periods.map(({ name, weekdays = [], from, to }) => {
    return { name, weekdays, fromMinute: from, toMinute: to };
  });
  const warnings = new SomeWarnings(book);
  for (const message of messages(periodGapsAndOverlaps(openPeriods(entries, []))))
    warnings.add("ratingPeriods", message);
  warnings.close("ratingPeriods", "gaps and overlaps");
}

/** One message for the same stretch of several weekdays. */
function messages(findings: readonly PeriodFinding[]): Iterable<string> {
  const stretches = groupedBy(findings, ({ fromMinute, toMinute, names }) =>
    JSON.stringify([fromMinute, toMinute, names]),
  );
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

interface DatedRate {
  readonly rateIndex: number;
  readonly start: number;
  readonly end: number;
}

/** Refuses entries of one name that share a day. */
export function checkVATRates(book: BookUnderCheck): void {
  const byName = new Map<string, DatedRate[]>();
  for (const [rateIndex, { name, startDate = -Infinity, endDate = Infinity }] of book.each("vatRates")) {
    addTo(byName, name, { rateIndex, start: startDate, end: endDate });
  }
  for (const [name, entries] of byName) {
    entries.sort((a, b) => (a.start === b.start ? a.rateIndex - b.rateIndex : a.start < b.start ? -1 : 1));
    let [latest] = entries as [DatedRate];
    for (const entry of entries.slice(1)) {
      if (entry.start <= latest.end)
        book.problem(`vatRates[${entry.rateIndex}].startDate`, shared(name, entry, latest));
      if (entry.end > latest.end) latest = entry;
    }
  }
}

function shared(name: string, { start }: DatedRate, { rateIndex, end }: DatedRate): string {
  const from = Number.isFinite(start) ? `on ${formatCivilDate(start)}` : "from the first day on";
  const until = Number.isFinite(end) ? `, which ends on ${formatCivilDate(end)}` : ", which has no endDate";
  return `${quoteValue(name)} is ${from} also vatRates[${rateIndex}]${until}; a name has one percentage on each day`;
}

/** The lists whose records can be dropped, and the date field that takes precedence over `updatedDate`. */
const LISTS = [
  ["customers", undefined],
  ["numbers", "billableTo"],
  ["services", undefined],
  ["features", "endDate"],
] as const;

/** The last day of a dropped record must be a date; a blank one is a warning, and the record stays in force. */
export function checkDrops(book: BookUnderCheck): void {
  const dropped = new DroppedStatuses(book.settings.droppedStatuses);
  for (const [list, endField] of LISTS) {
    const warnings = new SomeWarnings(book);
    for (const [recordIndex, record] of book.each(list)) {
      const status = dropped.of(record);
      if (status === undefined) continue;
      const { updatedDate } = record;
      const path = `${list}[${recordIndex}].updatedDate`;
      const hasEnd = endField !== undefined && endField in record;
      // The drop of a number's customer gives an end, too, but the number's own drop may be earlier.
      const hasOwnEnd = hasEnd && !("droppedBy" in record);
      if (typeof updatedDate === "object" && !hasOwnEnd) book.problem(path, updatedDate.fault);
      if (updatedDate !== undefined || hasEnd) continue;
      const repair = endField === undefined ? "write the last day" : `write the last day, or ${endField}`;
      warnings.add(
        path,
        `is blank, so the status ${quoteValue(status)} ends nothing, and the record stays in force; ${repair}`,
      );
    }
    warnings.close(list, "dropped records without a date");
  }
}
