/** What a run that made bills leaves: lines of invoices, and the state of discounts. */
import { compareIDs } from "../../book/index.ts";
import { type Charged, type DiscountState, type Invoices, mergeDiscountStates } from "../../index.ts";

/** Invoices and what stands in place of one, by customer; last the features in error. */
export function* billLines(
  { invoices, errors }: Invoices,
  charged: Charged,
): Generator<object, void, undefined> {
  const inError = [...errors];
  for (const invoice of invoices) {
    while (inError[0] !== undefined && compareIDs(inError[0].customerID, invoice.customerID) < 0) {
      yield inError.shift() as object;
    }
    yield invoice;
  }
  yield* inError;
  yield* charged.errors;
}

/**
 * The state of discounts to store: a customer without an invoice keeps the pools that he had, as his calls are billed another
 * time and would draw from them twice.
 */
export function stateAfter(
  now: DiscountState,
  before: DiscountState | undefined,
  { errors }: Invoices,
): DiscountState {
  if (errors.length === 0) return now;
  const unbilled = new Set(errors.map(({ customerID }) => customerID));
  const kept = (before?.pools ?? []).filter(({ customerID }) => unbilled.has(customerID));
  const billed = now.pools.filter(({ customerID }) => !unbilled.has(customerID));
  return mergeDiscountStates([
    { ...now, pools: billed },
    { ...now, pools: kept },
  ]);
}
