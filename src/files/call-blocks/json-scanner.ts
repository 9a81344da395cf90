/** Scans JSON lines into columns: where a line is plain the kernel does, which has to be told which field a key is. */
import { isForbiddenKey } from "../../model/index.ts";
import { readJsonCall } from "../careful-readers.ts";
import { inputField } from "../results/index.ts";
import type { CallBlock } from "./call-block.ts";
import { CallCells, FIELDS, PENCE } from "./call-cells.ts";
import { CallScanner, lineReader, type PlainRows } from "./call-scanner.ts";
import { JSON_FORM, JsonKeys, MOST_KEYS } from "./json-keys.ts";

/** A scanner for JSON lines. */
export function jsonScanner(file: string, block: CallBlock): CallScanner {
  const careful = lineReader((line) => readJsonCall(line, file));
  return new CallScanner(careful, block, jsonRows(block));
}

function jsonRows(block: CallBlock): PlainRows {
  const { shown } = block;
  const keys = [...new Set<string>([...FIELDS, ...shown.keys()])].filter((key) => !isForbiddenKey(key));
  const fields = keys.slice(0, MOST_KEYS);
  const found = new Map([...shown].filter(([field]) => fields.includes(field)));
  const cells = new CallCells(fields, block, JSON_FORM, PENCE, found);
  // Rows of results are read with care.
  const isForbidden = (key: string): boolean => isForbiddenKey(key) || inputField(key) !== undefined;
  const operations = fields.map((key) => ({ key }));
  const learnt = new JsonKeys(operations, cells, isForbidden);
  return {
    cells,
    read: (most) => {
      learnt.makeRoom();
      return cells.readRows(most);
    },
  };
}
