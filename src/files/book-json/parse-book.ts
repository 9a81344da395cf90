import { randomUUID } from "node:crypto";
import { isPlainRecord, putWrittenLines, type WrittenLines } from "../../model/index.ts";
import { parseJson, parseJsonFile } from "../json.ts";
import { LineScanner } from "./line-scanner.ts";

const NAME = '"rates"';

/**
 * The value of a book's JSON (UTF-8 bytes), as JSON.parse gives it; the `rates` of its tariffs become records only when
 * they are read. Throws a FileError that names line and column.
 */
export function parseBook(bytes: Buffer, file: string): unknown {
  return parseAround(bytes) ?? parseJsonFile(bytes.toString("utf8"), file, "a book");
}

/** The value with its rates scanned; undefined where the bytes are no JSON, or have no rates that can be scanned. */
function parseAround(bytes: Buffer): object | undefined {
  const scanner = new LineScanner(bytes);
  // A text that no book can hold replaces each list, to find the tariff of the list in the result of JSON.parse.
  const placeholder = randomUUID();
  const lists = new Map<string, WrittenLines>();
  let text = "";
  let done = 0;
  for (let at = bytes.indexOf(NAME); at !== -1; at = bytes.indexOf(NAME, at)) {
    at = scanner.listAfter(at + NAME.length);
    const lines = scanner.lines(at);
    if (lines === undefined) continue;
    const key = `${placeholder} ${lists.size}`;
    lists.set(key, lines);
    text += `${bytes.toString("utf8", done, at)}"${key}"`;
    at = scanner.end;
    done = at;
  }
  if (lists.size === 0) return undefined;
  const parsed = parseJson(text + bytes.toString("utf8", done));
  if (!("value" in parsed) || !isPlainRecord(parsed.value) || !Array.isArray(parsed.value.tariffs)) {
    return undefined;
  }
  for (const tariff of parsed.value.tariffs) {
    const key: unknown = isPlainRecord(tariff) ? tariff.rates : undefined;
    const lines = typeof key === "string" ? lists.get(key) : undefined;
    if (lines === undefined) continue;
    lists.delete(key as string);
    putWrittenLines(tariff as object, lines);
  }
  // A list that is left belongs to another record, or JSON.parse dropped the list for a later field of the same name.
  return lists.size === 0 ? parsed.value : undefined;
}
