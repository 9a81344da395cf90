/** Maps the keys of JSON lines to operations: the kernel asks once for each key. */
import { json, reading } from "../../kernel/index.ts";
import { isForbiddenKey } from "../../model/index.ts";
import type { CallCells, CellForm } from "./call-cells.ts";
import { MOST_NAMES, NameTable } from "./name-table.ts";

/** Texts in quotes, without escapes and control characters. */
export const JSON_FORM: CellForm = {
  delimiter: ",".charCodeAt(0),
  stops: ["\\".charCodeAt(0), ...Array.from({ length: 32 }, (_, code) => code)],
  isCsv: false,
};

/** The most keys with an operation: each has a bit in the word of keys that a row has. */
export const MOST_KEYS = 32;

/** Which value an operation reads: the value of a key of the row, or of a key within the value of another operation. */
interface JsonOperation {
  readonly key: string;
  readonly within?: number;
}

/**
 * The operations of paths (parts divided by `/`), followed by the operations of the objects and lists on the way;
 * undefined if there are too many, or if one path leads into another.
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

/** The use of a key in rows of one kind: the key of an operation; a key of no operation is not read. */
type KeyUse = string | typeof FORBIDDEN | typeof ANOTHER_KIND;

/** Instead of a name: a row with the key needs the slow path. */
export const FORBIDDEN = json.FORBIDDEN;
/** Instead of a name: only rows of the other kind have the key. */
export const ANOTHER_KIND = json.NOT_ASKED;

/** A kind of rows, in which each key always has the same use. */
export interface RowKind {
  useOf(key: string): KeyUse;
  /** Keys of operations that a row must have; a row without one of them needs the slow path. */
  readonly needed: readonly string[];
}

/** Rows whose keys are names of operations. */
const PLAIN_ROWS: RowKind = { useOf: (key) => (isForbiddenKey(key) ? FORBIDDEN : key), needed: [] };

/** A part of a path that is an index of a list. */
const LIST_INDEX = /^(?:0|[1-9][0-9]{0,8})$/;
const NONE = -1;

/** The keys of the lines of a file. A row counts as of the kind of the row before, until a key tells another kind. */
export class JsonKeys {
  readonly #cells: CallCells;
  readonly #operations: readonly JsonOperation[];
  readonly #kinds: readonly RowKind[];
  readonly #after: Int32Array;
  /** For each kind, the operation of each key: 1 + the operation's index, or FORBIDDEN, UNREAD, NOT_ASKED. */
  readonly #ops: readonly Int32Array[];
  #kind = 0;
  /** The last row that was found to be of another kind than the row before. */
  #turnedRow = NONE;
  #table: NameTable;

  /** With one kind of rows, or two. */
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

  /** Makes an operation read a value within the value of another operation. */
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
      // Code 0 is a blank key.
      ops[0] = json.UNREAD;
    }
    return new NameTable(kernel, keyRoom);
  }

  /** To be called before rows are read; replaces a table that a hostile file has filled. */
  makeRoom(): void {
    this.#turnedRow = NONE;
    if (this.#table.isFull) this.#table = this.#newTable();
  }

  /** Learns a key; false if the row needs the slow path. */
  #learn(code: number, row: number): boolean {
    if (this.#ops.some((ops) => ops[code] !== json.NOT_ASKED)) return this.#turn(row);
    this.#table.readNew();
    const key = this.#table.names[code] as string;
    for (const [op, { key: inner, within }] of this.#operations.entries())
      if (within !== undefined && inner === key) this.#wordsOf(op)[reading.KEY_CODE >> 2] = code;
    for (const [kind, { useOf }] of this.#kinds.entries())
      (this.#ops[kind] as Int32Array)[code] = this.#numberOf(useOf(key));
    return true;
  }

  #numberOf(use: KeyUse): number {
    if (typeof use === "number") return use;
    const op = this.#operations.findIndex(({ key, within }) => within === undefined && key === use);
    return op < 0 ? json.UNREAD : op + 1;
  }

  /** Makes a row begin anew as a row of the other kind; false if the row has keys of both kinds. */
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
    words[reading.NEEDED >> 2] = needed.reduce((bits, key) => bits | (1 << (this.#numberOf(key) - 1)), 0);
  }
}
