/** What a bill calls the customer, his numbers and services, its dates and lines: of its page and of its text. */
import type { InvoiceTransaction, OpenedBook } from "../index.ts";
import { safely } from "../model/index.ts";
import { countText } from "./money-text.ts";

/** What was charged, and what kind of charge it was where the words do not say. */
interface LineWords {
  readonly what: string;
  readonly note: string | undefined;
}

const NOTES: Readonly<Partial<Record<InvoiceTransaction["transactionSource"], string>>> = {
  oneOff: "once",
  instalment: "instalment",
  correction: "correction",
};

/** The description, else the type of the transaction. */
export function wordsOf(transaction: InvoiceTransaction): LineWords {
  if (transaction.transactionSource === "minimum")
    return { what: "Minimum charge for calls", note: undefined };
  const what = transaction.transactionDescription ?? transaction.transactionType ?? "Charge";
  return { what, note: NOTES[transaction.transactionSource] };
}

/** How many: the count of a feature, or calls and their minutes. */
export function quantityOf(transaction: InvoiceTransaction): string {
  const { featureCount, transactionCallCount, transactionCallMinutes } = transaction;
  if (transactionCallCount === null) return featureCount === null ? "" : String(featureCount);
  const calls = `${countText(transactionCallCount)} ${transactionCallCount === 1 ? "call" : "calls"}`;
  return transactionCallMinutes === null ? calls : `${calls}, ${countText(transactionCallMinutes)} min`;
}

/** The names of a book's parties; by id. */
export interface BillFacts {
  readonly customer: (id: string) => CustomerFacts;
  /** The number as the book writes it; the id where the book does not have it. */
  readonly number: (id: string) => string;
  readonly service: (id: string) => string;
}

/** Whom a bill is for. */
export interface CustomerFacts {
  readonly name: string | undefined;
  /** Lines of the address, as far as the book has one. */
  readonly address: readonly string[];
  readonly accountNumber: string | undefined;
  readonly currency: string;
}

/** Looks up what the book says of those on its bills. */
export function billFacts({ records, settings, source }: OpenedBook): BillFacts {
  const numbers = new Map(records.numbers.map(({ id, number }) => [id, number]));
  const services = new Map(
    records.services.map(({ id, serviceName, description }) => [id, serviceName ?? description]),
  );
  const customers = new Map(
    records.customers.map((record, place): [string, CustomerFacts] => [
      record.id,
      {
        name: record.companyName ?? nonEmpty([record.title, record.firstnames, record.lastname], " "),
        address: addressOf(source?.data.customers?.[place]),
        accountNumber: record.accountNumber,
        currency: record.currency ?? settings.currency,
      },
    ]),
  );
  const nobody: CustomerFacts = {
    name: undefined,
    address: [],
    accountNumber: undefined,
    currency: settings.currency,
  };
  return {
    customer: (id) => customers.get(id) ?? nobody,
    number: (id) => numbers.get(id) ?? id,
    service: (id) => services.get(id) ?? id,
  };
}

const ADDRESS = [
  "billToName",
  "billToDepartment",
  "address1",
  "address2",
  "address3",
  "address4",
  "address5",
  "postcode",
  "country",
] as const;

type CustomerData = NonNullable<NonNullable<OpenedBook["source"]>["data"]["customers"]>[number];

/** No rule reads the address, so the book has not checked it: only what is text is shown. */
function addressOf(customer: CustomerData | undefined): string[] {
  return ADDRESS.flatMap((field) => {
    const line = safely(() => customer?.[field], undefined);
    return typeof line === "string" && line.trim() !== "" ? [line] : [];
  });
}

function nonEmpty(parts: readonly (string | undefined)[], between: string): string | undefined {
  const text = parts.filter((part) => part !== undefined).join(between);
  return text === "" ? undefined : text;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A date as people write it: `2026-10-05` is `5 Oct 2026`. */
export function dateText(date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** Both days of a span, or the one that it is. */
export function spanText(start: string, end: string): string {
  return start === end ? dateText(start) : `${dateText(start)} – ${dateText(end)}`;
}
