/** A list of the API as a table that asks for its next page on demand. */
import { counted, countText } from "../../../report/index.ts";
import { askPage } from "./ask-server.ts";
import { node } from "./nodes.ts";
import type { Part } from "./part.ts";
import { addRows, type Column, focusRow, framed, table } from "./records-table.ts";

interface Listing<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  /** Words for one row and for several rows: `call`, `calls`. */
  readonly one: string;
  readonly many?: string;
}

/** Puts the first page of a list into a part; returns the text of the part's status. */
export async function showList<T>(
  part: Part,
  path: string,
  { caption, columns, one, many = `${one}s` }: Listing<T>,
  signal: AbortSignal,
): Promise<string> {
  const first = await askPage<T>(path, signal);
  signal.throwIfAborted();
  let { next } = first;
  let shown = first.items.length;
  if (shown === 0) {
    part.result.replaceChildren();
    return `There is no such ${one}.`;
  }
  const made = table(caption, columns, first.items);
  const more = node("button", { type: "button", click: () => void part.run("Loading …", grow) }, "Show more");
  const below = node("p", { class: "fields" }, more);
  const told = (): string =>
    next === undefined ? `${counted(shown, one, many)}.` : `The first ${countText(shown)} ${many}.`;
  async function grow(later: AbortSignal): Promise<string> {
    if (next === undefined) return told();
    const page = await askPage<T>(next, later);
    later.throwIfAborted();
    ({ next } = page);
    shown += page.items.length;
    const [row] = addRows(made, columns, page.items);
    if (next === undefined) below.remove();
    focusRow(row);
    return told();
  }
  part.result.replaceChildren(framed(made), ...(next === undefined ? [] : [below]));
  return told();
}
