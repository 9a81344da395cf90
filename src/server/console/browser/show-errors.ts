/** The calls in error, grouped by the repair that they need, and rating them again. */
import type { TallyReport, WorklistGroup, WorklistItem } from "../../../index.ts";
import { counted, countText } from "../../../report/index.ts";
import { ask, queryOf } from "./ask-server.ts";
import { customerOf, offerCustomers } from "./find-customer.ts";
import { byId, fieldText, name, node, onSubmit } from "./nodes.ts";
import { Part } from "./part.ts";
import { type Column, growing } from "./records-table.ts";
import { fine, total } from "./shown-amounts.ts";

const MENDS: Readonly<Record<string, string>> = {
  "unregistered-number": "Add the number to its customer, or to the ignored numbers.",
  "ambiguous-number": "Two records have the number on that day: end one before the other begins.",
  "number-not-billable": "Look at the number's billable dates, and at its customer's status.",
  "unknown-call-type": "Add a destination for the prefix, or say what the carrier's charge band means.",
  "class-conflict": "The call type and the charge band are of different classes: set one of them right.",
  "no-tariff": "Give the customer a tariff of this class, or make one the default.",
  "ambiguous-tariff": "Two default tariffs fit: leave the default to one of them.",
  "tariff-not-allowed": "The tariff is not for this customer: name another, or allow it.",
  "currency-mismatch": "The tariff is in another currency than its customer: name one in the customer's.",
  "no-rate": "Add a line to the tariff for this call type, prefix and period.",
  "no-carrier-cost": "Add the carrier's wholesale price, or have the carrier send the cost.",
  "malformed-record": "Ask the carrier for a sound record; nothing in the book sets it right.",
  "duplicate-call": "The call is stored already: nothing to do.",
};

const errors = new Part("errors");
const rerated = new Part("rerated");

const COLUMNS: readonly Column<WorklistItem>[] = [
  {
    title: "What",
    cell: ({ what, code }) => node("div", {}, name(what), node("p", { class: "mend" }, mendOf(code))),
  },
  { title: "Calls", isNumber: true, cell: ({ calls }) => countText(calls) },
  { title: "Minutes", isNumber: true, isExtra: true, cell: ({ minutes }) => minutes },
  { title: "Carrier's cost", isNumber: true, cell: costOf },
  { title: "Code", isExtra: true, cell: ({ code }) => node("code", {}, code) },
];

function mendOf(code: string): string {
  return (Object.hasOwn(MENDS, code) ? MENDS[code] : undefined) ?? "";
}

function costOf({ cost, atLeast }: Pick<WorklistItem, "cost" | "atLeast">): HTMLElement {
  return node("span", {}, atLeast ? "at least " : "", fine(cost));
}

/** The customer and the days of the form, as parameters of the API. */
async function wanted(signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
  const customerID =
    fieldText("errors-customer") === "" ? "" : (await customerOf("errors-customer", signal)).id;
  return { customerID, minDate: fieldText("errors-from"), maxDate: fieldText("errors-to") };
}

export function showErrors(): Promise<void> {
  return errors.run("Loading …", async (signal) => {
    errors.result.replaceChildren();
    const path = `/tollbook/worklist${queryOf(await wanted(signal))}`;
    const groups = await ask<readonly WorklistGroup[]>("GET", path, { signal });
    signal.throwIfAborted();
    errors.result.replaceChildren(...groups.flatMap(groupNodes));
    const calls = groups.reduce((sum, group) => sum + group.calls, 0);
    return calls === 0 ? "No call is in error." : `${counted(calls, "call")} in error.`;
  });
}

function groupNodes(group: WorklistGroup): Node[] {
  const { title, calls, items } = group;
  const sum = node("span", { class: "note" }, ` ${counted(calls, "call")}, `, costOf(group));
  return [node("h2", { class: "further" }, title, sum), ...growing(title, COLUMNS, items)];
}

interface Rerated extends Pick<TallyReport, "read" | "rated" | "errors" | "ignored"> {
  readonly totals: TallyReport["totals"] & Pick<TallyReport, "otherCurrencies">;
}

function rerate(): Promise<void> {
  return rerated.run("Rating …", async (signal) => {
    rerated.result.replaceChildren();
    const given = Object.entries(await wanted(signal)).filter(([, value]) => value !== "");
    const body = { ...Object.fromEntries(given), errorsOnly: true };
    const done = await ask<Rerated>("POST", "/tollbook/rerate", { body, signal });
    const { read, rated, errors: left, ignored, totals } = done;
    // R24: amounts of several currencies are no sum; nobody may be billed in the book's.
    const others = totals.otherCurrencies ?? [];
    const inBooks = rated > others.reduce((sum, { calls }) => sum + calls, 0) ? [total(totals.cost)] : [];
    const sums = [...inBooks, ...others.map(({ cost, currency }) => total(cost, currency))];
    const told = sums.flatMap((sum, at) => (at === 0 ? [sum] : [" and ", sum]));
    if (rated > 0) rerated.result.replaceChildren(node("p", {}, "They cost ", ...told, "."));
    await showErrors();
    const ignoredText = ignored === 0 ? "" : `, ${countText(ignored)} ignored`;
    return `${counted(read, "call")} rated again: ${countText(rated)} priced now${ignoredText}, ${countText(left)} still in error.`;
  });
}

export function startErrors(): void {
  offerCustomers("errors-customer");
  onSubmit("errors-form", () => {
    rerated.clear();
    void showErrors();
  });
  byId("rerate").addEventListener("click", () => void rerate());
}
