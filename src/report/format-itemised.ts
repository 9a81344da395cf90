/** Itemised calls of a customer: as records for a CSV, and as a page to print or to send. */
import type { ItemisedCall, ItemisedCustomer, ItemisedNumber } from "../files/index.ts";
import { type OpenedBook, toPounds } from "../index.ts";
import { ITEMISED_TEXTS, USUAL_CURRENCY } from "../model/index.ts";
import { sumAmounts } from "../money/index.ts";
import { type BillFacts, billFacts, type CustomerFacts, customerHeader } from "./format-bill.ts";
import { counted, countText, dateText, durationText, type MoneyText, moneyText } from "./money-text.ts";
import { BILL_STYLE, type Html, html, pageText } from "./page/index.ts";

/** A line of the CSV: the result of a call, by number and start. Costs are pence, to the last digit. */
export interface ItemisedRecord extends Omit<ItemisedCall, "date" | "time" | "target"> {
  readonly customerID: string;
  readonly numberID: string;
  readonly number: string;
  readonly startDate: string;
  readonly startTime: string;
}

/** The columns of an itemised CSV. */
export const ITEMISED_FIELDS: readonly (keyof ItemisedRecord)[] = [
  "customerID",
  "numberID",
  "number",
  "startDate",
  "startTime",
  ...ITEMISED_TEXTS.filter((field) => field !== "target"),
];

/** Makes the lists of customers; names, currencies and the notation of numbers come from a book. */
export interface ItemisedLists {
  /** The lines of a customer's CSV, number by number, in the order of the calls' starts. */
  records(customer: ItemisedCustomer): Generator<ItemisedRecord, void, undefined>;
  /** Pieces of a customer's page, which may be long. */
  page(customer: ItemisedCustomer): Generator<string, void, undefined>;
  /** The exact sum of a customer's calls in pounds (R16), rounded as an invoice amount. */
  total(customer: ItemisedCustomer): string;
}

/**
 * Lists of calls as CSV records and pages. A page has the customer, the sums by call type, the total in pounds as
 * rounded by `toPounds`, and each number's calls by day with their exact prices; a page has no script, and names are
 * escaped. Without a book, names of customers and numbers come from the results, and pence are those of pounds.
 */
export function createItemisedLists(book?: OpenedBook): ItemisedLists {
  const facts = book && billFacts(book);
  const currencyDecimals = book?.settings.currencyDecimals ?? 2;
  const total = ({ cost }: ItemisedCustomer): string => toPounds(cost, { currencyDecimals });
  return {
    total,
    *records(customer) {
      const { customerID } = customer;
      for (const number of customer.numbers) {
        const { numberID } = number;
        for (const { date, time, target, ...texts } of number.calls())
          yield { customerID, numberID, number: target, startDate: date, startTime: time, ...texts };
      }
    },
    *page(customer) {
      const who = facts?.customer(customer.customerID);
      const money = moneyText(who?.currency ?? USUAL_CURRENCY, currencyDecimals);
      const name = who?.name ?? `customer ${customer.customerID}`;
      const [before = "", behind = ""] = pageText({
        title: `Calls of ${name}`,
        colorScheme: "light",
        style: BILL_STYLE,
        body: html`${header(customer, who)}<main>
${types(customer, money, total(customer))}${NUMBERS_PLACEHOLDER}</main>
`,
      }).split(NUMBERS_PLACEHOLDER.text);
      yield before;
      for (const number of customer.numbers) yield* numberSection(number, facts, money);
      yield behind;
    },
  };
}

/** The placeholder for the numbers of a page; no escaped text can contain it. */
const NUMBERS_PLACEHOLDER = html`<!---->`;

function header({ customerID, calls }: ItemisedCustomer, who: CustomerFacts | undefined): Html {
  return customerHeader("Itemised calls", who ?? { name: undefined, address: [] }, [
    ["Customer", customerID],
    ["Account", who?.accountNumber],
    ["Calls", countText(calls)],
  ]);
}

/** The sums by call type, and the total. */
function types(customer: ItemisedCustomer, money: MoneyText, total: string): Html {
  return html`<section class="totals">
<h2>By call type</h2>
<table class="lines">
<thead><tr><th scope="col">Call type</th><th scope="col" class="dates">Calls</th><th scope="col" class="quantity">Duration</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>
${customer.types.map(
  ({ tariffType, calls, duration, cost }) =>
    html`<tr><th scope="row" class="description"><bdi>${tariffType}</bdi></th><td class="dates">${countText(calls)}</td><td class="quantity">${durationText(duration)}</td><td class="amount">${money.exact(cost)}</td></tr>
`,
)}</tbody>
<tfoot><tr class="sum"><th scope="row" colspan="3">Sum of the calls</th><td class="amount">${money.exact(customer.cost)}</td></tr>
<tr class="total"><th scope="row" colspan="3">Total, without VAT</th><td class="amount">${money.major(total)}</td></tr></tfoot>
</table>
</section>
`;
}

/** The calls of a number, day by day. */
function* numberSection(
  number: ItemisedNumber,
  facts: BillFacts | undefined,
  money: MoneyText,
): Generator<string, void, undefined> {
  const known = facts?.number(number.numberID);
  const name = known === undefined || known === number.numberID ? number.target : known;
  yield html`<section>
<h2>Number <bdi>${name}</bdi></h2>
<table class="lines">
<thead><tr><th scope="col">Called</th><th scope="col" class="dates">Start</th><th scope="col" class="quantity">Duration</th><th scope="col" class="amount">Amount</th></tr></thead>
`.text;
  let day: ItemisedCall[] = [];
  for (const call of number.calls()) {
    if (day.length > 0 && day[0]?.date !== call.date) {
      yield dayRows(day, money).text;
      day = [];
    }
    day.push(call);
  }
  if (day.length > 0) yield dayRows(day, money).text;
  yield html`<tfoot><tr class="sum"><th scope="row" colspan="3">${counted(number.length, "call")}</th><td class="amount">${money.exact(number.cost)}</td></tr></tfoot>
</table>
</section>
`.text;
}

function dayRows(calls: readonly ItemisedCall[], money: MoneyText): Html {
  const cost = sumAmounts(calls.map((call) => call.cost));
  return html`<tbody>
<tr class="sum"><th scope="rowgroup" colspan="3">${dateText(calls[0]?.date ?? "")}, ${counted(calls.length, "call")}</th><td class="amount">${money.exact(cost)}</td></tr>
${calls.map((call) => callRow(call, money))}</tbody>
`;
}

function callRow(call: ItemisedCall, money: MoneyText): Html {
  const { external, location, tariffType, time, cost } = call;
  const what = [location, tariffType].filter((text) => text !== "").join(", ");
  return html`<tr><th scope="row" class="description"><bdi>${external === "" ? "withheld" : external}</bdi> <span class="what"><bdi>${what}</bdi></span></th><td class="dates">${time}</td><td class="quantity">${usageOf(call)}</td><td class="amount">${money.exact(cost)}</td></tr>
`;
}

/** The first of duration, bytes and events that is not zero, else the first that is not blank. */
function usageOf({ duration, bytes, events }: ItemisedCall): string {
  const usages = [
    { amount: duration, text: durationText(duration) },
    { amount: bytes, text: `${bytes} bytes` },
    { amount: events, text: events },
  ].filter(({ amount }) => amount !== "");
  return (usages.find(({ amount }) => Number(amount) !== 0) ?? usages[0])?.text ?? "";
}
