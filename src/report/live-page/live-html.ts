/** The markup of a live page: complete without the script, with the figures of the first percentage. */
import type { PreviewReport } from "../../index.ts";
import { countText, dateText, type MoneyText, moneyText, periodText } from "../money-text.ts";
import { type Html, html, pageText } from "../page/index.ts";
import { classWords } from "../preview-words.ts";
import type { CarriedMonth } from "./carried-month.ts";
import {
  CUSTOMERS_AT_FIRST,
  classLine,
  type Figure,
  type FigureLine,
  figureLine,
  headlineFigures,
  LINE_COLUMNS,
  largestMoves,
  MOVES,
  moveText,
  shownText,
} from "./live-figures.ts";

/** The least upper end of the slider, percent. */
const SLIDER_REACH = 20;

export async function livePageText(
  report: PreviewReport,
  month: CarriedMonth,
  compressed: Uint8Array,
): Promise<string> {
  const { LIVE_SCRIPT, LIVE_STYLE } = await import("./live-assets.js");
  const money = moneyText(report.currency, report.currencyDecimals);
  const { class: classes, customer } = report.breakdowns;
  return pageText({
    title: "Price change, live",
    colorScheme: "light dark",
    style: LIVE_STYLE,
    script: LIVE_SCRIPT,
    allowsWebAssembly: true,
    body: html`<a class="skip" href="#customers">Skip to the customers</a>
<header><p class="kicker">Price change, live</p>
<h1>What would <span id="change-text">${month.percent}%</span> bring?</h1>
<p class="facts">${factsOf(report, month)}</p></header>
<main>${controls(month)}${answer(report, money)}${moves(report, money)}<section aria-labelledby="classes"><h2 id="classes">By class of call</h2>
${table(
  "class-lines",
  "Class",
  classes.map((line) => classLine(line, money)),
)}</section>
<section aria-labelledby="customers"><h2 id="customers">Customers</h2>
<p class="scripted"><label>Find a customer <input type="search" id="find" autocomplete="off"></label></p>
${table(
  "customer-lines",
  "Customer",
  customer.slice(0, CUSTOMERS_AT_FIRST).map((line) => figureLine(line, money, "Calls without a customer")),
)}
<p id="shown" class="note" role="status">${shownText(Math.min(customer.length, CUSTOMERS_AT_FIRST), customer.length)}</p>
<p class="scripted"><button type="button" id="show-more">Show more</button></p></section>
</main>
<footer><p>Amounts are of calls alone, without fixed charges, minimum spend and VAT, come before discounts and are exact; they are rounded here for reading only, and show every digit when pointed at. Numbers called are cut to the prefixes that decide their price. Made by Tollbook.</p></footer>
<script type="text/plain" id="month">${base64(compressed)}</script>
`,
  });
}

function factsOf({ from, to, counts, otherCurrencies = [] }: PreviewReport, month: CarriedMonth): string {
  const { scope, effectiveDate, tariffs, calls } = month;
  return [
    from === null || to === null ? "no calls" : `calls of ${periodText(from, to)}`,
    `${countText(calls)} calls with a price`,
    ...(counts.unrated > 0 ? [`${countText(counts.unrated)} without one, which are in no figure`] : []),
    ...(otherCurrencies.length === 0
      ? []
      : [
          `customers billed in ${otherCurrencies.map(({ currency }) => currency).join(", ")} are in no figure of this page`,
        ]),
    tariffs.length === 0
      ? "no tariff that rises prices any of these calls: nothing changes, whatever is set"
      : `${scope === "costOnly" ? "usage prices" : "all prices"} of ${countText(tariffs.length)} ${tariffs.length === 1 ? "tariff" : "tariffs"}`,
    ...(effectiveDate === null ? [] : [`from ${dateText(effectiveDate)} on`]),
  ].join(" · ");
}

function controls({ percent, tariffs }: CarriedMonth): Html {
  const classes = [...new Set(tariffs.map(({ tariffClass }) => tariffClass))];
  const reach = Math.min(1_000, Math.max(SLIDER_REACH, Math.ceil(Math.abs(Number(percent)) * 2)));
  const least = Math.min(-Math.min(reach, 50), Math.floor(Number(percent)));
  // A step that the first percentage is a multiple of: else the slider would begin beside it.
  const decimals = percent.split(".")[1]?.length ?? 0;
  const step = Number.isInteger(2 * Number(percent)) ? "0.5" : (10 ** -decimals).toFixed(decimals);
  return html`<section class="controls scripted" aria-labelledby="settings"><h2 id="settings">The change</h2>
<div class="overall"><label for="slider">All classes, percent</label><input type="range" id="slider" min="${String(least)}" max="${String(reach)}" step="${step}" value="${percent}"><input type="text" inputmode="decimal" id="percent" aria-label="All classes, percent, exactly" value="${percent}" autocomplete="off"></div>
<div class="classes">${classes.map(
    (name) =>
      html`<label>${classWords(name)} <input type="text" inputmode="decimal" class="class-percent" data-class="${name}" placeholder="${percent}" autocomplete="off"></label>`,
  )}</div>
<p class="note">An empty field follows the slider; 0 leaves a class as it is.</p>
<p><button type="button" id="reset">As at first</button> <span id="state" role="status">The calls are being read …</span></p></section>
`;
}

function answer(report: PreviewReport, money: MoneyText): Html {
  const figures = headlineFigures(report, money);
  const show = (id: string): Html => figureHtml(figures[id] as Figure, id);
  const card = (title: string, id: string): Html =>
    html`<div class="panel card"><h2>${title}</h2><p class="figure">${show(`${id}-after`)}</p><p class="moved">${show(`${id}-change`)} ${show(`${id}-percent`)}</p><p class="was">before ${show(`${id}-before`)}</p></div>
`;
  return html`<div class="cards">
${card("Customers pay", "retail")}${card("Carriers charge", "wholesale")}${card("Margin", "margin")}</div>
<p class="note counts">${show("dearer")} calls become dearer, ${show("cheaper")} cheaper, ${show("unchanged")} stay as they are.</p>
`;
}

function moves(report: PreviewReport, money: MoneyText): Html {
  const { up, down } = largestMoves(report.breakdowns.customer, MOVES);
  const list = (title: string, id: string, lines: typeof up): Html =>
    html`<section aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2><ul id="${id}" class="moves">${lines.length === 0 && html`<li>nobody</li>`}${lines.map(
      (line) => {
        const { name, figure } = moveText(line, money);
        return html`<li><bdi>${name}</bdi> ${figureHtml(figure)}</li>`;
      },
    )}</ul></section>
`;
  return html`<div class="two">
${list("Rise most", "up", up)}${list("Fall most", "down", down)}</div>
`;
}

function table(id: string, what: string, lines: readonly FigureLine[]): Html {
  const head = LINE_COLUMNS.map(
    ({ title, isWide }) => html`<th scope="col" class="amount${isWide && " wide"}">${title}</th>`,
  );
  const rows = lines.map(
    ({ name, figures }) =>
      html`<tr><th scope="row"><bdi>${name}</bdi></th>${figures.map(
        ({ text, title, className }, at) =>
          html`<td class="amount ${className}${LINE_COLUMNS[at]?.isWide && " wide"}" title="${title}">${text}</td>`,
      )}</tr>
`,
  );
  return html`<div class="scroll"><table><thead><tr><th scope="col">${what}</th>${head}</tr></thead><tbody id="${id}">
${rows}</tbody></table></div>`;
}

function figureHtml({ text, title, className }: Figure, id?: string): Html {
  return html`<span${id !== undefined && html` id="${id}"`} class="${className}" title="${title}">${text}</span>`;
}

const BASE64_BYTES = 3 * 4_096;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += BASE64_BYTES) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + BASE64_BYTES)));
  }
  return text;
}
