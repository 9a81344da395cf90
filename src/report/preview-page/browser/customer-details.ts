/** What opens under a customer: its counts, its margin, and its example calls. */

import { countText, type MoneyText } from "../../money-text.ts";
import type { CustomerRow, PageData } from "../customer-row.ts";
import { element } from "./element.ts";

export function customerDetails(
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
