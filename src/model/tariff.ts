import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import { date, flagOrWord, id, names, oneOf, percent, price, text, wholeNumber } from "./fields.ts";
import type { FlagValue, Id } from "./id.ts";
import type { RateLine } from "./rate-line.ts";
import { RateLines, rateLines } from "./rate-lines.ts";
import {
  type BaseRateFields,
  baseFieldName,
  RATE_VALUE_NAMES,
  RATE_VALUES,
  type RateValues,
} from "./rate-values.ts";
import { type FieldGroup, type RecordFault, type RecordSchema, recordSchema } from "./record-schema.ts";
import { TARIFF_CLASSES, type TariffClass } from "./tariff-class.ts";

/**
 * A tariff: what a class of calls costs. Base fields hold for every call of the class, `rates` for the
 * calls each line names; with `parentTariff` it holds only its differences (R25). Amounts are pence.
 */
export interface Tariff extends BaseRateFields {
  readonly id: Id;
  readonly name: string;
  readonly description?: Optional<string>;
  /** Restricts the tariff to one customer, or to customers of these groups (R24). */
  readonly customerID?: Optional<Id>;
  readonly customerGroups?: Optional<string | readonly string[]>;
  /** Makes it a default tariff for these carriers and number types; `*` names any (R24). */
  readonly forCarriers?: Optional<string | readonly string[]>;
  readonly forNumberTypes?: Optional<string | readonly string[]>;
  /** `Historic` keeps it out of the defaults. */
  readonly availability?: Optional<string>;
  /** Which side it prices; blank = retail. */
  readonly retail?: Optional<"retail" | "wholesale">;
  /** Blank = the book's. */
  readonly currency?: Optional<string>;
  readonly tariffClass: TariffClass;
  /** Set, or "single": rating periods are ignored (R23); "time-based" is false (R3). */
  readonly singleRate?: Optional<FlagValue>;
  readonly periodRule?: Optional<"start" | "split">;
  readonly parentTariff?: Optional<Id>;
  /** Carrier in whose destinations the call type for the lines is looked up (R22). */
  readonly locationLookupCarrier?: Optional<string>;
  readonly baseDiscountPlan?: Optional<string>;
  /** Percentages applied where the tariff has no rate (R27). */
  readonly fallbackMarkupSuggested?: Optional<Amount>;
  readonly fallbackMarkup?: Optional<Amount>;
  readonly rates?: readonly RateLine[] | null | undefined;

  /** Tracking of increases (R54 … R57). */
  readonly revision?: Optional<Amount>;
  readonly increaseOriginalID?: Optional<Id>;
  readonly increasePercent?: Optional<Amount>;
  readonly increaseAmount?: Optional<Amount>;
  readonly increaseScope?: Optional<string>;
  /** Of a version of an increase from a date: the date, `YYYY-MM-DD` (R55). It decides nothing in rating. */
  readonly effectiveDate?: Optional<string>;
}

/** A checked tariff: base values under the names a line uses, amounts as scaled whole numbers. */
export interface CheckedTariff {
  readonly id: string;
  readonly name: string;
  readonly tariffClass: TariffClass;
  readonly customerID?: string;
  readonly customerGroups?: readonly string[];
  readonly forCarriers?: readonly string[];
  readonly forNumberTypes?: readonly string[];
  readonly availability?: string;
  readonly retail?: "retail" | "wholesale";
  readonly currency?: string;
  readonly singleRate?: boolean;
  readonly periodRule?: "start" | "split";
  readonly parentTariff?: string;
  readonly locationLookupCarrier?: string;
  readonly baseDiscountPlan?: string;
  readonly fallbackMarkupSuggested?: number;
  readonly fallbackMarkup?: number;
  readonly rates: RateLines;
  readonly base: RateValues;
}

/** Base fields are kept under the names a line uses: `baseCost` as `base.cost`. */
const base: FieldGroup<RateValues> = {
  fields: new Map(
    RATE_VALUE_NAMES.map((name) => [baseFieldName(name), { as: name, schema: RATE_VALUES[name] }]),
  ),
  empty: () => ({}),
};

/** The schema of a tariff with its lines (R2, R25). */
export const tariffSchema: RecordSchema<CheckedTariff> = recordSchema(
  {
    id,
    name: text,
    description: text,
    customerID: id,
    customerGroups: names,
    forCarriers: names,
    forNumberTypes: names,
    availability: text,
    retail: oneOf("retail", "wholesale"),
    currency: text,
    tariffClass: oneOf(...TARIFF_CLASSES),
    singleRate: flagOrWord("single", "time-based"),
    periodRule: oneOf("start", "split"),
    parentTariff: id,
    locationLookupCarrier: text,
    baseDiscountPlan: text,
    fallbackMarkupSuggested: percent,
    fallbackMarkup: percent,
    rates: rateLines,
    revision: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    increaseOriginalID: id,
    increasePercent: percent,
    increaseAmount: price,
    increaseScope: text,
    effectiveDate: date,
  },
  {
    required: ["id", "name", "tariffClass"],
    defaults: { rates: RateLines.NONE },
    groups: { base },
    unknownFields: "error",
    check: checkTariff,
  },
);

function* checkTariff(record: object): Generator<RecordFault> {
  const { costMin, costMax } = (record as CheckedTariff).base;
  if (costMin !== undefined && costMax !== undefined && costMin > costMax) {
    yield { field: "baseCostMax", message: "is less than baseCostMin" };
  }
}
