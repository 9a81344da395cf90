/** Sums that never round (R16); fast for small whole numbers, as most costs are. */
import { formatUnits, type Units } from "./units.ts";

/** Limit of sums in doubles, below 2^53, up to which whole numbers are exact. */
const CARRY_AT = 2 ** 52;

/** An exact running sum of amounts in whole units of powers of ten. */
export class ExactSum {
  /** By number of decimals: the sum of doubles since the last carry. */
  readonly #small: number[] = [];
  /** By number of decimals: the carried sum. */
  readonly #carried: bigint[] = [];

  /** Adds whole units of 10^-decimals. */
  add(units: Units, decimals: number): void {
    if (typeof units === "bigint") {
      this.#carried[decimals] = (this.#carried[decimals] ?? 0n) + units;
      return;
    }
    const sum = (this.#small[decimals] ?? 0) + units;
    if (sum < CARRY_AT && sum > -CARRY_AT) {
      this.#small[decimals] = sum;
      return;
    }
    this.#carried[decimals] =
      (this.#carried[decimals] ?? 0n) + BigInt(this.#small[decimals] ?? 0) + BigInt(units);
    this.#small[decimals] = 0;
  }

  addSum(other: ExactSum): void {
    for (const [decimals, units] of other.#small.entries()) this.add(units ?? 0, decimals);
    for (const [decimals, units] of other.#carried.entries()) this.add(units ?? 0n, decimals);
  }

  /** The sum in whole units of 10^-decimals; nothing finer may have been added. */
  unitsAt(decimals: number): bigint {
    let sum = 0n;
    const last = Math.min(decimals, Math.max(this.#small.length, this.#carried.length) - 1);
    for (let scale = 0; scale <= last; scale++) {
      const exact = (this.#carried[scale] ?? 0n) + BigInt(this.#small[scale] ?? 0);
      // Most sums have amounts of one scale.
      if (exact !== 0n) sum += exact * 10n ** BigInt(decimals - scale);
    }
    return sum;
  }

  /** The sum as plain decimal text (R1). */
  get text(): string {
    const decimals = Math.max(this.#small.length, this.#carried.length, 1) - 1;
    return formatUnits(this.unitsAt(decimals), decimals);
  }
}

/** A sum of whole units that never rounds (R16), for amounts of one scale that fit doubles. */
export class UnitSum {
  /** Limit of the absolute value of amounts, so that the sum of two is exact. */
  static readonly MOST = 2 ** 52;

  #small = 0;
  #carried = 0n;

  /** Adds whole units of an absolute value below MOST. */
  add(units: number): void {
    const sum = this.#small + units;
    if (sum < UnitSum.MOST && sum > -UnitSum.MOST) {
      this.#small = sum;
      return;
    }
    this.#carried += BigInt(sum);
    this.#small = 0;
  }

  /** The sum so far. */
  get units(): bigint {
    return this.#carried + BigInt(this.#small);
  }
}
