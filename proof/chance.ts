/** Draws that a seed repeats: the same seed gives the same book and the same calls on every machine. */
export class Chance {
  #state: number;

  constructor(seed: number, stream = 0) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b)) >>> 0;
    for (let warming = 0; warming < 4; warming++) this.#next();
  }

  /** 32 random bits (mulberry32). */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** 0 up to and without `below`, which may be as large as 2^53. */
  below(below: number): number {
    const bits53 = (this.#next() >>> 5) * 67_108_864 + (this.#next() >>> 6);
    return Math.floor((bits53 / 2 ** 53) * below);
  }

  /** Both ends included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True once in so many times. */
  oneIn(times: number): boolean {
    return this.#next() < 2 ** 32 / times;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }

  /** One of the list in one of so many draws, else nothing. */
  maybe<T>(list: readonly T[], oneIn: number): T | undefined {
    return list.length > 0 && this.oneIn(oneIn) ? this.pick(list) : undefined;
  }
}
