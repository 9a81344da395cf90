/** What `tollbook increase` prints: which prices changed, which could not, and what an increase does not reach. */
import type { IncreasableRecord, IncreaseResource, IncreaseResult, VersionResult } from "../index.ts";
import { counted, table } from "./print.ts";

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
  const prices = changedPrices(source, record);
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
  const ties =
    report.tiesWithSource === true
      ? "; both are defaults for the same calls, which calls refuse: change forCarriers or forNumberTypes of one"
      : "";
  return `${version}, prices in ${unit}${ties}`;
}

/** The prices of a record's own that differ, old and new. */
function changedPrices(source: IncreasableRecord, record: IncreasableRecord): string[][] {
  const before = source as unknown as Readonly<Record<string, unknown>>;
  const rows: string[][] = [];
  for (const [name, value] of Object.entries(record)) {
    if (!/cost|charge/i.test(name) || value === before[name]) continue;
    rows.push([name, String(before[name] ?? "inherited"), `→ ${String(value)}`]);
  }
  return rows;
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
