/** Scans JSON lines into columns: where a line is plain the kernel does, which has to be told which field a key is. */
import { json } from "../../kernel/index.ts";
import { isForbiddenKey } from "../../model/index.ts";
import { readJsonCall } from "../careful-readers.ts";
import { inputField } from "../results/index.ts";
import type { CallBlock } from "./call-block.ts";
import { CallCells, type CellForm, FIELDS, PENCE } from "./call-cells.ts";
import { CallScanner, lineReader, type PlainRows } from "./call-scanner.ts";
import { MOST_NAMES, NameTable } from "./name-table.ts";

/** A scanner for JSON lines. */
export function jsonScanner(file: string, block: CallBlock): CallScanner {
  const careful = lineReader((line) => readJsonCall(line, file));
  return new CallScanner(careful, block, new JsonRows(block));
}

/** Texts in quotes, in which nothing may stand that is written otherwise than it is meant. */
const FORM: CellForm = {
  delimiter: ",".charCodeAt(0),
  stops: ["\\".charCodeAt(0), ...Array.from({ length: 32 }, (_, code) => code)],
  isCsv: false,
};

/** Each field of a row has a bit in a word that says which it has. */
const MOST_FIELDS = 32;

class JsonRows implements PlainRows {
  readonly cells: CallCells;
  readonly #after: Int32Array;
  readonly #ops: Int32Array;
  readonly #fields: readonly string[];
  #keys: NameTable;

  constructor(block: CallBlock) {
    const { shown } = block;
    const fields = [...new Set<string>([...FIELDS, ...shown.keys()])].filter((key) => !isForbiddenKey(key));
    this.#fields = fields.slice(0, MOST_FIELDS);
    const found = new Map([...shown].filter(([field]) => this.#fields.includes(field)));
    this.cells = new CallCells(this.#fields, block, FORM, PENCE, found);
    this.cells.learnKey = (key) => this.#learn(key);
    this.#after = block.wholes(block.keysAfter, MOST_NAMES);
    this.#ops = block.wholes(block.keysOps, MOST_NAMES);
    this.#keys = this.#newKeys();
  }

  #newKeys(): NameTable {
    const { kernel, keyRoom } = this.cells.block;
    this.#after.fill(0);
    this.#ops.fill(json.NOT_ASKED);
    // A blank key.
    this.#ops[0] = json.UNREAD;
    return new NameTable(kernel, keyRoom);
  }

  readonly read = (most: number): boolean => {
    if (this.#keys.isFull) this.#keys = this.#newKeys();
    return this.cells.readRows(most);
  };

  #learn(code: number): boolean {
    this.#keys.readNew();
    const key = this.#keys.names[code] as string;
    const field = this.#fields.indexOf(key);
    // Rows of results are read with care.
    const isOfResults = inputField(key) !== undefined;
    this.#ops[code] =
      isForbiddenKey(key) || isOfResults ? json.FORBIDDEN : field < 0 ? json.UNREAD : field + 1;
    return true;
  }
}
