/** What the tests of this folder share: rows of the standard, and what the reader makes of them. */
import {
  type CallItem,
  readUkCdrCalls,
  UK_CDR_COLUMNS,
  type UkCdrColumn,
  type UkCdrDialect,
} from "../../../src/files/index.ts";
import type { CallRecord } from "../../../src/index.ts";
import { notCall, pieces } from "../bytes.ts";

/** Cells of a row by column; the others are blank. */
export type Cells = Partial<Record<UkCdrColumn, string>>;

/** A row of the standard's 42 columns. */
export function row(cells: Cells): string {
  return UK_CDR_COLUMNS.map((column) => quoted(cells[column] ?? "")).join(",");
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** All items of a file. */
export async function itemsOf(
  dialect: UkCdrDialect | string | undefined,
  ...parts: readonly (Uint8Array | string)[]
): Promise<CallItem[]> {
  const items: CallItem[] = [];
  for await (const batch of readUkCdrCalls(pieces(...parts), { name: "calls.txt", dialect }))
    items.push(...batch);
  return items;
}

/** A call as short text: `2 {"id":"1"}`, its fields in the order of their names. */
export function callText(line: number, call: object): string {
  return `${line} ${JSON.stringify(Object.fromEntries(Object.entries(call).sort(([a], [b]) => (a < b ? -1 : 1))))}`;
}

/** Items as short text: a call as above, `3! reason` for a problem. */
export async function told(
  dialect: UkCdrDialect | string | undefined,
  ...parts: readonly (Uint8Array | string)[]
): Promise<string[]> {
  return (await itemsOf(dialect, ...parts)).map((item) =>
    "call" in item ? callText(item.line, item.call) : `${item.line}! ${notCall(item)}`,
  );
}

/** The call of one row, or why it is none. */
export async function callOf(cells: Cells, dialect?: UkCdrDialect | string): Promise<CallRecord | string> {
  const [item] = await itemsOf(dialect, `${row(cells)}\n`);
  if (item === undefined) throw new Error("the row gave nothing");
  return "call" in item ? item.call : notCall(item);
}
