import { defaultClassMarkups, defaultClassTariffs } from "./class-values.ts";
import { status, updatedDate } from "./dropped.ts";
import { date, id, names, quantity, text, textValue } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";
import { orUnreadable } from "./unreadable.ts";

/** The schema of a customer (R2). */
export const customerSchema = recordSchema(
  {
    id,
    /** Currency that the customer's tariffs and plans must have; blank = the book's (R24). */
    currency: text,
    /** Groups by which tariffs and plans are restricted (R24). */
    customerGroups: names,
    fixedFeeTariff: text,
    annualIncreaseProfile: text,
    /** `YYYY-MM-DD`. */
    annualIncreaseReferenceDate: date,
    title: text,
    firstnames: text,
    lastname: text,
    companyName: text,
    /** Alternative name. */
    customerAKA: text,
    accountNumber: textValue,
    /** Given by the customer. */
    customerReference: textValue,
    VATRate: text,
    /** VAT rate of call charges. */
    VATRateCalls: text,
    /** One of the book's `droppedStatuses`: dropped on `updatedDate`, its last day (R20). */
    status,
    /** `YYYY-MM-DD`: last dropped or reinstated. */
    updatedDate,
    cancellationNoticeGivenDate: orUnreadable(date),
  },
  {
    required: ["id"],
    groups: { defaultTariffs: defaultClassTariffs, defaultMarkups: defaultClassMarkups },
    unknownFields: "carried",
    notRead: {
      billToName: text,
      billToDepartment: text,
      address1: text,
      address2: text,
      address3: text,
      address4: text,
      address5: text,
      postcode: text,
      country: text,
      number1: textValue,
      number1type: text,
      number1SubType: text,
      number1RenewalDate: text,
      number2: textValue,
      number2type: text,
      number2SubType: text,
      number2RenewalDate: text,
      number3: textValue,
      number3type: text,
      number3SubType: text,
      number3RenewalDate: text,
      number4: textValue,
      number4type: text,
      number4SubType: text,
      number4RenewalDate: text,
      website: text,
      language: text,
      internalUse: text,
      CRMReference: textValue,
      internalAccountNumber: textValue,
      securityCode: textValue,
      accountManager: text,
      accountFlags: names,
      customerClass: text,
      customerProducts: names,
      customerProductInterests: names,
      statusReason: text,
      statusChangedStamp: text,
      enteredDate: text,
      contractStartDate: text,
      contractEndDate: text,
      profileCheckedDate: text,
      billingCycle: text,
      paymentMethod: text,
      /** Count of `paymentTermsType` units. */
      paymentTerms: quantity,
      paymentTermsType: text,
      /** Days. */
      paymentGraceDays: quantity,
      /** Pounds a month. */
      expectedSpend: quantity,
      customerVATNumber: textValue,
      companyNumber: textValue,
      companyRegistryStatus: text,
      companyRegistryUpdatedDate: text,
      countryOfIncorporation: text,
      dateOfIncorporation: text,
      industryType: text,
      primarySICCode: textValue,
      SICCodes: textValue,
      employees: quantity,
      /** Pounds. */
      turnover: quantity,
      netAssets: quantity,
    },
  },
);

/**
 * A customer. Rating reads the currency, the groups and the default tariffs and markups (R24, R27); the rest
 * describes the customer. Columns that are not named here are carried along.
 */
export interface Customer extends WrittenBy<typeof customerSchema> {}

/** A checked customer: default tariffs and markups by class, markups in millionths of a percent. */
export type CheckedCustomer = CheckedBy<typeof customerSchema>;
