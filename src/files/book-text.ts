/** A book as the text of its file: one record a line, so that two versions can be compared line by line. */
import { type BookData, isPlainRecord } from "../model/index.ts";
import type { LoadedBook } from "./read-book.ts";

/**
 * The text of a book's file. Records stand on lines of their own, and so do the lines of a tariff. Reading it gives
 * the same book again. Values must be those of JSON; a book that was read from a file has no others.
 */
export function bookText(data: BookData): string {
  return block(
    Object.entries(data).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const text = Array.isArray(value) ? listText(value) : JSON.stringify(value);
      return [`${JSON.stringify(name)}: ${text}`];
    }),
    "",
    "{}",
  ).concat("\n");
}

function listText(records: readonly unknown[]): string {
  return block(
    records.map((record) => recordText(record)),
    "  ",
    "[]",
  );
}

function recordText(record: unknown): string {
  if (!isPlainRecord(record) || !Array.isArray(record.rates) || record.rates.length === 0) {
    return JSON.stringify(record);
  }
  const { rates, ...others } = record;
  const lines = block(
    rates.map((line) => JSON.stringify(line)),
    "    ",
    "[]",
  );
  const own = JSON.stringify(others).slice(1, -1);
  return `{${own}${own === "" ? "" : ","}"rates":${lines}}`;
}

/** Entries on lines of their own between brackets. */
function block(entries: readonly string[], indent: string, brackets: "{}" | "[]"): string {
  if (entries.length === 0) return brackets;
  const [open, close] = brackets;
  return `${open}\n${entries.map((entry) => `${indent}  ${entry}`).join(",\n")}\n${indent}${close}`;
}

/**
 * A changed book in which the lists that did not change, and came from CSV files, are those files again. The book
 * that was loaded tells which they are; the new one must lie in the same folder.
 */
export function withCsvLists(data: BookData, loaded: LoadedBook): BookData {
  const files = new Map<unknown, string>();
  for (const { path, file } of loaded.origins) {
    const list = listAt(loaded.data, path);
    if (list !== undefined) files.set(list, file);
  }
  if (files.size === 0) return data;
  const named = (list: unknown): unknown => (files.has(list) ? { csv: files.get(list) } : undefined);
  const whole: Record<string, unknown> = {};
  for (const [name, list] of Object.entries(data)) {
    whole[name] =
      named(list) ?? (Array.isArray(list) ? list.map((record) => withCsvRates(record, named)) : list);
  }
  return whole as BookData;
}

function withCsvRates(record: unknown, named: (list: unknown) => unknown): unknown {
  const reference = isPlainRecord(record) ? named(record.rates) : undefined;
  return reference === undefined ? record : { ...(record as object), rates: reference };
}

/** The list at a path such as `destinations` or `tariffs[3].rates`. */
function listAt(data: BookData, path: string): unknown {
  const [, name = path, index, inner] = /^(\w+)\[([0-9]+)\]\.(\w+)$/.exec(path) ?? [];
  const list = (data as Readonly<Record<string, unknown>>)[name];
  if (index === undefined || inner === undefined) return list;
  const record = Array.isArray(list) ? list[Number(index)] : undefined;
  return isPlainRecord(record) ? record[inner] : undefined;
}
