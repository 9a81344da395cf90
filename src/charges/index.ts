/** The whole face of charges: what everything costs that is not a call. */
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
export type {
  ChargeExplanation,
  ExplainedCharge,
  ExplainedDue,
  ExplainedError,
  ExplainedNothing,
  ExplainedRecord,
  RecordedCharge,
} from "./charge-explanation.ts";
export { chargeLines } from "./charge-lines.ts";
export {
  CHARGE_ERROR_CODES,
  type Charged,
  type ChargeErrorCode,
  type FeatureError,
  type FeatureState,
  type FeatureWarning,
} from "./charged.ts";
export { charges, MOST_DAYS } from "./charges.ts";
export { type DropRequest, dropFeature, type ReinstateRequest, reinstateFeature } from "./drop-feature.ts";
export { explainCharge } from "./explain-charge.ts";
export type {
  FixedFee,
  FixedFeeErrorCode,
  NoFixedFee,
  PricedFixedFee,
  RefusedFixedFee,
} from "./fixed-fee.ts";
export type { Invoice, InvoiceError, Invoices } from "./invoice.ts";
export { type FixedFeeRequest, priceFixedFee } from "./price-fixed-fee.ts";
export {
  type ChargeChoice,
  type ChargeStep,
  type ChargeSum,
  ChargeTrace,
  type PassedOver,
  type TracedCharge,
} from "./trace.ts";
export {
  type InvoiceTransaction,
  TRANSACTION_FIELDS,
  TRANSACTION_SOURCES,
  type Transaction,
  type TransactionSource,
} from "./transaction.ts";
export { type VATOfRate, vatByRate } from "./vat-by-rate.ts";
