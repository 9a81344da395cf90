/** Public interface of this folder: bills of charges, calls and minimums. */
export { type BillAmounts, billAmounts } from "./bill-amounts.ts";
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
export { CallSums } from "./call-sums.ts";
export {
  type Invoice,
  type InvoiceError,
  type Invoices,
  NO_VAT,
  type VATOfRate,
  vatByRate,
} from "./make-invoices.ts";
export { VATRatesOn, vatOf } from "./vat.ts";
