import {
  type CheckedBy,
  checkSpan,
  date,
  fieldsOf,
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

/** The fields of a customer's billing address, line by line. */
export const ADDRESS_FIELDS = [
  "billToName",
  "billToDepartment",
  "address1",
  "address2",
  "address3",
  "address4",
  "address5",
  "postcode",
  "country",
] as const;

export const customerSchema = recordSchema(
  {
    id,
    /** Currency that the customer's tariffs and plans must have; blank = the book's (R24). */
    currency: text,
    /** Groups to which tariffs and plans may be restricted (R24). */
    customerGroups: names,
    fixedFeeTariff: text,
    annualIncreaseProfile: text,
    /** `YYYY-MM-DD`. */
    annualIncreaseReferenceDate: date,
    ...fieldsOf(text, "title", "firstnames", "lastname", "companyName"),
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
      ...fieldsOf(text, ...ADDRESS_FIELDS),
      ...fieldsOf(text, "website", "language", "internalUse", "accountManager", "customerClass"),
      ...fieldsOf(textValue, "number1", "number2", "number3", "number4"),
      ...fieldsOf(text, "number1type", "number2type", "number3type", "number4type"),
      ...fieldsOf(text, "number1SubType", "number2SubType", "number3SubType", "number4SubType"),
      ...fieldsOf(
        text,
        "number1RenewalDate",
        "number2RenewalDate",
        "number3RenewalDate",
        "number4RenewalDate",
      ),
      ...fieldsOf(textValue, "CRMReference", "internalAccountNumber", "securityCode", "customerVATNumber"),
      ...fieldsOf(textValue, "companyNumber", "primarySICCode", "SICCodes"),
      ...fieldsOf(names, "accountFlags", "customerProducts", "customerProductInterests"),
      ...fieldsOf(
        text,
        "statusReason",
        "statusChangedStamp",
        "enteredDate",
        "contractStartDate",
        "contractEndDate",
      ),
      ...fieldsOf(text, "profileCheckedDate", "billingCycle", "paymentMethod", "paymentTermsType"),
      ...fieldsOf(text, "companyRegistryStatus", "companyRegistryUpdatedDate", "countryOfIncorporation"),
      ...fieldsOf(text, "dateOfIncorporation", "industryType"),
      /** Count of `paymentTermsType` units, and days. */
      ...fieldsOf(quantity, "paymentTerms", "paymentGraceDays"),
      /** Pounds a month, heads, pounds. */
      ...fieldsOf(quantity, "expectedSpend", "employees", "turnover", "netAssets"),
    },
  },
);

/**
 * A customer. Rating reads the currency, the groups and the default tariffs and markups (R24, R27); the other
 * fields describe the customer. Columns that are not named here are carried along.
 */
export interface Customer extends WrittenBy<typeof customerSchema> {}

/** A checked customer: default tariffs and markups by class, markups in millionths of a percent. */
export type CheckedCustomer = CheckedBy<typeof customerSchema>;

const useOrIgnore = flagOrWord("use", "ignore");

/** The fields of a number with texts by which calls name it (R21). */
export const SPELLING_FIELDS = ["number", "CDRNumber", "CDRNumber2", "CDRNumber3", "CDRNumber4"] as const;

export const numberSchema = recordSchema(
  {
    id,
    customerID: id,
    /** As sold; matched with a call's `target`, both canonical (R21). */
    number: textValue,
    ...fieldsOf(textValue, "CDRNumber", "CDRNumber2", "CDRNumber3", "CDRNumber4"),
    ...fieldsOf(textValue, "CDRNumberChargeBand", "CDRNumberChargeBand2"),
    ...fieldsOf(textValue, "CDRNumberChargeBand3", "CDRNumberChargeBand4"),
    ...fieldsOf(textValue, "CDRNumberCallTypeDirectionFlag", "CDRNumberCallTypeDirectionFlag2"),
    ...fieldsOf(textValue, "CDRNumberCallTypeDirectionFlag3", "CDRNumberCallTypeDirectionFlag4"),
    ...fieldsOf(useOrIgnore, "useCallTypeOriginationTypeFlag", "useCallTypeOriginationTypeFlag2"),
    ...fieldsOf(useOrIgnore, "useCallTypeOriginationTypeFlag3", "useCallTypeOriginationTypeFlag4"),
    /** For tariffs that are the default of number types (R24). */
    numberType: text,
    /** Carrier of calls that name none (R22). */
    callCarrier: text,
    lineCarrier: text,
    /** First and last local start date (inclusive, `YYYY-MM-DD`) of the number's calls (R21); blank = open. */
    billableFrom: date,
    billableTo: date,
    /** Percent over the suggested retail and over the wholesale cost, after the class markups (R27). */
    fallbackMarkupSuggested: percent,
    fallbackMarkup: percent,
    /** Names of discount plans, in the order in which they apply (R40). */
    ...fieldsOf(text, "discountPlan1", "discountPlan2", "discountPlan3", "discountPlan4"),
    /** Pool of its allowances (R41); blank = a separate pool for the number. */
    discountPlanAllowancePoolName: text,
    /** Pounds; least sum of its calls in a billing period (R45). */
    lowInvoiceActionValue: pounds,
    fixedFeeTariff: text,
    annualIncreaseProfile: text,
    /** `YYYY-MM-DD`. */
    annualIncreaseReferenceDate: date,
    description: text,
    extension: textValue,
    /** Site to which the number is billed. */
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
      ...fieldsOf(text, "target", "postcode", "internalUse", "carrierServiceType", "carrierCallAllocation"),
      ...fieldsOf(
        textValue,
        "alphaRef",
        "CRMReference",
        "carrierReference",
        "PIN",
        "carrierSubAccount",
        "displayWith",
      ),
      ...fieldsOf(
        text,
        "statusReason",
        "statusChangedStamp",
        "soldBy",
        "soldDate",
        "saleType",
        "websiteDesigner",
      ),
      ...fieldsOf(text, "firstDraftDate", "enteredDate", "contractEndDate"),
      ...fieldsOf(
        names,
        "customerProducts",
        "shortBillPages",
        "longBillPages",
        "loginFlagsAllow",
        "loginFlagsDeny",
      ),
      /** A count, and pounds. */
      ...fieldsOf(quantity, "lines", "creditLimit", "expectedSpend"),
    },
    check: (record) => checkSpan(record, "billableFrom", "billableTo"),
  },
);

/**
 * A telephone number: the owner of its calls (R21), with their tariffs, markups and plans (R24, R27, R40). Named to
 * avoid JavaScript's `Number`. Columns that are not named here are carried along.
 */
export interface NumberRecord extends WrittenBy<typeof numberSchema> {}

/**
 * A checked number: tariffs and markups by class, markups in millionths of a percent, dates as day numbers,
 * `lowInvoiceActionValue` in micro-pounds. A blank `useCallTypeOriginationTypeFlag` is missing, a false one false.
 */
export type CheckedNumber = CheckedBy<typeof numberSchema> & {
  /** The status of the number or its customer that set `billableTo` (R20). */
  readonly droppedBy?: string;
};

export const serviceSchema = recordSchema(
  {
    id,
    customerID: id,
    ...fieldsOf(text, "serviceName", "description", "site", "serviceType", "provider"),
    /** Default of the features of the service. */
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
      ...fieldsOf(
        text,
        "internalUse",
        "postcode",
        "providerServiceType",
        "statusReason",
        "statusChangedStamp",
      ),
      ...fieldsOf(text, "soldBy", "soldDate", "saleType", "enteredDate", "contractEndDate"),
      ...fieldsOf(textValue, "CRMReference", "providerReference", "providerSubAccount"),
      customerProducts: names,
      provisionStatus: quantity,
    },
  },
);

/**
 * A service: an owner of features that is not a number. Rating calls does not use services.
 * Columns that are not named here are carried along.
 */
export interface Service extends WrittenBy<typeof serviceSchema> {}

/** A checked service; its date as a day number. */
export type CheckedService = CheckedBy<typeof serviceSchema>;
