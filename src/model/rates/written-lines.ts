/**
 * The lines of a tariff as written in a JSON text, in columns. A book read from a file has these columns in place of
 * `rates`, and makes records only when `rates` is read, which opening and digest never do.
 */
import { safely } from "../fields/index.ts";
import { NO_PREFIX_KEY, prefixText } from "./prefix-key.ts";

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

  constructor(columns: Omit<WrittenLines, "toRecords">) {
    this.prefixKeys = columns.prefixKeys;
    this.kinds = columns.kinds;
    this.patterns = columns.patterns;
    this.patternOfKind = columns.patternOfKind;
    this.priceStarts = columns.priceStarts;
    this.priceTexts = columns.priceTexts;
  }

  /** The lines as records, as JSON.parse reads them; new ones each time. */
  toRecords(): LinePattern[] {
    const { patterns, patternOfKind, priceStarts, prefixKeys, kinds } = this;
    const marks = patterns.map(markedFields);
    /** By kind: a line with the prices of the kind, and any prefix. */
    const lines = Array.from(patternOfKind, (pattern, kind) => {
      const line: Record<string, unknown> = { ...patterns[pattern] };
      let start = priceStarts[kind] as number;
      for (const name of marks[pattern] as readonly string[]) {
        if (name === "prefix") continue;
        const end = this.priceTexts.indexOf(PRICE_END, start);
        line[name] = String.fromCharCode(...this.priceTexts.subarray(start, end));
        start = end + 1;
      }
      return line;
    });
    return Array.from(kinds, (kind, index) => {
      const line = { ...lines[kind] };
      const key = prefixKeys[index] as number;
      if (key !== NO_PREFIX_KEY) line.prefix = prefixText(key);
      return line;
    });
  }
}

/** The fields of a pattern whose values are placeholders, in the order of the text; may include the prefix. */
export function markedFields(pattern: LinePattern): readonly string[] {
  return Object.keys(pattern).filter((name) => pattern[name] === ANY_DIGITS);
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
