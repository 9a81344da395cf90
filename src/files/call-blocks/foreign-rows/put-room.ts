/** Where it stands what the kernel puts of a row: which cells, which texts say nothing, and what names stand for. */
import { type CallBlock, MOST_PUTS, NONES_BYTES } from "../call-block.ts";
import { MOST_NAMES } from "../name-table.ts";

/** What names stand for, by code, as the kernel reads it: one more than another code, 0 where it is not known yet. */
export class TurnedCodes {
  readonly address: number;
  readonly #codes: Int32Array;

  constructor(address: number, count: number, block: CallBlock) {
    this.address = address;
    this.#codes = block.wholes(address, count);
  }

  /** Says it once and for all; a negative code where the record has to say. */
  set(code: number, other: number): void {
    this.#codes[code] = other < 0 ? UNTOLD_CODE : other + 1;
  }
}

const UNTOLD_CODE = -1;

/** Quantities that names stand for, by code. */
export class TurnedQuantities {
  readonly address: number;
  readonly values: Float64Array;

  constructor(address: number, block: CallBlock) {
    this.address = address;
    this.values = new Float64Array(block.memory.buffer, address, MOST_NAMES);
  }
}

/** Room in the kernel's memory for what is put of rows of all kinds. */
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

  /** Where these texts stand that say nothing, 0 where there are none; undefined where there is no room for them. */
  nones(texts: ReadonlySet<string>): number | undefined {
    if (texts.size === 0) return 0;
    const key = JSON.stringify([...texts]);
    if (!this.#nones.has(key))
      this.#nones.set(key, this.#writeNones([...texts].map((text) => Buffer.from(text))));
    return this.#nones.get(key);
  }

  /** Writes texts behind where each of them begins and ends. */
  #writeNones(texts: readonly Buffer[]): number | undefined {
    const { memory, nones } = this.#block;
    const address = this.#nonesAt;
    let end = address + 4 + 8 * texts.length;
    if (end + texts.reduce((all, { length }) => all + length, 0) > nones + NONES_BYTES) return undefined;
    const words = this.#block.wholes(address, 1 + 2 * texts.length);
    words[0] = texts.length;
    for (const [at, text] of texts.entries()) {
      words[1 + 2 * at] = end;
      memory.set(text, end);
      end += text.length;
      words[2 + 2 * at] = end;
    }
    this.#nonesAt = (end + 3) & ~3;
    return address;
  }

  /** What all names stand for that are turned in one way; undefined where there is no room for it. */
  codes(way: string): TurnedCodes | undefined {
    return this.#take(way, MOST_NAMES);
  }

  /** What one name is that the dialect gives. */
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

  /** The quantities that names are which are turned in one way. */
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

  /** The first of so many puts that stand one after another; undefined where there is no room. */
  take(count: number): number | undefined {
    if (this.#used + count > MOST_PUTS) return undefined;
    this.#used += count;
    return this.#used - count;
  }
}
