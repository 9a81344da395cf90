/**
 * The lines of a tariff as written in a JSON text, in columns. A book read from a file has these columns in place of
 * `rates`, and makes records only when `rates` is read, which opening and digest never do.
 */
import { safely } from "../fields/index.ts";
import { prefixText } from "./prefix-key.ts";

/** The fields of lines of one pattern: ANY_DIGITS is the placeholder for their prefix and for their plain prices. */
export type LinePattern = Readonly<Record<string, unknown>>;
/** Placeholder for the digits of a prefix or of a price; never a valid prefix or price itself. */
export const ANY_DIGITS = "#";
/** The terminator of each price in `priceTexts`: the quote (") that ends the price in the JSON text, too. */
export const PRICE_END = 0x22;

/** Lines that have not been checked. The texts of lines of one kind differ in their prefixes only. */
export class WrittenLines {
  /** By line: the key of its prefix, NO_PREFIX_KEY where it has none. */
  readonly prefixKeys: Float64Array;
  /** By line: index of its kind. */
  readonly kinds: Int32Array;
  /** No value is an object. */
  readonly patterns: readonly LinePattern[];
  /** By kind: index of its pattern. */
  readonly patternOfKind: Int32Array;
  /** By kind: offset in `priceTexts` of its prices as written, one for each placeholder of its pattern, in order. */
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

/** The fields of a pattern whose values are placeholders, in the order of the text; may include the prefix. */
export function markedFields(pattern: LinePattern): readonly string[] {
  return Object.keys(pattern).filter((name) => pattern[name] === ANY_DIGITS);
}

/** The JSON of each line, as from JSON.stringify of its record, but without making records. */
export function writtenLineTexts(lines: WrittenLines): string[] {
  const { patterns, patternOfKind, priceStarts, priceTexts, prefixKeys, kinds } = lines;
  const marks = patterns.map(markedFields);
  const pieces = patterns.map((pattern) => JSON.stringify(pattern).split(`"${ANY_DIGITS}"`));
  /** By kind: the text before the digits of its prefix (or the whole text), and the text after the digits. */
  const heads: string[] = [];
  const tails: (string | undefined)[] = [];
  for (let kind = 0; kind < patternOfKind.length; kind++) {
    const pattern = patternOfKind[kind] as number;
    let price = priceStarts[kind] as number;
    let [text = ""] = pieces[pattern] as string[];
    let head: string | undefined;
    for (const [markIndex, name] of (marks[pattern] as readonly string[]).entries()) {
      if (name === "prefix") {
        head = `${text}"`;
        text = '"';
      } else {
        const start = price;
        while (priceTexts[price] !== PRICE_END) price++;
        text += `"${String.fromCharCode(...priceTexts.subarray(start, price++))}"`;
      }
      text += (pieces[pattern] as string[])[markIndex + 1] ?? "";
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

/** Lines not yet read as records, by the getter of `rates`. */
const UNREAD = new WeakMap<object, WrittenLines>();

/** Sets lazy `rates` on a record: a getter makes the list of records on the first read; a write replaces the getter. */
export function putWrittenLines(record: object, lines: WrittenLines): void {
  let list: unknown[] | undefined;
  const put = (value: unknown): void => {
    Object.defineProperty(record, FIELD, { value, writable: true, enumerable: true, configurable: true });
  };
  const get = (): unknown[] => {
    if (list !== undefined) return list;
    list = lines.toRecords();
    // From now on the caller can change the records, so that the columns are no longer valid.
    UNREAD.delete(get);
    if (Object.getOwnPropertyDescriptor(record, FIELD)?.configurable === true) put(list);
    return list;
  };
  UNREAD.set(get, lines);
  Object.defineProperty(record, FIELD, { get, set: put, enumerable: true, configurable: true });
}

/** The written lines of a record whose `rates` has not been read. */
export function writtenLinesOf(record: unknown): WrittenLines | undefined {
  if (typeof record !== "object" || record === null) return undefined;
  const get = safely(() => Object.getOwnPropertyDescriptor(record, FIELD)?.get, undefined);
  return get && UNREAD.get(get);
}

/** A copy of a record for its schema, with the written lines as `rates` in place of a list of records. */
export function withWrittenLines(record: unknown): unknown {
  const lines = writtenLinesOf(record);
  if (lines === undefined) return record;
  const fields = Object.getOwnPropertyDescriptors(record as object);
  return Object.defineProperties({}, { ...fields, [FIELD]: { value: lines, enumerable: true } });
}
