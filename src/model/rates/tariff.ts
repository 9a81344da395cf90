import {
  type CheckedBy,
  date,
  type FieldGroup,
  flagOrWord,
  id,
  names,
  oneOf,
  percent,
  price,
  type RecordFault,
  recordSchema,
  text,
  type WrittenBy,
  wholeNumber,
} from "../fields/index.ts";
import { RateLines, rateLines } from "./rate-lines.ts";
import {
  type BaseRateFields,
  baseFieldName,
  RATE_VALUE_NAMES,
  RATE_VALUES,
  type RateValues,
} from "./rate-values.ts";
import { TARIFF_CLASSES } from "./tariff-class.ts";

/** Base fields have the names of a line's fields: `baseCost` is `base.cost`. */
const base: FieldGroup<RateValues, BaseRateFields> = {
  fields: new Map(
    RATE_VALUE_NAMES.map((name) => [baseFieldName(name), { as: name, schema: RATE_VALUES[name] }]),
  ),
  empty: () => ({}),
};

export const tariffSchema = recordSchema(
  {
    id,
    name: text,
    description: text,
    /** Restricts the tariff to one customer, or to customers of these groups (R24). */
    customerID: id,
    customerGroups: names,
    /** Makes the tariff a default for these carriers and number types; `*` names any (R24). */
    forCarriers: names,
    forNumberTypes: names,
    /** A `Historic` tariff is never a default. */
    availability: text,
    /** Whether the prices are retail or wholesale; blank = retail. */
    retail: oneOf("retail", "wholesale"),
    /** Blank = the book's. */
    currency: text,
    tariffClass: oneOf(...TARIFF_CLASSES),
    /** If true or "single", rating periods are ignored (R23); "time-based" is false (R3). */
    singleRate: flagOrWord("single", "time-based"),
    periodRule: oneOf("start", "split"),
    parentTariff: id,
    /** Carrier in whose destinations the call type for the lines is looked up (R22). */
    locationLookupCarrier: text,
    baseDiscountPlan: text,
    /** Percentages applied where the tariff has no rate (R27). */
    fallbackMarkupSuggested: percent,
    fallbackMarkup: percent,
    rates: rateLines,
    /** Tracking of increases (R54 … R57). */
    revision: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    increaseOriginalID: id,
    increasePercent: percent,
    increaseAmount: price,
    increaseScope: text,
    /** For a version of an increase from a date: the date, `YYYY-MM-DD` (R55). Rating does not use the date. */
    effectiveDate: date,
  },
  {
    required: ["id", "name", "tariffClass"],
    defaults: { rates: RateLines.NONE },
    groups: { base },
    check: checkBase,
  },
);

/**
 * A tariff: the prices of a class of calls. Base fields apply to every call of the class, a line of `rates` to the
 * calls that the line names; with `parentTariff` a tariff has only its differences (R25). Amounts are pence.
 */
export interface Tariff extends WrittenBy<typeof tariffSchema> {}

/** A checked tariff: base values under the names of a line's fields, amounts as scaled whole numbers. */
export type CheckedTariff = CheckedBy<typeof tariffSchema>;

function* checkBase(record: object): Generator<RecordFault> {
  const { costMin, costMax } = (record as CheckedTariff).base;
  if (costMin !== undefined && costMax !== undefined && costMin > costMax) {
    yield { field: "baseCostMax", message: "is less than baseCostMin" };
  }
}

/** R24: whether a tariff is a default, for calls of records that name no tariff; a historic one never is. */
export function isDefaultTariff({
  forCarriers,
  forNumberTypes,
  availability,
}: Pick<CheckedTariff, "forCarriers" | "forNumberTypes" | "availability">): boolean {
  return (forCarriers !== undefined || forNumberTypes !== undefined) && availability !== "Historic";
}
