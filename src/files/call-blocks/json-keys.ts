/** Which operation the value of each key of JSON lines is: the kernel asks once for each. */
import { json } from "../../kernel/index.ts";
import { isForbiddenKey } from "../../model/index.ts";
import type { CallCells, CellForm } from "./call-cells.ts";
import { MOST_NAMES, NameTable } from "./name-table.ts";

/** Texts in quotes, in which nothing may stand that is written otherwise than it is meant. */
export const JSON_FORM: CellForm = {
  delimiter: ",".charCodeAt(0),
  stops: ["\\".charCodeAt(0), ...Array.from({ length: 32 }, (_, code) => code)],
  isCsv: false,
};

/** Keys at most that have an operation: each has a bit in a word that says which of them a row has. */
export const MOST_KEYS = 32;

/** The keys of the lines of a file. */
export class JsonKeys {
  readonly #cells: CallCells;
  readonly #keys: readonly string[];
  readonly #isForbidden: (key: string) => boolean;
  readonly #after: Int32Array;
  readonly #ops: Int32Array;
  #table: NameTable;

  /** `keys` in the order of their operations; a line with a forbidden one is read with care. */
  constructor(
    keys: readonly string[],
    cells: CallCells,
    isForbidden: (key: string) => boolean = isForbiddenKey,
  ) {
    const { block } = cells;
    this.#cells = cells;
    this.#keys = keys;
    this.#isForbidden = isForbidden;
    cells.learnKey = (key) => this.#learn(key);
    this.#after = block.wholes(block.keysAfter, MOST_NAMES);
    this.#ops = block.wholes(block.keysOps, MOST_NAMES);
    this.#table = this.#newTable();
  }

  #newTable(): NameTable {
    const { kernel, keyRoom } = this.#cells.block;
    this.#after.fill(0);
    this.#ops.fill(json.NOT_ASKED);
    // A blank key.
    this.#ops[0] = json.UNREAD;
    return new NameTable(kernel, keyRoom);
  }

  /** Begins anew where a hostile file has filled it. */
  makeRoom(): void {
    if (this.#table.isFull) this.#table = this.#newTable();
  }

  #learn(code: number): boolean {
    this.#table.readNew();
    const key = this.#table.names[code] as string;
    const op = this.#keys.indexOf(key);
    this.#ops[code] = this.#isForbidden(key) ? json.FORBIDDEN : op < 0 ? json.UNREAD : op + 1;
    return true;
  }
}
