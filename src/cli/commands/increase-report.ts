/** What `tollbook increase` prints: which prices changed, which could not, and what an increase does not reach. */
import type {
  FixedFeeLine,
  FixedFeeTariff,
  IncreasableRecord,
  IncreaseResource,
  IncreaseResult,
  Tariff,
  VersionResult,
} from "../../index.ts";
import { counted, table } from "../terminal.ts";

/** One record's increase. */
export type IncreaseReport = (IncreaseResult | VersionResult) & {
  /** The record as it was. */
  readonly source: IncreasableRecord;
};

/** Lines of a list that are shown. */
const SHOWN = 5;
/** Columns of the table of prices that hold amounts. */
const AMOUNTS: ReadonlySet<number> = new Set([1, 2]);

/** The whole report as text. */
export function formatIncreases(resource: IncreaseResource, reports: readonly IncreaseReport[]): string {
  return reports.map((report) => formatIncrease(resource, report)).join("");
}

function formatIncrease(resource: IncreaseResource, report: IncreaseReport): string {
  const { source, record, kept, notReached } = report;
  const from = `${String(source.name)} (id ${source.id})`;
  if (report.skipped === true) {
    return `${from}: is paid in instalments of an agreed total, so nothing was increased\n`;
  }
  const prices = [
    ...changedPrices(source, record),
    ...(resource === "fixedFeeTariffs" ? changedFees(report) : []),
  ];
  const unit = resource === "tariffs" ? "pence" : "pounds";
  return [
    `${from}${outcome(report, unit)}\n`,
    prices.length > 0 ? table(prices, AMOUNTS) : "",
    linesText(source, record),
    listText(
      kept.map(({ path, price }) => `${path} ${price}`),
      "kept its price, as nothing would be left of it",
      "kept their prices, as nothing would be left of them",
    ),
    listText(
      report.children.map(({ name, id, follows, ownPrices }) =>
        follows ? `${name} (id ${id})` : `${name} (id ${id}, but for its ${ownPrices.join(", ")})`,
      ),
      "inherits from it and follows",
      "inherit from it and follow",
    ),
    listText(
      notReached.map(({ id, fields }) => `feature ${id} (${fields.join(", ")})`),
      "has a price of its own and is not reached",
      "have prices of their own and are not reached",
    ),
  ].join("");
}

function outcome(report: IncreaseReport, unit: string): string {
  const { record } = report;
  if (!("created" in report)) return `, prices in ${unit}`;
  const version = ` → ${String(record.name)} (id ${record.id})`;
  if (!report.created) {
    const stale = report.stale === true ? "; its prices no longer follow the source" : "";
    return `${version}: the book has this version already${stale}`;
  }
  const ties = report.tiesWithSource === true ? `; ${tieText(record)}` : "";
  return `${version}, prices in ${unit}${ties}`;
}

/** R55: what becomes of a default that would tie with its version. */
function tieText(record: IncreasableRecord): string {
  const { forCarriers, forNumberTypes } = record as Tariff;
  return forCarriers === undefined && forNumberTypes === undefined
    ? "it is no default as its source is: to switch over, move forCarriers and forNumberTypes to it"
    : "both are defaults for the same calls, which calls refuse: change forCarriers or forNumberTypes of one";
}

/** The prices of a record's own that differ, old and new. */
function changedPrices(source: IncreasableRecord, record: IncreasableRecord): string[][] {
  const before = source as unknown as Readonly<Record<string, unknown>>;
  const rows: string[][] = [];
  for (const [name, value] of Object.entries(record)) {
    if (!/cost|charge/i.test(name) || isSamePrice(value, before[name])) continue;
    rows.push([name, String(before[name] ?? "inherited"), `→ ${String(value)}`]);
  }
  return rows;
}

/** Fees that are shown; a tariff of many lines has the others in its book. */
const SHOWN_FEES = 20;

/** Each fee of a fixed fee tariff that differs, old and new. */
function changedFees({ record, changed }: IncreaseReport): string[][] {
  const lines: readonly FixedFeeLine[] = (record as FixedFeeTariff).rates ?? [];
  const rows = changed.slice(0, SHOWN_FEES).map(({ path, before, price }) => {
    const line = lines[Number(/^rates\[(\d+)\]/.exec(path)?.[1])];
    const from = line?.startDate ? `from ${line.startDate}` : "";
    const what = [path.replace(/\..*/, ""), line?.description, from].filter(Boolean).join(" ");
    return [what, before, `→ ${price}`];
  });
  const more = changed.length - SHOWN_FEES;
  return more > 0 ? [...rows, [`and ${more} more`, "", ""]] : rows;
}

/** Prices come back as text, however they were written. */
function isSamePrice(one: unknown, other: unknown): boolean {
  return one === other || String(one) === String(other);
}

function linesText(source: IncreasableRecord, record: IncreasableRecord): string {
  const before = "rates" in source ? (source.rates?.length ?? 0) : 0;
  const after = "rates" in record ? (record.rates?.length ?? 0) : 0;
  if (after === 0) return "";
  return before === after
    ? `  ${counted(after, "line")}\n`
    : `  ${counted(after, "line")}, before ${before}\n`;
}

function listText(items: readonly string[], one: string, many: string): string {
  if (items.length === 0) return "";
  const more = items.length - SHOWN;
  const shown = items.slice(0, SHOWN).join(", ");
  return `  ${shown}${more > 0 ? ` and ${more} more` : ""} ${items.length === 1 ? one : many}\n`;
}
