/** The page of a bill, and what a bill calls those on it. */
export { type BillFacts, billFacts } from "./bill-facts.ts";
export { createBillPages, formatBillPage } from "./format-bill-page.ts";
