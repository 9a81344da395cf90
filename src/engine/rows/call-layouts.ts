/**
 * Reads a call's fields by name, quickly. The rows of one file share few layouts, but a hundred of them are more than
 * an engine's inline caches for `call.target` hold. So the layouts met are cached as a tree (trie) of field names:
 * walking a record along the tree costs one comparison a field.
 */

import { CALL_FIELDS, TEXT_FIELDS } from "../../model/index.ts";

/** The column of a field that no part of rating reads, and of a name that no record may use as a key (R2). */
const UNREAD = -1;
const FORBIDDEN = -2;
const FORBIDDEN_NAMES = ["__proto__", "constructor", "prototype"] as const;

const COLUMNS: ReadonlyMap<string, number> = new Map([
  ...CALL_FIELDS.map((field, at): [string, number] => [field, at]),
  ...FORBIDDEN_NAMES.map((name): [string, number] => [name, FORBIDDEN]),
]);

/** More than files and tables have; the layouts of hostile records beyond this are not cached. */
const MAX_NODES = 20_000;
const MAX_BRANCHES = 30;

/** A node of the tree: a field name after the names on the path to it. */
class LayoutNode {
  readonly key: string;
  /** Its index in CALL_FIELDS, or UNREAD or FORBIDDEN. */
  readonly column: number;
  /** The first child (a name that came after this one), and the next sibling (a name that came instead of this one). */
  after: LayoutNode | undefined = undefined;
  instead: LayoutNode | undefined = undefined;
  branches = 0;

  constructor(key: string) {
    this.key = key;
    this.column = COLUMNS.get(key) ?? UNREAD;
  }
}

/** A cache of the layouts of the records met so far. */
export class CallLayouts {
  readonly start: LayoutNode = new LayoutNode("");
  #nodes = 0;

  /** The node of a name after another node. */
  after(node: LayoutNode, key: string): LayoutNode {
    let next = node.after;
    while (next !== undefined && next.key !== key) next = next.instead;
    return next ?? this.#remember(node, key);
  }

  /** The values of a call's fields, in a new row by `CALL_FIELD`; undefined where the record has a forbidden key. */
  read(call: object): unknown[] | undefined {
    const prototype: unknown = Object.getPrototypeOf(call);
    // An object of a class may have getters that its keys do not include.
    if (prototype !== Object.prototype && prototype !== null) return readByName(call);
    const row = emptyRow();
    return this.readInto(row, call) < 0 ? undefined : row;
  }

  /**
   * Writes the values of a plain object's fields into a row, of which nothing else is read. Returns one bit by
   * `CALL_FIELD` for each field, or a number below 0 where the record has a forbidden key.
   */
  readInto(row: unknown[], call: object): number {
    const record = call as Readonly<Record<string, unknown>>;
    // An engine that has since met other values under the same names brings a record up to date when a field is read by
    // its name. If that happened in the loop over its keys, all such loops would become twice as slow.
    void record.id;
    let held = 0;
    let node = this.start;
    for (const key in record) {
      node = this.after(node, key);
      const { column } = node;
      if (column >= 0) {
        row[column] = record[key];
        held |= 1 << column;
      } else if (column === FORBIDDEN && Object.hasOwn(call, key)) return -1;
    }
    return held;
  }

  #remember(node: LayoutNode, key: string): LayoutNode {
    const next = new LayoutNode(key);
    if (this.#nodes >= MAX_NODES || node.branches >= MAX_BRANCHES) return next;
    this.#nodes++;
    node.branches++;
    // Last, because the layouts met first are the most frequent.
    let last = node.after;
    while (last?.instead !== undefined) last = last.instead;
    if (last === undefined) node.after = next;
    else last.instead = next;
    return next;
  }
}

function readByName(call: object): unknown[] | undefined {
  if (FORBIDDEN_NAMES.some((name) => Object.hasOwn(call, name))) return undefined;
  const record = call as Readonly<Record<string, unknown>>;
  return CALL_FIELDS.map((field) => record[field]);
}

/** A row of a record without any field: the `TEXT_FIELDS` are "" already. */
const EMPTY_ROW: readonly unknown[] = CALL_FIELDS.map((field) =>
  (TEXT_FIELDS as readonly string[]).includes(field) ? "" : undefined,
);

function emptyRow(): unknown[] {
  return EMPTY_ROW.slice();
}

/** The layouts of all records in this thread, for all books. */
export const LAYOUTS = new CallLayouts();
