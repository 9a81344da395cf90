/** A sum that never rounds (R16), quick for the small whole numbers most costs are. */
import { formatUnits, type Units } from "./units.ts";

/** Beyond this a double's whole numbers stop being exact. */
const CARRY_AT = 2 ** 52;

/** An exact running sum of amounts in whole units of powers of ten. */
export class ExactSum {
  /** By number of decimals: what has been added as doubles since the last carry. */
  readonly #small: number[] = [];
  /** By number of decimals: what has been carried. */
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

  /** Adds all that another sum has. */
  addSum(other: ExactSum): void {
    for (const [decimals, units] of other.#small.entries()) this.add(units ?? 0, decimals);
    for (const [decimals, units] of other.#carried.entries()) this.add(units ?? 0n, decimals);
  }

  /** The sum as plain data: at each place the whole units of 10^-place that were added. */
  get units(): readonly bigint[] {
    const length = Math.max(this.#small.length, this.#carried.length);
    return Array.from(
      { length },
      (_, decimals) => (this.#carried[decimals] ?? 0n) + BigInt(this.#small[decimals] ?? 0),
    );
  }

  /** Adds what `units` of another sum gave. */
  addUnits(units: readonly bigint[]): void {
    for (const [decimals, own] of units.entries()) this.add(own, decimals);
  }

  /** The sum in whole units of 10^-decimals; nothing finer may have been added. */
  unitsAt(decimals: number): bigint {
    let sum = 0n;
    const last = Math.min(decimals, Math.max(this.#small.length, this.#carried.length) - 1);
    for (let at = 0; at <= last; at++) {
      const own = (this.#carried[at] ?? 0n) + BigInt(this.#small[at] ?? 0);
      // Most sums have amounts of one scale.
      if (own !== 0n) sum += own * 10n ** BigInt(decimals - at);
    }
    return sum;
  }

  /** The sum as plain decimal text (R1). */
  get text(): string {
    const decimals = Math.max(this.#small.length, this.#carried.length, 1) - 1;
    return formatUnits(this.unitsAt(decimals), decimals);
  }
}
