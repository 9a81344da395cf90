/** Public interface of charges: the prices of everything but calls. */

export {
  type BillAmounts,
  billAmounts,
  type CallBill,
  type CallBillOptions,
  type CallBillReport,
  CallSums,
  callTransactions,
  createCallBill,
  type Invoice,
  type InvoiceError,
  type InvoiceOptions,
  type InvoiceRequest,
  type Invoices,
  invoices,
  NO_VAT,
  type VATOfRate,
  vatByRate,
} from "./bill/index.ts";
export type {
  ChargeChoice,
  ChargeStep,
  ChargeSum,
  PassedOver,
} from "./charge-trace.ts";
export {
  CHARGE_ERROR_CODES,
  type Charged,
  type ChargeErrorCode,
  type FeatureError,
  type FeatureState,
  type FeatureWarning,
  type InvoiceTransaction,
  TRANSACTION_FIELDS,
  TRANSACTION_SOURCES,
  type Transaction,
  type TransactionSource,
} from "./charged.ts";
export { chargeLines, charges, MOST_DAYS } from "./charges.ts";
export { type DropRequest, dropFeature, type ReinstateRequest, reinstateFeature } from "./drop-feature.ts";
export { dueCharges, type FeatureDue } from "./due-charges.ts";
export {
  type ChargeExplanation,
  type ExplainedCharge,
  type ExplainedDue,
  type ExplainedError,
  type ExplainedNothing,
  type ExplainedRecord,
  explainCharge,
} from "./explain-charge.ts";
export type { ChargeRate, PriceLevel } from "./feature/index.ts";
export {
  type FixedFee,
  type FixedFeeErrorCode,
  type FixedFeeRequest,
  type NoFixedFee,
  type PricedFixedFee,
  priceFixedFee,
  type RefusedFixedFee,
} from "./fixed-fee.ts";
export type { RecordedCharge } from "./recorded-charges.ts";
