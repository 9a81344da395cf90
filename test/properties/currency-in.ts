import type { BookData } from "../../src/index.ts";

/** R24: the currency in which a customer is billed, as the book writes it. */
export function currencyIn({ currency, customers }: BookData, customerID: string): string {
  const customer = (customers ?? []).find(({ id }) => String(id) === customerID);
  return customer?.currency || currency || "GBP";
}
