/** Tables of doubles in the memory of a kernel that grow with the calls. */
import { type KernelMemory, WorkTable } from "../../kernel/index.ts";

/** Rows of doubles in the work memory. */
export class GrowingDoubles {
  readonly #memory: KernelMemory;
  readonly #header: number;
  readonly #table: WorkTable;
  #length = 0;

  constructor(memory: KernelMemory, header: number) {
    this.#memory = memory;
    this.#header = header;
    this.#table = new WorkTable(memory, header, 0);
  }

  /** Appends the new rows of a list whose first rows are here already. */
  take(rows: Float64Array): void {
    if (rows.length === this.#length) return;
    this.#table.makeRoom(2 * rows.length);
    const first = (this.#memory.views.workI32s[this.#header >> 2] as number) >> 3;
    this.#memory.views.workF64s.set(rows.subarray(this.#length), first + this.#length);
    this.#length = rows.length;
  }

  /** Adds a row, with room for `width` doubles; returns its offset. */
  add(row: readonly number[], width: number): number {
    const offset = this.#length;
    this.#table.makeRoom(2 * (offset + width));
    const first = (this.#memory.views.workI32s[this.#header >> 2] as number) >> 3;
    this.#memory.views.workF64s.set(row, first + offset);
    this.#length = offset + width;
    return offset;
  }
}
