/** Fields of a row that the kernel puts in one go: cells unchanged, cut, or mapped to a code or number. */
import { putting } from "../../../kernel/index.ts";
import type { OpenedCell } from "../../dialects/index.ts";
import { type CallBlock, MOST_PUTS, NONES_BYTES } from "../call-block.ts";
import type { CallCells, Field, FieldWriter } from "../call-cells.ts";
import { MOST_NAMES } from "../name-table.ts";
import type { ColumnIndexes } from "./dialect-texts.ts";

/** The tools for putting the fields of a file. */
export interface PutSources {
  readonly cells: CallCells;
  readonly putRoom: PutRoom;
  readonly columnIndexOf: ColumnIndexes;
  /** The operation that puts a cell into a field. */
  readonly operationOf: (field: Field) => number;
}

/** How the kernel puts a field; a step that is not given is not done. */
export interface KernelPut {
  readonly field: Field;
  /** The columns: their first cell that is not blank counts. `nones`: address of the texts that count as blank. */
  readonly columnIndexes: readonly number[];
  readonly nones: number;
  /** Addresses of the list of cuts, the meanings of names as codes and as quantities, and the dialect's constant. */
  readonly cuts?: number;
  readonly codes?: number;
  readonly numbers?: number;
  readonly givenName?: number;
  readonly hasFlags?: boolean;
  readonly isZeroBlank?: boolean;
  readonly sign?: number;
  readonly unit?: number;
}

export interface PutWriter extends FieldWriter {
  /** How the kernel puts the field; undefined if only the host can. */
  readonly kernelPut: KernelPut | undefined;
}

/** The cells of a value; undefined if the kernel cannot find them. */
export function cellsPut(
  { columns, join, isSum, none, add, or }: OpenedCell,
  { columnIndexOf, putRoom }: PutSources,
): Pick<KernelPut, "columnIndexes" | "nones"> | undefined {
  const columnIndexes = columns.map(columnIndexOf).filter((index) => index >= 0);
  if (join !== undefined || isSum || add.length + or.length > 0) return undefined;
  const nones = putRoom.nones(none);
  return nones === undefined || columnIndexes.length > MOST_FOUND ? undefined : { columnIndexes, nones };
}

const MOST_FOUND = putting.MOST_FOUND;

/** Puts fields of rows of one kind. */
export class CellPuts {
  readonly #cells: CallCells;
  readonly #list: number;
  readonly #writers: readonly FieldWriter[];

  private constructor(writers: readonly PutWriter[], first: number, { cells, operationOf }: PutSources) {
    const { block } = cells;
    this.#cells = cells;
    this.#list = block.puts + first * putting.PUT_BYTES;
    this.#writers = writers;
    for (const [index, { kernelPut }] of writers.entries()) {
      if (kernelPut === undefined) continue;
      const words = block.wholes(this.#list + index * putting.PUT_BYTES, putting.PUT_BYTES >> 2);
      const set = (word: number, value: number | boolean | undefined): void => {
        words[word >> 2] = Number(value ?? 0);
      };
      words.set(kernelPut.columnIndexes, putting.FOUND >> 2);
      set(putting.FOUND_COUNT, kernelPut.columnIndexes.length);
      set(putting.PUT, operationOf(kernelPut.field));
      set(putting.SHOWN, block.shown.get(kernelPut.field));
      set(putting.NONES, kernelPut.nones);
      set(putting.CUTS, kernelPut.cuts);
      set(putting.CODES, kernelPut.codes);
      set(putting.NUMBERS, kernelPut.numbers);
      set(putting.GIVEN_NAME, kernelPut.givenName);
      set(putting.HAS_FLAGS, kernelPut.hasFlags);
      set(putting.IS_ZERO_BLANK, kernelPut.isZeroBlank);
      set(putting.SIGN, kernelPut.sign);
      set(putting.UNIT, kernelPut.unit);
    }
  }

  /** The writers whose fields the kernel puts; undefined if there are none, or no room for them. */
  static of(writers: readonly FieldWriter[], sources: PutSources): CellPuts | undefined {
    const puts = writers.filter(isPut);
    const first = puts.length === 0 ? undefined : sources.putRoom.take(puts.length);
    return first === undefined ? undefined : new CellPuts(puts, first, sources);
  }

  /** Whether the field of a writer is among the puts. */
  has(writer: FieldWriter): boolean {
    return this.#writers.includes(writer);
  }

  /** False if the row needs the slow path. */
  put(row: number): boolean {
    return this.#cells.putFound(this.#list, this.#writers, row);
  }
}

function isPut(writer: FieldWriter): writer is PutWriter {
  return "kernelPut" in writer && writer.kernelPut !== undefined;
}

const SLOW_PATH_CODE = -1;

/** Sets the code of a name in a cache of `PutRoom`; negative if rows with the name need the slow path. */
export function setTurned(codes: Int32Array | undefined, code: number, other: number): void {
  if (codes !== undefined) codes[code] = other < 0 ? SLOW_PATH_CODE : other + 1;
}

/** Kernel memory for the puts of rows: the puts, the texts that count as blank, and the meanings of names. */
export class PutRoom {
  readonly #block: CallBlock;
  readonly #nones = new Map<string, number | undefined>();
  readonly #codes = new Map<string, Int32Array | undefined>();
  readonly #quantities = new Map<string, Float64Array | undefined>();
  #nonesAt: number;
  #used = 0;

  constructor(block: CallBlock) {
    this.#block = block;
    this.#nonesAt = block.nones;
  }

  /** The address of a list of texts that count as blank, 0 for no texts; undefined if there is no room. */
  nones(texts: ReadonlySet<string>): number | undefined {
    if (texts.size === 0) return 0;
    return remembered(this.#nones, JSON.stringify([...texts]), () =>
      this.#writeNones([...texts].map((text) => Buffer.from(text))),
    );
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

  /**
   * The cache of codes for names that are turned in one way, as the kernel reads it: 1 + the other code, 0 if not known
   * yet; undefined if there is no room. `count` is 1 for a constant of the dialect.
   */
  codes(way: string, count = MOST_NAMES): Int32Array | undefined {
    return remembered(this.#codes, `${count} ${way}`, () => {
      const address = this.#block.takeMeanings(4 * count);
      return address === undefined ? undefined : this.#block.wholes(address, count);
    });
  }

  /** The cache of quantities for names that are turned in one way; undefined if there is no room. */
  quantities(way: string): Float64Array | undefined {
    return remembered(this.#quantities, way, () => {
      const address = this.#block.takeMeanings(8 * MOST_NAMES);
      return address === undefined
        ? undefined
        : new Float64Array(this.#block.memory.buffer, address, MOST_NAMES);
    });
  }

  /** Takes so many puts in a row: the index of the first; undefined if there is no room. */
  take(count: number): number | undefined {
    if (this.#used + count > MOST_PUTS) return undefined;
    this.#used += count;
    return this.#used - count;
  }
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.has(key) ? (known.get(key) as T) : make();
  known.set(key, value);
  return value;
}
