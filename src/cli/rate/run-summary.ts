/** The summary of a run that rated calls. */
import type { FileFormat, RunReport } from "../../files/index.ts";
import type {
  CurrencyTotals,
  ReconciliationLine,
  TallyReport,
  WorklistGroup,
  WorklistItem,
} from "../../index.ts";
import { minorUnit } from "../../money/index.ts";
import { passedOverText, shortened } from "../../report/index.ts";
import { formatText, type NamedFormat } from "../calls-format.ts";
import { andMore, counted, table } from "../cli-io.ts";

/**
 * Engine, book, zone data and options of a run, and its results. Nothing in a summary depends on the time, place or
 * speed of the run, so the same run gives the same bytes.
 */
export interface RunSummary extends RunReport {
  readonly engine: string;
  /** Version of the time zone data, such as "2025c". */
  readonly zoneData: string;
  /** SHA-256 of the book's canonical form. */
  readonly bookDigest: string;
  readonly currency: string;
  /** Decimal places of the currency (R16): 2 where calls are priced in hundredths. */
  readonly currencyDecimals: number;
  /** The options of a run that decide what its results are. */
  readonly options: NamedFormat & {
    readonly outFormat: FileFormat;
    /** The results' columns where they were chosen. */
    readonly columns?: readonly string[];
    /** Whether calls in error went to a file of their own. */
    readonly errorsApart: boolean;
    readonly duplicates: "report" | "keep";
    readonly reclassify: boolean;
    /** Whether results carry the digest of the book (R30). */
    readonly bookDigest?: true;
    /** Whether discount plans were applied, and whether pools began with what earlier runs had used. */
    readonly discounts?: "fresh" | "continued";
  };
  /** With discounts: notes on pools of the state, where the book has changed since. */
  readonly poolNotes?: readonly string[];
}

/** The summary as text; `seconds` is how long the run took. */
export function formatSummary(summary: RunSummary, seconds: number): string {
  const { read, rated, errors, ignored, errorsByCode, totals, byClass, options } = summary;
  const codes = errorsByCode.map(({ code, calls }) => `${code} ${calls}`).join(", ");
  const passedOver = passedOverText(summary.passedOver);
  const counts = table(
    [
      ["read", String(read), ""],
      ["rated", String(rated), ""],
      ["in error", String(errors), codes],
      ["ignored", String(ignored), ""],
    ],
    new Set([1]),
  );
  const speed = seconds > 0 ? `, ${Math.round(read / seconds)} calls a second` : "";
  const words = [
    formatText(options),
    `results ${options.outFormat}`,
    `duplicates ${options.duplicates}`,
    ...(options.reclassify ? ["reclassify"] : []),
    ...(options.discounts === undefined ? [] : [`discounts ${options.discounts}`]),
    ...(options.errorsApart ? ["errors apart"] : []),
  ];
  return [
    `${counted(read, "call")} read: ${rated} rated + ${errors} in error + ${ignored} ignored\n`,
    counts,
    passedOver === "" ? "" : `${passedOver}\n`,
    summary.otherCurrencies
      ? `Customers billed in ${summary.currency}; what carriers charge is of all calls\n`
      : "",
    `Totals in ${minorUnit(summary.currency, summary.currencyDecimals)}; a cost that is not known counts nothing\n`,
    table(Object.entries(totals), new Set([1])),
    ...(summary.late ? [`${counted(summary.late, "call")} came late to a discount pool\n`] : []),
    ...(byClass.length === 0 ? [] : ["By class\n", classTable(byClass)]),
    ...(summary.otherCurrencies ?? []).map((part) => currencyText(part, summary.currencyDecimals)),
    ...reconciliationText(summary.reconciliation),
    ...worklistText(summary.worklist),
    `${seconds.toFixed(1)} s${speed}\n`,
    `engine ${summary.engine}, zone data ${summary.zoneData}, ${words.join(", ")}\n`,
    `book ${summary.bookDigest}\n`,
  ].join("");
}

function classTable(byClass: TallyReport["byClass"]): string {
  const rows = byClass.map((line) => [
    line.tariffClass,
    String(line.calls),
    line.retail,
    line.wholesale ?? "",
    line.margin ?? "",
    line.withoutWholesale === 0 ? "" : `${counted(line.withoutWholesale, "call")} without a wholesale cost`,
  ]);
  return table([["class", "calls", "retail", "wholesale", "margin", ""], ...rows], new Set([1, 2, 3, 4]));
}

/** R24: customers of another currency, whose retail is no sum with the book's. */
function currencyText({ currency, calls, costBase, cost, byClass }: CurrencyTotals, places: number): string {
  const rows = byClass.map((line) => [line.tariffClass, String(line.calls), line.retail]);
  return [
    `Customers billed in ${currency}: ${counted(calls, "call")}, totals in ${minorUnit(currency, places)}\n`,
    table(Object.entries({ costBase, cost }), new Set([1])),
    table([["class", "calls", "retail"], ...rows], new Set([1, 2])),
  ].join("");
}

/** Lines of a table in the text; the JSON summary has all lines. */
const MAX_LINES = 5;

/** The carriers' costs that differ most from their tariffs. */
function reconciliationText(lines: readonly ReconciliationLine[]): string[] {
  const differing = lines.filter((line) => line.callsThatDiffer > 0);
  if (differing.length === 0) return [];
  const rows = differing
    .slice(0, MAX_LINES)
    .map((line) => [
      line.carrier || "(blank)",
      line.tariffType,
      `${line.callsThatDiffer} of ${counted(line.calls, "call")}`,
      line.reported,
      line.calculated,
      line.difference,
    ]);
  const header = ["carrier", "call type", "differ", "reported", "calculated", "difference"];
  return [
    "Wholesale cost as the carriers report it and as their tariffs say\n",
    table([header, ...rows], new Set([2, 3, 4, 5])),
    andMore(differing, MAX_LINES, "more; all are in the file --summary writes"),
  ];
}

/** The calls in error as a worklist for a billing clerk: from the top, each group with its value. */
function worklistText(groups: readonly WorklistGroup[]): string[] {
  if (groups.length === 0) return [];
  const figures = (item: Pick<WorklistItem, "calls" | "minutes" | "cost" | "atLeast">): string[] => [
    String(item.calls),
    item.minutes,
    `${item.atLeast ? "at least " : ""}${item.cost}`,
  ];
  const rows = groups.flatMap((group) => [
    [group.title, ...figures(group)],
    ...group.items
      .slice(0, MAX_LINES)
      .map((item) => [`  ${shortened(item.what, MAX_SUBJECT)}`, ...figures(item)]),
    ...(group.items.length > MAX_LINES ? [[`  … and ${group.items.length - MAX_LINES} more`]] : []),
  ]);
  return [
    "Calls in error, in the order to work them\n",
    table([["", "calls", "minutes", "carrier's cost"], ...rows], new Set([1, 2, 3])),
  ];
}

/** Widest subject in the table, in characters; the JSON summary has the whole subject. */
const MAX_SUBJECT = 70;
