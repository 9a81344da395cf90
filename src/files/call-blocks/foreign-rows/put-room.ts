/** Kernel memory for the puts of rows: the puts, the texts that count as blank, and the meanings of names. */
import { type CallBlock, MOST_PUTS, NONES_BYTES } from "../call-block.ts";
import { MOST_NAMES } from "../name-table.ts";

/** A cache that maps name codes to other codes, as the kernel reads it: 1 + the other code, 0 if not known yet. */
export class TurnedCodes {
  readonly address: number;
  readonly #codes: Int32Array;

  constructor(address: number, count: number, block: CallBlock) {
    this.address = address;
    this.#codes = block.wholes(address, count);
  }

  /** Sets the code for a name; negative if rows with the name need the slow path. */
  set(code: number, other: number): void {
    this.#codes[code] = other < 0 ? SLOW_PATH_CODE : other + 1;
  }
}

const SLOW_PATH_CODE = -1;

/** A cache of the quantities of names, by code. */
export class TurnedQuantities {
  readonly address: number;
  readonly values: Float64Array;

  constructor(address: number, block: CallBlock) {
    this.address = address;
    this.values = new Float64Array(block.memory.buffer, address, MOST_NAMES);
  }
}

/** Allocates kernel memory for the puts of rows of all kinds. */
export class PutRoom {
  readonly #block: CallBlock;
  readonly #nones = new Map<string, number | undefined>();
  readonly #codes = new Map<string, TurnedCodes | undefined>();
  readonly #quantities = new Map<string, TurnedQuantities | undefined>();
  #nonesAt: number;
  #used = 0;

  constructor(block: CallBlock) {
    this.#block = block;
    this.#nonesAt = block.nones;
  }

  /** The address of a list of texts that count as blank, 0 for no texts; undefined if there is no room. */
  nones(texts: ReadonlySet<string>): number | undefined {
    if (texts.size === 0) return 0;
    const key = JSON.stringify([...texts]);
    if (!this.#nones.has(key))
      this.#nones.set(key, this.#writeNones([...texts].map((text) => Buffer.from(text))));
    return this.#nones.get(key);
  }

  /** Writes the addresses where each text begins and ends, and the texts behind them. */
  #writeNones(texts: readonly Buffer[]): number | undefined {
    const { memory, nones } = this.#block;
    const address = this.#nonesAt;
    let end = address + 4 + 8 * texts.length;
    if (end + texts.reduce((sum, { length }) => sum + length, 0) > nones + NONES_BYTES) return undefined;
    const words = this.#block.wholes(address, 1 + 2 * texts.length);
    words[0] = texts.length;
    for (const [index, text] of texts.entries()) {
      words[1 + 2 * index] = end;
      memory.set(text, end);
      end += text.length;
      words[2 + 2 * index] = end;
    }
    this.#nonesAt = (end + 3) & ~3;
    return address;
  }

  /** The cache of codes for names that are turned in one way; undefined if there is no room. */
  codes(way: string): TurnedCodes | undefined {
    return this.#take(way, MOST_NAMES);
  }

  /** The cache of the code of a constant of the dialect; undefined if there is no room. */
  given(name: string): TurnedCodes | undefined {
    return this.#take(name, 1);
  }

  #take(way: string, count: number): TurnedCodes | undefined {
    const key = `${count} ${way}`;
    if (!this.#codes.has(key)) {
      const address = this.#block.takeMeanings(4 * count);
      this.#codes.set(key, address === undefined ? undefined : new TurnedCodes(address, count, this.#block));
    }
    return this.#codes.get(key);
  }

  /** The cache of quantities for names that are turned in one way; undefined if there is no room. */
  quantities(way: string): TurnedQuantities | undefined {
    if (!this.#quantities.has(way)) {
      const address = this.#block.takeMeanings(8 * MOST_NAMES);
      this.#quantities.set(
        way,
        address === undefined ? undefined : new TurnedQuantities(address, this.#block),
      );
    }
    return this.#quantities.get(way);
  }

  /** Takes so many puts in a row: the index of the first; undefined if there is no room. */
  take(count: number): number | undefined {
    if (this.#used + count > MOST_PUTS) return undefined;
    this.#used += count;
    return this.#used - count;
  }
}
