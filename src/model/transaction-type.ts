import { flag, id, names, quantity, text, textValue } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";

/** The schema of a transaction type (R2). */
export const transactionTypeSchema = recordSchema(
  {
    id,
    /** Unique, upper and lower case alike. */
    transactionTypeName: text,
    /** What it is called on invoices. */
    transactionTypeDisplayName: text,
    transactionTypeGroup: text,
    /** `Headline`, `Standard` or `Historic`. */
    availability: text,
    defaultTransactionCode: textValue,
    /** Carrier where neither the feature nor its standard feature names one. */
    defaultTransactionCarrier: text,
  },
  {
    required: ["id", "transactionTypeName"],
    unknownFields: "carried",
    notRead: {
      isSeat: flag,
      addDiscountPlanAllowances: flag,
      transactionTypeDisplayClass: text,
      transactionTypeDisplayPosition: quantity,
      transactionTypeGroupPosition: quantity,
      transactionTypePlatformCommission: quantity,
      customerProducts: names,
    },
  },
);

/** A type of transaction on an invoice. Columns that are not named here are carried along. */
export interface TransactionType extends WrittenBy<typeof transactionTypeSchema> {}

/** A checked transaction type. */
export type CheckedTransactionType = CheckedBy<typeof transactionTypeSchema>;
