/** A customer's pools, and how much of them is used. */
import { counted, countText, periodText } from "../../../report/index.ts";
import { ask, askPage, queryOf } from "./ask-server.ts";
import { customerOf, offerCustomers } from "./find-customer.ts";
import { fieldText, name, node, onSubmit, textOf } from "./nodes.ts";
import { Part } from "./part.ts";
import { pounds } from "./shown-amounts.ts";

type Pool = Readonly<Record<string, string | null>>;

const pools = new Part("pools");

/** The quantities that a pool may limit, and the format of their amounts. */
const KINDS: readonly {
  readonly field: string;
  readonly title: string;
  written(amount: string, currency: string | undefined): string;
}[] = [
  { field: "Seconds", title: "Minutes", written: minutesText },
  { field: "Bytes", title: "Data", written: bytesText },
  { field: "Events", title: "Messages and events", written: (amount) => grouped(amount) },
  { field: "Calls", title: "Calls", written: (amount) => grouped(amount) },
  { field: "Value", title: "Discount", written: pounds },
];

function grouped(amount: string): string {
  return Number.isSafeInteger(Number(amount)) ? countText(Number(amount)) : amount;
}

/** Rounded for reading: `1,234.5`. */
function minutesText(seconds: string): string {
  const tenths = Math.round(Number(seconds) / 6);
  return `${countText(Math.floor(tenths / 10))}${tenths % 10 === 0 ? "" : `.${tenths % 10}`}`;
}

function bytesText(bytes: string): string {
  const mebibytes = Number(bytes) / 2 ** 20;
  return mebibytes >= 1024
    ? `${Math.round((mebibytes / 1024) * 100) / 100} GB`
    : `${Math.round(mebibytes * 10) / 10} MB`;
}

function poolNode(
  pool: Pool,
  numbers: ReadonlyMap<string, string>,
  currency: string | undefined,
): HTMLElement {
  const { discountPlan, discountPlanAllowancePoolName: shared, numberID, startDate, endDate } = pool;
  const whose =
    shared !== null && shared !== undefined
      ? node("span", {}, "shared as ", name(shared))
      : numberID
        ? node("span", {}, "number ", name(numbers.get(numberID) ?? `with the id ${numberID}`))
        : "the customer's own";
  const limited = KINDS.filter(({ field }) => pool[`allowance${field}`] !== null);
  const unlimited = KINDS.filter(
    ({ field }) =>
      pool[`allowance${field}`] === null && field !== "Calls" && /[1-9]/.test(pool[`used${field}`] ?? ""),
  );
  return node(
    "article",
    { class: "pool" },
    node("h2", {}, name(discountPlan ?? "")),
    node(
      "p",
      { class: "note" },
      whose,
      ` · ${periodText(startDate ?? "", endDate ?? "")} · ${counted(Number(pool.usedCalls), "call")}`,
    ),
    ...limited.map((kind) => used(pool, kind, currency)),
    ...unlimited.map(({ field, title, written }) =>
      node(
        "p",
        { class: "use" },
        `${title}: ${written(pool[`used${field}`] ?? "0", currency)}, without a limit`,
      ),
    ),
  );
}

function used(
  pool: Pool,
  { field, title, written }: (typeof KINDS)[number],
  currency: string | undefined,
): HTMLElement {
  const [of, is] = [pool[`allowance${field}`] ?? "0", pool[`used${field}`] ?? "0"];
  const text = `${title}: ${written(is, currency)} of ${written(of, currency)} used`;
  const meter = node("meter", { min: "0", max: of, value: is, "aria-label": text });
  return node("p", { class: "use" }, node("span", {}, text), Number(of) > 0 ? meter : null);
}

function showPools(): Promise<void> {
  return pools.run("Loading …", async (signal) => {
    pools.result.replaceChildren();
    const customer = await customerOf("pools-customer", signal);
    const query = queryOf({ customerID: customer.id, date: fieldText("pools-date") });
    const [found, numbers] = await Promise.all([
      ask<readonly Pool[]>("GET", `/tollbook/pools${query}`, { signal }),
      askPage<{ readonly id: string; readonly number: string | null }>(
        `/customers/${customer.id}/numbers/`,
        signal,
      ),
    ]);
    const byID = new Map(numbers.items.map(({ id, number }) => [id, number ?? id]));
    signal.throwIfAborted();
    pools.result.replaceChildren(
      node(
        "div",
        { class: "pools" },
        ...found.map((pool) => poolNode(pool, byID, textOf(customer.currency) || undefined)),
      ),
    );
    return found.length === 0 ? "No call has drawn from a pool." : `${counted(found.length, "pool")}.`;
  });
}

export function startPools(): void {
  offerCustomers("pools-customer");
  onSubmit("pools-form", showPools);
}
