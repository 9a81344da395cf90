/** R50 and R57: the increase of one price. Exact: scaled whole numbers throughout. */

import {
  baseFieldName,
  type FixedFeeTariff,
  isBlank,
  MAX_PRICE,
  PRICE_DECIMALS,
  RATE_PRICES,
  type StandardFeature,
  type Tariff,
} from "../model/index.ts";
import {
  type Amount,
  decimalPlaces,
  formatUnits,
  nearestDivide,
  toDecimalText,
  toUnits,
} from "../money/index.ts";
import { failed } from "./action-error.ts";
import type { IncreaseResource } from "./increase-request.ts";

/** A percentage in millionths of a percent, or an amount in millionths of a penny or pound. */
export type PriceIncrease =
  | { readonly kind: "percent"; readonly units: bigint }
  | { readonly kind: "amount"; readonly units: bigint };

/** A price after an increase. */
interface ChangedPrice {
  /** The original value where the price did not change, else plain decimal text. */
  readonly price: Amount;
  /** Whether the price would have become zero or negative and therefore kept its old value. */
  readonly isKept: boolean;
}

/** Minimum decimal places to which a price is rounded after a percentage (R50). */
const LEAST_DECIMALS = 4;
const HUNDRED_PERCENT = 100n * 10n ** BigInt(PRICE_DECIMALS);
const MAX_UNITS = BigInt(MAX_PRICE) * 10n ** BigInt(PRICE_DECIMALS);

/**
 * Changes a price that is not blank (R50, R57).
 *
 * A percentage is rounded half away from zero to 4 decimal places, or to the decimal places of the old price where
 * these are more; an amount is added unrounded, and to positive prices only. Zero stays zero. A price that would
 * become zero (with an amount: zero or less) keeps its old value, with `isKept` true.
 *
 * @throws ActionFailure 400502 where the result is outside R2
 * @example
 * changePrice("1.25", { kind: "percent", units: 3_500_000n }); // => { price: "1.2938", isKept: false }
 */
export function changePrice(price: Amount, change: PriceIncrease): ChangedPrice {
  const text = toDecimalText(price);
  const old = text === undefined ? undefined : toUnits(text, PRICE_DECIMALS);
  if (text === undefined || old === undefined) throw failed(`${String(price)} is not a price.`);
  if (old === 0n) return { price, isKept: false };
  const changed =
    change.kind === "percent" ? byPercent(text, old, change.units) : byAmount(old, change.units);
  if (changed === undefined) return { price, isKept: true };
  if (changed === old) return { price, isKept: false };
  if (changed > MAX_UNITS || changed < -MAX_UNITS) {
    throw failed(`${text} would become ${formatUnits(changed, PRICE_DECIMALS)}, more than ${MAX_PRICE}.`);
  }
  return { price: formatUnits(changed, PRICE_DECIMALS), isKept: false };
}

/** Undefined where the price would become zero. */
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

/** A price that kept its old value because it would have become zero or negative (R50, R57). */
export interface KeptPrice {
  /** Path in the resulting record: `baseCost`, `rates[3].costConnection`. */
  readonly path: string;
  /** Plain decimal text. */
  readonly price: string;
}

/** A price that changed. */
export interface RaisedPrice {
  /** Path in the resulting record: `baseCost`, `rates[3].fixedFeeValue`. */
  readonly path: string;
  /** The old and the new price: plain decimal text. */
  readonly before: string;
  readonly price: string;
}

/** A record with field names as data. */
export type Fields = Readonly<Record<string, unknown>>;

/** Raises named prices of plain records, and collects the changed prices and the prices that kept their value. */
export class RaisedPrices {
  readonly kept: KeptPrice[] = [];
  readonly changed: RaisedPrice[] = [];
  readonly #change: PriceIncrease;

  constructor(change: PriceIncrease) {
    this.#change = change;
  }

  /** The record with its named prices raised, blank prices excepted; the same object where no price changes. */
  raise<T extends object>(record: T, names: Iterable<string>, path: string): T {
    const fields = record as Fields;
    let raised: Record<string, unknown> | undefined;
    for (const name of names) {
      const old = fields[name];
      if (isBlank(old)) continue;
      const { price, isKept } = changePrice(old as Amount, this.#change);
      if (isKept) this.kept.push({ path: `${path}${name}`, price: textOf(price) });
      if (price === old) continue;
      this.changed.push({ path: `${path}${name}`, before: textOf(old as Amount), price: textOf(price) });
      raised ??= { ...fields };
      raised[name] = price;
    }
    return (raised ?? record) as T;
  }
}

function textOf(price: Amount): string {
  return toDecimalText(price) ?? String(price);
}

/** The fields that hold prices: of the records themselves, and of their lines. */
const PRICES: Readonly<
  Record<IncreaseResource, { readonly own: readonly string[]; readonly ofLines: readonly string[] }>
> = {
  tariffs: { own: RATE_PRICES.map(baseFieldName), ofLines: RATE_PRICES },
  fixedFeeTariffs: { own: [], ofLines: ["fixedFeeValue"] },
  standardFeatures: {
    own: [
      "totalFeatureValue",
      "connectionCharge",
      "serviceCharge",
      "connectionChargeCarrier",
      "serviceChargeCarrier",
      "connectionChargeCommission",
      "serviceChargeCommission",
      "connectionChargeCommission2",
      "serviceChargeCommission2",
    ],
    ofLines: [],
  },
};

/** The record with every price as text; texts keep their spelling. The same object where all prices are texts. */
export function withPriceTexts(resource: IncreaseResource, record: IncreasableRecord): IncreasableRecord {
  const withTexts = inTexts(record as unknown as Fields, PRICES[resource].own);
  const { rates } = withTexts;
  if (!Array.isArray(rates)) return withTexts as unknown as IncreasableRecord;
  const lines = (rates as readonly Fields[]).map((line) => inTexts(line, PRICES[resource].ofLines));
  const isSame = lines.every((line, at) => line === rates[at]);
  return (isSame ? withTexts : { ...withTexts, rates: lines }) as unknown as IncreasableRecord;
}

function inTexts(record: Fields, names: readonly string[]): Fields {
  let result: Record<string, unknown> | undefined;
  for (const name of names) {
    const value = record[name];
    if (isBlank(value) || typeof value === "string") continue;
    result ??= { ...record };
    result[name] = toDecimalText(value as Amount) ?? value;
  }
  return result ?? record;
}

/** A record that can be increased. */
export type IncreasableRecord = Tariff | FixedFeeTariff | StandardFeature;

/** A record with its prices raised, before it is given tracking fields. */
export interface RaisedRecord<T> {
  readonly record: T;
  readonly changed: readonly RaisedPrice[];
  readonly kept: readonly KeptPrice[];
}
