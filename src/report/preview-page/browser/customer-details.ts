/** The details of a customer: counts, margin, numbers and example calls. */

import { element } from "../../elements/index.ts";
import { countText, type MoneyText } from "../../money-text.ts";
import {
  amountCell,
  type CustomerCell,
  type CustomerRow,
  changeCell,
  type NumberRow,
  type PageData,
} from "../customer-row.ts";

export function customerDetails(
  customer: CustomerRow,
  names: Pick<PageData, "beforeName" | "afterName">,
  money: MoneyText,
): HTMLElement {
  const { beforeName, afterName } = names;
  const { before, after, marginBefore, margin } = customer;
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
    `Pays, ${beforeName.toLowerCase()} →\u00a0${afterName.toLowerCase()}`,
    `${exact(before)} →\u00a0${exact(after)}`,
  );
  fact("Margin", `${exact(marginBefore)} →\u00a0${exact(margin)}`);
  return element(
    "div",
    "customer-details",
    facts,
    ...numbersOf(customer, names, money),
    exampleCalls(customer),
  );
}

function numbersOf(
  { numbers }: CustomerRow,
  { beforeName, afterName }: Pick<PageData, "beforeName" | "afterName">,
  money: MoneyText,
): HTMLElement[] {
  if (numbers.length === 0) return [];
  const head = ["Number", "Calls", beforeName, afterName, "Change"].map((title, at) => {
    const cell = element("th", at === 0 ? "" : "amount", title);
    cell.scope = "col";
    return cell;
  });
  const table = element(
    "table",
    "numbers",
    element("thead", "", element("tr", "", ...head)),
    element("tbody", "", ...numbers.map((number) => numberRow(number, money))),
  );
  return [element("div", "scroll", table)];
}

function numberRow([name, calls, before, after]: NumberRow, money: MoneyText): HTMLElement {
  const header = element("th", "", element("bdi", "", name ?? "without a number"));
  header.scope = "row";
  const cells = [
    { text: countText(calls), title: undefined, className: "amount" },
    amountCell(before, money, "amount"),
    amountCell(after, money, "amount"),
    changeCell(before, after, money),
  ];
  return element("tr", "", header, ...cells.map(tableCell));
}

/** A table cell, as the markup of the page has cells. */
export function tableCell({ text, title, className }: CustomerCell): HTMLTableCellElement {
  const cell = element("td", className, text);
  if (title !== undefined) cell.title = title;
  return cell;
}

/** Copies of the example calls in the page's markup, where their texts are already escaped. */
function exampleCalls({ examples }: CustomerRow): HTMLElement {
  const copies = examples.flatMap((exampleIndex) => {
    const original = document.getElementById(`example-${exampleIndex}`);
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
