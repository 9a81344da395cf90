/** R50 and R57: what an increase makes of one price. Exact: scaled whole numbers throughout. */
import { MAX_PRICE, PRICE_DECIMALS } from "../model/index.ts";
import {
  type Amount,
  decimalPlaces,
  formatUnits,
  nearestDivide,
  toDecimalText,
  toUnits,
} from "../money/index.ts";
import { ActionFailure } from "./action-error.ts";

/** A percentage in millionths of a percent, or an amount in millionths of a penny or pound. */
export type PriceChange =
  | { readonly kind: "percent"; readonly units: bigint }
  | { readonly kind: "amount"; readonly units: bigint };

/** A price after an increase. */
export interface ChangedPrice {
  /** As it came where it did not change, else plain decimal text. */
  readonly price: Amount;
  /** Whether it would have become zero or negative and therefore kept its old value. */
  readonly isKept: boolean;
}

/** Decimal places that a percentage's result is rounded to at least (R50). */
const LEAST_DECIMALS = 4;
const HUNDRED_PERCENT = 100n * 10n ** BigInt(PRICE_DECIMALS);
const MAX_UNITS = BigInt(MAX_PRICE) * 10n ** BigInt(PRICE_DECIMALS);

/**
 * A price that is not blank after a change (R50, R57).
 *
 * A percentage is rounded half away from zero to 4 decimal places, or to as many as the old price has where
 * those are more; an amount is added as it is, and to positive prices only. Zero stays zero. A price that
 * would become zero (with an amount: zero or less) keeps its old value, and `isKept` tells.
 *
 * @throws ActionFailure 400502 where the result is outside R2
 * @example
 * changePrice("1.25", { kind: "percent", units: 3_500_000n }); // => { price: "1.2938", isKept: false }
 */
export function changePrice(price: Amount, change: PriceChange): ChangedPrice {
  const text = toDecimalText(price);
  const old = text === undefined ? undefined : toUnits(text, PRICE_DECIMALS);
  if (text === undefined || old === undefined)
    throw new ActionFailure("failed", `${String(price)} is not a price.`);
  if (old === 0n) return { price, isKept: false };
  const changed =
    change.kind === "percent" ? byPercent(text, old, change.units) : byAmount(old, change.units);
  if (changed === undefined) return { price, isKept: true };
  if (changed === old) return { price, isKept: false };
  if (changed > MAX_UNITS || changed < -MAX_UNITS) {
    throw new ActionFailure(
      "failed",
      `${text} would become ${formatUnits(changed, PRICE_DECIMALS)}, more than ${MAX_PRICE}.`,
    );
  }
  return { price: formatUnits(changed, PRICE_DECIMALS), isKept: false };
}

/** Undefined where nothing would be left. */
function byPercent(text: string, old: bigint, percent: bigint): bigint | undefined {
  const decimals = Math.max(LEAST_DECIMALS, decimalPlaces(text));
  const step = 10n ** BigInt(PRICE_DECIMALS - decimals);
  const changed = nearestDivide(old * (HUNDRED_PERCENT + percent), HUNDRED_PERCENT * step) * step;
  return changed === 0n ? undefined : changed;
}

function byAmount(old: bigint, amount: bigint): bigint | undefined {
  if (old < 0n) return old;
  const changed = old + amount;
  return changed <= 0n ? undefined : changed;
}
