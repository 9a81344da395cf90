/** Hashes the calls of columns (R30) in the kernel, from the ids in the kernel's memory. */
import type { BookTables } from "../../book/index.ts";
import { hashing, type Kernel, rows } from "../../kernel/index.ts";
import type { CallColumns } from "../columns/call-columns.ts";
import { CallHasher } from "./call-hasher.ts";
import { HASH_WORDS } from "./id-set.ts";

/** Most initial states (beginnings) of carriers' hashes before their table is cleared: half of its slots. */
const MOST_BEGINNINGS = hashing.BEGINNINGS >> 1;
const BEGINNINGS_BYTES = hashing.BEGINNINGS * hashing.BEGINNING_BYTES;
const HASHES_BYTES = rows.BLOCK_ROWS * hashing.CALL_HASH_BYTES;

/** Hashes rows of a kernel, whose memory must not grow meanwhile. */
export class RowHasher {
  readonly #records: CallHasher;
  readonly #kernel: Kernel;
  readonly #beginnings: number;
  readonly #hashes: number;
  #names: readonly string[] | undefined;
  #known = 0;

  constructor(book: BookTables, kernel: Kernel) {
    this.#records = new CallHasher(book);
    this.#kernel = kernel;
    // Behind the table, an initial state of zeros.
    this.#beginnings = kernel.memory.allocate(BEGINNINGS_BYTES + hashing.HASH_BYTES);
    this.#hashes = kernel.memory.allocate(HASHES_BYTES);
  }

  /**
   * The hashes of all rows, HASH_WORDS words each, valid until other columns are hashed; the columns are the kernel's.
   */
  of(columns: CallColumns): Int32Array {
    const { length, names, byRecord } = columns;
    const { workI32s } = this.#kernel.memory.views;
    if (names !== this.#names || this.#known > MOST_BEGINNINGS) this.#forget(names);
    let row = this.#hashFrom(0, length);
    while (row < length) {
      this.#addBeginning(columns, row);
      row = this.#hashFrom(row, length);
    }
    const first = this.#hashes >> 2;
    for (let at = 0; at < length; at++)
      if (byRecord[at] !== 0) workI32s.set(this.#records.of(columns.recordOf(at)), first + at * HASH_WORDS);
    return workI32s.subarray(first, first + length * HASH_WORDS);
  }

  #hashFrom(row: number, length: number): number {
    return this.#kernel.functions.hashRows(row, length, this.#beginnings, this.#hashes);
  }

  #addBeginning({ names, carrier, directionFlag, hasALegID }: CallColumns, row: number): void {
    if (this.#known === MOST_BEGINNINGS) this.#forget(names);
    const { workI32s } = this.#kernel.memory.views;
    const carrierCode = carrier[row] as number;
    const flagCode = directionFlag[row] as number;
    const leg = hasALegID?.[row] === 0 ? 0 : 1;
    const slot = this.#kernel.functions.beginningOf(this.#beginnings, carrierCode + 1, 2 * flagCode + leg);
    workI32s[(slot + hashing.BEGINNING_CARRIER) >> 2] = carrierCode + 1;
    workI32s[(slot + hashing.BEGINNING_FLAG_AND_LEG) >> 2] = 2 * flagCode + leg;
    const beginning = this.#records.beginningOf(
      names[carrierCode] as string,
      names[flagCode] as string,
      leg === 1,
    );
    workI32s.set(beginning, (slot + hashing.BEGINNING) >> 2);
    this.#known++;
  }

  #forget(names: readonly string[]): void {
    this.#names = names;
    this.#known = 0;
    this.#kernel.memory.views.workU8s.fill(0, this.#beginnings, this.#beginnings + BEGINNINGS_BYTES);
  }
}
