/** R50, R53 to R55, R57: increases of standard features: nothing moves but the charges in scope. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyIncrease,
  type BookData,
  createIncreaseVersion,
  isActionError,
  type StandardFeature,
} from "../../src/index.ts";
import { runs } from "../properties/runs.ts";
import { anyChange, frozen } from "./any-chain.ts";
import { raisedMicro } from "./raised.ts";

const amount = fc.constantFrom("12.5", 9, "0", "-3", "0.00005", 7.123456, "250.00", "", null);
/** The platform's names; none of these but the two charges is ever in scope. */
const anyFeature = fc.record(
  {
    description: fc.constantFrom("Line rental", ""),
    featureType: fc.constant("Line"),
    availability: fc.constantFrom("Headline", "Historic"),
    instalments: fc.constantFrom(undefined, "", 0, 24, "12"),
    totalFeatureValue: amount,
    connectionCharge: amount,
    serviceCharge: amount,
    connectionChargeCarrier: amount,
    serviceChargeCarrier: amount,
    connectionChargeCommission: amount,
    serviceChargeCommission: amount,
    connectionChargeCommission2: amount,
    serviceChargeCommission2: amount,
    serviceChargeCommissionType: fc.constantFrom("Percentage", "Fixed"),
    minimumTermPeriodLength: fc.constant(12),
    discountPlanMultiplier1: fc.constant(2),
  },
  { requiredKeys: [] },
);
const anyBook = anyFeature.map(
  (own): BookData => ({ standardFeatures: [{ id: 1, name: "Line", ...own }] as StandardFeature[] }),
);
const scope = fc.constantFrom("recurringOnly", "recurringAndConnections");
const CHARGES = ["serviceCharge", "connectionCharge"] as const;

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Amounts as numbers, other fields as they are: what a record says, however it is spelt. */
function inNumbers(record: object): object {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      /Charge$|Carrier$|Commission2?$|Value$/.test(name) && !isBlank(value) ? Number(value) : value,
    ]),
  );
}

test("R53: the charges in scope go up by R50 and R57, and nothing else does: carrier costs, commissions, totals", () => {
  fc.assert(
    fc.property(anyBook, scope, anyChange, fc.boolean(), (book, increaseScope, change, inPlace) => {
      frozen(book);
      const own = book.standardFeatures?.[0] as StandardFeature;
      const request = { resource: "standardFeatures", id: 1, increaseScope, ...change } as const;
      const answer = inPlace ? applyIncrease(book, request, 5) : createIncreaseVersion(book, request);
      if (isActionError(answer)) throw new Error(answer.hint);
      const isInInstalments = Number(own.instalments ?? 0) > 0;
      const inScope = CHARGES.filter((name) =>
        name === "serviceCharge" ? !isInInstalments : increaseScope === "recurringAndConnections",
      );
      if (isInInstalments && inScope.every((name) => isBlank(own[name]))) {
        expect(answer).toMatchObject({ skipped: true, ...(inPlace ? {} : { created: false }) });
        expect(answer.record).toBe(own);
        return;
      }
      const {
        increaseOriginalID,
        increasePercent,
        increaseAmount,
        increaseScope: kept,
        ...record
      } = answer.record as StandardFeature;
      expect(String(increaseOriginalID)).toBe("1");
      expect(kept).toBe(increaseScope);
      expect([increasePercent, increaseAmount].filter((given) => given !== undefined)).toHaveLength(1);
      const raised = Object.fromEntries(
        inScope
          .filter((name) => !isBlank(own[name]))
          .map((name) => [name, raisedMicro(Math.round(Number(own[name]) * 1e6), change) / 1e6]),
      );
      const named = inPlace ? {} : { id: 2, name: record.name };
      expect(inNumbers(record)).toEqual({ ...inNumbers(own), ...raised, ...named });
      for (const [name, value] of Object.entries(record)) {
        if (/Charge$|Carrier$|Commission2?$|Value$/.test(name))
          expect(isBlank(value) || typeof value === "string").toBe(true);
      }
      expect(
        answer.changed.map(({ path }) => path).every((path) => inScope.some((name) => name === path)),
      ).toBe(true);
    }),
    runs(300),
  );
});

test("R50: 0 % changes nothing but the tracking fields", () => {
  fc.assert(
    fc.property(anyBook, scope, (book, increaseScope) => {
      const own = book.standardFeatures?.[0] as StandardFeature;
      const request = { resource: "standardFeatures", id: 1, increaseScope, increasePercent: 0 } as const;
      const answer = applyIncrease(book, request, 5);
      if (isActionError(answer)) throw new Error(answer.hint);
      expect([answer.changed, answer.kept]).toEqual([[], []]);
      expect(inNumbers(answer.record)).toEqual({
        ...inNumbers(own),
        ...(answer.skipped === true ? {} : { increaseOriginalID: 1, increasePercent: "0", increaseScope }),
      });
    }),
    runs(100),
  );
});
