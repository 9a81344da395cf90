/** Tables that show their rows page by page. */
import { countText } from "../../../report/index.ts";
import { node } from "./nodes.ts";

export interface Column<T> {
  readonly title: string;
  /** Amounts and counts are aligned to the right. */
  readonly isNumber?: boolean;
  /** Hidden on narrow screens. */
  readonly isExtra?: boolean;
  cell(row: T): Node | string;
}

/** A table; the first column names its rows. On a phone each row is a small card, its cells named by their headings. */
export function table<T>(
  caption: string,
  columns: readonly Column<T>[],
  rows: readonly T[],
): HTMLTableElement {
  const body = node("tbody");
  const heads = columns.map((column) => node("th", { scope: "col", class: classOf(column) }, column.title));
  const made = node(
    "table",
    {},
    node("caption", { class: "unseen" }, caption),
    node("thead", {}, node("tr", {}, ...heads)),
    body,
  );
  addRows(made, columns, rows);
  return made;
}

export function addRows<T>(
  to: HTMLTableElement,
  columns: readonly Column<T>[],
  rows: readonly T[],
): readonly HTMLTableRowElement[] {
  const made = rows.map((row) => {
    const cells = columns.map((column, at) => {
      const attributes = { class: classOf(column), "data-title": column.title };
      const cell = column.cell(row);
      return at === 0 ? node("th", { ...attributes, scope: "row" }, cell) : node("td", attributes, cell);
    });
    return node("tr", {}, ...cells);
  });
  to.tBodies[0]?.append(...made);
  return made;
}

function classOf({ isNumber, isExtra }: Column<never>): string {
  return [isNumber === true && "amount", isExtra === true && "extra"].filter(Boolean).join(" ");
}

/** A table in a frame that scrolls where the table is too wide. */
export function framed(made: HTMLTableElement): HTMLElement {
  return node("div", { class: "scroll" }, made);
}

/** A table of rows in memory that shows more of them on demand. */
export function growing<T>(caption: string, columns: readonly Column<T>[], rows: readonly T[]): Node[] {
  const AT_ONCE = 25;
  let shown = AT_ONCE;
  const made = table(caption, columns, rows.slice(0, shown));
  if (rows.length <= shown) return [framed(made)];
  const more = node("button", { type: "button", click: () => grow() }, moreText());
  function moreText(): string {
    return `Show more (${countText(rows.length - shown)} left)`;
  }
  function grow(): void {
    const [first] = addRows(made, columns, rows.slice(shown, shown + 4 * AT_ONCE));
    shown += 4 * AT_ONCE;
    if (shown >= rows.length) more.remove();
    else more.textContent = moreText();
    focusRow(first);
  }
  return [framed(made), node("p", { class: "fields" }, more)];
}

/** Moves the focus to the first new row, as the button with the focus may be gone. */
export function focusRow(row: HTMLTableRowElement | undefined): void {
  const target = row?.querySelector<HTMLElement>("a, button") ?? row;
  if (target === row) row?.setAttribute("tabindex", "-1");
  target?.focus();
}
