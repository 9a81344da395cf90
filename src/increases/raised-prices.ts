/** Raises named prices of plain records and remembers which could not follow. */
import { isBlank } from "../model/index.ts";
import { type Amount, toDecimalText } from "../money/index.ts";
import { changePrice, type PriceChange } from "./price-change.ts";

/** A price that kept its old value because it would have become zero or negative (R50, R57). */
export interface KeptPrice {
  /** Where it stands in the resulting record: `baseCost`, `rates[3].costConnection`. */
  readonly path: string;
  /** Plain decimal text. */
  readonly price: string;
}

/** A price that changed. */
export interface RaisedPrice {
  /** Where it stands in the resulting record: `baseCost`, `rates[3].fixedFeeValue`. */
  readonly path: string;
  /** What it was, and what it is: plain decimal text. */
  readonly before: string;
  readonly price: string;
}

/** A record whose field names are data here. */
export type Fields = Readonly<Record<string, unknown>>;

/** One increase's way through a record. */
export class RaisedPrices {
  readonly kept: KeptPrice[] = [];
  readonly changed: RaisedPrice[] = [];
  readonly #change: PriceChange;

  constructor(change: PriceChange) {
    this.#change = change;
  }

  /** The record with those of the named prices that are not blank raised; itself where none changes. */
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
