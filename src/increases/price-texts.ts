/** R54, R1: prices of a record that comes back are decimal strings, in and out of scope alike. */
import { baseFieldName, isBlank } from "../model/index.ts";
import { type Amount, toDecimalText } from "../money/index.ts";
import type { IncreaseResource } from "./increase-request.ts";
import type { IncreasableRecord } from "./increased-record.ts";
import type { Fields } from "./raised-prices.ts";
import { ratePrices } from "./scope-fields.ts";

const OF_LINES: readonly string[] = ratePrices("allCharges", false);

/** The fields that hold prices, those of lines apart. */
const PRICES: Readonly<Record<IncreaseResource, readonly string[]>> = {
  tariffs: ratePrices("allCharges", false).map(baseFieldName),
  fixedFeeTariffs: [],
  standardFeatures: [
    "totalFeatureValue",
    "connectionCharge",
    "serviceCharge",
    "connectionChargeCarrier",
    "serviceChargeCarrier",
    "connectionChargeCommission",
    "serviceChargeCommission",
    "connectionChargeCommission2",
    "serviceChargeCommission2",
  ],
};
const PRICES_OF_LINES: Readonly<Record<IncreaseResource, readonly string[]>> = {
  tariffs: OF_LINES,
  fixedFeeTariffs: ["fixedFeeValue"],
  standardFeatures: [],
};

/** The record with every price as text; texts keep their spelling. Itself where all of them are texts. */
export function withPriceTexts(resource: IncreaseResource, record: IncreasableRecord): IncreasableRecord {
  const own = inTexts(record as unknown as Fields, PRICES[resource]);
  const { rates } = own;
  if (!Array.isArray(rates)) return own as unknown as IncreasableRecord;
  const lines = (rates as readonly Fields[]).map((line) => inTexts(line, PRICES_OF_LINES[resource]));
  const isSame = lines.every((line, at) => line === rates[at]);
  return (isSame ? own : { ...own, rates: lines }) as unknown as IncreasableRecord;
}

function inTexts(record: Fields, names: readonly string[]): Fields {
  let result: Record<string, unknown> | undefined;
  for (const name of names) {
    const value = record[name];
    if (isBlank(value) || typeof value === "string") continue;
    result ??= { ...record };
    result[name] = toDecimalText(value as Amount) ?? value;
  }
  return result ?? record;
}
