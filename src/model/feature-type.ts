import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import { flag, id, quantity, text } from "./fields.ts";
import type { FlagValue, Id, NameList, TextValue } from "./id.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";
import { orUnreadable } from "./unreadable.ts";
import { words } from "./words.ts";

/** A type of feature, and what it supplies to transactions. Columns that are not named here are carried along. */
export interface FeatureType {
  readonly id: Id;
  readonly featureTypeName: string;
  /** What it is called on invoices. */
  readonly featureTypeDisplayName?: Optional<string>;
  /** `Historic` retires it. */
  readonly availability?: Optional<string>;
  readonly defaultTransactionCode?: Optional<TextValue>;
  readonly defaultTransactionCarrier?: Optional<string>;
  readonly connectionTransactionType?: Optional<string>;
  readonly serviceTransactionType?: Optional<string>;
  /** Whether features of the type may belong to a customer, a number or a service. */
  readonly onCustomer?: Optional<FlagValue>;
  readonly onNumber?: Optional<FlagValue>;
  readonly onService?: Optional<FlagValue>;

  readonly isSeat?: Optional<FlagValue>;
  readonly featureTypePosition?: Optional<Amount>;
  readonly featureTypeAlwaysShow?: Optional<string>;
  readonly featureCountCommittedAuto?: Optional<string>;
  readonly customerProducts?: Optional<NameList>;
  readonly renewalPeriodLength?: Optional<Amount>;
  readonly renewalPeriodLengthType?: Optional<string>;
  readonly minimumTermPeriodLength?: Optional<Amount>;
  readonly minimumTermPeriodLengthType?: Optional<string>;
  readonly committedTermPeriodLength?: Optional<Amount>;
  readonly committedTermPeriodLengthType?: Optional<string>;
  readonly noticePeriodLength?: Optional<Amount>;
  readonly noticePeriodLengthType?: Optional<string>;
}

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
    featureTypeDisplayName: text,
    availability: text,
    defaultTransactionCode: text,
    defaultTransactionCarrier: text,
    connectionTransactionType: text,
    serviceTransactionType: text,
    onCustomer: flag,
    onNumber: flag,
    onService: flag,
    featureCountCommittedAuto: orUnreadable(text),
    ...lengths,
  },
  {
    required: ["id", "featureTypeName"],
    unknownFields: "carried",
    notRead: words("isSeat featureTypePosition featureTypeAlwaysShow customerProducts"),
  },
);

/** A checked feature type: lengths in millionths. Fields that only charges need may be `Unreadable`. */
export type CheckedFeatureType = CheckedBy<typeof featureTypeSchema>;
