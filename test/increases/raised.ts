/** A second opinion of R50 and R57 in decimal.js, written from the rules. */
import { Decimal } from "decimal.js";

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** R50: a price after a percentage; undefined where it would become zero. */
export function byPercent(price: string, percent: string): Decimal | undefined {
  const old = new Exact(price);
  if (old.isZero()) return old;
  const raised = old
    .mul(new Exact(percent).div(100).add(1))
    .toDecimalPlaces(Math.max(4, old.decimalPlaces()));
  return raised.isZero() ? undefined : raised;
}

/** R57: a price after an amount; undefined where nothing would be left. */
export function byAmount(price: string, amount: string): Decimal | undefined {
  const old = new Exact(price);
  if (old.isZero() || old.isNegative()) return old;
  const raised = old.add(amount);
  return raised.greaterThan(0) ? raised : undefined;
}

/** A change as a request has it. */
export type Change = { readonly increasePercent: string } | { readonly increaseAmount: string };

/** A price in micro-pence after a change. */
export function raisedMicro(micro: number, change: Change): number {
  const price = new Exact(micro).div(1_000_000).toFixed();
  const raised =
    "increasePercent" in change
      ? byPercent(price, change.increasePercent)
      : byAmount(price, change.increaseAmount);
  return raised === undefined ? micro : raised.mul(1_000_000).toNumber();
}
