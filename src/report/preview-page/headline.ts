/** The first screen: the change and its amounts. */
import type { PartialComparison, PreviewReport } from "../../index.ts";
import { counted, countText, dateText, type MoneyText, periodText, signOf } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import { isOneMonth, type Payments, runningChange } from "../preview-summary.ts";
import { billWords, sideNames } from "../preview-words.ts";
import { fixedChargesCaveats, marginCaveats, paymentCaveats, wholesaleCaveats } from "./caveats.ts";
import type { Meaning } from "./customer-row.ts";
import {
  amountHtml,
  changeHtml,
  comparisonCells,
  comparisonHead,
  differenceHtml,
  fromTo,
  isUnchanged,
  narrowLine,
  percentHtml,
} from "./figures.ts";

/** The words of the change, else a sentence with its amount. The page's heading and title. */
export function headlineSentence(report: PreviewReport, money: MoneyText): string {
  const { change, totals, against } = report;
  if (change.words !== null) return change.words;
  const sign = signOf(totals.retail.difference);
  const rounded = money.between(totals.retail.before, totals.retail.after);
  // A difference that rounds to nothing has no sign, and is told to its last digit.
  const isNothing = signOf(totals.retail.difference) !== 0 && /^[^+\u2212]/.test(rounded);
  const size = isNothing ? money.exact(totals.retail.difference.replace("-", "")) : rounded.slice(1);
  const direction = sign > 0 ? "more" : "less";
  if (against === "recorded") {
    if (sign === 0) return "Rated again, the calls cost exactly what was charged";
    return `Rated again, the calls cost ${size} ${direction} than was charged`;
  }
  if (sign === 0) return "The same calls would cost exactly as much as now";
  return `The same calls would cost ${size} ${direction} than now`;
}

export function header(report: PreviewReport, money: MoneyText): Html {
  const { counts, breakdowns, against, change, from, to } = report;
  const facts: Html[] = [
    html`${from !== null && to !== null && `Calls of ${periodText(from, to)}: `}${counted(counts.read, "call")} of ${counted(breakdowns.customer.length, "customer")}`,
    ...(change.discounts ? [html`after discounts`] : []),
    ...(change.before === null ? [] : [html`book now ${digestHtml(change.before)}`]),
    ...(change.after === null
      ? []
      : [html`${against === "recorded" ? "book" : "changed book"} ${digestHtml(change.after)}`]),
    ...(change.madeOn === null
      ? []
      : [html`<span class="nb">made on <span id="made-on">${dateText(change.madeOn)}</span></span>`]),
  ];
  return html`<header>
<p class="kicker">${against === "recorded" ? "Check against what was charged" : "Price change preview"}</p>
<h1><bdi>${headlineSentence(report, money)}</bdi></h1>
<p class="facts">${facts.map((fact, at) => html`${at > 0 && " · "}${fact}`)}</p>
</header>
`;
}

/** Enough of a digest to tell two books apart. */
function digestHtml(digest: string): Html {
  return html`<bdi title="${digest}">${digest.replace(/^sha256[:-]/, "").slice(0, 8)}…</bdi>`;
}

/** The customers' payments, the margin and the carriers' charges. */
export function answer(report: PreviewReport, payments: Payments, money: MoneyText): Html {
  const { counts, totals } = report;
  const caveats = [
    ...paymentCaveats(report, money),
    ...Array.from(billWords(report), (words) => html`${words.charAt(0).toUpperCase()}${words.slice(1)}.`),
  ];
  return html`<section class="plain" aria-labelledby="answer"><h2 id="answer" class="unseen">The answer</h2>
<div class="cards">
<div class="panel card main"><h3>${paymentTitle(report)}, without VAT</h3>
${amounts(payments.total, report, money)}<p class="change">${changeOverTime(report, payments.total, money)}</p>
${withVAT(report, money)}<p class="was">Of ${counted(counts.ratedTwice, "call")} with a price on both sides, ${countText(counts.dearer)} become dearer, ${countText(counts.cheaper)} cheaper and ${countText(counts.unchanged)} stay as they are.</p>
${caveatList(caveats)}</div>
${card("Margin on the calls", totals.margin, "more is good", [...marginCaveats(report)], money)}${card("Carriers charge for them", totals.wholesale, "more is bad", [...wholesaleCaveats(report)], money)}</div>
${parts(report, money)}<p class="key"><span class="good">■</span> better for your margin <span class="nb"><span class="bad">■</span> worse</span></p>
</section>
`;
}

function paymentTitle({ against, bills, from }: PreviewReport): string {
  if (against === "recorded") return "Customers were charged, and would be";
  if (bills !== null) return `Customers’ bills of ${periodText(bills.from, bills.to)}`;
  return from === null ? "Customers pay" : "Customers pay for these calls";
}

/** The payments with VAT, where VAT was asked for. */
function withVAT({ bills }: PreviewReport, money: MoneyText): Html {
  const gross = bills?.total.billWithVAT;
  if (gross === undefined || gross === null) return html``;
  return html`<p class="was">With VAT ${fromTo(amountHtml(money, gross.before), amountHtml(money, gross.after))}.</p>
`;
}

/** The parts of the bills; empty where bills have calls only. */
function parts(report: PreviewReport, money: MoneyText): Html {
  const { bills } = report;
  if (bills === null) return html``;
  const { calls, fixedCharges, minimum } = bills.total;
  const isEmpty = ({ before, after }: typeof calls): boolean => signOf(before) === 0 && signOf(after) === 0;
  const rows = [
    { title: "Calls", amount: calls, caveats: [] },
    { title: "Fixed charges", amount: fixedCharges, caveats: [...fixedChargesCaveats(report)] },
    { title: "Minimum spend", amount: minimum, caveats: [] },
  ].filter(({ amount, caveats }) => !isEmpty(amount) || caveats.length > 0);
  if (rows.length < 2) return caveatList(rows.flatMap(({ caveats }) => caveats));
  return html`<div class="panel parts"><div class="scroll"><table><caption>What the bills are made of</caption><thead><tr><th scope="col">Part</th>${comparisonHead(sideNames(report))}</tr></thead>
<tbody>
${rows.map(
  ({
    title,
    amount,
    caveats,
  }) => html`<tr><th scope="row">${title}${narrowLine(money, amount)}${caveatList(caveats)}</th>${comparisonCells(money, amount)}</tr>
`,
)}</tbody></table></div></div>
`;
}

function amounts(comparison: PartialComparison, report: PreviewReport, money: MoneyText): Html {
  const names = sideNames(report);
  const { before, after } = comparison;
  return html`<p class="figure"><span class="before"><span class="unseen">${names.before} </span>${amountHtml(money, before)}</span> <span class="nb"><span class="arrow" aria-hidden="true">→</span> <span class="after"><span class="unseen">${names.after} </span>${amountHtml(money, after)}</span></span></p>
`;
}

/** The change of these calls, of a month and of a year; only once where these calls are those of one month. */
function changeOverTime(report: PreviewReport, total: PartialComparison, money: MoneyText): Html {
  const running = runningChange(report);
  const change = html`<b>${changeHtml(money, total)}</b>`;
  const percent = html`<span class="nb">(${percentHtml(total)})</span>`;
  if (running === undefined) return html`${change} ${percent}`;
  const year = html`<span class="nb"><b>${differenceHtml(money, running.year)}</b> a year</span>`;
  if (isOneMonth(report, total.difference ?? "0", running.month))
    return html`<span class="nb">${change} a month</span> ${percent} · ${year}`;
  return html`${change} ${percent} · <span class="nb"><b>${differenceHtml(money, running.month)}</b> a month</span> · ${year}`;
}

function card(
  title: string,
  comparison: PartialComparison,
  meaning: Meaning,
  caveats: readonly Html[],
  money: MoneyText,
): Html {
  const { before, after } = comparison;
  const figure = isUnchanged(comparison)
    ? html`<p class="figure"><span class="after">${amountHtml(money, after)}</span></p>
<p class="change same">unchanged</p>`
    : html`<p class="figure">${before === null && after === null ? amountHtml(money, null) : fromTo(html`<span class="before">${amountHtml(money, before)}</span>`, html`<span class="after">${amountHtml(money, after)}</span>`)}</p>
<p class="change">${comparison.difference !== null && html`${changeHtml(money, comparison, meaning)} <span class="nb">(${percentHtml(comparison, meaning)})</span>`}</p>`;
  return html`<div class="panel card"><h3>${title}</h3>
${figure}
${caveatList(caveats)}</div>
`;
}

function caveatList(caveats: readonly Html[]): Html {
  if (caveats.length === 0) return html``;
  return html`<ul class="caveats">${caveats.map((caveat) => html`<li>${caveat}</li>\n`)}</ul>
`;
}
