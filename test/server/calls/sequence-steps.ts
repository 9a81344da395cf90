/** Random sequences of requests about calls and invoices, for the property that nothing of them is lost or done twice. */
import fc from "fast-check";
import { aCall, BOOK } from "./setup.ts";

/** The customers of the book. */
export const CUSTOMERS = ["7", "8"] as const;

/** Calls of few ids, days and numbers, so that they come again, and draw from the same pools. */
const call = fc
  .record({
    id: fc.integer({ min: 1, max: 14 }),
    target: fc.constantFrom(
      "02079460018",
      "02079460018",
      "02079460019",
      "02079460020",
      "02079460021",
      "0999",
    ),
    startTime: fc.constantFrom("09:00:00", "10:00:00", "11:30:00"),
    startDate: fc.constantFrom("2026-10-05", "2026-10-18", "2026-10-31", "2026-11-01"),
    duration: fc.constantFrom(33, 240, 500, 700, 900, "x"),
    external: fc.constantFrom("01614960000", "01614960000", "07700900123", "07700900123", "999"),
    carrierCallID: fc.option(fc.constantFrom("a", "b"), { nil: undefined, freq: 3 }),
  })
  // Two calls of one id say the same more often than not.
  .map(({ carrierCallID, ...own }) =>
    aCall(own.id, own.id < 9 ? { duration: own.id * 60, target: `0207946001${8 + (own.id % 2)}` } : own),
  );

/** Changes of the book: prices, plans, drops, and a tariff that comes into force for a customer. */
const CHANGES = [
  ["PATCH", "/tariffs/1", { baseCost: "9" }],
  ["PATCH", "/tariffs/1", { baseCost: "6.37" }],
  ["PATCH", "/tariffs/2", { baseCost: "3.1" }],
  ["POST", "/tariffs/1/applyIncrease", { increasePercent: "10", increaseScope: "costOnly" }],
  ["POST", "/numbers/1007/drop", { status: "Dropped", dateDrop: "2026-10-20" }],
  ["POST", "/numbers/1007/reinstate", { status: "Active", dateReinstate: "2026-11-01" }],
  ["POST", "/customers/8/drop", { status: "Dropped", dateDrop: "2026-10-20" }],
  ["PATCH", "/numbers/1010", { discountPlan1: "Ten" }],
  ["PATCH", "/numbers/1010", { discountPlan1: "" }],
  [
    "PATCH",
    "/tollbook/book",
    { upsert: { discountPlans: [{ ...BOOK.discountPlans?.[0], allowanceMinutes: 5 }] } },
  ],
  [
    "PATCH",
    "/tollbook/book",
    {
      upsert: {
        tariffs: [{ id: 3, name: "Winter", tariffClass: "national", baseCost: "7.5" }],
        customers: [{ ...BOOK.customers?.[0], defaultNationalTariff: "Winter" }],
      },
    },
  ],
] as const;

const customerID = fc.constantFrom(...CUSTOMERS);
/** Mostly of the customer whose numbers share a pool. */
const billed = fc.constantFrom("7", "7", "8");
const invoiceNumber = fc.constantFrom("A-1", "A-2", "A-3");
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("batch" as const),
      calls: fc.array(call, { minLength: 1, maxLength: 6 }),
      isQueued: fc.nat({ max: 3 }).map((roll) => roll === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("sent again" as const), at: fc.nat({ max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("work" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("rerate" as const),
      request: fc.record({ customerID, errorsOnly: fc.boolean() }, { requiredKeys: [] }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("bill" as const),
      customerID: billed,
      cutoffDate: fc.constantFrom("2026-10-19", "2026-11-01", "2026-12-01"),
      invoiceNumber: fc.option(invoiceNumber, { nil: undefined, freq: 1 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("invoice" as const),
      at: fc.nat({ max: 9 }),
      what: fc.constantFrom("raise", "remove", "updateCallTransactions", "reapplyDiscountPlans"),
      invoiceNumber,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("change" as const), change: fc.constantFrom(...CHANGES) }),
  },
);
/** One thing that is done. */
export type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;
const step = fc.record({
  action,
  failsAt: fc.option(fc.integer({ min: 1, max: 16 }), { nil: undefined, freq: 2 }),
});
/** Some calls, and what is done then. Unbiased: small values alone would bill nothing. */
export const steps = fc.noBias(
  fc
    .tuple(fc.array(call, { minLength: 4, maxLength: 8 }), fc.array(step, { minLength: 8, maxLength: 14 }))
    .map(([calls, later]): readonly Step[] => [
      { action: { kind: "batch", calls, isQueued: false }, failsAt: undefined },
      ...later,
    ]),
);
/** Something that is done, and the statement of it that fails. */
export interface Step {
  readonly action: Action;
  readonly failsAt: number | undefined;
}
