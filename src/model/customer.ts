import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import {
  type DefaultMarkupFields,
  type DefaultTariffFields,
  defaultClassMarkups,
  defaultClassTariffs,
} from "./class-values.ts";
import { status, updatedDate } from "./dropped.ts";
import { date, id, names, text } from "./fields.ts";
import type { Id, NameList, TextValue } from "./id.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";
import { orUnreadable } from "./unreadable.ts";
import { words } from "./words.ts";

/**
 * A customer. Rating reads the currency, the groups and the default tariffs and markups (R24, R27); the rest
 * describes the customer. Columns that are not named here are carried along.
 */
export interface Customer extends DefaultTariffFields, DefaultMarkupFields {
  readonly id: Id;
  /** Currency that the customer's tariffs and plans must have; blank = the book's (R24). */
  readonly currency?: Optional<string>;
  /** Groups by which tariffs and plans are restricted (R24). */
  readonly customerGroups?: Optional<NameList>;
  readonly fixedFeeTariff?: Optional<string>;
  readonly annualIncreaseProfile?: Optional<string>;
  /** `YYYY-MM-DD`. */
  readonly annualIncreaseReferenceDate?: Optional<string>;

  readonly title?: Optional<string>;
  readonly firstnames?: Optional<string>;
  readonly lastname?: Optional<string>;
  readonly companyName?: Optional<string>;
  /** Alternative name. */
  readonly customerAKA?: Optional<string>;
  readonly accountNumber?: Optional<TextValue>;
  /** Given by the customer. */
  readonly customerReference?: Optional<TextValue>;
  readonly VATRate?: Optional<string>;
  /** VAT rate of call charges. */
  readonly VATRateCalls?: Optional<string>;

  readonly billToName?: Optional<string>;
  readonly billToDepartment?: Optional<string>;
  readonly address1?: Optional<string>;
  readonly address2?: Optional<string>;
  readonly address3?: Optional<string>;
  readonly address4?: Optional<string>;
  readonly address5?: Optional<string>;
  readonly postcode?: Optional<string>;
  readonly country?: Optional<string>;
  readonly number1?: Optional<TextValue>;
  readonly number1type?: Optional<string>;
  readonly number1SubType?: Optional<string>;
  readonly number1RenewalDate?: Optional<string>;
  readonly number2?: Optional<TextValue>;
  readonly number2type?: Optional<string>;
  readonly number2SubType?: Optional<string>;
  readonly number2RenewalDate?: Optional<string>;
  readonly number3?: Optional<TextValue>;
  readonly number3type?: Optional<string>;
  readonly number3SubType?: Optional<string>;
  readonly number3RenewalDate?: Optional<string>;
  readonly number4?: Optional<TextValue>;
  readonly number4type?: Optional<string>;
  readonly number4SubType?: Optional<string>;
  readonly number4RenewalDate?: Optional<string>;
  readonly website?: Optional<string>;
  readonly language?: Optional<string>;

  readonly internalUse?: Optional<string>;
  readonly CRMReference?: Optional<TextValue>;
  readonly internalAccountNumber?: Optional<TextValue>;
  readonly securityCode?: Optional<TextValue>;
  readonly accountManager?: Optional<string>;
  readonly accountFlags?: Optional<NameList>;
  readonly customerClass?: Optional<string>;
  readonly customerProducts?: Optional<NameList>;
  readonly customerProductInterests?: Optional<NameList>;
  /** One of the book's `droppedStatuses`: dropped on `updatedDate`, its last day (R20). */
  readonly status?: Optional<TextValue | readonly string[]>;
  readonly statusReason?: Optional<string>;
  readonly statusChangedStamp?: Optional<string>;
  /** `YYYY-MM-DD`: last dropped or reinstated. */
  readonly updatedDate?: Optional<string>;
  readonly enteredDate?: Optional<string>;
  readonly contractStartDate?: Optional<string>;
  readonly contractEndDate?: Optional<string>;
  readonly cancellationNoticeGivenDate?: Optional<string>;
  readonly profileCheckedDate?: Optional<string>;

  readonly billingCycle?: Optional<string>;
  readonly paymentMethod?: Optional<string>;
  /** Count of `paymentTermsType` units. */
  readonly paymentTerms?: Optional<Amount>;
  readonly paymentTermsType?: Optional<string>;
  /** Days. */
  readonly paymentGraceDays?: Optional<Amount>;
  /** Pounds a month. */
  readonly expectedSpend?: Optional<Amount>;

  readonly customerVATNumber?: Optional<TextValue>;
  readonly companyNumber?: Optional<TextValue>;
  readonly companyRegistryStatus?: Optional<string>;
  readonly companyRegistryUpdatedDate?: Optional<string>;
  readonly countryOfIncorporation?: Optional<string>;
  readonly dateOfIncorporation?: Optional<string>;
  readonly industryType?: Optional<string>;
  readonly primarySICCode?: Optional<TextValue>;
  readonly SICCodes?: Optional<TextValue>;
  readonly employees?: Optional<Amount>;
  /** Pounds. */
  readonly turnover?: Optional<Amount>;
  readonly netAssets?: Optional<Amount>;
}

/** The schema of a customer (R2). */
export const customerSchema = recordSchema(
  {
    id,
    currency: text,
    customerGroups: names,
    fixedFeeTariff: text,
    annualIncreaseProfile: text,
    annualIncreaseReferenceDate: date,
    title: text,
    firstnames: text,
    lastname: text,
    companyName: text,
    customerAKA: text,
    accountNumber: text,
    customerReference: text,
    VATRate: text,
    VATRateCalls: text,
    status,
    updatedDate,
    cancellationNoticeGivenDate: orUnreadable(date),
  },
  {
    required: ["id"],
    groups: { defaultTariffs: defaultClassTariffs, defaultMarkups: defaultClassMarkups },
    unknownFields: "carried",
    notRead: words(
      "billToName billToDepartment address1 address2 address3 address4 address5 postcode country",
      "number1 number1type number1SubType number1RenewalDate number2 number2type number2SubType number2RenewalDate",
      "number3 number3type number3SubType number3RenewalDate number4 number4type number4SubType number4RenewalDate",
      "website language internalUse CRMReference internalAccountNumber securityCode accountManager accountFlags",
      "customerClass customerProducts customerProductInterests statusReason statusChangedStamp",
      "enteredDate contractStartDate contractEndDate profileCheckedDate billingCycle",
      "paymentMethod paymentTerms paymentTermsType paymentGraceDays expectedSpend customerVATNumber companyNumber",
      "companyRegistryStatus companyRegistryUpdatedDate countryOfIncorporation dateOfIncorporation industryType",
      "primarySICCode SICCodes employees turnover netAssets",
    ),
  },
);

/** A checked customer: default tariffs and markups by class, markups in millionths of a percent. */
export type CheckedCustomer = CheckedBy<typeof customerSchema>;
