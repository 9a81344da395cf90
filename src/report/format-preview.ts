/** A preview as text for a terminal: headline, one breakdown, movers, newly rated and unrated calls, fixed charges. */

import type { FixedCharges, PartialComparison, PreviewDimension, PreviewReport } from "../index.ts";
import { knownOptions } from "../names/index.ts";
import {
  counted,
  countText,
  dateText,
  type MoneyText,
  moneyForTable,
  moneyText,
  percentText,
  periodText,
  signOf,
} from "./money-text.ts";
import { passedOverText } from "./passed-over-text.ts";
import { columns, harmless } from "./plain-text.ts";
import { otherwiseName } from "./preview-records.ts";
import { paymentsOf, reachOf, runningChange, thresholdOf } from "./preview-summary.ts";
import {
  billWords,
  classWords,
  otherCurrenciesText,
  plainWords,
  reasonWords,
  sideNames,
} from "./preview-words.ts";

/** How a preview is printed. */
export interface FormatPreviewOptions {
  /** The breakdown to print; default "class". */
  readonly by?: PreviewDimension;
  /** The text counts the customers that rise by more than this percentage; default 5. */
  readonly threshold?: number;
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

/** What a breakdown can be by. */
export const PREVIEW_DIMENSIONS = Object.keys(TITLES) as readonly PreviewDimension[];

const checkOptions = knownOptions<FormatPreviewOptions>("formatPreview", {
  by: PREVIEW_DIMENSIONS,
  threshold: "any",
});

/**
 * Prints a preview: the words of the change, where the report has them, then totals before and after, then one
 * breakdown, the largest movers, the calls that gain or lose their price and the fixed charges; where customers are
 * billed in several currencies (R24), all of this for each currency, the book's first. Amounts are in the
 * report's currency as on the pages of a preview: rounded, with the difference of the rounded amounts; a table of small
 * amounts has two more decimal places. The report itself and `previewRecords` have every digit. Plain text; control
 * characters in names are made harmless.
 *
 * @example
 * formatPreview(previewChange(book, book, calls)).split("\n")[0];
 * // => "Preview of 2 calls of 1 Oct 2026"
 */
export function formatPreview(report: PreviewReport, options: FormatPreviewOptions = {}): string {
  checkOptions(options);
  const { by = "class" } = options;
  const { otherCurrencies, change } = report;
  const threshold = thresholdOf(options.threshold);
  const parts =
    otherCurrencies === undefined
      ? [currencyPart(report, by, threshold)]
      : [report, ...otherCurrencies].map(
          (part) => `Customers billed in ${harmless(part.currency)}\n${currencyPart(part, by, threshold)}`,
        );
  return [change.words === null ? "" : `${harmless(change.words)}\n`, ...parts].join("");
}

/** The customers who are billed in one currency. */
function currencyPart(report: PreviewReport, by: PreviewDimension, threshold: number): string {
  return [
    headline(report),
    reach(report, threshold),
    breakdown(report, by),
    ...recordedOtherwise(report),
    movers(report),
    oneSided(report),
    ...(report.fixedCharges === null ? [] : [fixedCharges(report, report.fixedCharges)]),
  ].join("");
}

/** The format of the amounts of one table: finer, too, where no change in the table would show. */
function moneyOf(
  { currency, currencyDecimals }: PreviewReport,
  amounts: readonly PartialComparison[] = [],
): MoneyText {
  const shown = amounts.flatMap(({ before, after }) => [before, after]);
  const money = moneyForTable(moneyText(currency, currencyDecimals), currencyDecimals, shown);
  const changed = amounts.filter(({ difference }) => difference !== null && signOf(difference) !== 0);
  const isUnseen = changed.length > 0 && changed.every((amount) => /^\D*[0.]+$/.test(change(amount, money)));
  return isUnseen && currencyDecimals > 0 ? money.fine : money;
}

function moneyOfLines(
  report: PreviewReport,
  lines: readonly { readonly retail: PartialComparison }[],
): MoneyText {
  const amounts = lines.map(({ retail }) => retail);
  return moneyOf(report, amounts);
}

function headline(report: PreviewReport): string {
  const { counts, totals, from, to } = report;
  const passedOver = passedOverText(report.passedOver);
  const span = from === null || to === null ? "" : ` of ${periodText(from, to)}`;
  const { before, after } = headsOf(report);
  const amounts = [
    { what: "retail", amount: totals.retail },
    { what: "wholesale", amount: totals.wholesale },
    { what: "margin", amount: totals.margin },
    ...billAmounts(report),
  ];
  const ofTotals = amounts.map(({ amount }) => amount);
  const money = moneyOf(report, ofTotals);
  const rows = [
    ["", before, after, "difference", "%"],
    ...amounts.map(({ what, amount }) => [what, ...figures(amount, money)]),
  ];
  const without = totals.calls - totals.withWholesale;
  const { otherSidesWholesale } = totals;
  const remarks = [
    harmless(otherCurrenciesText(report)),
    report.compares === "base" ? "retail is before discounts" : "",
    report.wholesale === "calculated" ? "wholesale is as calculated, where it is not as reported" : "",
    without > 0 ? `without a wholesale cost: ${counted(without, "call")}; they are in no margin` : "",
    otherSidesWholesale.before + otherSidesWholesale.after > 0
      ? `with a wholesale cost on one side only, which counts on both: ${counted(otherSidesWholesale.after, "call")} ${before}, ${counted(otherSidesWholesale.before, "call")} ${after}`
      : "",
    ...billWords(report),
  ];
  const { dearer, cheaper, unchanged } = counts;
  const twice = `${counted(counts.ratedTwice, "call")} priced on both sides: ${countText(dearer)} dearer, ${countText(cheaper)} cheaper, ${countText(unchanged)} unchanged`;
  const { ratedTwice, newlyRated, newlyUnrated } = report;
  return [
    `Preview of ${counted(counts.read, "call")}${span}\n`,
    columns(rows),
    ...remarks.filter((remark) => remark !== "").map((remark) => `  ${remark}\n`),
    `  ${twice}; ${money.between(ratedTwice.before, ratedTwice.after)}\n`,
    ...(passedOver === "" ? [] : [`  ${passedOver}\n`]),
    `  ${counted(counts.newlyRated, "call")} newly rated; ${money.between("0", newlyRated.retail)}\n`,
    `  ${counted(counts.newlyUnrated, "call")} newly unrated; ${money.between(newlyUnrated.retail, "0")}\n`,
    `  ${counted(counts.unrated, "call")} without a price on either side\n`,
  ].join("");
}

/** Amounts of the bills beside their calls. */
function billAmounts({ bills }: PreviewReport) {
  if (bills === null) return [];
  const { fixedCharges: fixed, minimum, bill, billWithVAT } = bills.total;
  const beside = [
    { what: "fixed charges", amount: fixed },
    { what: "minimum spend", amount: minimum },
  ].filter(({ amount }) => amount.before !== "0" || amount.after !== "0");
  if (beside.length === 0 && billWithVAT === null) return [];
  return [
    ...beside,
    { what: "bills without VAT", amount: bill },
    ...(billWithVAT === null ? [] : [{ what: "bills with VAT", amount: billWithVAT }]),
  ];
}

/** The change a month and a year, and how many customers rise by more than the threshold. */
function reach(report: PreviewReport, threshold: number): string {
  const money = moneyOf(report);
  const running = runningChange(report);
  const { customers, beyond } = reachOf(paymentsOf(report), threshold, 0);
  const runningText =
    running === undefined
      ? ""
      : `${money.change(running.month)} a month, ${money.change(running.year)} a year, without VAT; `;
  return `  ${runningText}${countText(beyond)} of ${counted(customers, "customer")} ${beyond === 1 ? "rises" : "rise"} by more than ${threshold}%\n`;
}

function breakdown(report: PreviewReport, by: PreviewDimension): string {
  const lines = report.breakdowns[by];
  const shown = lines.slice(0, MAX_LINES);
  const money = moneyOfLines(report, shown);
  const rows = shown.map(({ name, calls, retail, margin }) => [
    nameOf(by, name),
    countText(calls),
    ...figures(retail, money),
    change(margin, money) || NOT_KNOWN,
  ]);
  const head = [TITLES[by], "calls", ...headOf(report), "margin"];
  return section(`By ${TITLES[by]}`, head, rows) + andMore(lines.length, MAX_LINES);
}

function nameOf(by: PreviewDimension, name: string | null): string {
  if (name === null) return `(${NOT_KNOWN})`;
  return by === "class" ? classWords(name) : name;
}

/** Calls that the book gives to other customers than their records name. */
function recordedOtherwise(report: PreviewReport): string[] {
  const { recordedOtherwise: otherwise } = report;
  if (otherwise === null) return [];
  return (["customer", "tariff"] as const).map((kind) => {
    const lines = otherwise[kind];
    const shown = lines.slice(0, MAX_OTHERWISE);
    const money = moneyOfLines(report, shown);
    const rows = shown.map((line) => [
      otherwiseName(line),
      countText(line.calls),
      ...figures(line.retail, money),
    ]);
    const title = `Calls whose records name another ${kind} than the book gives them`;
    return (
      section(title, ["as recorded → after", "calls", ...headOf(report)], rows) +
      andMore(lines.length, MAX_OTHERWISE)
    );
  });
}

function movers(report: PreviewReport): string {
  const { customers, calls } = report.movers;
  const head = headOf(report);
  const tables = (["up", "down"] as const).flatMap((direction) => {
    const moved = customers[direction].slice(0, MAX_MOVERS);
    const money = moneyOfLines(report, moved);
    const rows = moved.map(({ name, calls: count, retail }) => [
      nameOf("customer", name),
      countText(count),
      ...figures(retail, money),
    ]);
    return [
      section(`Customers that move ${direction} most`, ["customer", "calls", ...head], rows),
      section(
        `Calls that move ${direction} most, and where their explanations part`,
        ["call", ...head.slice(0, 3), ""],
        movedCalls(report, calls[direction]),
        4,
      ),
    ];
  });
  return tables.join("");
}

/** Rows of single calls, with every digit. */
function movedCalls(report: PreviewReport, moved: readonly number[]): string[][] {
  const money = moneyOf(report);
  const exact = (amount: string | undefined | null): string =>
    amount === undefined || amount === null ? "–" : money.exact(amount);
  return moved.slice(0, MAX_MOVERS).flatMap((exampleIndex) => {
    const example = report.examples[exampleIndex];
    if (example === undefined) return [];
    const { id, line, parting, before, after, difference } = example;
    const why =
      parting === null
        ? ""
        : `${parting.rule ?? ""} ${parting.what}: ${plainWords(parting.before ?? "–", money.minorSign)} → ${plainWords(parting.after ?? "–", money.minorSign)}`;
    const name = id === null ? `line ${line}` : `call ${id}`;
    return [[name, exact(before.retail), exact(after.retail), money.exactChange(difference), why.trim()]];
  });
}

function oneSided(report: PreviewReport): string {
  const { newlyRated, newlyUnrated, examples } = report;
  const money = moneyOf(report);
  const kinds = [
    { title: "Newly unrated calls, by what is wrong after the change", calls: newlyUnrated },
    { title: "Newly rated calls, by what was wrong before", calls: newlyRated },
  ];
  return kinds
    .filter(({ calls: oneSide }) => oneSide.calls > 0)
    .map(({ title, calls: oneSide }) => {
      const rows = oneSide.reasons.map(({ reason, calls, retail }) => [
        reasonWords(reason),
        countText(calls),
        money.exact(retail),
      ]);
      const names = oneSide.examples.slice(0, MAX_MOVERS).flatMap((exampleIndex) => {
        const example = examples[exampleIndex];
        return example === undefined ? [] : [example.id ?? `line ${example.line}`];
      });
      return `${section(title, ["", "calls", "amount"], rows)}  such as ${harmless(names.join(", "))}\n`;
    })
    .join("");
}

function fixedCharges(report: PreviewReport, fixed: FixedCharges): string {
  const { from, to, runRate, notReached, inError } = fixed;
  const days = from === to ? `on ${dateText(from)}` : `from ${periodText(from, to)}`;
  const head = ["", "features", ...headOf(report)];
  const charged = [
    { what: "recurring", ...fixed.recurring },
    { what: "one-off", ...fixed.oneOff },
    { what: "instalments", ...fixed.instalments },
    { what: "corrections", ...fixed.corrections },
  ].filter(({ features }) => features > 0);
  const money = moneyOf(report);
  const rows = charged.map(({ what, features, retail }) => [
    what,
    countText(features),
    ...figures(retail, money),
  ]);
  const runRateRows =
    runRate.features === 0
      ? []
      : [
          ["a month", countText(runRate.features), ...figures(runRate.perMonth, money)],
          ["a year", countText(runRate.features), ...figures(runRate.perYear, money)],
        ];
  const passed = notReached
    .slice(0, MAX_FEATURES)
    .map(({ featureID, customerName, kind, amount, missed, fixedFeeTariff, standardFeature }) => [
      `feature ${featureID}`,
      nameOf("customer", customerName),
      `${money.exact(amount)} ${kind === "recurring" ? "a month" : "once"}`,
      `would change by ${money.exactChange(missed)}`,
      fixedFeeTariff ?? standardFeature ?? "",
    ]);
  const errors = inError
    .slice(0, MAX_FEATURES)
    .map(({ before, after }) => `  ${harmless((after ?? before)?.message ?? "")}\n`);
  return [
    section(`Fixed charges that fall due ${days}`, head, rows),
    section(`Recurring charges as of ${dateText(runRate.on)}`, head, runRateRows),
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

const NOT_KNOWN = "not known";

/** The names of both sides, in lower case. */
function headsOf(report: PreviewReport): { readonly before: string; readonly after: string } {
  const { before, after } = sideNames(report);
  return { before: before.toLowerCase(), after: after.toLowerCase() };
}

function headOf(report: PreviewReport): string[] {
  const { before, after } = headsOf(report);
  return [before, after, "difference", "%"];
}

/** Before, after, difference, percent. */
function figures(amount: PartialComparison, money: MoneyText): string[] {
  const { before, after, percent } = amount;
  const difference = change(amount, money);
  return [
    before === null ? NOT_KNOWN : money.total(before),
    after === null ? NOT_KNOWN : money.total(after),
    difference,
    difference === "" ? "" : percentText(percent),
  ];
}

/** The difference of the written amounts; empty where an amount is not known. */
function change({ before, after }: PartialComparison, money: MoneyText): string {
  return before === null || after === null ? "" : money.between(before, after);
}

function andMore(count: number, shown: number): string {
  return count > shown ? `  … and ${countText(count - shown)} more\n` : "";
}
