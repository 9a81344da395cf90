/**
 * R15, R16, R29, R30: what a preview says of money, held to what `rateCalls` and `applyDiscounts` give of either book,
 * added up here: calls that lose their price keep their wholesale cost, an unchanged book changes nothing in any mode,
 * and the parts of a month add up to the month.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyDiscounts,
  type BookData,
  type CallRecord,
  type CallResult,
  checkBook,
  type OpenedBook,
  openBook,
  type PreviewCosts,
  type PreviewOptions,
  type PreviewReport,
  previewChange,
  type RatedCall,
  rateCalls,
  sumAmounts,
  toRecord,
} from "../../src/index.ts";
import { decimal } from "./amounts.ts";
import { asData } from "./any-book.ts";
import { anyDiscountCase } from "./any-discount-book.ts";
import { anyPreview } from "./any-preview.ts";
import { currencyIn } from "./currency-in.ts";
import { atLeast, runs, shrinkingBriefly } from "./runs.ts";

const BASES = ["reported", "calculated"] as const;

/** Blank so often that many records name neither of the two retail costs. */
const anyPence = fc.option(
  fc.integer({ min: -200, max: 90_000 }).map((units) => decimal(units, 3)),
  { nil: undefined, freq: 2 },
);

/** What records name of their costs; one after another, with all others blank. */
const anyRecordedCosts = fc.array(
  fc.record({
    cost: anyPence,
    costBase: anyPence,
    costCarrier: anyPence,
    costCDR: anyPence,
    costCDRBasic: fc.constant(undefined),
    costCDRAccessCharge: fc.constant(undefined),
    costCDRSurchargeMobileOrigination: fc.constant(undefined),
    costCDRSurchargePayphoneOrigination: fc.constant(undefined),
    costCDRSurchargeCallRecording: fc.constant(undefined),
  }),
  { minLength: 6, maxLength: 12 },
);

/** What the carrier reported for a call: its total, else its components. */
function reportedOf(rated: RatedCall): string | null {
  const { costCDR, ...others } = toRecord(rated);
  if (costCDR !== null) return costCDR;
  const components = [
    ...[others.costCDRBasic, others.costCDRAccessCharge, others.costCDRSurchargeMobileOrigination],
    ...[others.costCDRSurchargePayphoneOrigination, others.costCDRSurchargeCallRecording],
  ].filter((cost) => cost !== null);
  return components.length === 0 ? null : sumAmounts(components);
}

function negated(amount: string): string {
  if (amount === "0") return amount;
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}

/** What one side says of a call; null where it does not say. */
interface SideOfCall {
  readonly retail: string | null;
  readonly calculated: string | null;
  readonly reported: string | null;
  /** Of the customer's bills; undefined without a price. */
  readonly currency?: string | undefined;
}

const SILENT: SideOfCall = { retail: null, calculated: null, reported: null };

function sideOfResult(result: CallResult, data: BookData): SideOfCall {
  if (result.outcome !== "rated") return SILENT;
  const currency = currencyIn(data, result.customerID);
  return { retail: result.cost, calculated: result.costCarrier, reported: reportedOf(result), currency };
}

/** R24: what a side says of calls in one currency; carriers' costs are in the book's. */
function sidesIn(sides: readonly SideOfCall[], currency: string, isOwn: boolean): SideOfCall[] {
  return sides.map((side) => {
    if (side.currency !== currency) return SILENT;
    return isOwn ? side : { ...SILENT, retail: side.retail };
  });
}

/** The figures of totals by the rule, from what either side says of every call. */
function expectedTotals(
  before: readonly SideOfCall[],
  after: readonly SideOfCall[],
  basis: (typeof BASES)[number],
) {
  const sums = { before: [] as string[], after: [] as string[] };
  const wholesale = { before: [] as string[], after: [] as string[] };
  const margin = { before: [] as string[], after: [] as string[] };
  const priced = { before: 0, after: 0 };
  const otherSidesWholesale = { before: 0, after: 0 };
  let withWholesale = 0;
  let calls = 0;
  for (const [at, left] of before.entries()) {
    const sides = { before: left, after: after[at] ?? SILENT };
    if (sides.before.retail === null && sides.after.retail === null) continue;
    calls++;
    const reported = sides.before.reported ?? sides.after.reported;
    for (const side of ["before", "after"] as const) {
      const { retail, calculated } = sides[side];
      if (retail !== null) priced[side]++;
      sums[side].push(retail ?? "0");
      const worked = calculated ?? sides[side === "before" ? "after" : "before"].calculated;
      const cost = basis === "reported" ? (reported ?? worked) : (worked ?? reported);
      if (cost === null) continue;
      if (side === "before") withWholesale++;
      wholesale[side].push(cost);
      margin[side].push(retail ?? "0", negated(cost));
      const isOfRecord = reported !== null && (basis === "reported" || worked === null);
      if (!isOfRecord && calculated === null) otherSidesWholesale[side]++;
    }
  }
  const isKnown = calls === 0 || withWholesale > 0;
  const sidesOf = (amounts: typeof margin, isNull: boolean) => ({
    before: isNull ? null : sumAmounts(amounts.before),
    after: isNull ? null : sumAmounts(amounts.after),
  });
  return {
    calls,
    priced,
    withWholesale,
    otherSidesWholesale,
    retail: sidesOf(sums, false),
    wholesale: sidesOf(wholesale, !isKnown),
    margin: sidesOf(margin, !isKnown),
  };
}

/** R24: the totals of each currency are those of the calls in it. */
function expectTotals(
  report: PreviewReport,
  lefts: readonly SideOfCall[],
  rights: readonly SideOfCall[],
): void {
  const { currency: own, otherCurrencies = [], wholesale } = report;
  const currencies = new Set([...lefts, ...rights].map(({ currency }) => currency ?? own));
  expect(otherCurrencies.map(({ currency }) => currency)).toEqual(
    expect.arrayContaining([...currencies].filter((currency) => currency !== own)),
  );
  for (const { currency, totals } of [report, ...otherCurrencies]) {
    const [before, after] = [lefts, rights].map((sides) => sidesIn(sides, currency, currency === own));
    expect(totals).toMatchObject(expectedTotals(before ?? [], after ?? [], wholesale));
  }
}

test("R15 R29 R30 totals are what rating with either book gives, a price that is lost being 0 and its wholesale cost staying", () => {
  const seen = { calls: 0, reported: 0, otherSides: 0, keptWholesale: 0, otherCurrencies: 0 };
  fc.assert(
    fc.property(
      anyPreview,
      fc.constantFrom("report" as const, "keep" as const),
      shrinkingBriefly(({ before, after, calls, reclassify }, duplicates) => {
        if (checkBook(before).problems.length > 0 || checkBook(after).problems.length > 0) return;
        const [left, right] = [openBook(before), openBook(after)];
        const options = { reclassify, duplicates };
        const sidesOf = (book: OpenedBook, data: BookData) =>
          [...rateCalls(book, calls, options)].map((result) => sideOfResult(result, data));
        const [lefts, rights] = [sidesOf(left, before), sidesOf(right, after)];
        for (const wholesale of BASES) {
          const report = previewChange(left, right, calls, { ...options, wholesale });
          expect(report.wholesale).toBe(wholesale);
          expectTotals(report, lefts, rights);
          seen.otherCurrencies += report.otherCurrencies?.length ?? 0;
          const { newlyRated, newlyUnrated, totals } = report;
          seen.calls += totals.calls;
          seen.otherSides += totals.otherSidesWholesale.before + totals.otherSidesWholesale.after;
          seen.keptWholesale +=
            Number(newlyRated.wholesale ?? 0) + Number(newlyUnrated.wholesale ?? 0) > 0 ? 1 : 0;
        }
        seen.reported += lefts.filter(({ reported }) => reported !== null).length;
      }),
    ),
    runs(300),
  );
  if (atLeast(1) > 0)
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(atLeast(20));
});

test("R15 R30 R44 against records, totals are what the records name and what rating gives, by the same rule", () => {
  const seen = { newlyRated: 0, newlyUnrated: 0, otherSides: 0, base: 0, charged: 0 };
  fc.assert(
    fc.property(
      anyPreview,
      anyRecordedCosts,
      fc.boolean(),
      shrinkingBriefly(({ after, calls, reclassify }, recorded, hasPlans) => {
        const discountPlans = hasPlans ? [{ id: 1, discountPlanName: "Half", discountPercent: 50 }] : [];
        const data: BookData = { ...after, discountPlans };
        if (checkBook(data).problems.length > 0) return;
        const book = openBook(data);
        const options = { reclassify, duplicates: "keep" } as const;
        const records = calls.map(
          (call, at) => ({ ...call, ...recorded[at % recorded.length] }) as CallRecord,
        );
        const rights = [...rateCalls(book, records, options)].map((result) => sideOfResult(result, data));
        const lefts = records.map((_, at): SideOfCall => {
          const { cost = null, costBase = null, costCarrier, costCDR } = recorded[at % recorded.length] ?? {};
          const retail = hasPlans ? (costBase ?? cost) : (cost ?? costBase);
          // The records name no customer: an amount is in the currency of the one whom the book finds.
          const currency = rights[at]?.currency ?? currencyIn(data, "");
          return { retail, calculated: costCarrier ?? null, reported: costCDR ?? null, currency };
        });
        for (const wholesale of BASES) {
          const report = previewChange("recorded", book, records, { ...options, wholesale });
          expect(report.compares).toBe(hasPlans ? "base" : "charged");
          expectTotals(report, lefts, rights);
          seen.newlyRated += report.counts.newlyRated;
          seen.newlyUnrated += report.counts.newlyUnrated;
          seen.otherSides +=
            report.totals.otherSidesWholesale.before + report.totals.otherSidesWholesale.after;
          seen[report.compares] += report.counts.ratedTwice;
        }
      }),
    ),
    runs(80),
  );
  if (atLeast(1) > 0)
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(atLeast(20));
});

/** Nothing changes, and every call that has a price keeps it. */
function expectNothing(
  book: OpenedBook,
  before: OpenedBook | "recorded",
  calls: readonly CallRecord[],
  options: PreviewOptions,
) {
  const report = previewChange(before, book, calls, options);
  const how = JSON.stringify({ ...options, before: typeof before });
  for (const { counts, totals, breakdowns } of [report, ...(report.otherCurrencies ?? [])]) {
    expect([counts.dearer, counts.cheaper, counts.newlyRated, counts.newlyUnrated], how).toEqual([
      0, 0, 0, 0,
    ]);
    for (const costs of [totals, ...breakdowns.customer, ...breakdowns.tariff]) {
      expect(costs.retail.difference, how).toBe("0");
      expect(costs.wholesale.difference ?? "0", how).toBe("0");
      expect(costs.margin.difference ?? "0", how).toBe("0");
      expect(costs.otherSidesWholesale, how).toEqual({ before: 0, after: 0 });
    }
  }
  return report;
}

/** The calls with what rating made of them, as a file of results beside its calls has it. */
function recordedWith(calls: readonly CallRecord[], results: readonly CallResult[]): CallRecord[] {
  return calls.map((call, at) => {
    const result = results[at];
    if (result?.outcome !== "rated") return { ...call, cost: undefined, costBase: undefined };
    const { cost, costBase, costCarrier } = result;
    return { ...call, cost, costBase, costCarrier } as CallRecord;
  });
}

test("R16 R40-R44 an unchanged book gives 0: against a book and records, with and without discounts, by either wholesale cost", () => {
  const seen = { base: 0, charged: 0, discounted: 0, ratedTwice: 0 };
  const books = fc.oneof(
    anyPreview.map(({ before, calls, reclassify }) => ({ data: before, calls, reclassify })),
    anyDiscountCase(40).map(({ book, calls }) => ({
      data: asData(book),
      calls: calls.map(({ call }) => call as CallRecord),
      reclassify: false,
    })),
  );
  fc.assert(
    fc.property(
      books,
      shrinkingBriefly(
        ({ data, calls, reclassify }: { data: BookData; calls: CallRecord[]; reclassify: boolean }) => {
          if (checkBook(data).problems.length > 0) return;
          const book = openBook(data);
          const rated = [...rateCalls(book, calls, { reclassify })];
          const discounted = applyDiscounts(book, rated).calls;
          for (const wholesale of [undefined, ...BASES]) {
            for (const discounts of [false, true]) {
              const options = { reclassify, discounts, ...(wholesale && { wholesale }) };
              const twice = expectNothing(book, openBook(data), calls, options);
              // Records carry costs after discounts, as a bill run writes them.
              const recorded = recordedWith(calls, discounted);
              const report = expectNothing(book, "recorded", recorded, options);
              expect(report.compares).toBe(twice.compares);
              expect(report.totals.retail.before).toBe(twice.totals.retail.before);
              expect(twice.wholesale).toBe(wholesale ?? "reported");
              seen[report.compares] += report.counts.ratedTwice;
              seen.ratedTwice += twice.counts.ratedTwice;
            }
          }
          // Costs before discounts are the costs where the book has no plans, or the records carry both alike.
          expectNothing(book, "recorded", recordedWith(calls, rated), { reclassify });
          seen.discounted += discounted.filter(
            (own) => own.outcome === "rated" && own.cost !== own.costBase,
          ).length;
        },
      ),
    ),
    runs(80),
  );
  if (atLeast(1) > 0)
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(atLeast(60));
});

/** Figures of which those of two halves add up to those of the whole. */
const FIGURES: readonly ((costs: PreviewCosts) => (string | number | null)[])[] = [
  ({
    calls,
    dearer,
    cheaper,
    newlyRated,
    newlyUnrated,
    withWholesale,
    priced,
    otherSidesWholesale: others,
  }) => [
    ...[calls, dearer, cheaper, newlyRated, newlyUnrated, withWholesale],
    ...[priced.before, priced.after, others.before, others.after],
  ],
  ({ retail, wholesale, margin }) =>
    [retail, wholesale, margin].flatMap(({ before, after, difference }) => [before, after, difference]),
];

test("R16 the previews of both halves of a month add up to that of the whole, line by line", () => {
  fc.assert(
    fc.property(
      anyPreview,
      fc.nat(),
      fc.boolean(),
      shrinkingBriefly(({ before, after, calls, reclassify }, cut, isRecorded) => {
        if (checkBook(before).problems.length > 0 || checkBook(after).problems.length > 0) return;
        const [left, right] = [isRecorded ? "recorded" : openBook(before), openBook(after)] as const;
        const options = { reclassify, duplicates: "keep" } as const;
        const at = cut % (calls.length + 1);
        const [whole, ...halves] = [calls, calls.slice(0, at), calls.slice(at)].map((part) =>
          previewChange(left, right, part, options),
        );
        if (whole === undefined) return;
        expect(halves.map(({ wholesale }) => wholesale)).toEqual([whole.wholesale, whole.wholesale]);
        const groups: ((report: PreviewReport) => readonly (PreviewCosts & { key: string | null })[])[] = [
          ({ totals }) => [{ ...totals, key: "" }],
          ({ otherCurrencies = [] }) =>
            otherCurrencies.map(({ totals, currency: key }) => ({ ...totals, key })),
          ({ breakdowns }) => breakdowns.customer,
          ({ breakdowns }) => breakdowns.tariff,
          ({ breakdowns }) => breakdowns.period,
        ];
        for (const linesOf of groups) {
          for (const line of linesOf(whole)) {
            const parts = halves.flatMap((half) => linesOf(half).filter(({ key }) => key === line.key));
            for (const figures of FIGURES) {
              const sums = figures(line).map((_, figure) =>
                sumAmounts(parts.map((part) => figures(part)[figure] ?? null)),
              );
              expect(sums).toEqual(figures(line).map((figure) => String(figure ?? 0)));
            }
          }
        }
      }),
    ),
    runs(60),
  );
});
