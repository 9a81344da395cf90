/**
 * The one table of the platform's resources that are records of the book: fields, paths, filters, actions and what
 * blocks deletion.
 */
import type * as z from "zod";
import {
  BOOK_LISTS,
  bytes,
  date,
  events,
  flag,
  id,
  names,
  penceMultiple,
  percent,
  pounds,
  price,
  quantity,
  RATE_VALUES,
  seconds,
  TERM_LENGTHS,
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

/** Kinds of fields by the schemas with which the library reads them. */
const SCHEMA_KINDS: ReadonlyMap<z.ZodType, FieldKind> = new Map<z.ZodType, FieldKind>([
  [id, "id"],
  [date, "date"],
  [names, "names"],
  [flag, "flag"],
  ...[price, pounds, percent, penceMultiple].map((schema) => [schema, "decimal"] as const),
  ...[quantity, seconds, bytes, events].map((schema) => [schema, "number"] as const),
]);

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

/** Kinds of fields by name, for all resources, where the schema does not say the kind. */
const KINDS: Readonly<Record<string, FieldKind>> = {
  ...each("decimal", "turnover netAssets expectedSpend creditLimit totalValueCharged totalValueRemaining"),
  ...each("number", "revision instalments", ...TERM_LENGTHS),
  ...each("flag", "singleRate chargeZeroDuration"),
  ...each("flag", "useCallTypeOriginationTypeFlag useCallTypeOriginationTypeFlag2"),
  ...each("flag", "useCallTypeOriginationTypeFlag3 useCallTypeOriginationTypeFlag4"),
  ...each("date", "dateOfIncorporation"),
  ...each("stamp", "statusChangedStamp"),
  ...each("status", "status"),
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
  each: { ...kindsOf(RATE_VALUES), base: "flag", prefix: "text", startDate: "date", endDate: "date" },
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

/** The kinds of the fields of a resource, or of records within it. */
function kindsOf(
  schemas: Readonly<Record<string, z.ZodType>>,
  own: Readonly<Record<string, FieldKind>> = {},
): Readonly<Record<string, FieldKind>> {
  const kindOf = (name: string, schema: z.ZodType): FieldKind =>
    own[name] ?? KINDS[name] ?? SCHEMA_KINDS.get(schema) ?? (name.endsWith("Date") ? "date" : "text");
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, kindOf(name, schema)]));
}

function resource(
  name: ResourceName,
  one: string,
  rest: Partial<Omit<Resource, "name" | "one" | "fields" | "isCarrying">>,
): Resource {
  const { fields, unknownFields } = BOOK_LISTS[name];
  return {
    name,
    one,
    parents: [],
    fields: kindsOf({ id, ...fields }, KINDS_OF[name]),
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
