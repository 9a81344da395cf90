/**
 * R50, R52, R53, R57 and R58 seen on the bill (R60, R66, R67, R71): what is charged after an increase is exactly the raised
 * price times the count, and what was charged before stays.
 */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BookData,
  charges,
  type Feature,
  type FixedFeeLine,
  type IncreaseRequest,
  increaseBook,
  isActionError,
  openBook,
} from "../../src/index.ts";
import { decimal } from "../properties/amounts.ts";
import { runs, shrinkingBriefly } from "../properties/runs.ts";
import { byAmount, byPercent, type Change } from "./raised.ts";

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

const price = fc.oneof(
  fc.integer({ min: 1, max: 20_000 }).map((pence) => decimal(pence, 2)),
  fc.integer({ min: -99_999, max: 999_999 }).map((units) => decimal(units, 4)),
  fc.constantFrom("0", "0.000001", "12.3456", "7.123456", "-1.5"),
);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom("3.5", "-12.5", "100", "0.000001", "0").map((increasePercent) => ({ increasePercent })),
  fc.constantFrom("0.5", "1.25", "0.0001").map((increaseAmount) => ({ increaseAmount })),
);
const scope = fc.constantFrom("recurringOnly", "recurringAndConnections");
const count = fc.constantFrom("0", "1", "2", "7", "2.5", "1000");

/** R50 and R57: the price after a change. */
function raised(own: string, by: Change): string {
  const after =
    "increasePercent" in by ? byPercent(own, by.increasePercent) : byAmount(own, by.increaseAmount);
  return (after ?? new Exact(own)).toFixed();
}

/** R61: what so many come to, to the penny, half away from zero. */
function times(own: string, howMany: string): string {
  return new Exact(own).mul(howMany).toDecimalPlaces(2).toFixed();
}

function increased(book: BookData, request: object): BookData {
  const answer = increaseBook(book, [request as IncreaseRequest], 5);
  if (isActionError(answer)) throw new Error(answer.hint);
  return answer.book;
}

/** What a range charges, and the book with the features' new state. */
function charged(book: BookData, from: string, to: string): { values: string[]; book: BookData } {
  const { transactions, features, errors } = charges(openBook(book), from, to);
  expect(errors).toEqual([]);
  const states = new Map(features.map((state) => [state.id, state]));
  return {
    values: transactions.map(
      (own) => `${own.transactionDate} ${own.transactionSource} ${own.transactionValue}`,
    ),
    book: {
      ...book,
      features: (book.features ?? []).map((own) => ({ ...own, ...states.get(String(own.id)) }) as Feature),
    },
  };
}

test("R53, R66, R67: of a raised standard feature the next charge is the raised price times the count", () => {
  fc.assert(
    fc.property(
      price,
      price,
      count,
      change,
      scope,
      shrinkingBriefly((serviceCharge, connectionCharge, featureCount, by, increaseScope) => {
        const before: BookData = {
          customers: [{ id: 1 }],
          standardFeatures: [{ id: 5, name: "Line", serviceCharge, connectionCharge }],
          features: [
            { id: 1, customerID: 1, standardFeature: "Line", featureCount, startDate: "2026-01-01" },
            // A price of its own is not reached.
            { id: 2, customerID: 1, standardFeature: "Line", serviceCharge: 3, startDate: "2026-02-01" },
          ],
        };
        const january = charged(before, "2026-01-01", "2026-01-31");
        expect(january.values).toEqual([
          `2026-01-01 oneOff ${times(connectionCharge, featureCount)}`,
          `2026-01-01 recurring ${times(serviceCharge, featureCount)}`,
        ]);
        const after = increased(january.book, {
          resource: "standardFeatures",
          id: 5,
          increaseScope,
          ...by,
        });
        const connection =
          increaseScope === "recurringOnly" ? connectionCharge : raised(connectionCharge, by);
        expect(charged(after, "2026-02-01", "2026-03-31").values).toEqual([
          `2026-02-01 recurring ${times(raised(serviceCharge, by), featureCount)}`,
          `2026-03-01 recurring ${times(raised(serviceCharge, by), featureCount)}`,
          `2026-02-01 oneOff ${times(connection, "1")}`,
          "2026-02-01 recurring 3",
          "2026-03-01 recurring 3",
        ]);
      }),
    ),
    runs(1_000),
  );
});

const fee = fc.record({
  own: price,
  shared: price,
  oneOff: price,
  markup: fc.constantFrom("35", "12.5", "0"),
  carrier: price,
  type: fc.constantFrom("fixed" as const, "proRata" as const, undefined),
});

/** Features 1 to 4: an own line of the tariff, one of its parent, a markup, and one that is for the other charge. */
function feeBook(
  { own, shared, oneOff, markup, carrier, type }: ValueOf<typeof fee>,
  featureCount: string,
): BookData {
  const line = (row: FixedFeeLine): FixedFeeLine => row;
  const feature = { customerID: 1, featureCount, fixedFeeTariff: "Fees", startDate: "2026-01-01" };
  return {
    customers: [{ id: 1 }],
    featureTypes: ["Line", "Router", "Licence"].map((featureTypeName, at) => ({
      id: at + 1,
      featureTypeName,
    })),
    fixedFeeTariffs: [
      {
        id: 1,
        name: "Fees",
        parentFixedFeeTariff: 2,
        rates: [
          line({
            chargeKind: "recurring",
            featureTypeIDs: "Line",
            fixedFeeTariffType: type,
            fixedFeeValue: own,
          }),
        ],
      },
      {
        id: 2,
        name: "Shared",
        rates: [
          line({ chargeKind: "recurring", featureTypeIDs: "Line", fixedFeeValue: 99 }),
          line({ chargeKind: "recurring", featureTypeIDs: "Router", fixedFeeValue: shared }),
          line({
            chargeKind: "recurring",
            featureTypeIDs: "Licence",
            fixedFeeTariffType: "markup",
            fixedFeeValue: markup,
          }),
          line({ chargeKind: "oneOff", fixedFeeValue: oneOff }),
        ],
      },
    ],
    features: [
      { ...feature, id: 1, featureType: "Line" },
      { ...feature, id: 2, featureType: "Router" },
      { ...feature, id: 3, featureType: "Licence", serviceChargeCarrier: carrier },
    ],
  };
}

type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never;

test.for([
  ["at once", undefined, "2026-02-01"],
  ["from a date", "2026-03-01", "2026-03-01"],
] as const)(
  "R52, R58, R71: of a fixed fee tariff raised %s the next charges are the raised fees times the count",
  ([, effectiveDate, first]) => {
    fc.assert(
      fc.property(
        fee,
        count,
        change,
        scope,
        shrinkingBriefly((fees, featureCount, by, increaseScope) => {
          const january = charged(feeBook(fees, featureCount), "2026-01-01", "2026-01-31");
          const marked = new Exact(fees.carrier).mul(new Exact(fees.markup).div(100).add(1)).toFixed();
          const recurring = [fees.own, fees.shared, marked];
          const oneOff = `2026-01-01 oneOff ${times(fees.oneOff, featureCount)}`;
          expect(january.values).toEqual(
            recurring.flatMap((each) => [oneOff, `2026-01-01 recurring ${times(each, featureCount)}`]),
          );
          const request = { resource: "fixedFeeTariffs", id: 1, increaseScope, effectiveDate, ...by };
          const after = increased(january.book, request);
          // A markup is never raised.
          const raisedFees = [raised(fees.own, by), raised(fees.shared, by), marked];
          const months = ["2026-02-01", "2026-03-01", "2026-04-01"];
          expect(charged(after, "2026-02-01", "2026-04-30").values).toEqual(
            recurring.flatMap((each, at) =>
              months.map((month) => {
                const own = month < first ? each : raisedFees[at]!;
                return `${month} recurring ${times(own, featureCount)}`;
              }),
            ),
          );
        }),
      ),
      runs(1_000),
    );
  },
);

test("R58, R69: a fee raised from a day within a period that is charged does not change that period", () => {
  const fees = { own: "10", shared: "20", oneOff: "0", markup: "0", carrier: "0", type: undefined } as const;
  const january = charged(feeBook(fees, "1"), "2026-01-01", "2026-01-31");
  const request = {
    resource: "fixedFeeTariffs",
    id: 1,
    increaseScope: "recurringOnly",
    increasePercent: "50",
  };
  const after = increased(january.book, { ...request, effectiveDate: "2026-01-16" });
  expect(charged(after, "2026-02-01", "2026-02-28").values).toEqual([
    "2026-02-01 recurring 15",
    "2026-02-01 recurring 30",
    "2026-02-01 recurring 0",
  ]);
});
