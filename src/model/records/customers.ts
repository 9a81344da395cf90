import {
  type CheckedBy,
  checkSpan,
  date,
  flagOrWord,
  id,
  names,
  orUnreadable,
  percent,
  pounds,
  quantity,
  recordSchema,
  text,
  textValue,
  type WrittenBy,
} from "../fields/index.ts";
import { classMarkups, classTariffs, defaultClassMarkups, defaultClassTariffs } from "../rates/index.ts";
import { status, updatedDate } from "./dropped.ts";

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

const useOrIgnore = flagOrWord("use", "ignore");

/** The schema of a number (R2, R21). */
export const numberSchema = recordSchema(
  {
    id,
    customerID: id,
    /** As sold; matched with a call's `target`, both canonical (R21). */
    number: textValue,
    CDRNumber: textValue,
    CDRNumber2: textValue,
    CDRNumber3: textValue,
    CDRNumber4: textValue,
    CDRNumberChargeBand: textValue,
    CDRNumberChargeBand2: textValue,
    CDRNumberChargeBand3: textValue,
    CDRNumberChargeBand4: textValue,
    CDRNumberCallTypeDirectionFlag: textValue,
    CDRNumberCallTypeDirectionFlag2: textValue,
    CDRNumberCallTypeDirectionFlag3: textValue,
    CDRNumberCallTypeDirectionFlag4: textValue,
    useCallTypeOriginationTypeFlag: useOrIgnore,
    useCallTypeOriginationTypeFlag2: useOrIgnore,
    useCallTypeOriginationTypeFlag3: useOrIgnore,
    useCallTypeOriginationTypeFlag4: useOrIgnore,
    /** For tariffs that are the default of number types (R24). */
    numberType: text,
    /** Carrier of calls that name none (R22). */
    callCarrier: text,
    lineCarrier: text,
    /** First and last local start date (inclusive, `YYYY-MM-DD`) of calls that are its own (R21); blank = open. */
    billableFrom: date,
    billableTo: date,
    /** Percent over the suggested retail and over the wholesale cost, after the class markups (R27). */
    fallbackMarkupSuggested: percent,
    fallbackMarkup: percent,
    /** Names of discount plans, in the order in which they apply (R40). */
    discountPlan1: text,
    discountPlan2: text,
    discountPlan3: text,
    discountPlan4: text,
    /** Pool that its allowances fill (R41); blank = its own. */
    discountPlanAllowancePoolName: text,
    /** Pounds; what its calls of a billing period come to at least (R45). */
    lowInvoiceActionValue: pounds,
    fixedFeeTariff: text,
    annualIncreaseProfile: text,
    /** `YYYY-MM-DD`. */
    annualIncreaseReferenceDate: date,
    description: text,
    extension: textValue,
    /** Where it is billed. */
    site: text,
    /** One of the book's `droppedStatuses`: dropped on `updatedDate`, its last day (R20). */
    status,
    /** `YYYY-MM-DD`: last dropped or reinstated. */
    updatedDate,
    cancellationNoticeGivenDate: orUnreadable(date),
    campaign: orUnreadable(text),
  },
  {
    required: ["id", "customerID", "number"],
    groups: { tariffs: classTariffs, markups: classMarkups },
    unknownFields: "carried",
    notRead: {
      target: text,
      alphaRef: textValue,
      postcode: text,
      internalUse: text,
      CRMReference: textValue,
      carrierReference: textValue,
      PIN: textValue,
      carrierServiceType: text,
      carrierSubAccount: textValue,
      carrierCallAllocation: text,
      displayWith: textValue,
      lines: quantity,
      statusReason: text,
      statusChangedStamp: text,
      soldBy: text,
      soldDate: text,
      saleType: text,
      websiteDesigner: text,
      firstDraftDate: text,
      customerProducts: names,
      shortBillPages: names,
      longBillPages: names,
      loginFlagsAllow: names,
      loginFlagsDeny: names,
      enteredDate: text,
      contractEndDate: text,
      /** Pounds. */
      creditLimit: quantity,
      expectedSpend: quantity,
    },
    check: (record) => checkSpan(record, "billableFrom", "billableTo"),
  },
);

/**
 * A telephone number: whose the calls are (R21) and which tariffs, markups and plans they have (R24, R27,
 * R40). The name keeps clear of JavaScript's `Number`. Columns that are not named here are carried along.
 */
export interface NumberRecord extends WrittenBy<typeof numberSchema> {}

/**
 * A checked number: tariffs and markups by class, markups in millionths of a percent, dates as day numbers,
 * `lowInvoiceActionValue` in micro-pounds. A blank `useCallTypeOriginationTypeFlag` is missing, a false one false.
 */
export type CheckedNumber = CheckedBy<typeof numberSchema> & {
  /** What made `billableTo` of its or its customer's last drop (R20). */
  readonly droppedBy?: string;
};

/** The schema of a service (R2). */
export const serviceSchema = recordSchema(
  {
    id,
    customerID: id,
    serviceName: text,
    description: text,
    site: text,
    serviceType: text,
    provider: text,
    /** Default of the features that belong to it. */
    fixedFeeTariff: text,
    annualIncreaseProfile: text,
    /** `YYYY-MM-DD`. */
    annualIncreaseReferenceDate: date,
    /** One of the book's `droppedStatuses`: dropped on `updatedDate`, its last day (R20). */
    status,
    /** `YYYY-MM-DD`: last dropped or reinstated. */
    updatedDate,
    cancellationNoticeGivenDate: orUnreadable(date),
    campaign: orUnreadable(text),
  },
  {
    required: ["id"],
    unknownFields: "carried",
    notRead: {
      internalUse: text,
      CRMReference: textValue,
      postcode: text,
      providerReference: textValue,
      providerServiceType: text,
      providerSubAccount: textValue,
      statusReason: text,
      statusChangedStamp: text,
      soldBy: text,
      soldDate: text,
      saleType: text,
      customerProducts: names,
      provisionStatus: quantity,
      enteredDate: text,
      contractEndDate: text,
    },
  },
);

/**
 * A service: something beside numbers to which features belong. It takes no part in rating a call.
 * Columns that are not named here are carried along.
 */
export interface Service extends WrittenBy<typeof serviceSchema> {}

/** A checked service; its date as a day number. */
export type CheckedService = CheckedBy<typeof serviceSchema>;
