/** Values of rates, fees and features as a book writes them, and what changes between two sets of them. */
import {
  baseFieldName,
  PRICE_DECIMALS,
  RATE_FIELDS,
  RATE_PRICES,
  RATE_VALUE_NAMES,
} from "../../model/index.ts";
import { formatUnits } from "../../money/index.ts";
import { percentText } from "../comparison.ts";
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
const percentage = (field: string): PriceField => ({
  field,
  isPrice: true,
  unit: "percent",
  decimals: PRICE_DECIMALS,
});
const inPounds = (field: string): PriceField => ({
  field,
  isPrice: true,
  unit: "pounds",
  decimals: PRICE_DECIMALS,
});

/** What amounts of a schema are in, by a field that has it. */
const UNITS = new Map<unknown, readonly [PriceUnit, number]>([
  [RATE_FIELDS.cost.schema, ["pence", PRICE_DECIMALS]],
  [RATE_FIELDS.roundPence.schema, ["pence", PRICE_DECIMALS]],
  [RATE_FIELDS.durationMin.schema, ["seconds", 3]],
  [RATE_FIELDS.roundBytes.schema, ["bytes", 0]],
  [RATE_FIELDS.roundEvents.schema, ["events", 0]],
]);

/** The fields of a rate by the one table of them; a line's discount plan decides what a call costs, too. */
const RATE: readonly PriceField[] = [
  ...RATE_VALUE_NAMES.map((field): PriceField => {
    const [unit, decimals] = UNITS.get(RATE_FIELDS[field].schema) ?? [null, 0];
    return { field, isPrice: RATE_PRICES.includes(field), unit, decimals };
  }),
  word("discountPlan"),
];

/** What a tariff says of all its calls beside its rates. */
const SETTINGS: readonly PriceField[] = [
  word("singleRate"),
  word("periodRule"),
  word("baseDiscountPlan"),
  word("locationLookupCarrier"),
  percentage("fallbackMarkupSuggested"),
  percentage("fallbackMarkup"),
];

const FEE: readonly PriceField[] = [inPounds("fixedFeeValue"), word("fixedFeeTariffType")];

const STANDARD_FEATURE: readonly PriceField[] = [
  inPounds("connectionCharge"),
  inPounds("serviceCharge"),
  word("serviceChargeInterval"),
  inPounds("totalFeatureValue"),
  word("instalments"),
  word("fixedFeeTariff"),
  word("initialFeatureDiscountScheme"),
  word("ongoingFeatureDiscountScheme"),
  inPounds("connectionChargeCarrier"),
  inPounds("serviceChargeCarrier"),
];

/** The fields of each kind of line. */
export const PRICE_FIELDS = { rate: RATE, settings: SETTINGS, fee: FEE, standardFeature: STANDARD_FEATURE };

/** A field of a base as a tariff spells it: `cost` as `baseCost`. */
export function inheritedName(field: string, isBase: boolean): string {
  return isBase ? baseFieldName(field as (typeof RATE_VALUE_NAMES)[number]) : `rates[].${field}`;
}

/**
 * What changes of the values; those that are blank on both sides or the same are left out. `isPercentage` says whether a
 * cost, or a fee, is one on that side: then it is no amount of money.
 */
export function priceChanges(
  fields: readonly PriceField[],
  before: PriceValues | undefined,
  after: PriceValues | undefined,
  isPercentage: { readonly before: boolean; readonly after: boolean } = { before: false, after: false },
): readonly PriceChange[] {
  const changes: PriceChange[] = [];
  for (const field of fields) {
    const old = before?.[field.field];
    const now = after?.[field.field];
    if (old === now) continue;
    const isUsage = field.field === "cost" || field.field === "fixedFeeValue";
    const isRate = isUsage && (now === undefined ? isPercentage.before : isPercentage.after);
    // A price and a percentage have nothing between them.
    const isAlike =
      !isUsage || old === undefined || now === undefined || isPercentage.before === isPercentage.after;
    changes.push({
      field: field.field,
      isPrice: field.isPrice,
      unit: isRate ? "percent" : field.unit,
      before: textOf(field, old),
      after: textOf(field, now),
      percent:
        field.isPrice && isAlike && typeof old === "number" && typeof now === "number"
          ? percentText(BigInt(now) - BigInt(old), BigInt(old))
          : null,
    });
  }
  return changes;
}

function textOf({ decimals }: PriceField, value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === "number" ? formatUnits(value, decimals) : String(value);
}
