import type * as z from "zod";
import { type ComponentRateField, PRICED_COMPONENTS, type PricedComponent } from "../calls/index.ts";
import {
  bytes,
  events,
  type Fault,
  field,
  notAFlag,
  type Optional,
  oneOf,
  penceMultiple,
  price,
  readFlag,
  seconds,
  text,
  textOrFlag,
} from "../fields/index.ts";

/** The charge types: the units of the usage price (R7, R9, R15). */
export const CHARGE_TYPES = [
  "perMinute",
  "perEvent",
  "perKilobyte",
  "perMegabyte",
  "perGigabyte",
  "perCall",
  "markup",
  "markupSuggested",
] as const;

/** One of the charge types; blank is `perMinute`. */
export type ChargeType = (typeof CHARGE_TYPES)[number];

/** Whether `cost` under this charge type is a percentage rather than a price (R25). */
export function isMarkupType(chargeType: ChargeType): boolean {
  return chargeType === "markup" || chargeType === "markupSuggested";
}

/** Bytes in the unit of a byte type; undefined for the other charge types. */
export function bytesPerUnit(chargeType: ChargeType): number | undefined {
  switch (chargeType) {
    case "perKilobyte":
      return 1024;
    case "perMegabyte":
      return 1024 ** 2;
    case "perGigabyte":
      return 1024 ** 3;
    default:
      return undefined;
  }
}

/**
 * The fields of a rate (R7 to R14); `cost` of a line is `baseCost` of a tariff. One table has the schema and the traits
 * of each field, so that lines, base fields, inheritance, increases and rate sheets cannot disagree.
 */

/** The kinds of price of a rate; `allCharges` raises prices in this order, `usageOnly` only the first kind (R51). */
const PRICE_KINDS = ["usage", "connection", "initialBlock", "bound", "component"] as const;

/** A row of the table: the traits of a field of a rate. */
interface RateField {
  readonly schema: z.ZodType;
  /** The terms of a rate differ by destination; the shape is mostly the same throughout a tariff. */
  readonly part: "terms" | "shape";
  /** The kind of price, for fields that increases raise. */
  readonly price?: (typeof PRICE_KINDS)[number];
  /** The type of the field's column in rate sheets. */
  readonly column?: "money" | "number";
}

const [ACCESS_CHARGE, ...SURCHARGES] = PRICED_COMPONENTS;

const componentPrice = { schema: price, part: "shape", price: "component", column: "money" } as const;
const componentRounding = { schema: text, part: "shape" } as const;

type ComponentFields = {
  readonly [F in Exclude<ComponentRateField, RoundingField>]: typeof componentPrice;
} & {
  readonly [F in RoundingField]: typeof componentRounding;
};
type RoundingField = PricedComponent["rate"]["rounding"];

/** Prices per minute and per call of components, and the names of their rounding presets (R11, R12). */
function componentFields(...components: readonly (PricedComponent | undefined)[]): ComponentFields {
  const fields: Record<string, RateField> = {};
  for (const component of components) {
    if (component === undefined) continue;
    const { rate } = component;
    fields[rate.price] = componentPrice;
    fields[rate.connection] = componentPrice;
    fields[rate.rounding] = componentRounding;
  }
  return fields as unknown as ComponentFields;
}

/** The table of the fields of a rate, by their names on a line. Amounts are pence, durations seconds. */
export const RATE_FIELDS = {
  chargeType: { schema: oneOf(...CHARGE_TYPES), part: "shape" },
  /** Pence per minute, event, byte unit or call; a percentage under a markup type. */
  cost: { schema: price, part: "terms", price: "usage", column: "money" },
  /** Pence per call. */
  costConnection: { schema: price, part: "terms", price: "connection", column: "money" },
  /** Pence; least basic charge (R10). */
  costMin: { schema: price, part: "terms", price: "bound", column: "money" },
  /** Pence; greatest basic charge (R10). */
  costMax: { schema: price, part: "terms", price: "bound", column: "money" },
  /** Seconds covered by `initialCost` (R8). */
  initialDuration: { schema: seconds, part: "terms", column: "number" },
  initialCost: { schema: price, part: "terms", price: "initialBlock", column: "money" },
  costSecondaryConnection: { schema: price, part: "terms", price: "connection", column: "money" },
  /** Seconds; shortest charged duration (R7). */
  durationMin: { schema: seconds, part: "shape", column: "number" },
  roundSeconds: { schema: seconds, part: "shape", column: "number" },
  roundSecondsFrom: { schema: oneOf("zero", "minimum"), part: "shape" },
  roundBytes: { schema: bytes, part: "shape", column: "number" },
  roundEvents: { schema: events, part: "shape", column: "number" },
  /** Pence; the basic charge is rounded up to the next multiple (R10). */
  roundPence: { schema: penceMultiple, part: "shape", column: "money" },
  roundPenceAfterSurcharge: { schema: penceMultiple, part: "shape" },
  ...componentFields(ACCESS_CHARGE),
  /** R6: true also charges `perMinute` calls of 0 s; false makes `perCall` calls of 0 s or blank duration free. */
  chargeZeroDuration: {
    schema: field<"charged" | "free", boolean | string | number>((value): "charged" | "free" | Fault => {
      const isCharged = readFlag(value);
      if (isCharged === undefined) return notAFlag(value);
      return isCharged ? "charged" : "free";
    }, textOrFlag),
    part: "shape",
  },
  ...componentFields(...SURCHARGES),
} as const satisfies Readonly<Record<string, RateField>>;

type RateFields = typeof RATE_FIELDS;

export type RateValueName = keyof RateFields;

export const RATE_VALUE_NAMES = Object.keys(RATE_FIELDS) as readonly RateValueName[];

export const RATE_VALUES = Object.fromEntries(
  RATE_VALUE_NAMES.map((name) => [name, RATE_FIELDS[name].schema]),
) as unknown as { readonly [F in RateValueName]: RateFields[F]["schema"] };

/** Rate values of one line or of a tariff's base; prices in micro-pence, durations in milliseconds. */
export type RateValues = { readonly [F in RateValueName]?: z.output<RateFields[F]["schema"]> };

/** The base fields of a tariff for the fields of a rate (R25). Amounts are pence. */
export type BaseRateFields = {
  readonly [F in keyof RateFields as BaseFieldName<F>]?: Optional<z.input<RateFields[F]["schema"]>>;
};

type BaseFieldName<F extends RateValueName> = F extends "chargeType"
  ? "baseType"
  : F extends "chargeZeroDuration"
    ? F
    : `base${Capitalize<F>}`;

export function baseFieldName(name: RateValueName): string {
  if (name === "chargeType") return "baseType";
  if (name === "chargeZeroDuration") return name;
  return `base${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

export function rateFieldsWith<const K extends "part" | "price" | "column", const V extends RateField[K]>(
  trait: K,
  value: V,
): readonly NamesWith<K, V>[] {
  const has = (row: RateField): boolean => row[trait] === value;
  return RATE_VALUE_NAMES.filter((name) => has(RATE_FIELDS[name])) as NamesWith<K, V>[];
}

type NamesWith<K extends PropertyKey, V> = {
  [F in RateValueName]: RateFields[F] extends Readonly<Record<K, V>> ? F : never;
}[RateValueName];

/** The price fields of a rate in the order in which increases raise prices, the usage price first (R51). */
export const RATE_PRICES: readonly RateValueName[] = PRICE_KINDS.flatMap((kind) =>
  rateFieldsWith("price", kind),
);
