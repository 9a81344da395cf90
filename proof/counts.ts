/** What a proof counts of its calls, apart from what the engine counts: outcomes, exact sums, aims. */
import { type BookData, COMPONENTS, type ResultRecord } from "tollbook";
import type { RunReport } from "tollbook/files";
import type { Item } from "./calls.ts";
import { decimalText, unitsOf } from "./decimal.ts";
import type { Differences, Fields } from "./differences.ts";
import { isOnStep } from "./steps.ts";

/** Counts by name, which can be sent from process to process and added. */
export type Counts = Record<string, number>;

const SUMS = ["costBase", "cost", "costCDR", "costCarrier", "costSuggestedRetail"] as const;
/** Costs that customers pay, each in the currency of his own bills (R24). */
const PAID: readonly string[] = ["costBase", "cost"];
const PLACES = 10;
/** By the minute nothing above 2^50 ÷ 60,000 micro-pence is proven for the quick kernel (docs/exactness.md). */
const QUICK_MOST = (2n ** 50n / 60_000n) * 10_000n;

export class CallCounter {
  readonly counts: Counts = {};
  readonly #sums = new Map<string, bigint>(SUMS.map((name) => [name, 0n]));
  /** Of customers with a currency of their own, by id. */
  readonly #otherCurrencies: ReadonlyMap<string, string>;

  constructor({ currency: usual, customers }: BookData) {
    this.#otherCurrencies = new Map(
      (customers ?? []).flatMap(({ id, currency }) => {
        const isUsual = (currency ?? "") === "" || currency === (usual ?? "GBP");
        return isUsual ? [] : [[String(id), String(currency)] as const];
      }),
    );
  }

  /** Notes an item and what every way has said of it. */
  add(item: Item, record: ResultRecord): void {
    this.#count("calls");
    if ("error" in record) this.#count(`error ${record.error}`);
    else if ("ignored" in record) this.#count("ignored");
    else this.#addRated(item, record as ResultRecord & Fields);
  }

  #addRated({ aims }: Item, record: Fields): void {
    this.#count("rated");
    this.#count(`method ${record.method}`);
    for (const { aim, isBeside } of aims) this.#count(`${isBeside ? "beside" : "on"} ${aim}`);
    if (aims.some(isOnStep)) this.#count("on a step");
    else if (aims.some(({ isBeside }) => isBeside)) this.#count("beside a step");
    for (const name of SUMS) {
      const units = name === "costCDR" ? reportedOf(record) : unitsIn(record[name]);
      const other = this.#otherCurrencies.get(String(record.customerID));
      const sum = other === undefined || !PAID.includes(name) ? name : `${name} in ${other}`;
      if (units !== undefined) this.#sums.set(sum, (this.#sums.get(sum) ?? 0n) + units);
    }
    const basic = unitsIn(record.costBaseBasic) ?? 0n;
    const isByTime = record.tariffClass !== "bespoke1" && record.tariffClass !== "bespoke2";
    if (record.method !== "rate" || (isByTime && (basic > QUICK_MOST || basic < -QUICK_MOST))) {
      this.#count("surely by the exact kernel");
    }
    if (record.costCarrier !== null) this.#count("with wholesale");
  }

  /** Notes calls of which a component lay exactly halfway between two quanta. */
  addTies(calls: number): void {
    this.#count("exactly halfway before R4", calls);
  }

  #count(name: string, calls = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + calls;
  }

  /** Holds what a run has counted to what was counted here. */
  verify(report: RunReport, differences: Differences): void {
    const { calls = 0, rated = 0, ignored = 0 } = this.counts;
    const own: Record<string, unknown> = { read: calls, rated, ignored, errors: calls - rated - ignored };
    const theirs: Record<string, unknown> = {
      read: report.read,
      rated: report.rated,
      ignored: report.ignored,
      errors: report.errors,
    };
    for (const { code, calls: count } of report.errorsByCode) theirs[`error ${code}`] = count;
    for (const [name, count] of Object.entries(this.counts)) {
      if (name.startsWith("error ")) own[name] = count;
    }
    for (const [name, units] of this.#sums) own[`sum of ${name}`] = decimalText(units, PLACES);
    for (const name of SUMS) theirs[`sum of ${name}`] = report.totals[name];
    for (const { currency, costBase, cost } of report.otherCurrencies ?? []) {
      theirs[`sum of costBase in ${currency}`] = costBase;
      theirs[`sum of cost in ${currency}`] = cost;
    }
    differences.compare("the report of the run", theirs, "the proof's own count", own, "of the whole file");
  }
}

/** R16: what the carrier reported: a total, or where there is none the components. */
function reportedOf(record: Fields): bigint | undefined {
  if (record.costCDR !== null) return unitsIn(record.costCDR);
  const parts = COMPONENTS.map((component) => unitsIn(record[`costCDR${component}`])).filter(
    (own) => own !== undefined,
  );
  return parts.length === 0 ? undefined : parts.reduce((sum, own) => sum + own, 0n);
}

function unitsIn(amount: unknown): bigint | undefined {
  return typeof amount === "string" ? unitsOf(amount, PLACES) : undefined;
}

/** Adds counts to others. */
export function addCounts(sum: Counts, more: Counts): void {
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count;
}
