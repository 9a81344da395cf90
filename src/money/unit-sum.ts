/** A sum of whole units that never rounds (R16), for amounts of one scale that doubles hold. */
export class UnitSum {
  /** Amounts must be nearer to zero than this, so that two of them are added exactly. */
  static readonly MOST = 2 ** 52;

  #small = 0;
  #carried = 0n;

  /** Adds whole units; their distance from zero is less than MOST. */
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
