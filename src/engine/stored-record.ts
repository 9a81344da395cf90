/** The record of a rated call, as it was stored: read and checked field by field (R1, R30). */
import {
  Fault,
  field,
  flag,
  id,
  notAnAmount,
  oneOf,
  quoteValue,
  recordSchema,
  TARIFF_CLASSES,
  text,
} from "../model/index.ts";
import { decimalPlaces, toDecimalText, toSafeUnits, toUnits, type Units } from "../money/index.ts";
import {
  CALL_DECIMALS,
  type CallAmount,
  carrierCostAgrees,
  MAX_CALL_AMOUNT,
  readCallAmount,
} from "./carrier-cost.ts";
import type { ComponentUnits } from "./component-units.ts";
import { COMPONENTS, type Component } from "./components.ts";
import { RATING_METHODS } from "./result-records.ts";

/** Decimal places of a finished cost at most (R4). */
export const COST_DECIMALS = 8;

/** A finished cost, in units of 10^-COST_DECIMALS pence; rating may have made it of any size. */
const cost = field((value): Units | Fault => {
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

/** The field of a cost's component. */
type ComponentField<Cost extends string> = `${Cost}${Component}`;

/** A cost's field and those of its components, all read alike. */
function costFields<Cost extends string, Schema>(
  name: Cost,
  schema: Schema,
): Record<Cost | ComponentField<Cost>, Schema> {
  return Object.fromEntries(
    [name, ...COMPONENTS.map((component) => `${name}${component}`)].map((own) => [own, schema]),
  ) as Record<Cost | ComponentField<Cost>, Schema>;
}

const FIELDS = {
  id,
  line: used(0),
  numberID: id,
  customerID: id,
  featureID: id,
  tariffID: id,
  tariff: text,
  tariffType: text,
  tariffTypeUsed: text,
  tariffClass: oneOf(...TARIFF_CLASSES),
  tariffTime: text,
  location: text,
  method: oneOf(...RATING_METHODS),
  chargedDuration: used(3),
  chargedBytes: used(0),
  chargedEvents: used(0),
  ...costFields("costBase", cost),
  ...costFields("cost", cost),
  ...costFields("costCDR", reported),
  ...costFields("costCarrier", cost),
  costSuggestedRetail: reported,
  discountPlans: text,
  late: flag,
  bookDigest: text,
};

const REQUIRED = [
  "numberID",
  "customerID",
  "tariffType",
  "tariffTypeUsed",
  "tariffClass",
  "tariffTime",
  "method",
  "chargedDuration",
  "chargedBytes",
  "chargedEvents",
  ...(Object.keys(costFields("costBase", cost)) as (keyof typeof FIELDS & `costBase${string}`)[]),
  ...(Object.keys(costFields("cost", cost)) as ("cost" | ComponentField<"cost">)[]),
] as const;

const schema = recordSchema(FIELDS, { required: REQUIRED, unknownFields: "carried" }).schema;

/** A checked record of a rated call. Costs are in units of 10^-COST_DECIMALS pence, time in milliseconds. */
export type StoredRecord = ReturnType<typeof schema.parse>;

/** Reads the record of a rated call; a sentence part that begins with the field where it is none. */
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

/** What the carrier reported, total first. */
export function carrierCostOf(
  record: StoredRecord,
): [CallAmount, CallAmount, CallAmount, CallAmount, CallAmount, CallAmount] {
  return [
    record.costCDR ?? null,
    record.costCDRBasic ?? null,
    record.costCDRAccessCharge ?? null,
    record.costCDRSurchargeMobileOrigination ?? null,
    record.costCDRSurchargePayphoneOrigination ?? null,
    record.costCDRSurchargeCallRecording ?? null,
  ];
}
