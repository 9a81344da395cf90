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
interface JsonOperation {
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

/** What a key is in rows of one kind, by its name: that of an operation, or of none where nothing is read of its values. */
type KeyUse = string | typeof FORBIDDEN | typeof ANOTHER_KIND;

/** Instead of a name: a row that has the key is read with care. */
export const FORBIDDEN = json.FORBIDDEN;
/** Instead of a name: only rows of the other kind have the key. */
export const ANOTHER_KIND = json.NOT_ASKED;

/** Rows in which each key is always the same. */
export interface RowKind {
  useOf(key: string): KeyUse;
  /** The names of operations that a row has for certain, or it is read with care. */
  readonly needed: readonly string[];
}

/** Rows whose keys are what they are called. */
const PLAIN_ROWS: RowKind = { useOf: (key) => (isForbiddenKey(key) ? FORBIDDEN : key), needed: [] };

/** The index of a list that a part of a path stands for. */
const LIST_INDEX = /^(?:0|[1-9][0-9]{0,8})$/;
const NONE = -1;

/** The keys of the lines of a file. Its rows are taken to be of the kind of the row before, until a key tells another. */
export class JsonKeys {
  readonly #cells: CallCells;
  readonly #operations: readonly JsonOperation[];
  readonly #kinds: readonly RowKind[];
  readonly #after: Int32Array;
  /** By kind the operation of each key, from 1. */
  readonly #ops: readonly Int32Array[];
  #kind = 0;
  /** The row that was last found to be of another kind than the one before. */
  #turnedRow = NONE;
  #table: NameTable;

  /** With a kind, or two. */
  constructor(
    operations: readonly JsonOperation[],
    cells: CallCells,
    kinds: readonly RowKind[] = [PLAIN_ROWS],
  ) {
    const { block } = cells;
    this.#cells = cells;
    this.#operations = operations;
    this.#kinds = kinds;
    cells.learnKey = (key, row) => this.#learn(key, row);
    this.#after = block.wholes(block.keysAfter, MOST_NAMES);
    this.#ops = kinds.map((_, kind) => block.wholes(block.keysOps + 4 * MOST_NAMES * kind, MOST_NAMES));
    this.#setKind(0);
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
    for (const ops of this.#ops) {
      ops.fill(json.NOT_ASKED);
      // A blank key.
      ops[0] = json.UNREAD;
    }
    return new NameTable(kernel, keyRoom);
  }

  /** Is told before rows are read; begins anew where a hostile file has filled it. */
  makeRoom(): void {
    this.#turnedRow = NONE;
    if (this.#table.isFull) this.#table = this.#newTable();
  }

  /** Learns a key; false where its row has to be read with care. */
  #learn(code: number, row: number): boolean {
    if (this.#ops.some((ops) => ops[code] !== json.NOT_ASKED)) return this.#turn(row);
    this.#table.readNew();
    const key = this.#table.names[code] as string;
    for (const [op, { key: inner, within }] of this.#operations.entries())
      if (within !== undefined && inner === key) this.#wordsOf(op)[reading.KEY_CODE >> 2] = code;
    for (const [kind, { useOf }] of this.#kinds.entries())
      (this.#ops[kind] as Int32Array)[code] = this.#placeOf(useOf(key));
    return true;
  }

  #placeOf(use: KeyUse): number {
    if (typeof use === "number") return use;
    const op = this.#operations.findIndex(({ key, within }) => within === undefined && key === use);
    return op < 0 ? json.UNREAD : op + 1;
  }

  /** Has a row begun anew as one of the other kind; false where it has keys of both. */
  #turn(row: number): boolean {
    if (row === this.#turnedRow) return false;
    this.#turnedRow = row;
    this.#setKind(1 - this.#kind);
    this.#cells.blank(row);
    return true;
  }

  #setKind(kind: number): void {
    const { words } = this.#cells;
    const { needed } = this.#kinds[kind] as RowKind;
    this.#kind = kind;
    words[reading.KEYS_OPS >> 2] = (this.#ops[kind] as Int32Array).byteOffset;
    words[reading.NEEDED >> 2] = needed.reduce((bits, key) => bits | (1 << (this.#placeOf(key) - 1)), 0);
  }
}
