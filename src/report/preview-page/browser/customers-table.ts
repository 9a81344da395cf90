/** The table of customers with its controls. */

import { byId, element } from "../../elements/index.ts";
import { countText, type MoneyText, moneyText } from "../../money-text.ts";
import {
  type CustomerColumn,
  type CustomerRow,
  customerCells,
  customerName,
  customerNarrowText,
  type PageData,
  ROWS_AT_FIRST,
  unpackCustomer,
} from "../customer-row.ts";
import { customerDetails, tableCell } from "./customer-details.ts";
import { filterCustomers, type Sorting, sortCustomers } from "./customer-order.ts";

export class CustomersTable {
  readonly #data: PageData;
  readonly #money: MoneyText;
  readonly #customers: readonly CustomerRow[];
  readonly #table = byId<HTMLTableElement>("customer-table");
  readonly #filter = byId<HTMLInputElement>("filter");
  readonly #direction = byId<HTMLSelectElement>("direction");
  #sorting: Sorting | undefined;
  /** Customers that match the filter, in order, and how many of them may have rows. */
  #found: readonly CustomerRow[];
  #limit = ROWS_AT_FIRST;

  constructor(data: PageData) {
    this.#data = data;
    const money = moneyText(data.currency, data.currencyDecimals);
    this.#money = data.isFine ? money.fine : money;
    this.#customers = data.customers.map(unpackCustomer);
    this.#found = this.#customers;
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

  /** Names sort in ascending order first, figures in descending order; a second click reverses the order. */
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
    const found = filterCustomers(this.#customers, this.#filter.value, this.#direction.value);
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
    const all = this.#customers.length;
    const found = this.#found.length === all ? "" : " found";
    const size = left > 0 ? `${countText(shown)} of ${countText(this.#found.length)}` : countText(shown);
    byId("shown").textContent =
      shown === 0
        ? "No customer is like that."
        : `${size} ${shown === 1 && left === 0 ? "customer" : "customers"}${found}. Open one to see its numbers and example calls.`;
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
    const cells = customerCells(customer, this.#money).map(tableCell);
    const row = element("tr", "openable", name, ...cells);
    row.dataset.at = String(at);
    return row;
  }

  /** Opens or closes a customer: by Enter or the space bar on the button, or by a click anywhere in the row. */
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
