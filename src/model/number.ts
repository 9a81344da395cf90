import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import {
  type ClassMarkupFields,
  type ClassTariffFields,
  classMarkups,
  classTariffs,
} from "./class-values.ts";
import { status, updatedDate } from "./dropped.ts";
import { date, flagOrWord, id, percent, pounds, text } from "./fields.ts";
import type { FlagValue, Id, NameList, TextValue } from "./id.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";
import { checkSpan } from "./spans.ts";
import { orUnreadable } from "./unreadable.ts";
import { words } from "./words.ts";

/** The seeds' suffixes of a number's CDR fields: `CDRNumber`, `CDRNumber2` … */
type CDRSuffix = "" | "2" | "3" | "4";

/** Fields of a number that each of its up to four CDR numbers has (R21). */
type CDRFields = {
  /** Number as call records spell it, beside `number`. */
  readonly [F in `CDRNumber${CDRSuffix}`]?: Optional<TextValue>;
} & {
  /** Set: its CDR number matches only calls of this charge band. */
  readonly [F in `CDRNumberChargeBand${CDRSuffix}`]?: Optional<TextValue>;
} & {
  /** Set: its CDR number matches only calls with this `callTypeDirectionFlag`. */
  readonly [F in `CDRNumberCallTypeDirectionFlag${CDRSuffix}`]?: Optional<TextValue>;
} & {
  /** Given and false, or "ignore" (R3): no origination surcharges on calls matched through it; "use" is true. */
  readonly [F in `useCallTypeOriginationTypeFlag${CDRSuffix}`]?: Optional<FlagValue>;
};

/**
 * A telephone number: whose the calls are (R21) and which tariffs, markups and plans they have (R24, R27,
 * R40). The name keeps clear of JavaScript's `Number`. Columns that are not named here are carried along.
 */
export interface NumberRecord extends CDRFields, ClassTariffFields, ClassMarkupFields {
  readonly id: Id;
  readonly customerID: Id;
  /** As sold; matched with a call's `target`, both canonical (R21). */
  readonly number: TextValue;
  /** For tariffs that are the default of number types (R24). */
  readonly numberType?: Optional<string>;
  /** Carrier of calls that name none (R22). */
  readonly callCarrier?: Optional<string>;
  /** First and last local start date (inclusive, `YYYY-MM-DD`) of calls that are its own (R21); blank = open. */
  readonly billableFrom?: Optional<string>;
  readonly billableTo?: Optional<string>;
  /** Percent over the suggested retail and over the wholesale cost, after the class markups (R27). */
  readonly fallbackMarkupSuggested?: Optional<Amount>;
  readonly fallbackMarkup?: Optional<Amount>;
  /** Names of discount plans, in the order in which they apply (R40). */
  readonly discountPlan1?: Optional<string>;
  readonly discountPlan2?: Optional<string>;
  readonly discountPlan3?: Optional<string>;
  readonly discountPlan4?: Optional<string>;
  /** Pool that its allowances fill (R41); blank = its own. */
  readonly discountPlanAllowancePoolName?: Optional<string>;
  /** Pounds; what its calls of a billing period come to at least (R45). */
  readonly lowInvoiceActionValue?: Optional<Amount>;
  readonly fixedFeeTariff?: Optional<string>;
  readonly annualIncreaseProfile?: Optional<string>;
  /** `YYYY-MM-DD`. */
  readonly annualIncreaseReferenceDate?: Optional<string>;

  readonly description?: Optional<string>;
  readonly extension?: Optional<TextValue>;
  /** Where it is billed. */
  readonly site?: Optional<string>;
  readonly lineCarrier?: Optional<string>;

  readonly campaign?: Optional<string>;
  readonly target?: Optional<string>;
  readonly alphaRef?: Optional<TextValue>;
  readonly postcode?: Optional<string>;
  readonly internalUse?: Optional<string>;
  readonly CRMReference?: Optional<TextValue>;
  readonly carrierReference?: Optional<TextValue>;
  readonly PIN?: Optional<TextValue>;
  readonly carrierServiceType?: Optional<string>;
  readonly carrierSubAccount?: Optional<TextValue>;
  readonly carrierCallAllocation?: Optional<string>;
  readonly displayWith?: Optional<TextValue>;
  readonly lines?: Optional<Amount>;
  /** One of the book's `droppedStatuses`: dropped on `updatedDate`, its last day (R20). */
  readonly status?: Optional<TextValue | readonly string[]>;
  readonly statusReason?: Optional<string>;
  readonly statusChangedStamp?: Optional<string>;
  readonly soldBy?: Optional<string>;
  readonly soldDate?: Optional<string>;
  readonly saleType?: Optional<string>;
  readonly websiteDesigner?: Optional<string>;
  readonly firstDraftDate?: Optional<string>;
  readonly customerProducts?: Optional<NameList>;
  readonly shortBillPages?: Optional<NameList>;
  readonly longBillPages?: Optional<NameList>;
  readonly loginFlagsAllow?: Optional<NameList>;
  readonly loginFlagsDeny?: Optional<NameList>;
  /** `YYYY-MM-DD`: last dropped or reinstated. */
  readonly updatedDate?: Optional<string>;
  readonly enteredDate?: Optional<string>;
  readonly cancellationNoticeGivenDate?: Optional<string>;
  readonly contractEndDate?: Optional<string>;
  /** Pounds. */
  readonly creditLimit?: Optional<Amount>;
  readonly expectedSpend?: Optional<Amount>;
}

const useOrIgnore = flagOrWord("use", "ignore");

/** The schema of a number (R2, R21). */
export const numberSchema = recordSchema(
  {
    id,
    customerID: id,
    number: text,
    CDRNumber: text,
    CDRNumber2: text,
    CDRNumber3: text,
    CDRNumber4: text,
    CDRNumberChargeBand: text,
    CDRNumberChargeBand2: text,
    CDRNumberChargeBand3: text,
    CDRNumberChargeBand4: text,
    CDRNumberCallTypeDirectionFlag: text,
    CDRNumberCallTypeDirectionFlag2: text,
    CDRNumberCallTypeDirectionFlag3: text,
    CDRNumberCallTypeDirectionFlag4: text,
    useCallTypeOriginationTypeFlag: useOrIgnore,
    useCallTypeOriginationTypeFlag2: useOrIgnore,
    useCallTypeOriginationTypeFlag3: useOrIgnore,
    useCallTypeOriginationTypeFlag4: useOrIgnore,
    numberType: text,
    callCarrier: text,
    lineCarrier: text,
    billableFrom: date,
    billableTo: date,
    fallbackMarkupSuggested: percent,
    fallbackMarkup: percent,
    discountPlan1: text,
    discountPlan2: text,
    discountPlan3: text,
    discountPlan4: text,
    discountPlanAllowancePoolName: text,
    lowInvoiceActionValue: pounds,
    fixedFeeTariff: text,
    annualIncreaseProfile: text,
    annualIncreaseReferenceDate: date,
    description: text,
    extension: text,
    site: text,
    status,
    updatedDate,
    cancellationNoticeGivenDate: orUnreadable(date),
    campaign: orUnreadable(text),
  },
  {
    required: ["id", "customerID", "number"],
    groups: { tariffs: classTariffs, markups: classMarkups },
    unknownFields: "carried",
    notRead: words(
      "target alphaRef postcode internalUse CRMReference carrierReference PIN carrierServiceType",
      "carrierSubAccount carrierCallAllocation displayWith lines statusReason statusChangedStamp soldBy",
      "soldDate saleType websiteDesigner firstDraftDate customerProducts shortBillPages longBillPages",
      "loginFlagsAllow loginFlagsDeny enteredDate contractEndDate",
      "creditLimit expectedSpend",
    ),
    check: (record) => checkSpan(record, "billableFrom", "billableTo"),
  },
);

/**
 * A checked number: tariffs and markups by class, markups in millionths of a percent, dates as day numbers,
 * `lowInvoiceActionValue` in micro-pounds. A blank `useCallTypeOriginationTypeFlag` is missing, a false one false.
 */
export type CheckedNumber = CheckedBy<typeof numberSchema> & {
  /** What made `billableTo` of its or its customer's last drop (R20). */
  readonly droppedBy?: string;
};
