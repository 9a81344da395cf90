import { flag, id, names, quantity, text, textValue } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";
import { orUnreadable } from "./unreadable.ts";

const length = orUnreadable(quantity);
const unit = orUnreadable(text);

/** What a type supplies to its features' terms (R62); only charges need them. */
const lengths = {
  renewalPeriodLength: length,
  renewalPeriodLengthType: unit,
  minimumTermPeriodLength: length,
  minimumTermPeriodLengthType: unit,
  committedTermPeriodLength: length,
  committedTermPeriodLengthType: unit,
  noticePeriodLength: length,
  noticePeriodLengthType: unit,
} as const;

/** The schema of a feature type (R2). */
export const featureTypeSchema = recordSchema(
  {
    id,
    featureTypeName: text,
    /** What it is called on invoices. */
    featureTypeDisplayName: text,
    /** `Historic` retires it. */
    availability: text,
    defaultTransactionCode: textValue,
    defaultTransactionCarrier: text,
    connectionTransactionType: text,
    serviceTransactionType: text,
    /** Whether features of the type may belong to a customer, a number or a service. */
    onCustomer: flag,
    onNumber: flag,
    onService: flag,
    featureCountCommittedAuto: orUnreadable(text),
    ...lengths,
  },
  {
    required: ["id", "featureTypeName"],
    unknownFields: "carried",
    notRead: {
      isSeat: flag,
      featureTypePosition: quantity,
      featureTypeAlwaysShow: text,
      customerProducts: names,
    },
  },
);

/** A type of feature, and what it supplies to transactions. Columns that are not named here are carried along. */
export interface FeatureType extends WrittenBy<typeof featureTypeSchema> {}

/** A checked feature type: lengths in millionths. Fields that only charges need may be `Unreadable`. */
export type CheckedFeatureType = CheckedBy<typeof featureTypeSchema>;
