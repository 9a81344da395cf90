import { amountField, date, MAX_PRICE, names, oneOf, PRICE_DECIMALS, text } from "./fields.ts";
import { type CheckedBy, type RecordFault, recordSchema, type WrittenBy } from "./record-schema.ts";
import { checkSpan } from "./spans.ts";

/** The schema of a line of a fixed fee tariff (R2). */
export const fixedFeeLineSchema = recordSchema(
  {
    description: text,
    /** First and last date (inclusive, `YYYY-MM-DD`); blank = open. */
    startDate: date,
    endDate: date,
    /** Names; blank = all. */
    numberTypeIDs: names,
    serviceTypeIDs: names,
    featureTypeIDs: names,
    transactionTypeIDs: names,
    carrierIDs: names,
    /** Blank = both. */
    chargeKind: oneOf("recurring", "oneOff"),
    fixedFeeTariffType: oneOf("fixed", "proRata", "markup"),
    /** Pounds; percent under `markup`. */
    fixedFeeValue: amountField({ min: -MAX_PRICE, max: MAX_PRICE, decimals: PRICE_DECIMALS, unit: "" }),
  },
  { required: [], unknownFields: "error", check: checkLine },
);

/** One line of a fixed fee tariff's `rates`: for which charges it is, and what it makes of them. */
export interface FixedFeeLine extends WrittenBy<typeof fixedFeeLineSchema> {}

const LOWEST_MARKUP = -100 * 10 ** PRICE_DECIMALS;

function* checkLine(record: {
  fixedFeeTariffType?: "fixed" | "proRata" | "markup";
  fixedFeeValue?: number;
}): Generator<RecordFault> {
  yield* checkSpan(record, "startDate", "endDate");
  const { fixedFeeTariffType, fixedFeeValue } = record;
  if (fixedFeeTariffType === "markup" && fixedFeeValue !== undefined && fixedFeeValue < LOWEST_MARKUP) {
    yield { field: "fixedFeeValue", message: "is a markup of less than -100 percent" };
  }
}

/** A checked line: dates as day numbers, `fixedFeeValue` in micro-pounds or millionths of a percent. */
export type CheckedFixedFeeLine = CheckedBy<typeof fixedFeeLineSchema>;
