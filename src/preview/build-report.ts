/** Builds the report of a preview from the collected sums and calls. */
import { compareIDs } from "../book/index.ts";
import { formatCivilDate } from "../calendar/index.ts";
import { nullsLast } from "../model/index.ts";
import type { ComparedBilling } from "./bills/billing.ts";
import type { Collector } from "./collector.ts";
import { compareSizes, compareUnits } from "./comparison.ts";
import type { CurrencySums } from "./currency-sums.ts";
import { distributionOf } from "./distribution.ts";
import { Examples } from "./examples.ts";
import type { Line, Lines } from "./lines.ts";
import { monthsOf, plainMonths } from "./months.ts";
import type {
  PreviewCosts,
  PreviewLine,
  PreviewMover,
  PreviewNumberLine,
  PreviewReport,
  RecordedOtherwiseLine,
} from "./preview-report.ts";
import { comparePrices } from "./prices/compare-prices.ts";
import type { PriceList } from "./prices/price-list.ts";
import { type Names, namesOf } from "./side.ts";

/** How many lines of a breakdown have explained examples: the first lines, which readers look at. */
const LINES_WITH_EXAMPLES = 10;

/** The report of the collected sums and calls, as plain data: of the book's currency, and in it those of the others. */
export function reportOf(collected: Collector): PreviewReport {
  const { sums, before, after } = collected;
  const names = namesOf(before === "recorded" ? [after] : [before, after]);
  const billed = collected.billing?.report(names);
  const { currency } = sums.ofBook;
  const currencies = new Set([...sums.otherCurrencies, ...(billed?.keys() ?? [])]);
  currencies.delete(currency);
  const otherReports = [...currencies]
    .sort()
    .map((other) => ofCurrency(collected, sums.of(other), names, billed?.get(other)));
  const report = ofCurrency(collected, sums.ofBook, names, billed?.get(currency));
  return otherReports.length === 0 ? report : { ...report, otherCurrencies: otherReports };
}

/** The report of the customers who are billed in one currency. */
function ofCurrency(
  collected: Collector,
  sums: CurrencySums,
  names: Names,
  billed: ComparedBilling | undefined,
): PreviewReport {
  const { before, after, movers } = collected;
  const { numbers, kinds, newlyRated, newlyUnrated, recordedOtherwise } = sums;
  const isOwn = sums === collected.sums.ofBook;
  // Movers come first among the examples, then those of the lines.
  const examples = new Examples(collected);
  const up = examples.indexesOf(sums.up.calls);
  const down = examples.indexesOf(sums.down.calls);
  const ratedReport = newlyRated.report(examples);
  const unratedReport = newlyUnrated.report(examples);
  const examplesOf = (line: Line, lineIndex: number): readonly number[] =>
    lineIndex < LINES_WITH_EXAMPLES ? examples.indexesOf(line.leading.calls) : [];
  const linesOf = (lines: readonly Line[], name?: NameOf): readonly PreviewLine[] =>
    previewLines(lines, name, examplesOf);
  const otherwise = (lines: Lines, name: NameOf = keyAsName): readonly RecordedOtherwiseLine[] =>
    inOrder(lines.all, 1).map((line, lineIndex) => {
      const [recorded = null, book = null] = line.keys;
      const labels = { recorded, recordedName: name(recorded), book, bookName: name(book) };
      return { ...labels, ...line.report(), examples: examplesOf(line, lineIndex) };
    });
  const linesOfNumbers = (): readonly PreviewNumberLine[] =>
    inOrder(numbers.all, 1).map((line, lineIndex) => {
      const [customer = null, key = null] = line.keys;
      return {
        key,
        customer,
        name: names.number(key),
        ...line.report(),
        examples: examplesOf(line, lineIndex),
      };
    });
  const customerLines = numbers.by(0);
  const numberLines = numbers.by(1);
  const total = kinds.total;
  const totals = total.report();
  const retail = total.retailUnits;
  const isDated = Number.isFinite(collected.firstDay);
  return {
    against: before === "recorded" ? "recorded" : "book",
    change: collected.change,
    compares: collected.compares,
    wholesale: collected.wholesale,
    currency: sums.currency,
    currencyDecimals: after.settings.currencyDecimals,
    from: isDated ? formatCivilDate(collected.firstDay) : null,
    to: isDated ? formatCivilDate(collected.lastDay) : null,
    months: isDated ? plainMonths(monthsOf(collected.firstDay, collected.lastDay)) : null,
    counts: countsOf(totals, isOwn ? unratedCalls(collected) : 0),
    totals,
    ratedTwice: compareUnits(retail.before - newlyUnrated.retailUnits, retail.after - newlyRated.retailUnits),
    newlyRated: ratedReport,
    newlyUnrated: unratedReport,
    unrated: isOwn ? unratedOf(collected) : [],
    breakdowns: {
      class: linesOf(kinds.by(0)),
      callType: linesOf(kinds.by(1)),
      customer: linesOf(customerLines, names.customer),
      number: linesOfNumbers(),
      tariff: linesOf(kinds.by(2), names.tariff),
      period: linesOf(kinds.by(3)),
    },
    recordedOtherwise:
      before === "recorded"
        ? {
            customer: otherwise(recordedOtherwise.customer, names.customer),
            tariff: otherwise(recordedOtherwise.tariff, names.tariff),
            class: otherwise(recordedOtherwise.class),
          }
        : null,
    distribution: distributionOf(customerLines.map((line) => line.retailUnits)),
    movers: {
      customers: moversAmong(customerLines, names.customer, movers, examples),
      numbers: moversAmong(numberLines, names.number, movers, examples),
      calls: { up, down },
    },
    fixedCharges: billed?.fixedCharges ?? null,
    bills: billed?.bills ?? null,
    prices: isOwn ? pricesOf(collected, names) : null,
    examples: examples.all,
  };
}

/** The prices that change between the two books. */
function pricesOf({ before, after, billing }: Collector, names: Names): PriceList | null {
  if (before === "recorded") return null;
  // Without bills, users count whose price has no end.
  const day = billing?.days.at(-1)?.to ?? Number.POSITIVE_INFINITY;
  return comparePrices(before, after, day, names.customer);
}

/** The figures of a report that follow a moved price: computed many times a second. */
export interface PreviewFigures
  extends Pick<PreviewReport, "currency" | "currencyDecimals" | "counts" | "totals"> {
  /** Without examples. */
  readonly breakdowns: Pick<PreviewReport["breakdowns"], "class" | "customer">;
}

/** The figures of the collected sums of the book's currency, as a report has them. */
export function figuresOf(collected: Collector): PreviewFigures {
  const { before, after } = collected;
  const { numbers, kinds } = collected.sums.ofBook;
  const names = namesOf(before === "recorded" ? [after] : [before, after]);
  const totals = kinds.total.report();
  const { currency, currencyDecimals } = after.settings;
  return {
    currency,
    currencyDecimals,
    counts: countsOf(totals, unratedCalls(collected)),
    totals,
    breakdowns: {
      class: previewLines(kinds.by(0)),
      customer: previewLines(numbers.by(0), names.customer),
    },
  };
}

/** Counts of calls with a price, and of the calls beside them that have none on either side. */
function countsOf(totals: PreviewCosts, unrated: number): PreviewReport["counts"] {
  const { calls, dearer, cheaper, newlyRated, newlyUnrated } = totals;
  const ratedTwice = calls - newlyRated - newlyUnrated;
  const unchanged = ratedTwice - dearer - cheaper;
  const read = calls + unrated;
  return { read, ratedTwice, dearer, cheaper, unchanged, newlyRated, newlyUnrated, unrated };
}

function unratedCalls({ unrated }: Collector): number {
  return [...unrated.values()]
    .flatMap((reasons) => [...reasons.values()])
    .reduce((sum, calls) => sum + calls, 0);
}

function previewLines(
  lines: readonly Line[],
  name: NameOf = keyAsName,
  examplesOf: (line: Line, lineIndex: number) => readonly number[] = () => [],
): readonly PreviewLine[] {
  return inOrder(lines).map((line, lineIndex) => {
    const [key = null] = line.keys;
    return { key, name: name(key), ...line.report(), examples: examplesOf(line, lineIndex) };
  });
}

const keyAsName: NameOf = (key) => key;

type NameOf = (key: string | null) => string | null;

function rankedOf(line: Line) {
  const { before, after } = line.retailUnits;
  return { line, difference: after - before, before };
}

/** Largest change first, then largest amount, then by one key and the first key; calls without a key last. */
function inOrder(lines: readonly Line[], keyIndex = 0): readonly Line[] {
  return lines
    .map(rankedOf)
    .sort(
      (a, b) =>
        compareSizes(a.difference, b.difference) ||
        compareSizes(a.before, b.before) ||
        compareKeys(a.line, b.line, keyIndex) ||
        compareKeys(a.line, b.line, 0),
    )
    .map(({ line }) => line);
}

function compareKeys({ keys: left }: Line, { keys: right }: Line, keyIndex: number): number {
  return nullsLast(left[keyIndex] ?? null, right[keyIndex] ?? null, compareIDs);
}

function moversAmong(
  lines: readonly Line[],
  name: NameOf,
  count: number,
  examples: Examples,
): { readonly up: readonly PreviewMover[]; readonly down: readonly PreviewMover[] } {
  const moved = lines
    .map(rankedOf)
    .sort((a, b) => compareSizes(a.difference, b.difference) || compareKeys(a.line, b.line, 0));
  const moversOf = (sign: 1 | -1): readonly PreviewMover[] =>
    moved
      .filter(({ difference }) => (sign > 0 ? difference > 0n : difference < 0n))
      .slice(0, count)
      .map(({ line }) => {
        const [key = null] = line.keys;
        const { calls, retail } = line.report();
        return { key, name: name(key), calls, retail, examples: examples.indexesOf(line.leading.calls) };
      });
  return { up: moversOf(1), down: moversOf(-1) };
}

function unratedOf({ unrated }: Collector): PreviewReport["unrated"] {
  return [...unrated]
    .flatMap(([before, reasons]) => [...reasons].map(([after, calls]) => ({ before, after, calls })))
    .sort((a, b) => b.calls - a.calls || (`${a.before} ${a.after}` < `${b.before} ${b.after}` ? -1 : 1));
}
