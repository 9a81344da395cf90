import type { Optional } from "./blank.ts";
import { oneOf, text } from "./fields.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";
import { TARIFF_CLASSES, type TariffClass } from "./tariff-class.ts";

/** A type of call, such as "UK mobile", and the class whose tariff prices it (R22). */
export interface CallType {
  readonly name: string;
  readonly tariffClass: TariffClass;
  /** Transaction type of its calls on an invoice (R76); blank = the book's `callsTransactionType`. */
  readonly transactionType?: Optional<string>;
}

/** The schema of a call type (R2). */
export const callTypeSchema = recordSchema(
  { name: text, tariffClass: oneOf(...TARIFF_CLASSES), transactionType: text },
  { required: ["name", "tariffClass"], unknownFields: "error" },
);

/** A checked call type. */
export type CheckedCallType = CheckedBy<typeof callTypeSchema>;
