/**
 * The one table of the platform's resources that are records of the book: fields, paths, filters, actions and what
 * blocks deletion.
 */
import {
  BOOK_LISTS,
  baseFieldName,
  classFields,
  RATE_VALUE_NAMES,
  type RateValueName,
  rateFieldsWith,
  TARIFF_CLASSES,
} from "../../model/index.ts";
import type { FieldKind } from "./values.ts";

/** The resources whose records stand in the book. */
export const RESOURCE_NAMES = [
  "customers",
  "numbers",
  "services",
  "features",
  "tariffs",
  "fixedFeeTariffs",
  "standardFeatures",
  "featureTypes",
  "transactionTypes",
] as const;

/** Name of a resource, which is the name of its list in the book and in paths. */
export type ResourceName = (typeof RESOURCE_NAMES)[number];

/** Text fields that filter a resource's list (H13); `canBeDropped` adds the flags and stamps of drops. */
type TextFilter = "accountNumber" | "CRMReference" | "number" | "numberType" | "serviceType" | "featureType";

/** A resource whose records own others, and the field that names the owner. */
export interface Parent {
  readonly resource: "customers" | "numbers" | "services";
  readonly field: "customerID" | "numberID" | "serviceID";
}

export interface Resource {
  readonly name: ResourceName;
  /** Name of a single record: for sentences, and capitalised for the documentation. */
  readonly one: string;
  /** Owners; records are added below their paths. Without owners they are added to the list itself. */
  readonly parents: readonly Parent[];
  /** Fields by name, in the order of answers. */
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Whether unknown fields are kept (R2). */
  readonly isCarrying: boolean;
  readonly filters: readonly TextFilter[];
  /** Children that are embedded on demand (`expandNumbers`), each with its own flag (`numberActive`). */
  readonly expands: readonly ("numbers" | "services" | "features")[];
  /** Whether its records can be dropped and reinstated (H16). */
  readonly canBeDropped: boolean;
  /** Whether its prices can be raised (H15). */
  readonly canBeIncreased: boolean;
  /** The field by which other records name its records. */
  readonly nameField: string | undefined;
  /** Fields whose values are unique in the resource (the seeds). */
  readonly uniqueFields: readonly string[];
  /** Actions of the seeds that are not provided. */
  readonly outsideActions: readonly string[];
}

const rateNames = (pick: (name: RateValueName) => string): Readonly<Record<string, FieldKind>> => {
  const prices = new Set<RateValueName>([
    ...rateFieldsWith("column", "money"),
    ...rateFieldsWith("price", "component"),
    "roundPenceAfterSurcharge",
  ]);
  const numbers = new Set<RateValueName>(rateFieldsWith("column", "number"));
  const kindOf = (name: RateValueName): FieldKind => {
    if (prices.has(name)) return "decimal";
    if (numbers.has(name)) return "number";
    return name === "chargeZeroDuration" ? "flag" : "text";
  };
  return Object.fromEntries(RATE_VALUE_NAMES.map((name) => [pick(name), kindOf(name)]));
};

const each = <K extends FieldKind>(
  kind: K,
  ...names: readonly string[]
): Readonly<Record<string, FieldKind>> =>
  Object.fromEntries(
    names
      .join(" ")
      .split(" ")
      .map((name) => [name, kind]),
  );

const DECIMAL_STATE = each("decimal", "value valueCarrier price net carrier count billed");

/**
 * Kinds of fields by name, for all resources; of other fields, names that end in `Date` are dates, the rest is text.
 */
const KINDS: Readonly<Record<string, FieldKind>> = {
  ...rateNames(baseFieldName),
  ...each("id", "id customerID numberID serviceID parentTariff parentFixedFeeTariff increaseOriginalID"),
  ...each(
    "decimal",
    ...TARIFF_CLASSES.flatMap((name) => [classFields(name).markup, classFields(name).defaultMarkup]),
  ),
  ...each("decimal", "fallbackMarkupSuggested fallbackMarkup increasePercent increaseAmount"),
  ...each("decimal", "turnover netAssets expectedSpend lowInvoiceActionValue creditLimit"),
  ...each(
    "decimal",
    "totalFeatureValue connectionCharge serviceCharge totalValueCharged totalValueRemaining",
  ),
  ...each("decimal", "connectionChargeCarrier serviceChargeCarrier connectionChargeCommission"),
  ...each("decimal", "serviceChargeCommission connectionChargeCommission2 serviceChargeCommission2"),
  ...each("number", "paymentTerms paymentGraceDays employees lines provisionStatus revision instalments"),
  ...each("number", "featureCount featureCountCommitted featureTypePosition transactionTypeDisplayPosition"),
  ...each("number", "transactionTypeGroupPosition transactionTypePlatformCommission"),
  ...each(
    "number",
    "discountPlanMultiplier1 discountPlanMultiplier2 discountPlanMultiplier3 discountPlanMultiplier4",
  ),
  ...each(
    "number",
    "renewalPeriodLength minimumTermPeriodLength committedTermPeriodLength noticePeriodLength",
  ),
  ...each("flag", "singleRate isSeat onCustomer onNumber onService addDiscountPlanAllowances"),
  ...each("flag", "useCallTypeOriginationTypeFlag useCallTypeOriginationTypeFlag2"),
  ...each("flag", "useCallTypeOriginationTypeFlag3 useCallTypeOriginationTypeFlag4"),
  ...each("date", "billableFrom billableTo dateOfIncorporation"),
  ...each("stamp", "statusChangedStamp"),
  ...each("status", "status"),
  ...each(
    "names",
    "customerGroups accountFlags customerProducts customerProductInterests wholesaleForCarrierIDs",
  ),
  ...each("names", "shortBillPages longBillPages loginFlagsAllow loginFlagsDeny"),
  datedChanges: { each: { date: "date", featureCount: "number", serviceCharge: "decimal" } },
  chargesMade: {
    each: {
      ...DECIMAL_STATE,
      ...each("date", "startDate periodStart periodEnd"),
      fixed: "flag",
      parts: { each: { ...DECIMAL_STATE, ...each("date", "startDate endDate") } },
    },
  },
};

const RATES: FieldKind = {
  each: { ...rateNames((name) => name), base: "flag", prefix: "text", startDate: "date", endDate: "date" },
};
const FEES: FieldKind = {
  each: {
    ...each("names", "numberTypeIDs serviceTypeIDs featureTypeIDs transactionTypeIDs carrierIDs"),
    fixedFeeValue: "decimal",
  },
};

/** Fields whose kind in a resource differs from `KINDS`. */
const KINDS_OF: Partial<Record<ResourceName, Readonly<Record<string, FieldKind>>>> = {
  tariffs: { ...each("nameText", "customerGroups forCarriers forNumberTypes"), rates: RATES },
  fixedFeeTariffs: { customerGroups: "nameText", rates: FEES },
};

function kindOf(resource: ResourceName, field: string): FieldKind {
  const kind = KINDS_OF[resource]?.[field] ?? KINDS[field];
  return kind ?? (field.endsWith("Date") ? "date" : "text");
}

function resource(
  name: ResourceName,
  one: string,
  rest: Partial<Omit<Resource, "name" | "one" | "fields" | "isCarrying">>,
): Resource {
  const { fieldNames, unknownFields } = BOOK_LISTS[name];
  const names = ["id", ...fieldNames.filter((field) => field !== "id")];
  return {
    name,
    one,
    parents: [],
    fields: Object.fromEntries(names.map((field) => [field, kindOf(name, field)])),
    isCarrying: unknownFields === "carried",
    filters: [],
    expands: [],
    canBeDropped: false,
    canBeIncreased: false,
    nameField: undefined,
    uniqueFields: [],
    outsideActions: [],
    ...rest,
  };
}

const CUSTOMER: Parent = { resource: "customers", field: "customerID" };

export const RESOURCES: Readonly<Record<ResourceName, Resource>> = {
  customers: resource("customers", "customer", {
    filters: ["accountNumber", "CRMReference"],
    expands: ["numbers", "services", "features"],
    canBeDropped: true,
    uniqueFields: ["CRMReference", "accountNumber"],
    outsideActions: [
      "finalBill",
      "generatePIN",
      "addSharedContact",
      "removeSharedContact",
      "linkToAccounting",
      "unlinkFromAccounting",
      "restoreCalls",
      "writeOffDebt",
      "writeOffCredit",
      "generatePaymentLinks",
    ],
  }),
  numbers: resource("numbers", "number", {
    parents: [CUSTOMER],
    filters: ["number", "CRMReference", "numberType"],
    expands: ["features"],
    canBeDropped: true,
    uniqueFields: ["CRMReference"],
  }),
  services: resource("services", "service", {
    parents: [CUSTOMER],
    filters: ["CRMReference", "serviceType"],
    expands: ["features"],
    canBeDropped: true,
    uniqueFields: ["CRMReference"],
  }),
  features: resource("features", "feature", {
    parents: [
      CUSTOMER,
      { resource: "numbers", field: "numberID" },
      { resource: "services", field: "serviceID" },
    ],
    filters: ["CRMReference", "featureType"],
    canBeDropped: true,
    uniqueFields: ["CRMReference"],
  }),
  tariffs: resource("tariffs", "tariff", { canBeIncreased: true, nameField: "name" }),
  fixedFeeTariffs: resource("fixedFeeTariffs", "fixed fee tariff", {
    canBeIncreased: true,
    nameField: "name",
  }),
  standardFeatures: resource("standardFeatures", "standard feature", {
    canBeIncreased: true,
    nameField: "name",
  }),
  featureTypes: resource("featureTypes", "feature type", { nameField: "featureTypeName" }),
  transactionTypes: resource("transactionTypes", "transaction type", { nameField: "transactionTypeName" }),
};

/** Resources of the seeds that this server does not have (H5). */
export const OUTSIDE_RESOURCES = [
  "customerContacts",
  "correspondence",
  "noteAttachments",
  "payments",
  "paymentCards",
  "expectedPayments",
  "expectedPaymentTypes",
  "directDebitAccounts",
] as const;
