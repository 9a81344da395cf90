/**
 * The lines of a tariff as a JSON text writes them, in columns. A book that is read from a file has these columns
 * instead of `rates`, and makes records of them only when that field is read: opening and digest never read it.
 */
import { safely } from "../fields/index.ts";
import { prefixText } from "./prefix-key.ts";

/** What lines of one pattern say: ANY_DIGITS stands for their prefix and for their plain prices. */
export type LinePattern = Readonly<Record<string, unknown>>;
/** Stands for the digits of a prefix or of a price, which it is never. */
export const ANY_DIGITS = "#";
/** What stands behind each price in `priceTexts`: the quote (") that ends it in the JSON text, too. */
export const PRICE_END = 0x22;

/** Lines that have not been checked. Lines of one kind are written alike but for their prefixes. */
export class WrittenLines {
  /** By line: the key of its prefix, NO_PREFIX_KEY where it has none. */
  readonly prefixKeys: Float64Array;
  /** By line: its kind. */
  readonly kinds: Int32Array;
  /** No value is an object. */
  readonly patterns: readonly LinePattern[];
  /** By kind: its pattern. */
  readonly patternOfKind: Int32Array;
  /** By kind: where the prices begin that stand for its pattern's marks, in the order of its fields, as they are written. */
  readonly priceStarts: Int32Array;
  readonly priceTexts: Uint8Array;
  /** The lines as records; new ones each time. */
  readonly toRecords: () => unknown[];

  constructor(columns: WrittenLines) {
    this.prefixKeys = columns.prefixKeys;
    this.kinds = columns.kinds;
    this.patterns = columns.patterns;
    this.patternOfKind = columns.patternOfKind;
    this.priceStarts = columns.priceStarts;
    this.priceTexts = columns.priceTexts;
    this.toRecords = columns.toRecords;
  }
}

/** The fields of a pattern whose values are marks, in the order of the text; the prefix may be one of them. */
export function markedFields(pattern: LinePattern): readonly string[] {
  return Object.keys(pattern).filter((name) => pattern[name] === ANY_DIGITS);
}

/** The JSON of each line, as JSON.stringify writes its record, without making one. */
export function writtenLineTexts(lines: WrittenLines): string[] {
  const { patterns, patternOfKind, priceStarts, priceTexts, prefixKeys, kinds } = lines;
  const marks = patterns.map(markedFields);
  const pieces = patterns.map((pattern) => JSON.stringify(pattern).split(`"${ANY_DIGITS}"`));
  /** By kind: what stands before the digits of its prefix, or all of it, and what stands behind. */
  const heads: string[] = [];
  const tails: (string | undefined)[] = [];
  for (let kind = 0; kind < patternOfKind.length; kind++) {
    const pattern = patternOfKind[kind] as number;
    let price = priceStarts[kind] as number;
    let [text = ""] = pieces[pattern] as string[];
    let head: string | undefined;
    for (const [at, name] of (marks[pattern] as readonly string[]).entries()) {
      if (name === "prefix") {
        head = `${text}"`;
        text = '"';
      } else {
        const start = price;
        while (priceTexts[price] !== PRICE_END) price++;
        text += `"${String.fromCharCode(...priceTexts.subarray(start, price++))}"`;
      }
      text += (pieces[pattern] as string[])[at + 1] ?? "";
    }
    heads.push(head ?? text);
    tails.push(head === undefined ? undefined : text);
  }
  return Array.from(kinds, (kind, line) => {
    const head = heads[kind] as string;
    const tail = tails[kind];
    return tail === undefined ? head : head + prefixText(prefixKeys[line] as number) + tail;
  });
}

const FIELD = "rates";

/** Lines not yet read as records, by the getter that reads them. */
const UNREAD = new WeakMap<object, WrittenLines>();

/** Makes lines the `rates` of a record: a list of records, once that field is read or written. */
export function putWrittenLines(record: object, lines: WrittenLines): void {
  let list: unknown[] | undefined;
  const put = (value: unknown): void => {
    Object.defineProperty(record, FIELD, { value, writable: true, enumerable: true, configurable: true });
  };
  const get = (): unknown[] => {
    if (list !== undefined) return list;
    list = lines.toRecords();
    // From here on the records can be changed.
    UNREAD.delete(get);
    if (Object.getOwnPropertyDescriptor(record, FIELD)?.configurable === true) put(list);
    return list;
  };
  UNREAD.set(get, lines);
  Object.defineProperty(record, FIELD, { get, set: put, enumerable: true, configurable: true });
}

/** The lines of a record whose field was not yet read. */
export function writtenLinesOf(record: unknown): WrittenLines | undefined {
  if (typeof record !== "object" || record === null) return undefined;
  const get = safely(() => Object.getOwnPropertyDescriptor(record, FIELD)?.get, undefined);
  return get && UNREAD.get(get);
}

/** A record for its schema, which reads lines as they were written: `rates` is not made a list of records. */
export function withWrittenLines(record: unknown): unknown {
  const lines = writtenLinesOf(record);
  if (lines === undefined) return record;
  const fields = Object.getOwnPropertyDescriptors(record as object);
  return Object.defineProperties({}, { ...fields, [FIELD]: { value: lines, enumerable: true } });
}
