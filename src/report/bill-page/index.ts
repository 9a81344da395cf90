/** The page of a bill. */
export { createBillPages, formatBillPage } from "./format-bill-page.ts";
