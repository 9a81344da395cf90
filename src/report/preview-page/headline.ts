/** Amounts as elements: rounded to read, with every digit on hover. */
import type { PreviewCosts, PreviewReport } from "../../index.ts";
import { countText, type MoneyText, percentText, signOf } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";

/** The change of a group of calls, or null where a side is not known. */
type AnyComparison = PreviewCosts["retail"] | PreviewCosts["margin"];

const UNKNOWN = "not known";

/** A total. */
export function totalHtml(money: MoneyText, amount: string | null): Html {
  if (amount === null) return html`<span class="unknown">${UNKNOWN}</span>`;
  return html`<span title="${money.exact(amount)}">${money.total(amount)}</span>`;
}

/** A difference, coloured by its direction; the sign says the same. */
export function changeHtml(money: MoneyText, amount: string | null): Html {
  if (amount === null) return html`<span class="unknown">${UNKNOWN}</span>`;
  return html`<span class="${direction(amount)}" title="${money.exactChange(amount)}">${money.change(amount)}</span>`;
}

/** A percentage; nothing where the difference is not known, a dash where there was nothing before. */
function percentHtml({ difference, percent }: AnyComparison): Html {
  if (difference === null) return html``;
  return html`<span class="${direction(difference)}">${percentText(percent)}</span>`;
}

/** The cells before, after, difference and percent of a table row. */
export function comparisonCells(money: MoneyText, comparison: AnyComparison): Html {
  return html`<td class="amount wide">${totalHtml(money, comparison.before)}</td><td class="amount wide">${totalHtml(money, comparison.after)}</td><td class="amount">${changeHtml(money, comparison.difference)}</td><td class="amount">${percentHtml(comparison)}</td>`;
}

/** Under a name where the screen is narrow: what the hidden columns say. */
export function narrowLine(money: MoneyText, comparison: AnyComparison, rest = ""): Html {
  return html`<span class="narrow">${rest}${totalHtml(money, comparison.before)} → ${totalHtml(money, comparison.after)}</span>`;
}

/** The class of a change: more, less, or none. */
export function direction(amount: string): string {
  const sign = signOf(amount);
  if (sign === 0) return "same";
  return sign > 0 ? "more" : "less";
}

export type SideNames = ReturnType<typeof sideNames>;

export function sideNames(report: PreviewReport): { readonly before: string; readonly after: string } {
  return report.against === "recorded"
    ? { before: "As charged", after: "As rated" }
    : { before: "Before", after: "After" };
}

type Reason = PreviewReport["unrated"][number]["before"];

const WORDS: Readonly<Partial<Record<Reason, string>>> = {
  "malformed-record": "the record is faulty",
  "duplicate-call": "the call was there before",
  "unregistered-number": "the number belongs to no customer",
  "number-not-billable": "the number is not billable",
  "unknown-call-type": "the kind of call is not known",
  "no-rate": "no tariff has a price for it",
  "no-tariff": "the customer has no tariff for it",
  "no-carrier-cost": "its carrier's cost is missing",
  ignored: "the book says to ignore it",
  "not-recorded": "the record does not say what was charged",
};

/** Why a call has no price, in a reader's words; the code stands beside it. */
export function reasonWords(reason: Reason): string {
  const words = WORDS[reason];
  return words === undefined ? reason : `${words} (${reason})`;
}

/** The change as a sentence; the page's heading and title. */
export function headlineSentence(report: PreviewReport, money: MoneyText): string {
  const { difference } = report.totals.retail;
  const size = money.change(difference).slice(1);
  const sign = signOf(difference);
  if (report.against === "recorded") {
    if (sign === 0) return "Rated again, the calls cost exactly what was charged";
    return `Rated again, the calls cost ${size} ${sign > 0 ? "more" : "less"} than was charged`;
  }
  if (sign === 0) return "The same calls would cost exactly as much as now";
  return `The same calls would cost ${size} ${sign > 0 ? "more" : "less"} than now`;
}

/** The page's header. */
export function header(report: PreviewReport, money: MoneyText): Html {
  const { counts, breakdowns, against } = report;
  const facts = [
    periodText(report.from, report.to),
    counted(counts.read, "call", "calls"),
    counted(breakdowns.customer.length, "customer", "customers"),
  ];
  return html`<header>
<p class="kicker">${against === "recorded" ? "Check against what was charged" : "Price change preview"}</p>
<h1>${headlineSentence(report, money)}</h1>
<p class="facts">${facts.filter((fact) => fact !== undefined).join(" · ")}</p>
</header>
`;
}

/** The totals, and how many calls change. */
export function headline(report: PreviewReport, money: MoneyText): Html {
  const { counts, totals, ratedTwice } = report;
  const names = sideNames(report);
  const isOneSided = counts.newlyRated + counts.newlyUnrated > 0;
  return html`<section aria-labelledby="totals">
<h2 id="totals" class="unseen">Retail total</h2>
<div class="headline">
<div><p class="label">What customers pay for these calls</p>
<p class="totals"><span class="before"><span class="unseen">${names.before} </span>${totalHtml(money, totals.retail.before)}</span> <span class="arrow" aria-hidden="true">→</span> <span class="after"><span class="unseen">${names.after} </span>${totalHtml(money, totals.retail.after)}</span></p></div>
<div><p class="label">Difference</p>
<p class="difference">${changeHtml(money, totals.retail.difference)} <span class="percent">${percentHtml(totals.retail)}</span></p></div>
</div>
<p class="in-words">Of ${counted(counts.ratedTwice, "call", "calls")} with a price on both sides, <b>${countText(counts.dearer)}</b> become dearer, <b>${countText(counts.cheaper)}</b> cheaper and <b>${countText(counts.unchanged)}</b> stay as they are.${
    isOneSided &&
    html` On these calls alone the change is <b>${changeHtml(money, ratedTwice.difference)}</b> (${percentHtml(ratedTwice)}); calls that have a price on one side only make up the rest.`
  }</p>
</section>
`;
}

/** Retail, wholesale and margin as cards. */
export function cards(report: PreviewReport, money: MoneyText): Html {
  const { retail, wholesale, margin } = report.totals;
  const names = sideNames(report);
  const card = (title: string, comparison: typeof retail | typeof margin): Html =>
    html`<div class="panel card"><h2>${title}</h2>
<p class="figure"><span class="unseen">${names.after}: </span>${totalHtml(money, comparison.after)}</p>
<p class="change">${comparison.difference === null ? "" : changeHtml(money, comparison.difference)} ${percentHtml(comparison)}</p>
<p class="was">${names.before.toLowerCase()} ${totalHtml(money, comparison.before)}</p></div>
`;
  return html`<div class="cards">
${card("Retail", retail)}${card("Wholesale", wholesale)}${card("Margin", margin)}</div>
`;
}

/** `1 to 31 October 2026`. */
export function periodText(from: string | null, to: string | null): string | undefined {
  if (from === null || to === null) return undefined;
  if (from === to) return dateText(from);
  const start = from.slice(0, 7) === to.slice(0, 7) ? String(Number(from.slice(8))) : dateText(from);
  return `${start} to ${dateText(to)}`;
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

function dateText(date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** `1 call`, `2,879 calls`. */
export function counted(count: number, one: string, many: string): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
