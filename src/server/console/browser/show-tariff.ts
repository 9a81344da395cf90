/** One tariff: its fields, its lines, and quotes for calls. */
import type { Quote } from "../../../index.ts";
import { chargeTypeWords, classWords, dateText, durationText } from "../../../report/index.ts";
import { ask, askText, queryOf } from "./ask-server.ts";
import { showList } from "./listed.ts";
import { byId, explanationText, fieldText, name, node, onSubmit, setHeading, textOf } from "./nodes.ts";
import { Mistake, Part } from "./part.ts";
import type { Column } from "./records-table.ts";
import { defaultWords, fromWords, type TariffRecord, tariffName } from "./show-tariffs.ts";
import { exact, minorUnit } from "./shown-amounts.ts";

/** A line, or the base of a tariff under the names of a line. */
type Line = Readonly<Record<string, unknown>>;

const LINES_AT_ONCE = 200;
const facts = new Part("tariff-facts");
const lines = new Part("lines");
const quoted = new Part("quote");
/** The id of the tariff that is shown. */
let shown = "";
/** The currency of the tariff that is shown; undefined for the book's (R24). */
let currency: string | undefined;

/** A price of a line, in pence, with its unit; empty for a blank, which is inherited. */
function priceText(cost: unknown, chargeType: unknown): string {
  const amount = textOf(cost);
  if (amount === "") return "";
  return `${amount} ${chargeTypeWords(textOf(chargeType) || "perMinute")}`;
}

function days({ startDate, endDate }: Line): string {
  const [from, to] = [textOf(startDate), textOf(endDate)];
  if (from === "" && to === "") return "";
  return [from === "" ? "" : `from ${dateText(from)}`, to === "" ? "" : `to ${dateText(to)}`]
    .join(" ")
    .trim();
}

function lineColumns(): readonly Column<Line>[] {
  const minor = minorUnit(currency);
  return [
    {
      title: "For",
      cell: ({ tariffType, base }) =>
        name(textOf(tariffType) || (base === true ? "every call" : "any call type")),
    },
    { title: "Prefix", cell: ({ prefix }) => textOf(prefix) },
    { title: "Period", cell: ({ tariffTime }) => name(textOf(tariffTime) || "any") },
    { title: `Price, ${minor}`, isNumber: true, cell: ({ cost, chargeType }) => priceText(cost, chargeType) },
    { title: "Connection", isNumber: true, cell: ({ costConnection }) => textOf(costConnection) },
    { title: "Least", isNumber: true, cell: ({ costMin }) => textOf(costMin) },
    { title: "Days", cell: days },
  ];
}

function fact(title: string, content: Node | string): HTMLElement | null {
  return content === "" ? null : node("div", {}, node("dt", {}, title), node("dd", {}, content));
}

export async function showTariff(id: string): Promise<void> {
  shown = id;
  byId<HTMLInputElement>("lines-search").value = "";
  for (const part of [facts, lines, quoted]) part.clear();
  setHeading("tariff", "Tariff");
  currency = undefined;
  await facts.run("Loading …", async (signal) => {
    const tariff = await ask<TariffRecord>("GET", `/tariffs/${id}`, { signal });
    signal.throwIfAborted();
    setHeading("tariff", tariffName(tariff));
    currency = textOf(tariff.currency) || undefined;
    const { tariffClass, retail, baseCost, baseType, description, parentTariff, increaseOriginalID } = tariff;
    const [parent, original] = [textOf(parentTariff), textOf(increaseOriginalID)];
    facts.result.replaceChildren(
      textOf(description) === "" ? "" : node("p", { class: "note" }, name(textOf(description))),
      node(
        "dl",
        { class: "facts" },
        fact("Calls", classWords(textOf(tariffClass))),
        fact("Price", textOf(retail) || "retail"),
        fact(`Where no line says otherwise, ${minorUnit(currency)}`, priceText(baseCost, baseType)),
        fact("Default for", name(defaultWords(tariff) || "nobody")),
        fact("From", fromWords(tariff)),
        fact(
          "Inherits from",
          parent === "" ? "" : node("a", { href: `#/tariffs/${parent}` }, `tariff ${parent}`),
        ),
        fact(
          "Version of",
          original === "" || original === id
            ? ""
            : node("a", { href: `#/tariffs/${original}` }, `tariff ${original}`),
        ),
        fact("Id", tariff.id),
      ),
      node(
        "p",
        { class: "fields" },
        node("a", { class: "button", href: `#/increase?resource=tariffs&id=${id}` }, "Preview an increase"),
      ),
    );
    return "";
  });
  // The head of the lines names the currency of the tariff.
  if (shown === id) await showLines();
}

function showLines(): Promise<void> {
  const search = fieldText("lines-search");
  const query = queryOf({ search, limit: String(LINES_AT_ONCE) });
  return lines.run("Loading …", (signal) =>
    showList<Line>(
      lines,
      `/tollbook/tariffs/${shown}/lines${query}`,
      { caption: "Lines of the tariff", columns: lineColumns(), one: "line" },
      signal,
    ),
  );
}

/** Seconds of `1:31`, `1:02:03` and `91`. */
export function secondsOf(text: string): number {
  const parts = text.trim().split(":");
  if (!parts.every((part) => /^[0-9]{1,6}$/.test(part)) || parts.length > 3) {
    throw new Mistake("How long does the call last? Write 1:31, or 91 for seconds.");
  }
  return parts.reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

function showQuote(): Promise<void> {
  return quoted.run("Pricing …", async (signal) => {
    quoted.result.replaceChildren();
    const to = fieldText("quote-to");
    const at = fieldText("quote-at");
    const isNumber = /^[+0-9][0-9 ()-]*$/.test(to);
    const body = {
      tariff: shown,
      ...(isNumber ? { to } : { callType: to }),
      at: at.length === 16 ? `${at}:00` : at,
      duration: secondsOf(fieldText("quote-duration")),
    };
    const [answer, text] = await Promise.all([
      ask<Quote>("POST", "/tollbook/quote", { body, signal }),
      askText("POST", "/tollbook/quote", { body, accept: "text/plain", signal }),
    ]);
    signal.throwIfAborted();
    if (answer.outcome === "error") throw new Mistake(`No price: ${answer.message}`);
    const { cost, currency: quotedIn, tariffType, tariffTime, location, chargedDuration } = answer;
    const what = [
      tariffType,
      textOf(location),
      tariffTime,
      `${durationText(String(chargedDuration))} charged`,
    ];
    quoted.result.replaceChildren(
      node("p", { class: "figure" }, exact(cost, quotedIn)),
      node("p", { class: "note" }, name(what.filter((part) => part !== "").join(" · "))),
      node("details", {}, node("summary", {}, "How it comes about"), explanationText(text)),
    );
    return "";
  });
}

export function startTariff(): void {
  const now = new Date();
  now.setSeconds(0, 0);
  now.setMinutes(now.getMinutes() - now.getTimezoneOffset());
  byId<HTMLInputElement>("quote-at").value = now.toISOString().slice(0, 16);
  onSubmit("lines-form", showLines);
  onSubmit("quote-form", showQuote);
}
