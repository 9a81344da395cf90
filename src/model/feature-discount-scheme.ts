import { calendarLength, calendarUnit } from "./calendar-unit.ts";
import { amountField, MAX_PRICE, oneOf, PRICE_DECIMALS, text } from "./fields.ts";
import { type CheckedBy, type RecordFault, recordSchema, type WrittenBy } from "./record-schema.ts";

const valueType = oneOf("percent", "fixed");
const value = amountField({ min: 0, max: MAX_PRICE, decimals: PRICE_DECIMALS, unit: "" });

/** The schema of a discount scheme (R2, R74). */
export const featureDiscountSchemeSchema = recordSchema(
  {
    name: text,
    /** What `oneOffValue` and `recurringValue` are; a value needs its type. */
    oneOffType: valueType,
    recurringType: valueType,
    /** Percent, 0 to 100, or pounds off the price of one, not negative. */
    oneOffValue: value,
    recurringValue: value,
    /** How long it runs where the feature has no end date for it; whole, 1 to 1,200; blank = for ever. */
    length: calendarLength,
    /** The unit of `length`, which needs it. */
    lengthType: calendarUnit,
  },
  { required: ["name"], unknownFields: "error", check: checkScheme },
);

/** What is off a feature's charges, at first or from then on (R74). */
export interface FeatureDiscountScheme extends WrittenBy<typeof featureDiscountSchemeSchema> {}

/** The fields of which one says what the other is, and what to write. */
const PAIRS = [
  ["oneOffValue", "oneOffType", "percent or fixed"],
  ["recurringValue", "recurringType", "percent or fixed"],
  ["length", "lengthType", "days, weeks, months or years"],
] as const;

const WHOLE = 100 * 10 ** PRICE_DECIMALS;

function* checkScheme(record: object, isGiven: (field: string) => boolean): Generator<RecordFault> {
  const fields = record as Readonly<Record<string, unknown>>;
  for (const [needs, needed, words] of PAIRS) {
    if (isGiven(needs) && !isGiven(needed)) {
      yield { field: needed, message: `is required beside ${needs}; write ${words}` };
    }
    const given = fields[needs];
    if (fields[needed] === "percent" && typeof given === "number" && given > WHOLE) {
      yield { field: needs, message: "is more than 100 percent" };
    }
  }
}

/** A checked discount scheme: values in millionths of a percent or micro-pounds. */
export type CheckedFeatureDiscountScheme = CheckedBy<typeof featureDiscountSchemeSchema>;
