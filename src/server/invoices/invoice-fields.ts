/** The fields of invoices and transactions in the seeds: which ones callers may write, and which ones are answered. */
import * as z from "zod";
import { dateParameter } from "../http/index.ts";
import { schemaIn, valueOut } from "../resources/index.ts";

const text = z.union([z.string(), z.number()], "is not text").transform(String).nullish();
/** A list of names, or one text with commas between them, as in the lists of records; answered as a list. */
const names = schemaIn("names")
  .transform((value) => valueOut("names", value))
  .nullish();
const date = z.union([z.literal(""), dateParameter], "is not a date: write YYYY-MM-DD").nullish();

/** The fields of an invoice that callers write; all others are calculated. */
const WRITABLE = {
  invoiceNumber: text,
  customerReference: text,
  purchaseOrderNumber: text,
  billingRun: text,
  paymentMethod: text,
  billStyle: text,
  invoiceMessage: text,
  invoiceUsageReportCustomerProfile: text,
  onlineBillType: text,
  emailBillType: text,
  postBillType: text,
  faxBillType: text,
  status: names,
  billTypes: names,
  invoiceDate: date,
  dueDate: date,
  paidDate: date,
} as const;

const WRITABLE_NAMES: readonly string[] = Object.keys(WRITABLE);

/** Calculated fields: a body may only repeat their values. */
export const CALCULATED_NAMES = [
  "id",
  "customerID",
  "cutoffDate",
  "invoiceAmount",
  "invoiceVAT",
  "invoiceReverseVAT",
  "total",
  "paidAmount",
  "outstanding",
  "invoiceCallCount",
  "invoiceCallMinutes",
] as const;

/** All fields of an invoice in the order in which they are answered. */
export const INVOICE_NAMES: readonly string[] = [...WRITABLE_NAMES, ...CALCULATED_NAMES];

/** The body of POST. Fields that the seeds do not know are carried along. */
export const newInvoiceBody = z.looseObject({
  ...WRITABLE,
  cutoffDate: date.refine((text) => text !== "0001-01-01", "has no day before it to bill up to"),
  _includeTransactionIDs: z.array(z.union([z.string(), z.number()])).nullish(),
});

/** The body of PATCH. */
export const invoiceBody = z.looseObject(WRITABLE);

/** The fields of a transaction in the seeds, in their order. */
export const TRANSACTION_NAMES: readonly string[] = [
  "transactionDescription",
  "transactionNotes",
  "site",
  "campaign",
  "transactionCode",
  "transactionRefundedID",
  "id",
  "transactionType",
  "transactionCarrier",
  "transactionSource",
  "transactionVATRate",
  "transactionCommissionProfile",
  "commissionHolder",
  "commissionHolderID2",
  "transactionCommissionProfileCommissionType",
  "featureCount",
  "transactionCallCount",
  "transactionCallMinutes",
  "transactionCommissionProfileCommissionValue",
  "transactionDate",
  "transactionBillDate",
  "transactionStartDate",
  "transactionEndDate",
  "transactionValue",
  "transactionValueCarrier",
  "transactionValueCDR",
  "transactionValueCommission",
  "transactionValueCommission2",
  ...["", "2"].flatMap((holder) =>
    ["", "OneOff", "Recurring", "Calls"].map(
      (kind) => `transactionValueCommissionTargetContribution${kind}${holder}`,
    ),
  ),
];
