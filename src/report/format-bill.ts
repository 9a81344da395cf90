/** The words of a bill, for its page and its text: customers, numbers, services, dates and lines. */

import { type VATOfRate, vatByRate } from "../charges/index.ts";
import { type Invoice, type InvoiceTransaction, type OpenedBook, sumAmounts } from "../index.ts";
import { ADDRESS_FIELDS, madeOnce, safely } from "../model/index.ts";
import { counted, countText, dateText, type MoneyText, moneyText } from "./money-text.ts";
import { type Html, html } from "./page/index.ts";
import { columns, daysText, harmless } from "./plain-text.ts";

/** The words of a charge, and a note on the kind of charge where the words do not say the kind. */
interface LineWords {
  readonly what: string;
  readonly note: string | undefined;
}

const NOTES: Readonly<Partial<Record<InvoiceTransaction["transactionSource"], string>>> = {
  oneOff: "once",
  instalment: "instalment",
  correction: "correction",
};

/** The description, else the type of the transaction, else that of its feature. */
export function wordsOf(transaction: InvoiceTransaction, facts: BillFacts): LineWords {
  const { transactionSource, transactionDescription, transactionType, featureID } = transaction;
  if (transactionSource === "minimum") return { what: "Minimum charge for calls", note: undefined };
  const type =
    transactionType === null ? facts.featureType(featureID) : facts.transactionType(transactionType);
  return { what: transactionDescription ?? type ?? "Charge", note: NOTES[transactionSource] };
}

/** The quantity: the count of a feature, or calls and their minutes. */
export function quantityOf(transaction: InvoiceTransaction): string {
  const { featureCount, transactionCallCount, transactionCallMinutes } = transaction;
  if (transactionCallCount === null) return featureCount === null ? "" : String(featureCount);
  const calls = counted(transactionCallCount, "call");
  return transactionCallMinutes === null ? calls : `${calls}, ${countText(transactionCallMinutes)} min`;
}

/** Looks up the names of a book's customers, numbers and services by id. */
export interface BillFacts {
  readonly customer: (id: string) => CustomerFacts;
  /** The number as the book writes it; the id where the book does not have it. */
  readonly number: (id: string) => string;
  readonly service: (id: string) => string;
  /** A transaction type as bills name it. */
  readonly transactionType: (name: string) => string;
  /** The type of a feature as bills name it; undefined where the feature has none. */
  readonly featureType: (featureID: string | null) => string | undefined;
}

export interface CustomerFacts {
  readonly name: string | undefined;
  /** Lines of the address, as far as the book has one. */
  readonly address: readonly string[];
  readonly accountNumber: string | undefined;
  readonly currency: string;
}

const FACTS = new WeakMap<OpenedBook, BillFacts>();

/** The names of a book, looked up once: an opened book never changes. */
export function billFacts(book: OpenedBook): BillFacts {
  return madeOnce(FACTS, book, () => factsOf(book));
}

function factsOf({ records, settings, source }: OpenedBook): BillFacts {
  const numbers = new Map(records.numbers.map(({ id, number }) => [id, number]));
  const services = new Map(
    records.services.map(({ id, serviceName, description }) => [id, serviceName ?? description]),
  );
  const customers = new Map(
    records.customers.map((record, customerIndex): [string, CustomerFacts] => [
      record.id,
      {
        name: record.companyName ?? personOf([record.title, record.firstnames, record.lastname]),
        address: addressOf(source?.data.customers?.[customerIndex]),
        accountNumber: record.accountNumber,
        currency: record.currency ?? settings.currency,
      },
    ]),
  );
  const transactionTypes = new Map(
    records.transactionTypes.map((type) => [type.transactionTypeName, type.transactionTypeDisplayName]),
  );
  const featureTypes = new Map(
    records.featureTypes.map((type) => [type.featureTypeName, type.featureTypeDisplayName]),
  );
  const templates = new Map(records.standardFeatures.map(({ name, featureType }) => [name, featureType]));
  const typesOfFeatures = new Map(
    records.features.map((feature) => [
      feature.id,
      feature.featureType ?? templates.get(feature.standardFeature ?? ""),
    ]),
  );
  const { currency } = settings;
  return {
    customer: (id) =>
      customers.get(id) ?? { name: undefined, address: [], accountNumber: undefined, currency },
    number: (id) => numbers.get(id) ?? id,
    service: (id) => services.get(id) ?? id,
    transactionType: (name) => transactionTypes.get(name) ?? name,
    featureType: (featureID) => {
      const name = typesOfFeatures.get(featureID ?? "");
      return featureTypes.get(name ?? "") ?? name;
    },
  };
}

type CustomerData = NonNullable<NonNullable<OpenedBook["source"]>["data"]["customers"]>[number];

/** Only fields that are text: no rule reads the address, so that the book does not check its fields. */
function addressOf(customer: CustomerData | undefined): string[] {
  return ADDRESS_FIELDS.flatMap((field) => {
    const line = safely(() => customer?.[field], undefined);
    return typeof line === "string" && line.trim() !== "" ? [line] : [];
  });
}

function personOf(names: readonly (string | undefined)[]): string | undefined {
  return names.filter((name) => name !== undefined).join(" ") || undefined;
}

/** The header of a customer's page: its title, the customer, and facts with their names. */
export function customerHeader(
  title: string,
  { name, address }: Pick<CustomerFacts, "name" | "address">,
  facts: readonly (readonly [name: string, value: string | undefined])[],
): Html {
  const lines = [...(name === undefined ? [] : [name]), ...address.filter((line) => line !== name)];
  const given = facts.filter(([, value]) => value !== undefined);
  return html`<header>
<div><h1>${title}</h1>
<address>${lines.map((line) => html`<span><bdi>${line}</bdi></span>`)}</address></div>
<dl>${given.map(([term, value]) => html`<dt>${term}</dt><dd><bdi>${value}</bdi></dd>`)}</dl>
</header>
`;
}

/** Both days of a span, or the only day. */
export function spanText(start: string, end: string): string {
  return start === end ? dateText(start) : `${dateText(start)} – ${dateText(end)}`;
}

type AmountText = MoneyText["major"];

/**
 * A bill in full as text (R78): its lines in their order, under the account, each number and each service; then VAT,
 * rate by rate, and the total. Amounts are in the customer's currency. Plain text; control characters of names are made
 * harmless.
 *
 * @param book the book that the bill was made with
 * @example
 * const days = { from: "2026-10-01", to: "2026-10-31" };
 * const charged = charges(book, days.from, days.to);
 * const { invoices: bills } = invoices(book, { charged, rated: rateCalls(book, calls), ...days });
 * bills.map((bill) => formatBill(book, bill).split("\n")[0]); // => ["Bill of 2026-11-01 for customer 7"]
 */
export function formatBill(book: OpenedBook, invoice: Invoice): string {
  const facts = billFacts(book);
  const money = moneyOf(book, facts, invoice);
  const rates = vatByRate(book, invoice);
  const rows = [
    ...billRows(invoice, facts, money),
    ["Without VAT", "", "", money(invoice.invoiceAmount)],
    ...rates
      .filter(({ isReverse }) => !isReverse)
      .map((rate) => [vatText(rate, money), "", "", money(rate.vat)]),
    ["To pay", "", "", money(invoice.total)],
  ];
  return [
    `Bill of ${invoice.invoiceDate} for ${harmless(nameOf(invoice, facts))}\n`,
    columns(rows, 4),
    ...rates.filter(({ isReverse }) => isReverse).map((rate) => reverseNote(rate, money)),
  ].join("");
}

/**
 * The bill of each customer as text (R78): calls, the amount without VAT, VAT and the total, and the sum of all bills
 * where they are in one currency. Plain text; control characters of names are made harmless.
 *
 * @param book the book that the bills were made with
 * @example
 * const bill = createCallBill(book, { from: "2026-10-01", to: "2026-10-31" });
 * for (const result of rateCalls(book, calls)) bill.add(result);
 * const { invoices: bills } = bill.invoices({ charged: charges(book, "2026-10-01", "2026-10-31") });
 * formatBillTotals(book, bills).split("\n")[1]; // => "  customer 7      2        £0.08  £0.00   £0.08"
 */
export function formatBillTotals(book: OpenedBook, bills: readonly Invoice[]): string {
  const facts = billFacts(book);
  const row = (name: string, calls: number, amounts: InvoiceAmounts, money: AmountText): string[] => [
    name,
    String(calls),
    money(amounts.invoiceAmount),
    money(amounts.invoiceVAT),
    money(amounts.total),
  ];
  const rows = bills.map((bill) =>
    row(nameOf(bill, facts), bill.invoiceCallCount, bill, moneyOf(book, facts, bill)),
  );
  const [first] = bills;
  const currencies = new Set(bills.map((bill) => facts.customer(bill.customerID).currency));
  if (first !== undefined && currencies.size === 1) {
    const sum = (field: keyof InvoiceAmounts): string => sumAmounts(bills.map((bill) => bill[field]));
    const sums = { invoiceAmount: sum("invoiceAmount"), invoiceVAT: sum("invoiceVAT"), total: sum("total") };
    const calls = bills.reduce((together, bill) => together + bill.invoiceCallCount, 0);
    rows.push(row("together", calls, sums, moneyOf(book, facts, first)));
  }
  return columns([["customer", "calls", "without VAT", "VAT", "to pay"], ...rows]);
}

type InvoiceAmounts = Pick<Invoice, "invoiceAmount" | "invoiceVAT" | "total">;

function moneyOf({ settings }: OpenedBook, facts: BillFacts, { customerID }: Invoice): AmountText {
  return moneyText(facts.customer(customerID).currency, settings.currencyDecimals).major;
}

function nameOf({ customerID }: Invoice, facts: BillFacts): string {
  const { name } = facts.customer(customerID);
  return name === undefined ? `customer ${customerID}` : `${name} (${customerID})`;
}

/** The lines of a bill, with a heading where the owner changes. */
function billRows({ transactions }: Invoice, facts: BillFacts, money: AmountText): string[][] {
  let before: InvoiceTransaction | undefined;
  return transactions.flatMap((transaction) => {
    // By ids: two services may have one name.
    const isOfSameOwner =
      before?.serviceID === transaction.serviceID && before.numberID === transaction.numberID;
    before = transaction;
    const { what, note } = wordsOf(transaction, facts);
    const line = [
      `  ${note === undefined ? what : `${what}, ${note}`}`,
      daysText(transaction.transactionStartDate, transaction.transactionEndDate),
      quantityOf(transaction),
      money(transaction.transactionValue),
      transaction.transactionVATRate ?? "",
    ];
    return isOfSameOwner ? [line] : [[headingOf(transaction, facts)], line];
  });
}

function headingOf({ numberID, serviceID }: InvoiceTransaction, facts: BillFacts): string {
  if (serviceID !== null) return `Service ${facts.service(serviceID)}`;
  return numberID === null ? "Account" : `Number ${facts.number(numberID)}`;
}

function vatText({ rate, percent, net }: VATOfRate, money: AmountText): string {
  return `VAT ${rate}, ${percent} % of ${money(net)}`;
}

function reverseNote(rate: VATOfRate, money: AmountText): string {
  const what = `${vatText(rate, money)}, ${money(rate.vat)}`;
  return `  ${harmless(what)}, is for the customer to account for and is not in the total.\n`;
}
