/** Calls of a customer, a number or some days, or one call by its id; each with its cost and explanation. */
import { dateText, durationText } from "../../../report/index.ts";
import { ask, askPage, askText, queryOf } from "./ask-server.ts";
import { customerName, customerOf, offerCustomers } from "./find-customer.ts";
import { showList } from "./listed.ts";
import { byId, explanationText, fieldText, name, node, onSubmit, textOf } from "./nodes.ts";
import { Mistake, Part } from "./part.ts";
import { type Column, framed, table } from "./records-table.ts";
import { exact } from "./shown-amounts.ts";

interface Call {
  readonly id: string;
  readonly startDate: string | null;
  readonly startTime: string | null;
  readonly duration: number | null;
  readonly target: string | null;
  readonly external: string | null;
  readonly tariffType: string | null;
  readonly cost: string | null;
  readonly tollbook: Readonly<Record<"currency" | "error" | "message", string | null>>;
}

const CALLS_AT_ONCE = 100;
const calls = new Part("calls");
let explanations = 0;

const COLUMNS: readonly Column<Call>[] = [
  {
    title: "When",
    cell: ({ startDate, startTime }) =>
      startDate === null ? "no date" : `${dateText(startDate)} ${textOf(startTime)}`,
  },
  { title: "Number", cell: ({ target }) => name(textOf(target)) },
  { title: "Other party", cell: ({ external }) => name(textOf(external)) },
  {
    title: "Lasted",
    isNumber: true,
    cell: ({ duration }) => (duration === null ? "" : durationText(String(duration))),
  },
  { title: "Kind", cell: ({ tariffType }) => name(textOf(tariffType)) },
  { title: "Cost", isNumber: true, cell: costOf },
  { title: "Why", cell: whyButton },
];

function costOf({ cost, tollbook: { currency, error, message } }: Call): Node | string {
  if (error !== null) return node("span", { class: "mark bad" }, "in error");
  if (cost === null) return node("span", { class: "mark" }, textOf(message) === "" ? "waits" : "ignored");
  return exact(cost, currency ?? undefined);
}

/** A button that opens the explanation in a row below the call's. */
function whyButton({ id, tollbook: { message } }: Call): HTMLElement {
  const below = `explanation-${++explanations}`;
  const button = node(
    "button",
    { type: "button", class: "quiet", "aria-expanded": "false", "aria-controls": below },
    "Explain",
    node("span", { class: "unseen" }, ` call ${id}`),
  );
  button.addEventListener("click", () => {
    const row = button.closest("tr") as HTMLTableRowElement;
    const open = document.getElementById(below);
    button.setAttribute("aria-expanded", String(open === null));
    if (open !== null) {
      open.remove();
      return;
    }
    const cell = node(
      "td",
      { colspan: String(COLUMNS.length) },
      node("p", { class: "status", role: "status" }),
      node("div", { class: "trouble", role: "alert" }),
      node("div", { class: "result" }),
    );
    cell.id = `${below}-part`;
    row.after(node("tr", { id: below, class: "opened" }, cell));
    const part = new Part(cell.id);
    void part.run("Explaining …", (signal) => explain(part, id, message, signal));
  });
  return button;
}

async function explain(part: Part, id: string, message: string | null, signal: AbortSignal): Promise<string> {
  const path = `/tollbook/calls/${id}/explanation`;
  const [{ matches, revision }, text] = await Promise.all([
    ask<{ readonly matches: boolean; readonly revision: number }>("GET", path, { signal }),
    askText("GET", path, { accept: "text/plain", signal }),
  ]);
  signal.throwIfAborted();
  const proof = matches
    ? node(
        "p",
        { class: "mark good" },
        `✓ Matches: priced again by revision ${revision} of the book, it is the stored result to the last digit.`,
      )
    : node(
        "p",
        { class: "mark bad" },
        `✗ Does not match: priced again by revision ${revision} of the book, it is not the stored result.`,
      );
  part.result.replaceChildren(
    message === null ? "" : node("p", { class: "said" }, name(message)),
    proof,
    explanationText(text),
  );
  return "";
}

/** The path of the calls of a number, which several records may have. */
async function pathOfNumber(number: string, signal: AbortSignal): Promise<string> {
  const { items } = await askPage<{ readonly id: string; readonly customerID: string | null }>(
    `/numbers/${queryOf({ number })}`,
    signal,
  );
  const [first, ...others] = items;
  if (first === undefined) throw new Mistake("No number of the book is written like that.");
  if (others.length > 0) {
    if (fieldText("calls-customer") === "")
      throw new Mistake("Several customers have or had this number. Type the customer, too.");
    const customer = await customerOf("calls-customer", signal);
    const match = items.find(({ customerID }) => customerID === customer.id);
    if (match === undefined) throw new Mistake(`${customerName(customer)} does not have this number.`);
    return `/numbers/${match.id}/calls/`;
  }
  return `/numbers/${first.id}/calls/`;
}

function showCalls(): Promise<void> {
  return calls.run("Loading …", async (signal) => {
    calls.result.replaceChildren();
    const id = fieldText("calls-id");
    if (id !== "") {
      if (!/^[0-9]+$/.test(id)) throw new Mistake("The id of a call has digits only.");
      const call = await ask<Call>("GET", `/calls/${id}`, { signal });
      signal.throwIfAborted();
      return showOne(call);
    }
    const number = fieldText("calls-number");
    const path =
      number !== ""
        ? await pathOfNumber(number, signal)
        : fieldText("calls-customer") !== ""
          ? `/customers/${(await customerOf("calls-customer", signal)).id}/calls/`
          : "/calls/";
    const query = queryOf({
      minDate: fieldText("calls-from"),
      maxDate: fieldText("calls-to"),
      limit: String(CALLS_AT_ONCE),
    });
    return showList<Call>(
      calls,
      `${path}${query}`,
      { caption: "Calls", columns: COLUMNS, one: "call" },
      signal,
    );
  });
}

function showOne(call: Call): string {
  calls.result.replaceChildren(framed(table("The call", COLUMNS, [call])));
  calls.result.querySelector("button")?.click();
  return "1 call.";
}

/** Shows the calls that the address names, `#/calls?id=261`; without a query only the form. */
export function showNamedCalls(wanted: URLSearchParams): void {
  if (wanted.size === 0) return;
  for (const name of ["customer", "number", "id", "from", "to"]) {
    byId<HTMLInputElement>(`calls-${name}`).value = wanted.get(name) ?? "";
  }
  void showCalls();
}

export function startCalls(): void {
  offerCustomers("calls-customer");
  onSubmit("calls-form", showCalls);
}
