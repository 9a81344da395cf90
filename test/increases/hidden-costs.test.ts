/** R51, R58, R72: a tariff cannot be increased alone where its children would lose something by it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyIncrease,
  type BookData,
  createIncreaseVersion,
  type IncreaseRequest,
  increaseBook,
  isActionError,
  openBook,
  rateCall,
  type Tariff,
} from "../../src/index.ts";
import { runs } from "../properties/runs.ts";

type Terms = Partial<Omit<Tariff, "id" | "name">>;

const RAISE = {
  resource: "tariffs",
  id: 2,
  increaseScope: "costOnly",
  increasePercent: "10",
} satisfies IncreaseRequest;

const RAISE_0 = { ...RAISE, increasePercent: "0" };

/** A parent, a tariff between, and its child, on which the customer is. */
function chainOf(parent: Terms, between: Terms, child: Terms): BookData {
  const tariffClass = "national";
  return {
    callTypes: [
      { name: "UK", tariffClass },
      { name: "France", tariffClass },
    ],
    tariffs: [
      { id: 1, name: "Parent", tariffClass, ...parent },
      { id: 2, name: "Between", tariffClass, parentTariff: 1, ...between },
      { id: 3, name: "Child", tariffClass, parentTariff: 2, ...child },
    ],
    customers: [{ id: 7, defaultNationalTariff: "Child" }],
    numbers: [{ id: 1, customerID: 7, number: "020 7946 0018" }],
  } as BookData;
}

const CALL = {
  target: "02079460018",
  tariffType: "UK",
  startDate: "2026-10-01",
  duration: 60,
  costCDR: "10",
};

function costOf(book: BookData, tariffType = "UK"): string {
  const result = rateCall(openBook(book), { ...CALL, tariffType });
  return result.outcome === "rated" ? result.cost : result.outcome;
}

const PRICED: Terms = { baseType: "perMinute", baseCost: 2 };
const PERCENT: Terms = { baseType: "markup", baseCost: 30 };
const LINE = { tariffType: "UK" };

describe("a cost that one record cannot hold beside its own", () => {
  test.each([
    ["percentages between prices", PRICED, PERCENT, { baseType: "perMinute" }, "2"],
    ["prices between percentages", PERCENT, PRICED, { baseType: "markup" }, "13"],
    [
      "lines",
      { rates: [{ ...LINE, chargeType: "perMinute", cost: 2 }] },
      { rates: [{ ...LINE, chargeType: "markup", cost: 30 }] },
      { rates: [{ ...LINE, chargeType: "perMinute" }] },
      "2",
    ],
    [
      "a line whose price is its parent's",
      PRICED,
      { baseType: "markup", rates: [{ ...LINE, chargeType: "perMinute" }] },
      { baseType: "perMinute", baseCost: 30 },
      "30",
    ],
    ["a base below lines", { rates: [{ ...LINE, cost: 2 }] }, PERCENT, { baseType: "perMinute" }, "2"],
  ] as const)(
    "%s: the increase is refused where the child would lose it",
    (_, parent, between, child, cost) => {
      const book = chainOf(parent as Terms, between as Terms, child as Terms);
      expect(costOf(book)).toBe(cost);
      for (const request of [RAISE, { ...RAISE, effectiveDate: "2027-04-01" }]) {
        const answer = applyIncrease(book, request, 5);
        expect(answer).toEqual({
          error: "Action failed to execute",
          error_code: 400502,
          hint:
            'Of "Between" and its parents, some have a price where others have a percentage. ' +
            'Increased alone, "Between" would have no parent, and one record cannot hold both, so that calls of "Child" would no longer have the cost that they have: ' +
            'increase both together, make a version of "Between", or give "Child" that cost itself.',
        });
        expect(increaseBook(book, [request], 5)).toMatchObject({ error_code: 400502, request: 0 });
      }
    },
  );

  test.each([
    ["both increased", PRICED, PERCENT, { baseType: "perMinute" }, [RAISE, { ...RAISE, id: 3 }], "2.2"],
    ["the child has the cost", PRICED, PERCENT, { baseType: "perMinute", baseCost: 3 }, [RAISE], "3"],
    ["the child takes the percentage", PRICED, PERCENT, {}, [RAISE], "13"],
    [
      "one kind",
      PRICED,
      { rates: [{ ...LINE, costConnection: 1 }] },
      { baseType: "perMinute" },
      [RAISE],
      "3.2",
    ],
    ["the parent alone", PRICED, PERCENT, { baseType: "perMinute" }, [{ ...RAISE, id: 1 }], "2.2"],
  ] as const)("%s: the increase is made", (_, parent, between, child, requests, cost) => {
    const raised = increaseBook(chainOf(parent as Terms, between as Terms, child as Terms), requests, 5);
    if (isActionError(raised)) throw new Error(raised.hint);
    expect(costOf(raised.book)).toBe(cost);
  });

  test("a version leaves the tariff as it is", () => {
    const book = chainOf(PRICED, PERCENT, { baseType: "perMinute" });
    expect(isActionError(createIncreaseVersion(book, RAISE))).toBe(false);
  });
});

describe("a minimum above the maximum of its parents", () => {
  const MOST: Terms = { baseCost: 1, baseCostMax: 2 };
  const LEAST: Terms = { baseCostMin: 5 };

  test.each([
    ["in bases", MOST, LEAST, { baseCostMax: 10 }],
    [
      "in lines",
      { baseCost: 1, rates: [{ ...LINE, costMax: 2 }] },
      { rates: [{ ...LINE, costMin: 5 }] },
      { rates: [{ ...LINE, costMax: 10 }] },
    ],
    ["of a base, in a line of the child", MOST, LEAST, { rates: [{ ...LINE, costMax: 10 }] }],
  ] as const)("%s: the increase is refused where the child would lose it", (_, parent, between, child) => {
    const book = chainOf(parent as Terms, between as Terms, child as Terms);
    expect(costOf(book)).toBe("5");
    for (const terms of [{}, { increaseScope: "allCharges" }, { increasePercent: "0" }] as const) {
      for (const request of [
        { ...RAISE, ...terms },
        { ...RAISE, ...terms, effectiveDate: "2027-04-01" },
      ]) {
        expect(applyIncrease(book, request, 5)).toEqual({
          error: "Action failed to execute",
          error_code: 400502,
          hint:
            'Of "Between" and its parents, one has a minimum above the maximum of another. ' +
            'Increased alone, "Between" would have no parent, and one record cannot hold both, so that calls of "Child" would no longer have the minimum that they have: ' +
            'increase both together, make a version of "Between", or give "Child" that minimum itself.',
        });
      }
    }
  });

  test.each([
    ["both increased", { baseCostMax: 10 }, [RAISE, { ...RAISE, id: 3 }], "5"],
    ["the child has a minimum", { baseCostMin: 4, baseCostMax: 10 }, [RAISE], "4"],
    ["the child has no maximum", {}, [RAISE], "2"],
    ["the child has the same maximum", { baseCostMax: 2 }, [RAISE], "2"],
  ] as const)("%s: the increase is made", (_, child, requests, cost) => {
    const raised = increaseBook(chainOf(MOST, LEAST, child as Terms), requests, 5);
    if (isActionError(raised)) throw new Error(raised.hint);
    expect(costOf(raised.book)).toBe(cost);
  });
});

test("children are not looked through where no minimum of the parents is above a maximum of them", () => {
  function readsOfChild(baseCostMin: number | undefined): number {
    let reads = 0;
    const child = {
      baseCostMax: 10,
      get rates() {
        reads++;
        return [LINE];
      },
    };
    const book = chainOf({ baseCost: 1, baseCostMax: 20 }, { baseCostMin }, {});
    Object.defineProperties(book.tariffs?.[2], Object.getOwnPropertyDescriptors(child));
    expect(isActionError(applyIncrease(book, RAISE, 5))).toBe(false);
    return reads;
  }
  expect(readsOfChild(5)).toBe(readsOfChild(undefined));
});

describe("a fee that a child hides by a line without a value", () => {
  const fees = (line: object): BookData =>
    ({
      fixedFeeTariffs: [
        {
          id: 1,
          name: "Fees",
          rates: [{ fixedFeeValue: "3" }, { featureTypeIDs: ["Line"], fixedFeeValue: "15.60" }],
        },
        { id: 2, name: "Friends", parentFixedFeeTariff: 1, rates: [{ featureTypeIDs: ["Line"], ...line }] },
      ],
    }) as BookData;
  const request = {
    resource: "fixedFeeTariffs",
    id: 1,
    increaseScope: "recurringAndConnections",
    increasePercent: "10",
  } satisfies IncreaseRequest;
  const dated = { ...request, effectiveDate: "2027-04-01" };

  test("R58, R72: the increase is refused where the hidden line would have other dates", () => {
    expect(applyIncrease(fees({}), dated, 5)).toEqual({
      error: "Action failed to execute",
      error_code: 400502,
      hint:
        'rates[0] of "Friends" has no value and hides a line of "Fees" for the same names and dates, which would have other ones, so that "Friends" would be charged by it: ' +
        'increase both together, make a version of "Fees", or give that line of "Friends" a value.',
    });
    expect(increaseBook(fees({}), [dated], 5)).toMatchObject({ error_code: 400502, request: 0 });
  });

  test.each([
    ["at once", fees({}), [request]],
    ["both increased", fees({}), [dated, { ...dated, id: 2 }]],
    ["the line has a value", fees({ fixedFeeValue: "2" }), [dated]],
    ["the line hides nothing", fees({ startDate: "2026-01-01" }), [dated]],
  ] as const)("%s: the increase is made", (_, book, requests) => {
    expect(isActionError(increaseBook(book, requests, 5))).toBe(false);
  });
});

const anyLimit = fc.constantFrom(undefined, 2, 5, 10);

/** A minimum and a maximum, as a base or a line may have them (R2). */
function anyLimits(minimum: string, maximum: string): fc.Arbitrary<object> {
  return fc
    .tuple(anyLimit, anyLimit)
    .filter(([least = 0, most = 10]) => least <= most)
    .map(([least, most]) => ({
      ...(least !== undefined && { [minimum]: least }),
      ...(most !== undefined && { [maximum]: most }),
    }));
}

const anyLimitedTerms = fc
  .tuple(
    anyLimits("baseCostMin", "baseCostMax"),
    fc.option(anyLimits("costMin", "costMax"), { nil: undefined }),
  )
  .map(([base, line]) => ({
    ...base,
    ...(line && { rates: [{ ...LINE, ...line }] }),
  })) as fc.Arbitrary<Terms>;

const anyType = fc.constantFrom(undefined, "perMinute", "markup");

/** The costs tell whose they are: where a child's cost is its own after the increase, it no longer follows its parent's. */
function anyTerms(baseCost: number, lineCost: number): fc.Arbitrary<Terms> {
  const anyLine = fc.tuple(anyType, fc.boolean()).map(([chargeType, hasCost]) => ({
    ...LINE,
    ...(chargeType && { chargeType }),
    ...(hasCost && { cost: lineCost }),
  }));
  return fc
    .tuple(anyType, fc.boolean(), fc.option(anyLine, { nil: undefined }))
    .map(([baseType, hasCost, line]) => ({
      ...(baseType && { baseType }),
      ...(hasCost && { baseCost }),
      ...(line && { rates: [line] }),
    })) as fc.Arbitrary<Terms>;
}

test("property: an increase is refused exactly where the child would have another cost", () => {
  fc.assert(fc.property(anyTerms(2, 3), anyTerms(5, 7), anyTerms(17, 19), isRefusedExactly), runs(2_000));
});

test("property: an increase is refused exactly where the child would have another minimum", () => {
  const anyParent = anyLimitedTerms.map((terms) => ({ ...terms, baseCost: 1 }));
  fc.assert(fc.property(anyParent, anyLimitedTerms, anyLimitedTerms, isRefusedExactly), runs(2_000));
});

function isRefusedExactly(parent: Terms, between: Terms, child: Terms): void {
  const book = chainOf(parent, between, child);
  const tariffs = book.tariffs ?? [];
  // Without the child nothing is refused.
  const alone = applyIncrease(
    { ...book, tariffs: tariffs.slice(0, 2), customers: [], numbers: [] },
    RAISE_0,
    5,
  );
  if (isActionError(alone)) throw new Error(alone.hint);
  const raised = {
    ...book,
    tariffs: tariffs.map((tariff) => (tariff.id === 2 ? alone.record : tariff)),
  } as BookData;
  const costs = (of: BookData): string[] => [costOf(of), costOf(of, "France")];
  const isSame = String(costs(book)) === String(costs(raised));
  expect(isActionError(applyIncrease(book, RAISE_0, 5))).toBe(!isSame);
}
