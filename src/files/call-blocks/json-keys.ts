/** Which operation the value of each key of JSON lines is: the kernel asks once for each. */
import { json, reading } from "../../kernel/index.ts";
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

/** Which value an operation reads: that of a key of the row, or of one within the value of another operation. */
export interface JsonOperation {
  readonly key: string;
  readonly within?: number;
}

/**
 * The operations of paths whose parts stand between `/`, and behind them those of the objects and lists on the way;
 * undefined where there are too many, or where one path leads into another.
 */
export function jsonOperations(paths: readonly string[]): readonly JsonOperation[] | undefined {
  const operations: JsonOperation[] = [];
  const known = new Map<string, number>(paths.map((path, op) => [path, op]));
  const on: { readonly path: string; readonly op: number }[] = paths.map((path, op) => ({ path, op }));
  for (const { path, op } of on) {
    const end = path.lastIndexOf("/");
    if (end < 0) {
      operations[op] = { key: path };
      continue;
    }
    const outer = path.slice(0, end);
    let within = known.get(outer);
    if (within !== undefined && within < paths.length) return undefined;
    if (within === undefined) {
      within = on.length;
      known.set(outer, within);
      on.push({ path: outer, op: within });
    }
    operations[op] = { key: path.slice(end + 1), within };
  }
  return operations.length > MOST_KEYS ? undefined : operations;
}

/** The index of a list that a part of a path stands for. */
const LIST_INDEX = /^(?:0|[1-9][0-9]{0,8})$/;
const NONE = -1;

/** The keys of the lines of a file. */
export class JsonKeys {
  readonly #cells: CallCells;
  readonly #operations: readonly JsonOperation[];
  readonly #isForbidden: (key: string) => boolean;
  readonly #after: Int32Array;
  readonly #ops: Int32Array;
  #table: NameTable;

  /** A line with a forbidden key is read with care. */
  constructor(
    operations: readonly JsonOperation[],
    cells: CallCells,
    isForbidden: (key: string) => boolean = isForbiddenKey,
  ) {
    const { block } = cells;
    this.#cells = cells;
    this.#operations = operations;
    this.#isForbidden = isForbidden;
    cells.learnKey = (key) => this.#learn(key);
    this.#after = block.wholes(block.keysAfter, MOST_NAMES);
    this.#ops = block.wholes(block.keysOps, MOST_NAMES);
    for (const [op, { within }] of operations.entries()) if (within !== undefined) this.#nest(op, within);
    this.#table = this.#newTable();
  }

  /** Has an operation read what is within the value of another. */
  #nest(op: number, within: number): void {
    const outer = this.#wordsOf(within);
    const words = this.#wordsOf(op);
    const { key } = this.#operations[op] as JsonOperation;
    outer[reading.KIND >> 2] = reading.NESTED;
    words[reading.LIST_INDEX >> 2] = LIST_INDEX.test(key) ? Number(key) : NONE;
    words[reading.NEXT_WITHIN >> 2] = outer[reading.FIRST_WITHIN >> 2] as number;
    outer[reading.FIRST_WITHIN >> 2] = op + 1;
  }

  #wordsOf(op: number): Int32Array {
    const { block } = this.#cells;
    return block.wholes(block.reading + reading.OPS + op * reading.OP_BYTES, reading.OP_BYTES >> 2);
  }

  #newTable(): NameTable {
    const { kernel, keyRoom } = this.#cells.block;
    for (const op of this.#operations.keys()) this.#wordsOf(op)[reading.KEY_CODE >> 2] = NONE;
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
    this.#ops[code] = this.#isForbidden(key) ? json.FORBIDDEN : json.UNREAD;
    for (const [op, operation] of this.#operations.entries()) {
      if (operation.key !== key) continue;
      if (operation.within !== undefined) this.#wordsOf(op)[reading.KEY_CODE >> 2] = code;
      else if (this.#ops[code] !== json.FORBIDDEN) this.#ops[code] = op + 1;
    }
    return true;
  }
}
