/** Stored records: their keys, their JSON, and whether a rule reads a change. */
import { recordKey } from "../../book/index.ts";
import {
  BOOK_LISTS,
  type BookListName,
  isPlainRecord,
  settingsSchema,
  writtenLinesOf,
} from "../../model/index.ts";

/** A list of the book, or its settings, which are stored as a list of one record. */
export type StoredList = BookListName | "settings";

export const SETTINGS_KEY = "book";

/** Largest id: PostgreSQL's bigint (H5). */
export const LARGEST_ID = 2n ** 63n - 1n;

/**
 * Whether a text is an id of the server (H5): digits without leading zeros, 1 to `LARGEST_ID`. Ids are compared as text
 * (R20), so that 007 and 7 would be two records.
 */
export function isStoredID(text: string): boolean {
  return /^[1-9][0-9]{0,18}$/.test(text) && BigInt(text) <= LARGEST_ID;
}

/** The data of a record: its fields as they were written, unknown ones included. */
export type RecordData = Readonly<Record<string, unknown>>;

/** A record of the book with the store's own fields. */
export interface StoredRecord {
  readonly list: StoredList;
  /** Id or name; for lists with several key fields their values as a JSON list; for `ratingPeriods` the index. */
  readonly key: string;
  /** The merged fields, including unknown ones. The lines of a tariff are parsed on the first access to `rates`. */
  readonly data: RecordData;
  /** Its rank within the list. */
  readonly position: number;
  /** Starts at 1; each change adds 1. */
  readonly version: number;
  /** Such as `2026-10-01T12:00:00.123456Z`. */
  readonly created: string;
  readonly updated: string;
  /** Time of the deletion, while the record waits for its purge; else null. */
  readonly deleted: string | null;
  /** The first revision with this data; the present revision + 1 where only labels changed since. */
  readonly fromRevision: number;
}

export type StoredLists = ReadonlyMap<StoredList, ReadonlyMap<string, StoredRecord>>;

/** The key of a record of a list other than `ratingPeriods`. */
export function keyOfRecord(list: BookListName, record: object): string {
  return keyText(recordKey(list, record));
}

/** The key that an entry of a revision's `remove` names. */
export function keyOfRemoved(list: BookListName, entry: unknown): string {
  return typeof entry === "object" && entry !== null ? keyOfRecord(list, entry) : String(entry);
}

function keyText(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] as string) : JSON.stringify(parts);
}

/** Placeholder in a tariff's JSON for its lines, which are separate rows. */
export const NO_LINES = '"rates":[]';

/** Whether the record has lines that are stored as separate rows. */
export function hasLines(list: StoredList, record: object): boolean {
  if (list !== "tariffs") return false;
  return writtenLinesOf(record) !== undefined || Array.isArray((record as RecordData).rates);
}

/** The JSON of a record; of a tariff without its lines. */
export function recordText(list: StoredList, record: object): string {
  if (!hasLines(list, record)) return JSON.stringify(record, plainValue);
  // Object spread would parse the lines.
  const fields = Object.getOwnPropertyDescriptors(record);
  const without = Object.defineProperties({}, { ...fields, rates: { value: [], enumerable: true } });
  return JSON.stringify(without, plainValue);
}

/** The JSON of each line of a record that has lines. */
export function lineTexts(record: object): readonly string[] {
  const lines = writtenLinesOf(record)?.toRecords() ?? ((record as RecordData).rates as readonly unknown[]);
  return lines.map((line) => JSON.stringify(line, plainValue) ?? "null");
}

function plainValue(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** A record with some fields changed; the lines of a tariff are not parsed, as they would be by object spread. */
export function withFields(record: object, fields: RecordData): RecordData {
  return Object.defineProperties(
    Object.defineProperties({}, Object.getOwnPropertyDescriptors(record)),
    Object.getOwnPropertyDescriptors({ ...fields }),
  ) as RecordData;
}

/** Labels, beside the fields that no schema reads: they appear on bills, and no rule reads them (H22). */
const LABELS: { readonly [L in StoredList]?: ReadonlySet<string> } = {
  customers: new Set([
    ...["title", "firstnames", "lastname", "companyName"],
    ...["customerAKA", "accountNumber", "customerReference"],
  ]),
  numbers: new Set(["description", "extension"]),
  services: new Set(["serviceName", "description"]),
};

/** Whether a rule reads a field of a list's records (H22). */
function isFieldRead(list: StoredList, field: string): boolean {
  const { fieldsRead } = list === "settings" ? settingsSchema : BOOK_LISTS[list];
  return fieldsRead.has(field) && LABELS[list]?.has(field) !== true;
}

/** Whether records of one key differ in a field that a rule reads, lines of tariffs aside (H22). */
export function differForRules(list: StoredList, before: object, after: object): boolean {
  const isWithLines = hasLines(list, before) || hasLines(list, after);
  const [old, now] = [before as RecordData, after as RecordData];
  for (const field of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (!isFieldRead(list, field) || (isWithLines && field === "rates")) continue;
    if (JSON.stringify(old[field], plainValue) !== JSON.stringify(now[field], plainValue)) return true;
  }
  return false;
}

/** A record in the form that the database returns: plain JSON, the lines of a tariff as columns. */
export function asStored(
  list: StoredList,
  record: object,
  parseTariff: (json: string) => RecordData,
): RecordData {
  const text = recordText(list, record);
  if (!hasLines(list, record)) return JSON.parse(text) as RecordData;
  const lines = Object.getOwnPropertyDescriptor(record, "rates") as PropertyDescriptor;
  if (writtenLinesOf(record) !== undefined) {
    return withDescriptor(JSON.parse(text) as object, lines);
  }
  return parseTariff(text.replace(NO_LINES, () => `"rates":[${lineTexts(record).join(",")}]`));
}

function withDescriptor(record: object, lines: PropertyDescriptor): RecordData {
  return isPlainRecord(record) ? Object.defineProperty(record, "rates", lines) : (record as RecordData);
}
