import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import { id, text } from "./fields.ts";
import type { FlagValue, Id, NameList, TextValue } from "./id.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";
import { words } from "./words.ts";

/** A type of transaction on an invoice. Columns that are not named here are carried along. */
export interface TransactionType {
  readonly id: Id;
  /** Unique, upper and lower case alike. */
  readonly transactionTypeName: string;
  /** What it is called on invoices. */
  readonly transactionTypeDisplayName?: Optional<string>;
  readonly transactionTypeGroup?: Optional<string>;
  /** `Headline`, `Standard` or `Historic`. */
  readonly availability?: Optional<string>;
  readonly defaultTransactionCode?: Optional<TextValue>;
  /** Carrier where neither the feature nor its standard feature names one. */
  readonly defaultTransactionCarrier?: Optional<string>;

  readonly isSeat?: Optional<FlagValue>;
  readonly addDiscountPlanAllowances?: Optional<FlagValue>;
  readonly transactionTypeDisplayClass?: Optional<string>;
  readonly transactionTypeDisplayPosition?: Optional<Amount>;
  readonly transactionTypeGroupPosition?: Optional<Amount>;
  readonly transactionTypePlatformCommission?: Optional<Amount>;
  readonly customerProducts?: Optional<NameList>;
}

/** The schema of a transaction type (R2). */
export const transactionTypeSchema = recordSchema(
  {
    id,
    transactionTypeName: text,
    transactionTypeDisplayName: text,
    transactionTypeGroup: text,
    availability: text,
    defaultTransactionCode: text,
    defaultTransactionCarrier: text,
  },
  {
    required: ["id", "transactionTypeName"],
    unknownFields: "carried",
    notRead: words(
      "isSeat addDiscountPlanAllowances transactionTypeDisplayClass transactionTypeDisplayPosition",
      "transactionTypeGroupPosition transactionTypePlatformCommission customerProducts",
    ),
  },
);

/** A checked transaction type. */
export type CheckedTransactionType = CheckedBy<typeof transactionTypeSchema>;
