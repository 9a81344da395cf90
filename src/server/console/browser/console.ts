/**
 * The console: a page that asks the API for what a billing clerk needs. The view is named behind the `#` of the
 * address, so that the browser's own buttons lead back; a key is never in the address.
 */

import { ask, forgetKey, hasKey, keepKey, NO_KEY, Refused } from "./ask-server.ts";
import { forgetCustomers } from "./find-customer.ts";
import { byId, fieldText, headingOf, onSubmit } from "./nodes.ts";
import { whenKeyIsMissing } from "./part.ts";
import { startReport } from "./report-frame.ts";
import { showBatch, showBatches, startBatches } from "./show-batches.ts";
import { showNamedCalls, startCalls } from "./show-calls.ts";
import { showErrors, startErrors } from "./show-errors.ts";
import { showIncrease, startIncrease } from "./show-increase.ts";
import { startPools } from "./show-pools.ts";
import { showTariff, startTariff } from "./show-tariff.ts";
import { showTariffs, startTariffs } from "./show-tariffs.ts";
import { readCurrency, startExact } from "./shown-amounts.ts";

/** By view: loads its data when the user opens it. */
const VIEWS: Readonly<Record<string, (wanted: URLSearchParams) => unknown>> = {
  tariffs: showTariffs,
  increase: showIncrease,
  calls: showNamedCalls,
  errors: showErrors,
  pools: () => undefined,
  batches: showBatches,
};

/** Views of one record, by list; the address has the id of the record: `#/tariffs/7`. */
const RECORDS: Readonly<Record<string, readonly [view: string, show: (id: string) => unknown]>> = {
  tariffs: ["tariff", showTariff],
  batches: ["batch", showBatch],
};

function show(view: string, tab: string): void {
  for (const element of document.querySelectorAll<HTMLElement>(".view")) {
    element.hidden = element.id !== `view-${view}`;
  }
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#/${tab}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const heading = headingOf(view);
  document.title = `${heading.textContent} · Tollbook`;
  heading.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

function follow(): void {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [given = "", id = ""] = path.split("/");
  const tab = Object.hasOwn(VIEWS, given) ? given : "tariffs";
  const record = /^[0-9]+$/.test(id) && Object.hasOwn(RECORDS, given) ? RECORDS[given] : undefined;
  if (record !== undefined) {
    const [view, showRecord] = record;
    show(view, tab);
    void showRecord(id);
    return;
  }
  show(tab, tab);
  void VIEWS[tab]?.(new URLSearchParams(query));
}

/** Finds out by a small request whether the server takes the key, then shows the view of the address. */
async function begin(): Promise<void> {
  byId("forget").hidden = !hasKey();
  try {
    await readCurrency(new AbortController().signal);
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.code === NO_KEY) {
      askForKey();
      return;
    }
  }
  follow();
}

function askForKey(): void {
  const trouble = hasKey() ? "The server does not know this key." : "";
  forgetKey();
  byId("forget").hidden = true;
  byId<HTMLInputElement>("key").value = "";
  show("key", "");
  byId("key-trouble").textContent = trouble;
  byId("key").focus();
}

function useKey(): void {
  const key = fieldText("key");
  // A header cannot carry other characters.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    byId("key-trouble").textContent = "A key has letters, digits and signs, and no spaces.";
    return;
  }
  keepKey(key);
  forgetCustomers();
  void begin();
}

function leave(): void {
  forgetKey();
  // Removes all data that was read with the key.
  location.reload();
}

async function tellVersion(): Promise<void> {
  const { version, revision } = await ask<{ version: string; revision: number }>("GET", "/tollbook/health");
  byId("about").textContent =
    `Tollbook ${version}, revision ${revision} of the book when this page was opened.`;
}

startExact();
startReport();
startTariffs();
startTariff();
startIncrease();
startCalls();
startErrors();
startPools();
startBatches();
whenKeyIsMissing(askForKey);
onSubmit("key-form", useKey);
byId("forget").addEventListener("click", leave);
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
addEventListener("hashchange", follow);
void begin();
void tellVersion().catch(() => undefined);
