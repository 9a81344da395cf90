/**
 * The one table of the fields of a result (R30, R44): the record to store, its check when it is read again, and the
 * columns of files follow from it.
 */
import type { CallErrorCode } from "../../book/index.ts";
import {
  COMPONENTS,
  type CostField,
  costFields,
  Fault,
  type FieldTable,
  field,
  flag,
  id,
  notAnAmount,
  oneOf,
  quoteValue,
  type RecordSchema,
  recordSchema,
  TARIFF_CLASSES,
  type TariffClass,
  text,
} from "../../model/index.ts";
import { decimalPlaces, toDecimalText, toSafeUnits, toUnits, type Units } from "../../money/index.ts";
import {
  CALL_DECIMALS,
  type CallAmount,
  type CarrierCost,
  carrierCostAgrees,
  MAX_CALL_AMOUNT,
  readCallAmount,
} from "../call/carrier-cost.ts";
import type { ComponentUnits } from "../call/cost-units.ts";

/** How a cost came about (R27). */
export type RatingMethod = (typeof RATING_METHODS)[number];

/** The methods; columns count them in this order. */
export const RATING_METHODS = ["rate", "classMarkup", "fallbackSuggested", "fallback"] as const;

/** Decimal places of a finished cost at most (R4). */
export const COST_DECIMALS = 8;

/**
 * The descriptive fields of a rated call's record, all but the costs, in the order in which they are written; "?" where
 * it may be null.
 */
const DESCRIBING = {
  numberID: "id",
  customerID: "id",
  /** The feature whose tariff applied, else the first of those whose discount plans covered some of the call. */
  featureID: "id?",
  tariffID: "id?",
  tariff: "text?",
  tariffType: "text",
  /** The call type with which lines were sought (R22). */
  tariffTypeUsed: "text",
  tariffClass: "class",
  tariffTime: "text",
  location: "text?",
  method: "method",
  /** Seconds. */
  chargedDuration: "seconds",
  chargedBytes: "count",
  chargedEvents: "count",
} as const;

type Describing = typeof DESCRIBING;

/** The type of the values of each kind of field. */
interface Kinds {
  id: string;
  text: string;
  class: TariffClass;
  method: RatingMethod;
  seconds: number;
  count: number;
}

type Written<Kind, Blank> = Kind extends keyof Kinds
  ? Kinds[Kind]
  : Kind extends `${infer Own extends keyof Kinds}?`
    ? Kinds[Own] | Blank
    : never;

/** The descriptive fields of a rated call: all but its costs. */
export type DescribedCall = { readonly [Field in keyof Describing]: Written<Describing[Field], null> };

export const DESCRIBING_FIELDS = Object.keys(DESCRIBING) as (keyof Describing)[];

/** The costs of a rated call, each a total with its five components. */
const COSTS = ["costBase", "cost", "costCDR", "costCarrier"] as const;

/** A rated call as a plain record: own enumerable fields, amounts as decimal text in pence (R1, R30). */
export interface RatedRecord
  extends DescribedCall,
    Readonly<Record<CostField<(typeof COSTS)[number]> | "costSuggestedRetail", string | null>> {
  readonly id?: string;
  /** Where the record has no id. */
  readonly line?: number;
  /** Where discounts were applied: the plans that covered some of the call, in order, commas between (R44). */
  readonly discountPlans?: string;
  /** Where the call came to a pool after one that starts later had, in an earlier batch (R44). */
  readonly late?: boolean;
  /** With the option `bookDigest`: digest of the book that priced the call (R30). */
  readonly bookDigest?: string;
}

/** A call in error as a plain record. */
export interface ErrorRecord {
  readonly id?: string;
  readonly line?: number;
  readonly error: CallErrorCode;
  readonly message: string;
  readonly field?: string;
}

/** An ignored call as a plain record (R31). */
export interface IgnoredRecord {
  readonly id?: string;
  readonly line?: number;
  readonly ignored: true;
  readonly reason: string | null;
}

/** A call's result as a plain record. */
export type ResultRecord = RatedRecord | ErrorRecord | IgnoredRecord;

/** The fields of a result in the order in which files write them: a rated call's, then those of the others. */
export const RESULT_FIELDS: readonly string[] = [
  "id",
  "line",
  ...DESCRIBING_FIELDS,
  ...COSTS.flatMap(costFields),
  "costSuggestedRetail",
  "error",
  "message",
  "field",
  "ignored",
  "reason",
];

/** The fields that the record of a discounted call has beside `RESULT_FIELDS`, where they apply (R44). */
export const DISCOUNT_FIELDS: readonly string[] = ["discountPlans", "late"];

/** The field that a rated call's record has last, with the option `bookDigest` (R30). */
export const DIGEST_FIELD = "bookDigest";

/** A checked record of a rated call. Costs are in units of 10^-COST_DECIMALS pence, time in milliseconds. */
export type StoredRecord = {
  readonly [Field in keyof Describing]: Written<Describing[Field], undefined>;
} & Readonly<Record<CostField<"costBase" | "cost">, Units>> &
  Readonly<Partial<Record<CostField<"costCarrier">, Units>>> &
  Readonly<Partial<Record<CostField<"costCDR"> | "costSuggestedRetail", CallAmount>>> &
  Pick<RatedRecord, "id" | "line" | "discountPlans" | "late" | "bookDigest">;

/** A finished cost, in units of 10^-COST_DECIMALS pence; rating may have made it of any size. */
const finished = field((value): Units | Fault => {
  const written = toDecimalText(value);
  if (written === undefined) return notAnAmount(value);
  const units = toSafeUnits(written, COST_DECIMALS) ?? toUnits(written, COST_DECIMALS);
  return units ?? new Fault(`${quoteValue(value)} has more than ${COST_DECIMALS} decimal places`);
});

/** An amount that the call itself carried. */
const reported = field((value): CallAmount | Fault => {
  const amount = readCallAmount(value);
  if (amount !== false) return amount;
  if (toDecimalText(value) === undefined) return notAnAmount(value);
  return new Fault(
    `${quoteValue(value)} is beyond ${MAX_CALL_AMOUNT} pence or finer than ${CALL_DECIMALS} decimal places`,
  );
});

/** A quantity in whole units of 10^-decimals. */
function used(decimals: number): ReturnType<typeof field<number>> {
  return field((value): number | Fault => {
    const written = toDecimalText(value);
    if (written === undefined) return notAnAmount(value);
    const units = toSafeUnits(written, decimals);
    if (units !== undefined && units >= 0) return units;
    if (decimalPlaces(written) > decimals) {
      return new Fault(`${quoteValue(value)} has more than ${decimals} decimal places`);
    }
    return new Fault(`${quoteValue(value)} is not a quantity that was charged`);
  });
}

/** How the values of a kind of field are read from a stored record. */
const READERS = {
  id,
  text,
  class: oneOf(...TARIFF_CLASSES),
  method: oneOf(...RATING_METHODS),
  seconds: used(3),
  count: used(0),
};

const STORED_FIELDS: FieldTable = {
  id,
  line: used(0),
  ...Object.fromEntries(
    DESCRIBING_FIELDS.map((name) => [name, READERS[DESCRIBING[name].replace("?", "") as keyof Kinds]]),
  ),
  ...Object.fromEntries(
    COSTS.flatMap((cost) => costFields(cost).map((name) => [name, cost === "costCDR" ? reported : finished])),
  ),
  costSuggestedRetail: reported,
  discountPlans: text,
  late: flag,
  bookDigest: text,
};

const { schema } = recordSchema(STORED_FIELDS, {
  required: [
    ...DESCRIBING_FIELDS.filter((name) => !DESCRIBING[name].endsWith("?")),
    ...costFields("costBase"),
    ...costFields("cost"),
  ],
  unknownFields: "carried",
}) as unknown as RecordSchema<StoredRecord>;

/** Reads the record of a rated call; where it is invalid, returns a sentence part that begins with the field. */
export function readStoredRecord(record: object): StoredRecord | string {
  const checked = schema.safeParse(record);
  if (!checked.success) {
    const [first] = checked.error.issues;
    return `${first?.path.join(".")}: ${first?.message}`;
  }
  const { data } = checked;
  for (const name of ["costBase", "cost", "costCarrier"] as const) {
    const components = componentsOf(data, name);
    const sum = components?.reduce<bigint>((total, units) => total + BigInt(units), 0n);
    if (sum !== undefined && data[name] !== undefined && sum !== BigInt(data[name])) {
      return `${name}: is not the sum of its five components`;
    }
    if ((sum === undefined) !== (data[name] === undefined)) {
      return `${name}: is there without its five components, or they are there without it`;
    }
  }
  return carrierCostAgrees(carrierCostOf(data)) ? data : "costCDR: is not the sum of its components";
}

/** The five components of a cost; undefined where one is blank. */
export function componentsOf(
  record: StoredRecord,
  name: "costBase" | "cost" | "costCarrier",
): ComponentUnits | undefined {
  const components = COMPONENTS.map((component) => record[`${name}${component}`]);
  return components.includes(undefined) ? undefined : (components as unknown as ComponentUnits);
}

/** The costs that the carrier reported, total first. */
export function carrierCostOf(record: StoredRecord): CarrierCost {
  return COST_CDR_FIELDS.map((name) => record[name] ?? null) as unknown as CarrierCost;
}

const COST_CDR_FIELDS = costFields("costCDR");
