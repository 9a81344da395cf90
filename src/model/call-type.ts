import { oneOf, text } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";
import { TARIFF_CLASSES } from "./tariff-class.ts";

/** The schema of a call type (R2). */
export const callTypeSchema = recordSchema(
  {
    name: text,
    tariffClass: oneOf(...TARIFF_CLASSES),
    /** Transaction type of its calls on an invoice (R76); blank = the book's `callsTransactionType`. */
    transactionType: text,
  },
  { required: ["name", "tariffClass"], unknownFields: "error" },
);

/** A type of call, such as "UK mobile", and the class whose tariff prices it (R22). */
export interface CallType extends WrittenBy<typeof callTypeSchema> {}

/** A checked call type. */
export type CheckedCallType = CheckedBy<typeof callTypeSchema>;
