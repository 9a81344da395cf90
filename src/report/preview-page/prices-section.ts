/** The prices that change, and their customers. */
import type { PreviewReport } from "../../index.ts";
import { isCarrierCharge } from "../../preview/index.ts";
import {
  counted,
  countText,
  dateText,
  durationText,
  type MoneyText,
  moneyText,
  percentText,
} from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import { classWords, fieldWords, sideNames } from "../preview-words.ts";
import { goodness } from "./customer-row.ts";
import { fromTo } from "./figures.ts";

type ShownPrices = NonNullable<PreviewReport["prices"]>["records"][number];
type ShownPriceLine = ShownPrices["lines"][number];
type ShownPriceChange = ShownPriceLine["changes"][number];

/** Most records, and most customers of each record, on the page; the JSON has more. */
const RECORDS_LIMIT = 60;
const USERS_LIMIT = 10;

export function prices(report: PreviewReport, money: MoneyText): Html {
  if (report.prices === null || report.prices.records.length === 0) return html``;
  const { records, changedLines, furtherMoves } = report.prices;
  const shown = records.slice(0, RECORDS_LIMIT);
  const left = records.length - shown.length + furtherMoves;
  return html`<section aria-labelledby="prices"><h2 id="prices">Prices that change</h2>
<p class="note">${counted(changedLines, "line")} of ${counted(records.length, "price list")}; each opens to show them.</p>
${shown.map((record) => priceRecord(record, report, money))}${left > 0 && html`<p class="note">${countText(left)} more are in the JSON of the preview.</p>\n`}</section>
`;
}

function priceRecord(record: ShownPrices, report: PreviewReport, money: MoneyText): Html {
  const { before, after, isMove, percent, uses, changedLines, lines, inheriting, ownPriced, users } = record;
  // R24: a record of another currency shows its own.
  const recordMoney =
    record.currency === undefined ? money : moneyText(record.currency, report.currencyDecimals);
  const name =
    before !== null && after !== null && before.name !== after.name
      ? fromTo(html`<bdi>${before.name}</bdi>`, html`<bdi>${after.name}</bdi>`)
      : html`<bdi>${(after ?? before)?.name}</bdi>`;
  const kind = isMove ? "customers move" : before === null ? "new" : after === null ? "goes" : undefined;
  const range =
    percent === null
      ? undefined
      : percent.least === percent.most
        ? percentText(percent.least)
        : `${percentText(percent.least)} to ${percentText(percent.most)}`;
  const facts = [resourceWords(record), kind, range, usesWords(uses)].filter((fact) => fact !== undefined);
  const names = sideNames(report);
  return html`<details class="price-list"><summary><b>${name}</b> <span class="id">${facts.join(" · ")}</span></summary>
${
  lines.length > 0 &&
  html`<div class="scroll"><table><thead><tr><th scope="col">For</th><th scope="col">Price</th><th scope="col" class="amount">${names.before}</th><th scope="col" class="amount">${names.after}</th><th scope="col" class="amount">%</th></tr></thead>
<tbody>
${lines.map((line) => line.changes.map((change) => priceRow(line, change, record.side, recordMoney)))}</tbody></table></div>
`
}${changedLines > lines.length && html`<p class="note">${countText(changedLines - lines.length)} more lines are in the JSON of the preview.</p>\n`}${
  users.length > 0 &&
  html`<p class="note">Who has it: ${users.slice(0, USERS_LIMIT).map(({ key, name: user }, at) => html`${at > 0 && ", "}<bdi>${user ?? key}</bdi>`)}${uses.customers > USERS_LIMIT && ` and ${countText(uses.customers - USERS_LIMIT)} more`}.</p>
`
}${inheriting.map(
  ({ name: child, follows, ownPrices }) =>
    html`<p class="note"><bdi>${child}</bdi> inherits from it and ${follows ? "follows" : `does not follow in all: ${counted(ownPrices.length, "price")} of its own`}.</p>
`,
)}${ownPriced > 0 && html`<p class="note">${counted(ownPriced, "feature has a price of its own", "features have prices of their own")}, which this does not reach.</p>\n`}</details>
`;
}

function resourceWords({ resource, tariffClass, side }: ShownPrices): string {
  if (resource === "fixedFeeTariffs") return "fixed fees";
  if (resource === "standardFeatures") return "service";
  const kind = tariffClass === null ? "tariff" : classWords(tariffClass);
  return side === "wholesale" ? `carrier’s prices, ${kind}` : kind;
}

function usesWords({ customers, numbers, features }: ShownPrices["uses"]): string {
  const parts = [
    counted(customers, "customer"),
    ...(numbers > 0 ? [counted(numbers, "number")] : []),
    ...(features > 0 ? [counted(features, "feature")] : []),
  ];
  return customers + numbers + features === 0 ? "nobody has it" : parts.join(", ");
}

function priceRow(
  line: ShownPriceLine,
  change: ShownPriceChange,
  side: ShownPrices["side"],
  money: MoneyText,
): Html {
  const difference = change.isPrice && change.percent !== null ? change.percent : "0";
  const meaning = side === "retail" && !isCarrierCharge(change) ? "more is good" : "more is bad";
  return html`<tr><th scope="row">${lineWords(line)}</th><td>${fieldWords(change.field)}</td><td class="amount">${valueText(change.before, change, money)}</td><td class="amount">${valueText(change.after, change, money)}</td><td class="amount ${goodness(difference, meaning)}">${change.percent === null ? "" : percentText(change.percent)}</td></tr>
`;
}

/** The calls or charges that a line prices, and the days. */
function lineWords({ kind, callType, prefix, period, charges, from, to, presence }: ShownPriceLine): Html {
  const parts = [callType, prefix === null ? null : `to ${prefix}…`, period, charges].filter(
    (part) => part !== null,
  );
  const what = parts.length > 0 ? parts.join(", ") : kind === "base" ? "all other calls" : "all of them";
  const days = [from === null ? null : `from ${dateText(from)}`, to === null ? null : `until ${dateText(to)}`]
    .filter((day) => day !== null)
    .join(" ");
  const there = presence === "both" ? "" : presence === "added" ? "new" : "goes";
  return html`<bdi>${what}</bdi>${(days !== "" || there !== "") && html` <span class="id">${[there, days].filter((part) => part !== "").join(", ")}</span>`}`;
}

function valueText(value: string | null, { unit }: ShownPriceChange, money: MoneyText): string {
  if (value === null) return "–";
  if (unit === "pence") return isAmount(value) ? money.exact(value) : value;
  if (unit === "pounds") return isAmount(value) ? money.exactMajor(value) : value;
  if (unit === "percent") return `${value}%`;
  if (unit === "seconds") return durationText(value);
  return value;
}

function isAmount(value: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(value);
}
