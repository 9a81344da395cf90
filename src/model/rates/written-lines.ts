/**
 * The lines of a tariff as a JSON text writes them, in columns. A book that is read from a file has them in the place of
 * `rates`, and makes records of them only when somebody reads that field: opening and digest never do.
 */
import { safely } from "../fields/index.ts";

/** A line without the digits of its prefix. */
export type DistinctLine = Readonly<Record<string, unknown>>;
/** Stands for the prefix of a line, which it is never. */
export const ANY_DIGITS = "#";

/** Lines that have not been checked. */
export class WrittenLines {
  /** By line: the key of its prefix, NO_PREFIX_KEY where it has none. */
  readonly prefixKeys: Float64Array;
  /** By line: which of the distinct lines it is, its prefix apart. */
  readonly kinds: Int32Array;
  /** The distinct lines, ANY_DIGITS in the place of the prefix that their lines have. No value is an object. */
  readonly distinct: readonly DistinctLine[];
  /** The lines as records; new ones each time. */
  readonly toRecords: () => unknown[];

  constructor(columns: WrittenLines) {
    this.prefixKeys = columns.prefixKeys;
    this.kinds = columns.kinds;
    this.distinct = columns.distinct;
    this.toRecords = columns.toRecords;
  }
}

const FIELD = "rates";

/** Lines that nobody has read as records so far, by what reads them. */
const UNREAD = new WeakMap<object, WrittenLines>();

/** Makes lines the `rates` of a record: a list of records, once somebody reads that field or writes it. */
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

/** The lines of a record that nobody has read so far. */
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
