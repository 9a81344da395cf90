/** The figures of a preview: what customers pay before and after, the margin, and which customers pay more. */
import {
  type Payment,
  type Payments,
  type paymentsOf,
  percentText,
  periodText,
} from "../../../report/index.ts";
import { name, node } from "./nodes.ts";
import { type Column, growing } from "./records-table.ts";
import { change, total } from "./shown-amounts.ts";

/** A report, as previews are answered. */
export type Report = Parameters<typeof paymentsOf>[0];
type Amounts = Report["totals"]["margin"];

function card(
  title: string,
  { before, after, difference, percent }: Amounts,
  { currency, isMain }: { readonly currency: string; readonly isMain: boolean },
): HTMLElement {
  if (before === null || after === null || difference === null) {
    return node("div", { class: "card" }, node("h3", {}, title), node("p", { class: "was" }, "not known"));
  }
  return node(
    "div",
    { class: isMain ? "card main" : "card" },
    node("h3", {}, title),
    node("p", { class: "figure" }, change(difference, currency)),
    node(
      "p",
      { class: "was" },
      percentText(percent),
      " · ",
      total(before, currency),
      " before, ",
      total(after, currency),
      " after",
    ),
  );
}

export function comparisonCards({ from, to, totals, currency }: Report, { total: paid }: Payments): Node[] {
  const days = from === null || to === null ? "no calls with a date" : periodText(from, to);
  return [
    node("p", { class: "note" }, `Calls of ${days}.`),
    node(
      "div",
      { class: "cards" },
      card("Customers pay", paid, { currency, isMain: true }),
      card("Margin on calls", totals.margin, { currency, isMain: false }),
    ),
  ];
}

/** A customer's payment; in another currency than the book's where it is named (R24). */
export interface Payer extends Payment {
  readonly currency?: string | undefined;
}

const COLUMNS: readonly Column<Payer>[] = [
  {
    title: "Customer",
    cell: ({ key, name: own }) => name(own ?? (key === null ? "nobody's calls" : `Customer ${key}`)),
  },
  { title: "Before", isNumber: true, cell: ({ amount, currency }) => total(amount.before, currency) },
  { title: "After", isNumber: true, cell: ({ amount, currency }) => total(amount.after, currency) },
  { title: "Change", isNumber: true, cell: ({ amount, currency }) => change(amount.difference, currency) },
  { title: "Percent", isNumber: true, cell: ({ amount }) => percentText(amount.percent) },
];

export function payersTable(title: string, payers: readonly Payer[]): Node[] {
  if (payers.length === 0) return [node("p", {}, "Over these calls nobody pays more or less.")];
  return [node("h3", {}, title), ...growing(title, COLUMNS, payers)];
}
