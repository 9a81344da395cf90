/** Values of rate lines, fees and features as a book writes them, and the changes between two sets of values. */
import {
  baseFieldName,
  PRICE_DECIMALS,
  RATE_FIELDS,
  RATE_PRICES,
  RATE_VALUE_NAMES,
} from "../../model/index.ts";
import { formatUnits } from "../../money/index.ts";
import { percentText, type Sides } from "../comparison.ts";
import type { PriceChange, PriceUnit } from "./price-list.ts";

/** How a checked value becomes text again. */
interface PriceField {
  readonly field: string;
  readonly isPrice: boolean;
  readonly unit: PriceUnit;
  readonly decimals: number;
}

/** Checked values by the names of their fields. */
export type PriceValues = Readonly<Record<string, unknown>>;

const word = (field: string): PriceField => ({ field, isPrice: false, unit: null, decimals: 0 });
const priceIn = (unit: PriceUnit, field: string): PriceField => {
  return { field, isPrice: true, unit, decimals: PRICE_DECIMALS };
};
const percentage = (field: string): PriceField => priceIn("percent", field);
const inPounds = (field: string): PriceField => priceIn("pounds", field);

/** Unit and decimal places of amounts, by the schema of their fields. */
const UNITS = new Map<unknown, readonly [PriceUnit, number]>([
  [RATE_FIELDS.cost.schema, ["pence", PRICE_DECIMALS]],
  [RATE_FIELDS.roundPence.schema, ["pence", PRICE_DECIMALS]],
  [RATE_FIELDS.durationMin.schema, ["seconds", 3]],
  [RATE_FIELDS.roundBytes.schema, ["bytes", 0]],
  [RATE_FIELDS.roundEvents.schema, ["events", 0]],
]);

/** The fields of a rate line; a line's discount plan decides the cost of a call, too. */
const RATE: readonly PriceField[] = [
  ...RATE_VALUE_NAMES.map((field): PriceField => {
    const [unit, decimals] = UNITS.get(RATE_FIELDS[field].schema) ?? [null, 0];
    return { field, isPrice: RATE_PRICES.includes(field), unit, decimals };
  }),
  word("discountPlan"),
];

/** The fields of a tariff that hold for all of its calls, beside its rate lines. */
const SETTINGS: readonly PriceField[] = [
  word("singleRate"),
  word("periodRule"),
  word("baseDiscountPlan"),
  word("locationLookupCarrier"),
  percentage("fallbackMarkupSuggested"),
  percentage("fallbackMarkup"),
];

const FEE: readonly PriceField[] = [inPounds("fixedFeeValue"), word("fixedFeeTariffType")];

/** What the carrier charges for a feature, which its customer does not pay. */
const CARRIER_CHARGES: readonly string[] = ["connectionChargeCarrier", "serviceChargeCarrier"];

const STANDARD_FEATURE: readonly PriceField[] = [
  inPounds("connectionCharge"),
  inPounds("serviceCharge"),
  word("serviceChargeInterval"),
  inPounds("totalFeatureValue"),
  word("instalments"),
  word("fixedFeeTariff"),
  word("initialFeatureDiscountScheme"),
  word("ongoingFeatureDiscountScheme"),
  ...CARRIER_CHARGES.map(inPounds),
];

/** The fields of each kind of line. */
export const PRICE_FIELDS = { rate: RATE, settings: SETTINGS, fee: FEE, standardFeature: STANDARD_FEATURE };

/**
 * Whether a change is of what the carrier charges, which the customer does not pay.
 *
 * @example isCarrierCharge({ field: "serviceChargeCarrier" }) // => true
 */
export function isCarrierCharge({ field }: Pick<PriceChange, "field">): boolean {
  return CARRIER_CHARGES.includes(field);
}

/** The name of a field as a tariff spells it: `cost` of a base is `baseCost`. */
export function inheritedName(field: string, isBase: boolean): string {
  return isBase ? baseFieldName(field as (typeof RATE_VALUE_NAMES)[number]) : `rates[].${field}`;
}

/**
 * The changes of the values; values that are equal, or blank on both sides, are left out. `isPercentage` says for each
 * side whether a cost or a fee is a percentage instead of an amount of money: a price that becomes a percentage is two
 * changes, of a price that goes and of a percentage that comes.
 */
export function priceChanges(
  fields: readonly PriceField[],
  before: PriceValues | undefined,
  after: PriceValues | undefined,
  isPercentage: Sides<boolean> = { before: false, after: false },
): readonly PriceChange[] {
  const changes: PriceChange[] = [];
  for (const field of fields) {
    const old = before?.[field.field];
    const now = after?.[field.field];
    const isUsage = field.field === "cost" || field.field === "fixedFeeValue";
    const from = isUsage && isPercentage.before ? { ...field, unit: "percent" as const } : field;
    const to = isUsage && isPercentage.after ? { ...field, unit: "percent" as const } : field;
    if (old === undefined) changes.push(...changeOf(to, undefined, now));
    else if (now === undefined || from.unit === to.unit) changes.push(...changeOf(from, old, now));
    else changes.push(...changeOf(from, old, undefined), ...changeOf(to, undefined, now));
  }
  return changes;
}

/** The change of a value; none where it stays the same. */
function changeOf(field: PriceField, before: unknown, after: unknown): readonly PriceChange[] {
  if (before === after) return [];
  const percent =
    field.isPrice && typeof before === "number" && typeof after === "number"
      ? percentText(BigInt(after) - BigInt(before), BigInt(before))
      : null;
  return [
    {
      field: field.field,
      isPrice: field.isPrice,
      unit: field.unit,
      before: textOf(field, before),
      after: textOf(field, after),
      percent,
    },
  ];
}

function textOf({ decimals }: PriceField, value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === "number" ? formatUnits(value, decimals) : String(value);
}
