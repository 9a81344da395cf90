/** An increase in three steps: its preview, its version, and the version put into force. */

import { counted, paymentsOf } from "../../../report/index.ts";
import { ask, askText } from "./ask-server.ts";
import { comparisonCards, type Payer, payersTable, type Report } from "./increase-figures.ts";
import { byId, fieldText, name, node, onSubmit, textOf } from "./nodes.ts";
import { Mistake, Part } from "./part.ts";
import { showReport } from "./report-frame.ts";
import { readTariffs, type TariffRecord, tariffName } from "./show-tariffs.ts";
import { feeUnit, minorUnit } from "./shown-amounts.ts";

type Resource = "tariffs" | "fixedFeeTariffs";

const SCOPES: Readonly<Record<Resource, readonly (readonly [value: string, words: string])[]>> = {
  tariffs: [
    ["allCharges", "all charges: usage, connections, minimums, surcharges"],
    ["costOnly", "usage prices only"],
  ],
  fixedFeeTariffs: [
    ["recurringOnly", "recurring charges only"],
    ["recurringAndConnections", "recurring charges and connections"],
  ],
};

/** The tariffs to choose from, as a separate part: input that clears the preview does not abort their load. */
const offered = new Part("increase-tariffs");
const previewed = new Part("increase-preview");
const version = new Part("increase-version");
const activation = new Part("increase-activation");
/** The version that was made, and its resource. */
let made: { readonly resource: Resource; readonly id: string } | undefined;

/** The chosen record: `tariffs/101`. */
function chosen(): { readonly resource: Resource; readonly id: string } {
  const [resource, id = ""] = byId<HTMLSelectElement>("increase-of").value.split("/");
  if (id === "") throw new Mistake("Which tariff? Choose one.");
  return { resource: resource as Resource, id };
}

/** The increase as the API takes it, without the record. */
function terms(): Readonly<Record<string, string>> & { readonly effectiveDate?: string } {
  const number = fieldText("increase-number");
  if (!/^-?[0-9]+(?:\.[0-9]+)?$/.test(number)) throw new Mistake("By how much? Write a number such as 3.5.");
  const isPercent = byId("increase-form").querySelector("[value=percent]:checked") !== null;
  const from = fieldText("increase-from");
  return {
    [isPercent ? "increasePercent" : "increaseAmount"]: number,
    increaseScope: byId<HTMLSelectElement>("increase-scope").value,
    ...(from === "" ? {} : { effectiveDate: from }),
  };
}

/** The stored calls of the preview. */
function overCalls(): Readonly<Record<string, string>> {
  const [minDate, maxDate] = [fieldText("increase-calls-from"), fieldText("increase-calls-to")];
  return { ...(minDate === "" ? {} : { minDate }), ...(maxDate === "" ? {} : { maxDate }) };
}

function preview(): Promise<void> {
  return previewed.run("Pricing the calls twice …", async (signal) => {
    forgetVersion();
    previewed.result.replaceChildren();
    const { effectiveDate, ...undatedTerms } = terms();
    const bodyOf = (increase: object): object => ({
      increases: [{ ...chosen(), ...increase }],
      calls: overCalls(),
      discounts: byId<HTMLInputElement>("increase-discounts").checked,
    });
    // Calls before the date keep their prices: where all calls lie before the date, preview without the date.
    let body = bodyOf(undatedTerms);
    let report = await ask<Report>("POST", "/tollbook/previews", { body, signal });
    const isBefore = effectiveDate !== undefined && (report.to === null || report.to < effectiveDate);
    if (effectiveDate !== undefined && !isBefore) {
      body = bodyOf({ ...undatedTerms, effectiveDate });
      report = await ask<Report>("POST", "/tollbook/previews", { body, signal });
    }
    signal.throwIfAborted();
    // R24: amounts of several currencies are no sum.
    const parts = [report, ...(report.otherCurrencies ?? [])].map((part) => ({
      part,
      paid: paymentsOf(part),
    }));
    const changed = parts.flatMap(({ part: { currency }, paid }) =>
      paid.customers
        .filter(({ amount }) => /[1-9]/.test(amount.difference))
        .map((payment) => ({ ...payment, currency })),
    );
    const open = node("button", { type: "button" }, "Open the whole preview");
    open.addEventListener("click", () => {
      void previewed.run("Making the page …", async (later) => {
        const page = await askText("POST", "/tollbook/previews", {
          body,
          accept: "text/html",
          signal: later,
        });
        later.throwIfAborted();
        showReport(page, open);
        return parts.map(counts).join(" ");
      });
    });
    previewed.result.replaceChildren(
      ...parts.flatMap(({ part, paid }) => comparisonCards(part, paid)),
      node("p", { class: "fields" }, open),
      ...payersTable("Who pays more, and who less", changed),
    );
    byId("increase-make").hidden = false;
    return parts.map(counts).join(" ");
  });
}

function counts({ part: { totals } }: { readonly part: Report }): string {
  const { calls, dearer, cheaper, newlyUnrated } = totals;
  const lost = newlyUnrated === 0 ? "" : ` ${counted(newlyUnrated, "call")} would lose their price.`;
  return `${counted(calls, "call")}: ${counted(dearer, "call")} dearer, ${cheaper} cheaper.${lost}`;
}

interface Made {
  readonly record: TariffRecord;
  readonly created: boolean;
  readonly stale: boolean;
  readonly tiesWithSource: boolean;
}

function makeVersion(): Promise<void> {
  return version.run("Making it …", async (signal) => {
    version.result.replaceChildren();
    const { resource, id } = chosen();
    const { record, created, stale, tiesWithSource } = await ask<Made>(
      "POST",
      `/${resource}/${id}/createIncreaseVersion?report`,
      { body: terms() },
    );
    signal.throwIfAborted();
    made = { resource, id: record.id };
    const notes = [
      stale && "It was made of prices that have changed since; delete it and make it again.",
      tiesWithSource &&
        "The present tariff is a default: it stays the default until this one is put into force.",
    ].filter((note) => note !== false);
    version.result.replaceChildren(
      node(
        "p",
        { class: "said" },
        resource === "tariffs"
          ? node("a", { href: `#/tariffs/${record.id}` }, name(tariffName(record)))
          : name(tariffName(record)),
        ` (id ${record.id})`,
      ),
      ...notes.map((note) => node("p", { class: "note" }, note)),
    );
    byId("increase-put").hidden = false;
    return created ? "The version is made." : "There is such a version already.";
  });
}

interface Activation {
  readonly revision: number;
  /** Numbers of customers and of telephone numbers that move. */
  readonly customers: number;
  readonly numbers: number;
  readonly payers: readonly (Pick<Payer, "name" | "currency"> &
    Payer["amount"] & { readonly customerID: string | null })[];
}

async function askActivation(dryRun: boolean, signal?: AbortSignal): Promise<Activation> {
  if (made === undefined) throw new Mistake("Make the version first.");
  const body = { ...made, calls: overCalls(), dryRun };
  return ask<Activation>("POST", "/tollbook/activations", { body, signal });
}

function payers(): Promise<void> {
  return activation.run("Looking …", async (signal) => {
    activation.result.replaceChildren();
    const found = await askActivation(true, signal);
    signal.throwIfAborted();
    const put = node(
      "button",
      { type: "button", class: "main", click: () => void putIntoForce() },
      "Put it into force now",
    );
    // A second click would be refused, because the first one changes the book.
    put.addEventListener("click", () => put.remove());
    activation.result.replaceChildren(...payerNodes(found), node("p", { class: "fields" }, put));
    return "";
  });
}

function payerNodes({ payers: payerList, customers, numbers }: Activation): Node[] {
  const lines = payerList.map(({ customerID, name: called, currency, ...amount }) => ({
    key: customerID,
    name: called,
    currency,
    amount,
  }));
  const moved = `${counted(customers, "customer")} and ${counted(numbers, "number")} move to the version.`;
  const changed = lines.filter(({ amount }) => /[1-9]/.test(amount.difference));
  const nobody =
    "Over these calls nobody pays more: they lie before the day from which the version holds, or it prices them as before.";
  const payers =
    changed.length === 0
      ? [node("p", { class: "note" }, nobody)]
      : payersTable("Who pays how much more", changed);
  return [node("p", {}, moved), ...payers];
}

function putIntoForce(): Promise<void> {
  return activation.run("Putting it into force …", async (signal) => {
    const done = await askActivation(false);
    signal.throwIfAborted();
    activation.result.replaceChildren(...payerNodes(done));
    return `It is in force: revision ${done.revision} of the book.`;
  });
}

/** Resets steps 2 and 3, which belong to the last preview. */
function forgetVersion(): void {
  made = undefined;
  for (const part of [version, activation]) part.clear();
  for (const id of ["increase-make", "increase-put"]) byId(id).hidden = true;
}

function showScopes(): void {
  const select = byId<HTMLSelectElement>("increase-of");
  const [resource] = select.value.split("/");
  const currency = select.selectedOptions[0]?.dataset.currency || undefined;
  const scopes = SCOPES[resource === "fixedFeeTariffs" ? resource : "tariffs"];
  byId("increase-scope").replaceChildren(...scopes.map(([value, words]) => node("option", { value }, words)));
  byId("increase-unit").textContent =
    resource === "fixedFeeTariffs" ? feeUnit(currency) : minorUnit(currency);
}

/** Shows the form, with a record chosen where the address names one. */
export function showIncrease(wanted: URLSearchParams): Promise<void> {
  return offered.run("Loading …", async (signal) => {
    const { tariffs, fees } = await readTariffs(signal);
    signal.throwIfAborted();
    const options = (resource: Resource, records: readonly TariffRecord[]): HTMLElement[] =>
      records
        .filter(({ retail }) => textOf(retail) !== "wholesale")
        .map((record) =>
          node(
            "option",
            { value: `${resource}/${record.id}`, "data-currency": textOf(record.currency) },
            `${tariffName(record)} (id ${record.id})`,
          ),
        );
    const select = byId<HTMLSelectElement>("increase-of");
    const before = select.value;
    select.replaceChildren(
      node("option", { value: "" }, "Choose …"),
      node("optgroup", { label: "Tariffs" }, ...options("tariffs", tariffs)),
      node("optgroup", { label: "Fixed fee tariffs" }, ...options("fixedFeeTariffs", fees)),
    );
    const id = wanted.get("id");
    select.value = id === null ? before : `${wanted.get("resource") ?? "tariffs"}/${id}`;
    if (select.selectedIndex < 0) select.value = "";
    if (select.value !== before) forgetPreview();
    showScopes();
    return "";
  });
}

function forgetPreview(): void {
  previewed.clear();
  forgetVersion();
}

export function startIncrease(): void {
  byId("increase-form").addEventListener("input", forgetPreview);
  byId("increase-of").addEventListener("change", showScopes);
  onSubmit("increase-form", preview);
  byId("increase-create").addEventListener("click", () => void makeVersion());
  byId("increase-payers").addEventListener("click", () => void payers());
}
