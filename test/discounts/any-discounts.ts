/** Random plans, carriers and calls for the properties of discounts. */
import fc from "fast-check";
import type { CallRecord, DiscountPlan, Feature, NumberRecord, Tariff } from "../../src/index.ts";

const PLANS = ["A", "B", "C", "D"];

/** Now and then a value, else blank. */
function perhaps<T>(value: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight, arbitrary: value });
}

function decimal(max: number, places: number): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: max * 10 ** places }).map((units) => {
    const digits = String(units).padStart(places + 1, "0");
    return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  });
}

/** The effect of a plan; at least one field is set. */
export const anyEffect: fc.Arbitrary<Partial<DiscountPlan>> = fc
  .record({
    discountPercent: perhaps(fc.oneof(fc.constantFrom(0, 20, 50, 100), decimal(100, 6))),
    discountPencePerCall: perhaps(decimal(3, 4)),
    discountPencePerMinute: perhaps(decimal(4, 4)),
    allowanceMinutes: perhaps(fc.oneof(decimal(20, 0), decimal(20, 6)), 2),
    allowanceBytes: perhaps(fc.integer({ min: 0, max: 5_000_000 })),
    allowanceEvents: perhaps(fc.integer({ min: 0, max: 5 })),
    allowanceCalls: perhaps(fc.integer({ min: 0, max: 8 })),
    allowanceValue: perhaps(decimal(1, 6)),
    partial: fc.constantFrom(undefined, "prorata", "whole"),
    coverPerCallSeconds: perhaps(fc.oneof(fc.integer({ min: 0, max: 200 }), decimal(200, 3))),
    coverWholeCallOnly: fc.boolean(),
    drawRoundSeconds: perhaps(fc.oneof(fc.constantFrom(1, 60), decimal(90, 3))),
    allowanceProRata: fc.boolean(),
    components: fc.constantFrom(
      undefined,
      ["basic"],
      ["accessCharge"],
      ["accessCharge", "surchargeCallRecording"],
    ),
    appliesTo: fc.constantFrom(
      undefined,
      undefined,
      { callTypes: ["UK", "Text"] },
      { tariffClasses: ["national"] },
    ),
  })
  .map((fields) => {
    const isEffective = Object.entries(fields).some(
      ([name, value]) => value !== undefined && /^(discountP|allowance[^P]|coverPer)/.test(name),
    );
    return (isEffective ? fields : { ...fields, allowanceMinutes: 5 }) as Partial<DiscountPlan>;
  });

export const anyPlans: fc.Arbitrary<DiscountPlan[]> = fc
  .tuple(...PLANS.map(() => anyEffect))
  .map((effects) => effects.map((effect, at) => ({ ...effect, id: at, discountPlanName: PLANS[at] ?? "" })));

const carried = {
  discountPlan1: perhaps(fc.constantFrom(...PLANS), 3),
  discountPlan2: perhaps(fc.constantFrom(...PLANS)),
  discountPlanAllowancePoolName: perhaps(fc.constantFrom("x", "y")),
};

export const anyNumbers: fc.Arbitrary<Partial<NumberRecord>[]> = fc.array(fc.record(carried), {
  minLength: 3,
  maxLength: 3,
});

export const anyFeatures: fc.Arbitrary<Feature[]> = fc
  .array(
    fc.record({
      ...carried,
      owner: fc.constantFrom({ customerID: 7 }, { numberID: 1 }, { numberID: 2 }),
      startDate: perhaps(fc.constantFrom("2026-10-01", "2026-10-03")),
      endDate: perhaps(fc.constantFrom("2026-10-04", "2026-10-20")),
      featureCount: perhaps(fc.integer({ min: 0, max: 3 })),
      discountPlanMultiplier1: perhaps(decimal(2, 3)),
    }),
    { maxLength: 4 },
  )
  .map((features) => features.map(({ owner, ...feature }, id) => ({ ...feature, ...owner, id })));

export const anyTariff: fc.Arbitrary<Partial<Tariff>> = fc.record({
  baseDiscountPlan: perhaps(fc.constantFrom(...PLANS)),
  baseCostConnection: perhaps(decimal(3, 2)),
  baseAccessCharge: perhaps(decimal(3, 2)),
  baseSurchargeCallRecording: perhaps(decimal(1, 4)),
});

/** Calls of the three numbers over some days, with ids of their own. */
export const anyCalls: fc.Arbitrary<CallRecord[]> = fc
  .array(
    fc.record({
      numberID: fc.constantFrom(1, 2, 3),
      tariffType: fc.constantFrom("UK", "UK", "UK", "Text", "Flat", "Data"),
      startDate: fc.constantFrom("2026-09-30", "2026-10-01", "2026-10-02", "2026-10-03", "2026-10-05"),
      startTime: fc.constantFrom("09:00", "09:00", "10:00:00.5", "23:59"),
      duration: fc.oneof(fc.constantFrom(0, 1, 60, 61), decimal(400, 3)),
      bytes: fc.integer({ min: 0, max: 4_000_000 }),
      events: fc.integer({ min: 0, max: 3 }),
      callTypeRecordingFlag: fc.boolean(),
    }),
    { minLength: 1, maxLength: 25, size: "max" },
  )
  .map((calls) => calls.map((call, id) => ({ ...call, id: id % 5 === 0 ? `x${id}` : id })));

/** A whole case. */
export const anyDiscounts = fc.record({
  plans: anyPlans,
  numbers: anyNumbers,
  features: anyFeatures,
  tariff: anyTariff,
  calls: anyCalls,
  costDecimals: fc.constantFrom(0, 2, 4, 4, 8),
  billingPeriodStartDay: fc.constantFrom(1, 3),
});
