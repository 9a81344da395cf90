/** Scans JSON lines into columns: the kernel reads plain lines, and asks the host which field a key is. */
import { isForbiddenKey } from "../../model/index.ts";
import { readJsonCall } from "../careful-readers.ts";
import { fieldOfResult, inputField, RESULT_PREFIX, TOLD_OF_CALLS } from "../results/index.ts";
import { decodeLine, LINE_FEED } from "../text.ts";
import type { CallBlock } from "./call-block.ts";
import { CallCells, FIELDS, PENCE } from "./call-cells.ts";
import { CallScanner, type PlainRows, type SlowPathReader } from "./call-scanner.ts";
import { ANOTHER_KIND, FORBIDDEN, JSON_FORM, JsonKeys, MOST_KEYS, type RowKind } from "./json-keys.ts";

export function jsonScanner(file: string, block: CallBlock): CallScanner {
  const slowPath: SlowPathReader = (bytes, start, line) => {
    const lineFeed = bytes.indexOf(LINE_FEED, start);
    const end = lineFeed === -1 ? bytes.length : lineFeed;
    const item = readJsonCall(decodeLine(bytes.subarray(start, end), line), file);
    return { items: item === undefined ? [] : [item], end: end + 1, line: line + 1 };
  };
  return new CallScanner(slowPath, block, jsonRows(block));
}

function jsonRows(block: CallBlock): PlainRows {
  const { shown } = block;
  const keys = [...new Set<string>([...FIELDS, ...shown.keys()])].filter((key) => !isForbiddenKey(key));
  const fields = keys.slice(0, MOST_KEYS);
  const found = new Map([...shown].filter(([field]) => fields.includes(field)));
  const cells = new CallCells(fields, block, JSON_FORM, PENCE, found);
  // A name with this prefix is a field of the input or of the result, depending on the whole row.
  const areNamed = [...shown.keys()].some((field) => field.startsWith(RESULT_PREFIX));
  const kinds = areNamed ? [callsBeside(FORBIDDEN)] : [callsBeside(ANOTHER_KIND), RESULTS];
  const operations = fields.map((key) => ({ key }));
  const learnt = new JsonKeys(operations, cells, kinds);
  return {
    cells,
    read: (most) => {
      learnt.makeRoom();
      return cells.readRows(most);
    },
  };
}

/** Rows of calls; a field with the prefix `call.` is a field of results. */
function callsBeside(results: typeof ANOTHER_KIND | typeof FORBIDDEN): RowKind {
  return {
    useOf: (key) => (isForbiddenKey(key) ? FORBIDDEN : inputField(key) === undefined ? key : results),
    needed: [],
  };
}

/** Rows of results, as far as each key is the same field in all of them. */
const RESULTS: RowKind = {
  useOf: (key) => {
    const field = fieldOfResult(key);
    if (field === undefined) return ANOTHER_KIND;
    return isForbiddenKey(key) || isForbiddenKey(field) ? FORBIDDEN : field;
  },
  needed: TOLD_OF_CALLS,
};
