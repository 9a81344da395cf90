/** A preview as text for a terminal: the headline, one breakdown, the movers, what lost its price, fixed charges. */

import type {
  Comparison,
  FixedCharges,
  PartialComparison,
  PreviewDimension,
  PreviewReport,
} from "../index.ts";
import { knownOptions } from "../names/index.ts";
import { minorUnit, moneyText } from "./money-text.ts";
import { columns, harmless } from "./plain-text.ts";
import { otherwiseName } from "./preview-records.ts";
import { paymentsOf, reachOf, runningChange, thresholdOf } from "./preview-summary.ts";

/** How a preview is printed. */
export interface FormatPreviewOptions {
  /** The breakdown to print; default "class". */
  readonly by?: PreviewDimension;
  /** How many customers rise by more than so many percent is said; default 5. */
  readonly threshold?: number;
  /** What amounts are counted in, in words, such as "pence"; default by the currency (R16). */
  readonly unit?: string;
}

const MAX_LINES = 20;
const MAX_MOVERS = 5;
const MAX_OTHERWISE = 10;
const MAX_FEATURES = 10;

const TITLES: Readonly<Record<PreviewDimension, string>> = {
  class: "class",
  callType: "call type",
  customer: "customer",
  number: "number",
  tariff: "tariff",
  period: "period",
};

const checkOptions = knownOptions<FormatPreviewOptions>("formatPreview", {
  by: Object.keys(TITLES),
  threshold: "any",
  unit: "any",
});

/**
 * Prints a preview: what the change is, where the report says so, then totals before and after, then one breakdown, the largest movers, the calls that gain
 * or lose their price and the fixed charges. Amounts are in the minor unit of the report's currency (pence),
 * exact. Plain text; control characters in names are made harmless.
 *
 * @example
 * formatPreview(previewChange(book, book, calls)).split("\n")[0];
 * // => "Preview of 2 calls from 2026-10-01 to 2026-10-01; amounts in pence"
 */
export function formatPreview(report: PreviewReport, options: FormatPreviewOptions = {}): string {
  checkOptions(options);
  const { by = "class", unit = minorUnit(report.currency, report.currencyDecimals) } = options;
  return [
    report.change.words === null ? "" : `${harmless(report.change.words)}\n`,
    headline(report, unit),
    reach(report, thresholdOf(options.threshold)),
    breakdown(report, by),
    ...recordedOtherwise(report),
    movers(report),
    oneSided(report),
    ...(report.fixedCharges === null ? [] : [fixedCharges(report.fixedCharges)]),
  ].join("");
}

function headline(report: PreviewReport, unit: string): string {
  const { counts, totals, from, to, against } = report;
  const span = from === null ? "" : ` from ${from} to ${to}`;
  const before = against === "recorded" ? "as recorded" : "before";
  const rows = [
    ["", before, "after", "difference", "%"],
    ["retail", ...figures(totals.retail)],
    ["wholesale", ...figures(totals.wholesale)],
    ["margin", ...figures(totals.margin)],
    ...billRows(report),
  ];
  const without = totals.calls - totals.withWholesale;
  const { otherSidesWholesale: others } = totals;
  const remarks = [
    report.compares === "base" ? "retail is before discounts" : "",
    report.wholesale === "calculated" ? "wholesale is as calculated, where it is not as reported" : "",
    without > 0 ? `without a wholesale cost: ${counted(without)}; they are in no margin` : "",
    others.before + others.after > 0
      ? `with a wholesale cost on one side only, which counts on both: ${counted(others.after)} ${before}, ${counted(others.before)} after`
      : "",
  ];
  const twice = `${counted(counts.ratedTwice)} priced on both sides: ${counts.dearer} dearer, ${counts.cheaper} cheaper, ${counts.unchanged} unchanged`;
  return [
    `Preview of ${counted(counts.read)}${span}; amounts in ${unit}\n`,
    columns(rows),
    ...remarks.filter((remark) => remark !== "").map((remark) => `  ${remark}\n`),
    `  ${twice}; ${signed(report.ratedTwice.difference)}\n`,
    `  ${counted(counts.newlyRated)} newly rated; ${signed(report.newlyRated.retail)}\n`,
    `  ${counted(counts.newlyUnrated)} newly unrated; ${signed(negated(report.newlyUnrated.retail))}\n`,
    `  ${counted(counts.unrated)} without a price on either side\n`,
  ].join("");
}

/** What customers are billed, of which calls are a part. */
function billRows({ bills }: PreviewReport): string[][] {
  if (bills === null) return [];
  const { fixedCharges: fixed, minimum, bill, billWithVAT } = bills.total;
  const beside = [
    { what: "fixed charges", amount: fixed },
    { what: "minimum spend", amount: minimum },
  ].filter(({ amount }) => amount.before !== "0" || amount.after !== "0");
  if (beside.length === 0 && billWithVAT === null) return [];
  return [
    ...beside.map(({ what, amount }) => [what, ...figures(amount)]),
    ["bills without VAT", ...figures(bill)],
    ...(billWithVAT === null ? [] : [["bills with VAT", ...figures(billWithVAT)]]),
  ];
}

/** The change a month and a year, and how many customers rise by more than one would accept. */
function reach(report: PreviewReport, threshold: number): string {
  const money = moneyText(report.currency, report.currencyDecimals);
  const running = runningChange(report);
  const { customers, beyond } = reachOf(paymentsOf(report), threshold, 0);
  const rates =
    running === undefined
      ? ""
      : `${money.change(running.month)} a month, ${money.change(running.year)} a year, without VAT; `;
  return `  ${rates}${beyond} of ${customers} ${customers === 1 ? "customer" : "customers"} ${beyond === 1 ? "rises" : "rise"} by more than ${threshold}%\n`;
}

function breakdown({ breakdowns }: PreviewReport, by: PreviewDimension): string {
  const lines = breakdowns[by];
  const rows = lines
    .slice(0, MAX_LINES)
    .map((line) => [
      line.name ?? "(not known)",
      String(line.calls),
      ...figures(line.retail),
      line.margin.difference === null ? "not known" : signed(line.margin.difference),
    ]);
  const head = [TITLES[by], "calls", ...FIGURES, "margin"];
  return section(`By ${TITLES[by]}`, head, rows) + andMore(lines.length, MAX_LINES);
}

/** Calls that the book gives to other customers than their records name. */
function recordedOtherwise({ recordedOtherwise: otherwise }: PreviewReport): string[] {
  if (otherwise === null) return [];
  return (["customer", "tariff"] as const).map((kind) => {
    const lines = otherwise[kind];
    const rows = lines
      .slice(0, MAX_OTHERWISE)
      .map((line) => [otherwiseName(line), String(line.calls), ...figures(line.retail)]);
    const title = `Calls whose records name another ${kind} than the book gives them`;
    const head = ["as recorded → after", "calls", ...FIGURES];
    return section(title, head, rows) + andMore(lines.length, MAX_OTHERWISE);
  });
}

function movers({ movers: { customers, calls }, examples }: PreviewReport): string {
  const tables = (["up", "down"] as const).flatMap((direction) => {
    const rows = customers[direction]
      .slice(0, MAX_MOVERS)
      .map((mover) => [mover.name ?? "(not known)", String(mover.calls), ...figures(mover.retail)]);
    const called = calls[direction].slice(0, MAX_MOVERS).flatMap((exampleIndex) => {
      const example = examples[exampleIndex];
      if (example === undefined) return [];
      const name = example.id === null ? `line ${example.line}` : `call ${example.id}`;
      const { parting, before, after, difference } = example;
      const why =
        parting === null
          ? ""
          : `${parting.rule ?? ""} ${parting.what}: ${parting.before ?? "–"} → ${parting.after ?? "–"}`.trim();
      return [[name, before.retail ?? "–", after.retail ?? "–", signed(difference), why]];
    });
    return [
      section(`Customers that move ${direction} most`, ["customer", "calls", ...FIGURES], rows),
      section(
        `Calls that move ${direction} most, and where their explanations part`,
        ["call", "before", "after", "difference", ""],
        called,
        4,
      ),
    ];
  });
  return tables.join("");
}

function oneSided({ newlyRated, newlyUnrated, examples }: PreviewReport): string {
  const kinds = [
    { title: "Newly unrated calls, by what is wrong after the change", oneSide: newlyUnrated },
    { title: "Newly rated calls, by what was wrong before", oneSide: newlyRated },
  ];
  return kinds
    .filter(({ oneSide }) => oneSide.calls > 0)
    .map(({ title, oneSide }) => {
      const rows = oneSide.reasons.map(({ reason, calls, retail }) => [reason, String(calls), retail]);
      const names = oneSide.examples.slice(0, MAX_MOVERS).flatMap((exampleIndex) => {
        const example = examples[exampleIndex];
        return example === undefined ? [] : [example.id ?? `line ${example.line}`];
      });
      return `${section(title, ["", "calls", "amount"], rows)}  such as ${names.join(", ")}\n`;
    })
    .join("");
}

function fixedCharges(fixed: FixedCharges): string {
  const { from, to, runRate, notReached, inError } = fixed;
  const charged = [
    ["recurring", fixed.recurring],
    ["one-off", fixed.oneOff],
    ["instalments", fixed.instalments],
    ["corrections", fixed.corrections],
  ] as const;
  const rows = charged.flatMap(([what, { features, retail }]) =>
    features === 0 ? [] : [[what, String(features), ...figures(retail)]],
  );
  const rates =
    runRate.features === 0
      ? []
      : [
          ["a month", String(runRate.features), ...figures(runRate.perMonth)],
          ["a year", String(runRate.features), ...figures(runRate.perYear)],
        ];
  const passed = notReached
    .slice(0, MAX_FEATURES)
    .map((feature) => [
      `feature ${feature.featureID}`,
      feature.customerName ?? "(not known)",
      feature.kind === "recurring" ? `${feature.amount} a month` : `${feature.amount} once`,
      `would change by ${signed(feature.missed)}`,
      feature.fixedFeeTariff ?? feature.standardFeature ?? "",
    ]);
  const errors = inError
    .slice(0, MAX_FEATURES)
    .map(({ before, after }) => `  ${(after ?? before)?.message}\n`);
  return [
    section(`Fixed charges that fall due from ${from} to ${to}`, ["", "features", ...FIGURES], rows),
    section(`Recurring charges as of ${runRate.on}`, ["", "features", ...FIGURES], rates),
    passed.length === 0
      ? ""
      : `Charges that the change does not reach, because they have a price of their own\n${columns(passed, 1)}`,
    andMore(notReached.length, MAX_FEATURES),
    errors.length === 0 ? "" : `Features that cannot be charged\n${errors.join("")}`,
    andMore(inError.length, MAX_FEATURES),
  ].join("");
}

/** A table under its title; nothing without rows. */
function section(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  rightUntil?: number,
): string {
  return rows.length === 0 ? "" : `${title}\n${columns([head, ...rows], rightUntil)}`;
}

const FIGURES = ["before", "after", "difference", "%"] as const;

/** Before, after, difference, percent. */
function figures({ before, after, difference, percent }: Comparison | PartialComparison): string[] {
  return [
    before ?? "not known",
    after ?? "not known",
    difference === null ? "" : signed(difference),
    percent === null ? "" : signed(percent),
  ];
}

function signed(text: string): string {
  return text.startsWith("-") || text === "0" ? text : `+${text}`;
}

function negated(text: string): string {
  if (text === "0") return text;
  return text.startsWith("-") ? text.slice(1) : `-${text}`;
}

function counted(calls: number): string {
  return `${calls} ${calls === 1 ? "call" : "calls"}`;
}

function andMore(count: number, shown: number): string {
  return count > shown ? `  … and ${count - shown} more\n` : "";
}
