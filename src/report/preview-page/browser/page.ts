import { compareAmounts, countText, type MoneyText, moneyText, signOf } from "../../money-text.ts";
import {
  type CustomerColumn,
  type CustomerRow,
  customerCells,
  customerName,
  customerNarrowText,
  type PageData,
  ROWS_AT_FIRST,
} from "../customer-row.ts";

/** The element with this id; the page has written it. */
function byId<E extends HTMLElement>(id: string): E {
  return document.getElementById(id) as E;
}

/** A new element with a class and children; a text becomes a text, never HTML. */
function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== "") made.className = className;
  made.append(...children);
  return made;
}

function customerDetails(
  customer: CustomerRow,
  { beforeName, afterName }: PageData,
  money: MoneyText,
): HTMLElement {
  const { before, after, marginBefore, marginAfter } = customer;
  const exact = (amount: string | null): string => (amount === null ? "not known" : money.exact(amount));
  const calls = [
    [customer.dearer, "dearer"],
    [customer.cheaper, "cheaper"],
    [customer.newlyRated, "newly priced"],
    [customer.newlyUnrated, "without a price now"],
  ] as const;
  const counts = calls.filter(([count]) => count > 0).map(([count, what]) => `${countText(count)} ${what}`);
  const facts = element("dl", "facts-of-customer");
  const fact = (what: string, value: string): void => {
    facts.append(element("div", "", element("dt", "", what), element("dd", "", value)));
  };
  fact(
    "Calls",
    `${countText(customer.calls)}${counts.length > 0 ? `: ${counts.join(", ")}` : ", none changes"}`,
  );
  fact(
    `Retail, ${beforeName.toLowerCase()} → ${afterName.toLowerCase()}`,
    `${exact(before)} → ${exact(after)}`,
  );
  fact("Margin", `${exact(marginBefore)} → ${exact(marginAfter)}`);
  return element("div", "customer-details", facts, exampleCalls(customer));
}

/** Copies of the page's own example calls: they are written once, where they are escaped. */
function exampleCalls({ examples }: CustomerRow): HTMLElement {
  const copies = examples.flatMap((place) => {
    const original = document.getElementById(`example-${place}`);
    if (original === null) return [];
    const copy = original.cloneNode(true) as HTMLDetailsElement;
    copy.removeAttribute("id");
    copy.open = false;
    return [copy];
  });
  if (copies.length === 0) {
    return element(
      "p",
      "note",
      "No example calls are kept for this customer: they go with the largest changes.",
    );
  }
  const [first] = copies;
  if (first !== undefined && copies.length === 1) first.open = true;
  return element("div", "examples", element("h3", "", "Example calls"), ...copies);
}

interface Sorting {
  readonly column: CustomerColumn;
  readonly isDescending: boolean;
}

/** The customers whose name or id holds the text and whose change has the direction asked for. */
function filterCustomers(
  customers: readonly CustomerRow[],
  text: string,
  direction: string,
): readonly CustomerRow[] {
  const wanted = text.trim().toLowerCase();
  return customers.filter((customer) => {
    if (!hasDirection(customer, direction)) return false;
    return wanted === "" || `${customerName(customer)}\n${customer.id ?? ""}`.toLowerCase().includes(wanted);
  });
}

function hasDirection({ difference, newlyUnrated }: CustomerRow, direction: string): boolean {
  if (direction === "more") return signOf(difference) > 0;
  if (direction === "less") return signOf(difference) < 0;
  if (direction === "same") return signOf(difference) === 0;
  return direction !== "newlyUnrated" || newlyUnrated > 0;
}

/** Sorted by a column; equal ones keep the report's order, and those without a value come last. */
function sortCustomers(
  customers: readonly CustomerRow[],
  { column, isDescending }: Sorting,
): readonly CustomerRow[] {
  const names = new Intl.Collator("en-GB", { numeric: true });
  const compare = (a: CustomerRow, b: CustomerRow): number => {
    if (column === "name") return names.compare(customerName(a), customerName(b));
    if (column === "calls") return a.calls - b.calls;
    return compareAmounts(a[column] ?? "0", b[column] ?? "0");
  };
  const isBlank = (customer: CustomerRow): boolean => customer[column] === null && column !== "name";
  return [...customers].sort((a, b) => {
    if (isBlank(a) !== isBlank(b)) return isBlank(a) ? 1 : -1;
    return isDescending ? compare(b, a) : compare(a, b);
  });
}

class CustomersTable {
  readonly #data: PageData;
  readonly #money: MoneyText;
  readonly #table = byId<HTMLTableElement>("customer-table");
  readonly #filter = byId<HTMLInputElement>("filter");
  readonly #direction = byId<HTMLSelectElement>("direction");
  #sorting: Sorting | undefined;
  /** Customers that the filter leaves, in order, and how many of them have rows. */
  #found: readonly CustomerRow[];
  #limit = ROWS_AT_FIRST;

  constructor(data: PageData) {
    this.#data = data;
    this.#money = moneyText(data.currency, data.currencyDecimals);
    this.#found = data.customers;
  }

  start(): void {
    for (const header of this.#table.querySelectorAll<HTMLElement>("th[data-column]")) {
      const button = element("button", "", header.textContent ?? "");
      button.type = "button";
      button.addEventListener("click", () => this.#sortBy(header.dataset.column as CustomerColumn));
      header.replaceChildren(button);
    }
    const search = (): void => {
      this.#limit = ROWS_AT_FIRST;
      this.#update();
    };
    this.#filter.addEventListener("input", search);
    this.#direction.addEventListener("change", search);
    this.#body().addEventListener("click", (event) => this.#toggle(event));
    byId("show-more").addEventListener("click", () => this.#grow(this.#limit + ROWS_AT_FIRST));
    byId("show-all").addEventListener("click", () => this.#grow(this.#found.length));
    for (const controls of document.querySelectorAll<HTMLElement>(".filters")) controls.hidden = false;
    this.#update();
  }

  #body(): HTMLTableSectionElement {
    return this.#table.tBodies[0] as HTMLTableSectionElement;
  }

  /** A name sorts from A first, a figure from its largest; a second click turns it round. */
  #sortBy(column: CustomerColumn): void {
    const isSame = this.#sorting?.column === column;
    this.#sorting = { column, isDescending: isSame ? !this.#sorting?.isDescending : column !== "name" };
    for (const header of this.#table.querySelectorAll<HTMLElement>("th[data-column]")) {
      if (header.dataset.column !== column) header.removeAttribute("aria-sort");
      else header.setAttribute("aria-sort", this.#sorting.isDescending ? "descending" : "ascending");
    }
    this.#update();
  }

  #update(): void {
    const found = filterCustomers(this.#data.customers, this.#filter.value, this.#direction.value);
    this.#found = this.#sorting === undefined ? found : sortCustomers(found, this.#sorting);
    this.#body().replaceChildren(...this.#rows(0, this.#limit));
    this.#showCounts();
  }

  #grow(limit: number): void {
    const from = this.#limit;
    this.#limit = limit;
    const rows = this.#rows(from, limit);
    this.#body().append(...rows);
    this.#showCounts();
    rows[0]?.querySelector("button")?.focus({ preventScroll: true });
  }

  #showCounts(): void {
    const shown = Math.min(this.#limit, this.#found.length);
    const left = this.#found.length - shown;
    const all = this.#data.customers.length;
    const found = this.#found.length === all ? "" : " found";
    const size = left > 0 ? `${countText(shown)} of ${countText(this.#found.length)}` : countText(shown);
    byId("shown").textContent =
      shown === 0
        ? "No customer is like that."
        : `${size} ${shown === 1 && left === 0 ? "customer" : "customers"}${found}. Open one to see its example calls.`;
    (byId("show-more").parentElement as HTMLElement).hidden = left === 0;
    byId("show-more").textContent = `Show ${countText(Math.min(left, ROWS_AT_FIRST))} more`;
    byId("show-all").textContent = `Show all ${countText(this.#found.length)}`;
  }

  #rows(from: number, to: number): HTMLTableRowElement[] {
    return this.#found.slice(from, to).map((customer, at) => this.#row(customer, from + at));
  }

  #row(customer: CustomerRow, at: number): HTMLTableRowElement {
    const button = element("button", "customer", element("bdi", "", customerName(customer)));
    button.type = "button";
    button.setAttribute("aria-expanded", "false");
    const name = element("th", "", button);
    name.scope = "row";
    if (customer.name !== null && customer.id !== null) name.append(" ", element("bdi", "id", customer.id));
    name.append(element("span", "narrow", customerNarrowText(customer, this.#money)));
    const cells = customerCells(customer, this.#money).map(({ text, title, className }) => {
      const cell = element("td", className, text);
      if (title !== undefined) cell.title = title;
      return cell;
    });
    const row = element("tr", "openable", name, ...cells);
    row.dataset.at = String(at);
    return row;
  }

  /** Opens or closes a customer; the button gives Enter and the space bar, the row the rest. */
  #toggle(event: Event): void {
    const row = (event.target as Element).closest<HTMLTableRowElement>("tr.openable");
    const customer = this.#found[Number(row?.dataset.at)];
    if (row === null || customer === undefined) return;
    const button = row.querySelector("button");
    const isOpen = button?.getAttribute("aria-expanded") === "true";
    button?.setAttribute("aria-expanded", String(!isOpen));
    row.classList.toggle("open", !isOpen);
    if (isOpen) {
      row.nextElementSibling?.remove();
      return;
    }
    const cell = element("td", "", customerDetails(customer, this.#data, this.#money));
    cell.colSpan = row.cells.length;
    row.after(element("tr", "details", cell));
  }
}

/** On paper the charts stand with their figures: their tables open for printing and close again. */
function printWithTables(): void {
  const opened: HTMLDetailsElement[] = [];
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("details.as-table, details.rest")) {
      if (details.open) continue;
      details.open = true;
      opened.push(details);
    }
  });
  window.addEventListener("afterprint", () => {
    for (const details of opened.splice(0)) details.open = false;
  });
}

/**
 * What the page does beyond being read: the customers sort, filter, grow and open. It builds nodes and sets
 * their text, never HTML, so no value of the report can become a part of the page.
 */

const data = document.getElementById("page-data")?.textContent ?? "";
new CustomersTable(JSON.parse(data)).start();
printWithTables();
