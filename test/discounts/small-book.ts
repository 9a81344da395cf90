/** A small book for the tests of discounts: one customer with three numbers, a penny a minute a second kept short. */
import {
  applyDiscounts,
  type BookData,
  type CallRecord,
  type CallResult,
  type DiscountedBatch,
  type DiscountPlan,
  type DiscountState,
  type Feature,
  type NumberRecord,
  type OpenedBook,
  openBook,
  type RatedCall,
  rateCalls,
  type Tariff,
} from "../../src/index.ts";

/** What a test says of its book beside the plans. */
export interface SmallBook {
  readonly plans: readonly DiscountPlan[];
  /** Fields of the three numbers 1, 2 and 3. */
  readonly numbers?: readonly Partial<NumberRecord>[];
  readonly features?: readonly Feature[];
  readonly tariff?: Partial<Tariff>;
  readonly rest?: Partial<BookData>;
}

/** Opens the book: 6 p a minute for UK, 3 p a text (an event), 5 p a call of one price, 10 p a megabyte. */
export function smallBook({
  plans,
  numbers = [],
  features = [],
  tariff = {},
  rest = {},
}: SmallBook): OpenedBook {
  return openBook({
    callTypes: ["UK", "Text", "Flat", "Data"].map((name) => ({ name, tariffClass: "national" })),
    tariffs: [
      {
        id: 1,
        name: "T",
        tariffClass: "national",
        baseCost: 6,
        rates: [
          { tariffType: "Text", chargeType: "perEvent", cost: 3 },
          { tariffType: "Flat", chargeType: "perCall", cost: 5 },
          { tariffType: "Data", chargeType: "perMegabyte", cost: 10 },
        ],
        ...tariff,
      },
    ],
    customers: [{ id: 7, defaultNationalTariff: "T" }],
    numbers: [1, 2, 3].map((id, at) => ({
      id,
      customerID: 7,
      number: `020 7946 000${id}`,
      ...numbers[at],
    })),
    features,
    discountPlans: plans,
    ...rest,
  } as BookData);
}

/** A plan with a name, so that tests say what matters. */
export function plan(discountPlanName: string, fields: Partial<DiscountPlan>): DiscountPlan {
  return { id: discountPlanName, discountPlanName, ...fields };
}

/** A call of number 1 on 1 October 2026, one minute long unless it says otherwise. */
export function callOf(fields: CallRecord): CallRecord {
  return { numberID: 1, tariffType: "UK", startDate: "2026-10-01", duration: 60, ...fields };
}

/** Rates calls, numbered from 1, and applies the book's plans. */
export function discounted(
  book: OpenedBook,
  calls: readonly CallRecord[],
  state?: DiscountState,
): DiscountedBatch {
  return applyDiscounts(book, ratedCalls(book, calls), state);
}

/** Rates calls; one without an id gets its place as its id. */
export function ratedCalls(book: OpenedBook, calls: readonly CallRecord[]): CallResult[] {
  return [
    ...rateCalls(
      book,
      calls.map((call, at) => callOf({ id: at + 1, ...call })),
    ),
  ];
}

/** The rated calls of a batch; a call in error fails the test. */
export function ratedOf({ calls }: { readonly calls: readonly CallResult[] }): RatedCall[] {
  return calls.map((call) => {
    if (call.outcome !== "rated") throw new Error(JSON.stringify(call));
    return call;
  });
}

/** What each call of a batch costs. */
export function costs(batch: { readonly calls: readonly CallResult[] }): string[] {
  return ratedOf(batch).map((call) => call.cost);
}

/** What calls of a book with one plan on number 1 cost. */
export function costsUnder(
  fields: Partial<DiscountPlan>,
  calls: readonly CallRecord[],
  tariff: Partial<Tariff> = {},
): string[] {
  const book = smallBook({ plans: [plan("P", fields)], numbers: [{ discountPlan1: "P" }], tariff });
  return costs(discounted(book, calls));
}
