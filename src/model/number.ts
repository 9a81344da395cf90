import { classMarkups, classTariffs } from "./class-values.ts";
import { status, updatedDate } from "./dropped.ts";
import { date, flagOrWord, id, names, percent, pounds, quantity, text, textValue } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";
import { checkSpan } from "./spans.ts";
import { orUnreadable } from "./unreadable.ts";

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
