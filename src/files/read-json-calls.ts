import type { CallRecord } from "../model/index.ts";
import { isForbiddenKey, isPlainRecord } from "../model/index.ts";
import type { CallItem, UnreadableLine } from "./call-item.ts";
import type { Line } from "./lines.ts";
import { parseJson } from "./parse-json.ts";
import { readLines } from "./read-rows.ts";
import type { ByteSource } from "./text-bytes.ts";

/** The calls of a JSON lines file, a batch for each chunk that arrives; blank lines are passed over. */
export async function* readJsonCalls(
  source: ByteSource,
  file: string,
): AsyncGenerator<CallItem[], void, undefined> {
  for await (const lines of readLines(source, file)) {
    const items: CallItem[] = [];
    for (const line of lines) {
      const item = readJsonCall(line, file);
      if (item !== undefined) items.push(item);
    }
    if (items.length > 0) yield items;
  }
}

/** The call of a line; undefined where it is blank. */
export function readJsonCall(line: Line, file: string): CallItem | undefined {
  const number = line.line;
  const unreadable = (reason: string, column?: number): UnreadableLine => ({
    line: number,
    problem: { file, line: number, ...(column === undefined ? {} : { column }), reason },
  });
  if ("reason" in line) return unreadable(line.reason);
  if (!/\S/.test(line.text)) return undefined;
  // Files that are put together may have a byte order mark each.
  const parsed = parseJson(line.text.startsWith("\ufeff") ? line.text.slice(1) : line.text);
  if (!("value" in parsed)) {
    // Old Macs ended lines with a carriage return alone.
    const isSeveral = line.text.includes("\r");
    const more = isSeveral
      ? "; it holds carriage returns that end no line, and lines end with line feeds"
      : "";
    return unreadable(parsed.reason + more, parsed.column);
  }
  const call = parsed.value;
  if (!isPlainRecord(call)) return unreadable("is not a JSON object; each line holds one call");
  for (const key in call) {
    if (isForbiddenKey(key)) return unreadable(`${key} is not allowed as a field name`);
  }
  return { line: number, call: call as CallRecord };
}
