/** The affected customers: how many rise by more than the threshold, and the largest changes by name. */
import { counted, countText, type MoneyText } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import { type Payment, type Payments, reachOf } from "../preview-summary.ts";
import type { SideNames } from "../preview-words.ts";
import { comparisonCells, comparisonHead, narrowLine } from "./figures.ts";

/** Most customers that are named for each direction. */
const NAMED = 3;

export function who(payments: Payments, threshold: number, names: SideNames, money: MoneyText): Html {
  const reach = reachOf(payments, threshold, NAMED);
  if (reach.customers === 0) return html``;
  const { customers, beyond, rising, falling } = reach;
  const same = customers - rising - falling;
  const table = (title: string, movers: readonly Payment[]): Html =>
    movers.length === 0
      ? html``
      : html`<div class="scroll"><table><caption>${title}</caption><thead><tr><th scope="col">Customer</th>${comparisonHead(names)}</tr></thead>
<tbody>
${movers.map(({ key, name, amount }) => html`<tr><th scope="row"><bdi>${name ?? key ?? "without a customer"}</bdi>${narrowLine(money, amount)}</th>${comparisonCells(money, amount)}</tr>\n`)}</tbody></table></div>
`;
  return html`<section id="who" aria-labelledby="who-title"><h2 id="who-title">Who pays more, and who less</h2>
<p class="reach"><b>${countText(beyond)}</b> of ${counted(customers, "customer")} ${beyond === 1 ? "rises" : "rise"} by more than ${threshold}%. ${countText(rising)} ${rising === 1 ? "pays" : "pay"} more, ${countText(falling)} less, ${countText(same)} the same.</p>
${table("Largest rises", reach.risers)}${table("Largest falls", reach.fallers)}</section>
`;
}
