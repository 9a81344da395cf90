/** What makes a bill of charges, calls and minimums: the whole face of it. */
export {
  type CallBill,
  type CallBillOptions,
  type CallBillReport,
  callTransactions,
  createCallBill,
  type InvoiceOptions,
  type InvoiceRequest,
  invoices,
} from "./call-bill.ts";
export type { Invoice, InvoiceError, Invoices } from "./invoice.ts";
export { VATRatesOn, vatOf } from "./vat.ts";
export { type VATOfRate, vatByRate } from "./vat-by-rate.ts";
