/** The report of a preview, put together from what was collected. */
import { compareIDs, type OpenedBook } from "../book/index.ts";
import { type DayNumber, formatCivilDate } from "../calendar/index.ts";
import type { Collected } from "./collected.ts";
import { compareSizes } from "./comparison.ts";
import { distributionOf } from "./distribution.ts";
import { Examples, type TwoSides } from "./examples.ts";
import { fixedChargesOn } from "./fixed-charges.ts";
import type { Line } from "./lines.ts";
import { type Names, namesOf } from "./names.ts";
import type {
  FixedCharges,
  PreviewLine,
  PreviewMover,
  PreviewReport,
  RecordedOtherwiseLine,
} from "./preview-report.ts";
import type { Otherwise } from "./recorded-otherwise.ts";

/** What a report is asked to hold beside the calls. */
export interface ReportSetup extends TwoSides {
  readonly after: OpenedBook;
  /** How many movers of each kind and direction it names. */
  readonly movers: number;
  /** Day of the fixed charges; undefined: that of the last call. */
  readonly on: DayNumber | undefined;
}

/** Lines of a breakdown whose examples are explained: those a person looks at. */
const LINES_WITH_EXAMPLES = 10;

/** What has been collected, as plain data. */
export function reportOf(collected: Collected, setup: ReportSetup): PreviewReport {
  const { before, after, movers } = setup;
  const { breakdowns, newlyRated, newlyUnrated } = collected;
  const books: readonly OpenedBook[] = before === "recorded" ? [after] : [before, after];
  const names = namesOf(books);
  // Movers come first among the examples, then those of the lines.
  const examples = new Examples(setup);
  const up = examples.placesOf(collected.up.calls);
  const down = examples.placesOf(collected.down.calls);
  const ratedReport = newlyRated.report(examples);
  const unratedReport = newlyUnrated.report(examples);
  const labelled = <Label extends object>(lines: readonly Line[], label: (line: Line) => Label) =>
    inOrder(lines).map((line, place) => ({
      ...label(line),
      ...line.sums.report(),
      examples: place < LINES_WITH_EXAMPLES ? examples.placesOf(line.leading.calls) : [],
    }));
  const linesOf = (lines: readonly Line[], name: (line: Line) => string | null): readonly PreviewLine[] =>
    labelled(lines, (line) => ({ key: line.key, name: name(line) }));
  const ownKey = ({ key }: Line): string | null => key;
  const customers = breakdowns.customers;
  const numbers = breakdowns.numbers;
  const customerName = ({ key }: Line): string | null => names.customer(key);
  const numberName = ({ key }: Line): string | null => names.number(key);
  const otherwise = (
    kind: Otherwise,
    name: (key: string | null) => string | null,
  ): readonly RecordedOtherwiseLine[] => {
    const found = [...collected.recordedOtherwise.of(kind)];
    found.sort((a, b) => compareKeys(a.recorded, b.recorded));
    const recordedIn = new Map(found.map(({ recorded, line }) => [line, recorded]));
    return labelled([...recordedIn.keys()], (line) => {
      const recorded = recordedIn.get(line) ?? null;
      return { recorded, recordedName: name(recorded), book: line.key, bookName: name(line.key) };
    });
  };
  const totals = breakdowns.total.sums.report();
  const ratedTwice = collected.ratedTwice.report();
  const { calls, dearer, cheaper } = ratedTwice;
  return {
    against: before === "recorded" ? "recorded" : "book",
    currency: after.settings.currency,
    currencyDecimals: after.settings.currencyDecimals,
    from: Number.isFinite(collected.firstDay) ? formatCivilDate(collected.firstDay) : null,
    to: Number.isFinite(collected.lastDay) ? formatCivilDate(collected.lastDay) : null,
    counts: {
      read: collected.read,
      ratedTwice: calls,
      dearer,
      cheaper,
      unchanged: calls - dearer - cheaper,
      newlyRated: ratedReport.calls,
      newlyUnrated: unratedReport.calls,
      unrated: collected.read - totals.calls,
    },
    totals,
    ratedTwice: ratedTwice.retail,
    newlyRated: ratedReport,
    newlyUnrated: unratedReport,
    unrated: unratedOf(collected),
    breakdowns: {
      class: linesOf(breakdowns.classes, ownKey),
      callType: linesOf(breakdowns.callTypes, ownKey),
      customer: linesOf(customers, customerName),
      number: linesOf(numbers, numberName),
      tariff: linesOf(breakdowns.tariffs, ({ key }) => names.tariff(key)),
      period: linesOf(breakdowns.periods, ownKey),
    },
    recordedOtherwise:
      before === "recorded"
        ? {
            customer: otherwise("customer", (key) => names.customer(key)),
            tariff: otherwise("tariff", (key) => names.tariff(key)),
            class: otherwise("class", (key) => key),
          }
        : null,
    distribution: distributionOf(
      customers.map(({ sums }) => sums.retailUnits),
      after.settings.currencyDecimals,
    ),
    movers: {
      customers: moversAmong(customers, customerName, movers, examples),
      numbers: moversAmong(numbers, numberName, movers, examples),
      calls: { up, down },
    },
    fixedCharges: fixedChargesOf(setup, collected.lastDay, names),
    examples: examples.all,
  };
}

function differenceOf(line: Line): bigint {
  const { before, after } = line.sums.retailUnits;
  return after - before;
}

/** Largest change first, then largest amount, then by key; calls without a key last. */
function inOrder(lines: readonly Line[]): readonly Line[] {
  return lines
    .map((line) => ({ line, difference: differenceOf(line), before: line.sums.retailUnits.before }))
    .sort(
      (a, b) =>
        compareSizes(a.difference, b.difference) ||
        compareSizes(a.before, b.before) ||
        compareKeys(a.line.key, b.line.key),
    )
    .map(({ line }) => line);
}

function compareKeys(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compareIDs(a, b);
}

function moversAmong(
  lines: readonly Line[],
  name: (line: Line) => string | null,
  count: number,
  examples: Examples,
): { readonly up: readonly PreviewMover[]; readonly down: readonly PreviewMover[] } {
  const moved = lines
    .map((line) => ({ line, difference: differenceOf(line) }))
    .sort((a, b) => compareSizes(a.difference, b.difference) || compareKeys(a.line.key, b.line.key));
  const moversOf = (sign: 1 | -1): readonly PreviewMover[] =>
    moved
      .filter(({ difference }) => (sign > 0 ? difference > 0n : difference < 0n))
      .slice(0, count)
      .map(({ line }) => {
        const { calls, retail } = line.sums.report();
        return {
          key: line.key,
          name: name(line),
          calls,
          retail,
          examples: examples.placesOf(line.leading.calls),
        };
      });
  return { up: moversOf(1), down: moversOf(-1) };
}

function unratedOf({ unrated }: Collected): PreviewReport["unrated"] {
  return [...unrated]
    .flatMap(([before, reasons]) => [...reasons].map(([after, calls]) => ({ before, after, calls })))
    .sort((a, b) => b.calls - a.calls || (`${a.before} ${a.after}` < `${b.before} ${b.after}` ? -1 : 1));
}

/** Null where there is no other book to compare with, or no day to do it on. */
function fixedChargesOf(
  { before, after, on }: ReportSetup,
  lastDay: DayNumber,
  names: Names,
): FixedCharges | null {
  const day = on ?? (Number.isFinite(lastDay) ? lastDay : undefined);
  return before === "recorded" || day === undefined ? null : fixedChargesOn(day, before, after, names);
}
