/** What a line of a bill is for, in words; of the page of a bill and its text. */
import type { InvoiceTransaction } from "../index.ts";
import { countText } from "./money-text.ts";

/** What was charged, and what kind of charge it was where the words do not say. */
export interface LineWords {
  readonly what: string;
  readonly note: string | undefined;
}

const NOTES: Readonly<Partial<Record<InvoiceTransaction["transactionSource"], string>>> = {
  oneOff: "once",
  instalment: "instalment",
  correction: "correction",
};

/** The description, else the type of the transaction. */
export function wordsOf(own: InvoiceTransaction): LineWords {
  if (own.transactionSource === "minimum") return { what: "Minimum charge for calls", note: undefined };
  const what = own.transactionDescription ?? own.transactionType ?? "Charge";
  return { what, note: NOTES[own.transactionSource] };
}

/** How many: the count of a feature, or calls and their minutes. */
export function quantityOf(own: InvoiceTransaction): string {
  const { featureCount, transactionCallCount, transactionCallMinutes } = own;
  if (transactionCallCount === null) return featureCount === null ? "" : String(featureCount);
  const calls = `${countText(transactionCallCount)} ${transactionCallCount === 1 ? "call" : "calls"}`;
  return transactionCallMinutes === null ? calls : `${calls}, ${countText(transactionCallMinutes)} min`;
}
