/**
 * Previews over random pairs of whole books, R16, R30: both sides equal the tally of rating with that book,
 * every breakdown adds up to the totals, and nothing depends on the order of the calls or touches the input.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyDiscounts,
  type BookData,
  type CallRecord,
  type CallResult,
  checkBook,
  createTally,
  type OpenedBook,
  openBook,
  type PreviewCosts,
  type PreviewReport,
  previewChange,
  rateCalls,
  sumAmounts,
  toRecord,
} from "../../src/index.ts";
import { anyBook, asData } from "./any-book.ts";
import { anyDiscountCase, type DiscountCase } from "./any-discount-book.ts";
import { withConnection } from "./any-preview.ts";
import { currencyIn } from "./currency-in.ts";
import { atLeast, runs, shrinkingBriefly } from "./runs.ts";

type Sum = (lines: readonly PreviewCosts[]) => unknown;

/** The figures in which breakdowns must add up. */
const FIGURES: readonly Sum[] = [
  (lines) => lines.reduce((sum, line) => sum + line.calls, 0),
  (lines) => lines.reduce((sum, line) => sum + line.dearer, 0),
  (lines) => lines.reduce((sum, line) => sum + line.cheaper, 0),
  (lines) => lines.reduce((sum, line) => sum + line.newlyRated, 0),
  (lines) => lines.reduce((sum, line) => sum + line.newlyUnrated, 0),
  (lines) => lines.reduce((sum, line) => sum + line.priced.before, 0),
  (lines) => lines.reduce((sum, line) => sum + line.priced.after, 0),
  (lines) => lines.reduce((sum, line) => sum + line.withWholesale, 0),
  (lines) => lines.reduce((sum, line) => sum + line.otherSidesWholesale.before, 0),
  (lines) => lines.reduce((sum, line) => sum + line.otherSidesWholesale.after, 0),
  (lines) => sumAmounts(lines.map((line) => line.retail.before)),
  (lines) => sumAmounts(lines.map((line) => line.retail.after)),
  (lines) => sumAmounts(lines.map((line) => line.retail.difference)),
  (lines) => sumAmounts(lines.map((line) => line.wholesale.before)),
  (lines) => sumAmounts(lines.map((line) => line.wholesale.after)),
  (lines) => sumAmounts(lines.map((line) => line.margin.before)),
  (lines) => sumAmounts(lines.map((line) => line.margin.after)),
];

function expectToAddUp(report: PreviewReport): void {
  const { counts, totals, distribution } = report;
  for (const [name, lines] of Object.entries(report.breakdowns)) {
    for (const figure of FIGURES) expect(figure(lines), name).toEqual(figure([totals]));
    const keys = lines.map((line: { key: string | null; customer?: string | null }) =>
      JSON.stringify([line.key, line.customer]),
    );
    expect(new Set(keys).size, name).toBe(keys.length);
  }
  const { retail } = totals;
  expect(sumAmounts([retail.before, retail.difference])).toBe(retail.after);
  expect(sumAmounts([report.ratedTwice.before, report.newlyUnrated.retail])).toBe(retail.before);
  expect(sumAmounts([report.ratedTwice.after, report.newlyRated.retail])).toBe(retail.after);
  expect(counts.ratedTwice + counts.newlyRated + counts.newlyUnrated + counts.unrated).toBe(counts.read);
  expect(counts.dearer + counts.cheaper + counts.unchanged).toBe(counts.ratedTwice);
  expect(report.unrated.reduce((sum, own) => sum + own.calls, 0)).toBe(counts.unrated);
  const { percent, withoutPercent, amount } = distribution;
  for (const bands of [[...percent, withoutPercent], amount]) {
    expect(bands.reduce((sum, band) => sum + band.customers, 0)).toBe(report.breakdowns.customer.length);
    expect(sumAmounts(bands.map((band) => band.difference))).toBe(retail.difference);
  }
}

/** The report without what the place of a call in its file decides. */
function withoutLines(report: PreviewReport): unknown {
  const { examples, otherCurrencies, ...rest } = report;
  return {
    ...rest,
    examples: examples.map(({ line: _line, ...example }) => ({ ...example, ...unlined })),
    otherCurrencies: otherCurrencies?.map(withoutLines),
  };
}

const unlined = { before: undefined, after: undefined };

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const own of Object.values(value)) deepFreeze(own);
  }
  return value;
}

function tallyOf(book: OpenedBook, results: Iterable<CallResult>) {
  const tally = createTally(book);
  for (const result of results) tally.add(result);
  return tally.report();
}

/** Two valid books and the calls of both; most of them mean something to either. */
const anyPair = fc.tuple(anyBook(60), anyBook(60)).map(([before, after]) => ({
  before: deepFreeze(asData(before.book)),
  after: deepFreeze(
    asData({
      ...after.book,
      currency: before.book.currency,
      currencyDecimals: before.book.currencyDecimals,
      callTypes: after.book.callTypes,
    }),
  ),
  calls: deepFreeze([...before.calls, ...after.calls] as CallRecord[]),
  reclassify: before.reclassify,
}));

test("R16 both sides of a preview are the tallies of rating with either book, and every breakdown adds up", () => {
  const seen = { twice: 0, newlyRated: 0, newlyUnrated: 0, moved: 0 };
  fc.assert(
    fc.property(
      anyPair,
      fc.constantFrom("report" as const, "keep" as const),
      shrinkingBriefly(({ before, after, calls, reclassify }, duplicates) => {
        if (checkBook(before).problems.length > 0 || checkBook(after).problems.length > 0) return;
        const options = { reclassify, duplicates };
        const [left, right] = [openBook(before), openBook(after)];
        const report = previewChange(left, right, calls, options);
        const { otherCurrencies = [] } = report;
        const reports = [report, ...otherCurrencies];
        for (const own of reports) expectToAddUp(own);
        const read = reports.reduce((sum, { counts }) => sum + counts.read, 0);
        const currenciesOf = (book: OpenedBook, data: BookData): readonly (string | undefined)[] =>
          [...rateCalls(book, calls, options)].map((result) =>
            result.outcome === "rated" ? currencyIn(data, result.customerID) : undefined,
          );
        const currenciesAfter = currenciesOf(right, after);
        // A call whose customer changes his currency is read in both.
        const inTwo = currenciesOf(left, before).filter((currency, at) => {
          const other = currenciesAfter[at];
          return currency !== undefined && other !== undefined && currency !== other;
        });
        const priced = (side: "before" | "after") =>
          reports.reduce((sum, { totals }) => sum + totals.priced[side], 0);
        for (const [book, side] of [
          [left, "before"],
          [right, "after"],
        ] as const) {
          const tally = tallyOf(book, rateCalls(book, calls, options));
          expect(report.totals.retail[side]).toBe(tally.totals.cost);
          const others = new Map(tally.otherCurrencies?.map(({ currency, cost }) => [currency, cost]));
          for (const { currency, totals } of otherCurrencies)
            expect(totals.retail[side]).toBe(others.get(currency) ?? "0");
          for (const currency of others.keys())
            expect(otherCurrencies.map((other) => other.currency)).toContain(currency);
          expect(priced(side)).toBe(tally.rated);
          expect(read).toBe(tally.read + inTwo.length);
        }
        for (const example of report.examples) {
          expect(example.parting === null).toBe(
            example.before.explanation === null || example.after.explanation === null,
          );
        }
        expect(JSON.parse(JSON.stringify(report))).toEqual(report);
        seen.twice += report.counts.ratedTwice;
        seen.newlyRated += report.counts.newlyRated;
        seen.newlyUnrated += report.counts.newlyUnrated;
        seen.moved += report.counts.dearer + report.counts.cheaper;
      }),
    ),
    runs(225),
  );
  if (atLeast(1) > 0)
    for (const [what, calls] of Object.entries(seen)) expect(calls, what).toBeGreaterThan(100);
});

test("R16 the same book twice changes nothing and moves nobody", () => {
  fc.assert(
    fc.property(
      anyPair,
      shrinkingBriefly(({ before, calls, reclassify }) => {
        if (checkBook(before).problems.length > 0) return;
        const book = openBook(before);
        const report = previewChange(book, openBook(before), calls, { reclassify });
        expectToAddUp(report);
        const { counts, movers, totals } = report;
        expect([counts.dearer, counts.cheaper, counts.newlyRated, counts.newlyUnrated]).toEqual([0, 0, 0, 0]);
        expect(totals.retail.difference).toBe("0");
        expect(report.examples).toEqual([]);
        expect(movers).toEqual({
          customers: { up: [], down: [] },
          numbers: { up: [], down: [] },
          calls: { up: [], down: [] },
        });
      }),
    ),
    runs(40),
  );
});

test("R30 the order of the calls decides nothing but which of two with one id is the duplicate", () => {
  fc.assert(
    fc.property(
      anyPair,
      fc.infiniteStream(fc.nat()),
      shrinkingBriefly(({ before, after, calls, reclassify }, places) => {
        if (checkBook(before).problems.length > 0 || checkBook(after).problems.length > 0) return;
        const [left, right] = [openBook(before), openBook(after)];
        const own = withIDs(calls);
        const shuffled = own
          .map((call) => ({ call, place: places.next().value as number }))
          .sort((a, b) => a.place - b.place)
          .map(({ call }) => call);
        expect(withoutLines(previewChange(left, right, shuffled, { reclassify }))).toEqual(
          withoutLines(previewChange(left, right, own, { reclassify })),
        );
      }),
    ),
    runs(40),
  );
});

/** The calls with ids of their own. */
function withIDs(calls: readonly CallRecord[]): CallRecord[] {
  return calls.map((call, at) => ({ ...call, id: at + 1, carrierCallID: undefined }));
}

test("R30 recorded charges equal the book that wrote them, and a record without one is unrated, not free", () => {
  fc.assert(
    fc.property(anyPair, fc.array(fc.boolean(), { minLength: 5 }), ({ before, calls, reclassify }, kept) => {
      const data: BookData = before;
      if (checkBook(data).problems.length > 0) return;
      const book = openBook(data);
      const own = withIDs(calls);
      const results = [...rateCalls(book, own, { reclassify })];
      const recorded = own.map((call, at) => {
        const result = results[at];
        return result?.outcome === "rated" && kept[at % kept.length] === true
          ? { ...call, cost: toRecord(result).cost }
          : { ...call, cost: undefined, costBase: undefined };
      });
      const report = previewChange("recorded", book, recorded, { reclassify });
      const reports = [report, ...(report.otherCurrencies ?? [])];
      const priced = recorded.flatMap((call, at) => {
        const result = results[at];
        return result?.outcome === "rated"
          ? [{ call, cost: result.cost, currency: currencyIn(data, result.customerID) }]
          : [];
      });
      expect(new Set(reports.map(({ currency }) => currency))).toEqual(
        new Set([report.currency, ...priced.map(({ currency }) => currency)]),
      );
      for (const { currency, totals, counts, newlyRated, ...own } of reports) {
        expectToAddUp({ currency, totals, counts, newlyRated, ...own });
        const rated = priced.filter((one) => one.currency === currency);
        const charged = rated.filter(({ call }) => call.cost !== undefined);
        expect(totals.retail.after).toBe(sumAmounts(rated.map(({ cost }) => cost)));
        expect(totals.retail.before).toBe(sumAmounts(charged.map(({ call }) => call.cost)));
        expect(counts.ratedTwice).toBe(charged.length);
        expect(counts.unchanged).toBe(charged.length);
        expect(newlyRated.reasons.map(({ reason }) => reason)).toEqual(
          rated.length > charged.length ? ["not-recorded"] : [],
        );
      }
      expect(report.fixedCharges).toBeNull();
    }),
    runs(40),
  );
});

test("R40-R44 with discounts either side is what applyDiscounts gives with its book, in every breakdown", () => {
  let discounted = 0;
  fc.assert(
    fc.property(
      anyDiscountCase(40),
      shrinkingBriefly(({ book, calls }: DiscountCase) => {
        const data = asData(book);
        const before = openBook(data);
        const after = openBook({
          ...data,
          tariffs: (data.tariffs ?? []).map((own) => withConnection(own, "1.5")),
        });
        const records = calls.map(({ call }) => call as CallRecord);
        const report = previewChange(before, after, records, { discounts: true, duplicates: "keep" });
        expectToAddUp(report);
        for (const [side, opened] of [
          ["before", before],
          ["after", after],
        ] as const) {
          const rated = rateCalls(opened, records, { duplicates: "keep" });
          const applied = applyDiscounts(opened, rated).calls;
          const costs = applied.map((result) => (result.outcome === "rated" ? result.cost : null));
          expect(report.totals.retail[side]).toBe(sumAmounts(costs));
          discounted += applied.filter((own) => own.outcome === "rated" && own.cost !== own.costBase).length;
        }
      }),
    ),
    runs(40),
  );
  expect(discounted).toBeGreaterThan(atLeast(100));
});
