/** R55: whether a version still follows its source. */
import { type CheckedStandardFeature, type CheckedTariff, RateLines, type Tariff } from "../model/index.ts";
import type { IncreaseTerms } from "./increase-terms.ts";
import type { IncreasableRecord } from "./increased-record.ts";
import { readRecord } from "./record-of-book.ts";
import { featurePrices } from "./scope-fields.ts";

/**
 * Whether two records have the same prices, however they are spelt: base values and lines in any order of a
 * tariff, lines of a fixed fee tariff, the charges in scope of a standard feature.
 *
 * @throws ActionFailure 400502 where one of them is faulty
 */
export function hasSamePrices(terms: IncreaseTerms, a: IncreasableRecord, b: IncreasableRecord): boolean {
  return pricesOf(terms, a) === pricesOf(terms, b);
}

function pricesOf({ resource, scope }: IncreaseTerms, record: IncreasableRecord): string {
  const { checked } = readRecord(resource, record as Tariff);
  if (resource === "standardFeatures") {
    const feature = checked as unknown as CheckedStandardFeature;
    return JSON.stringify(featurePrices(scope).map((name) => feature[name] ?? null));
  }
  const { base = {}, rates, parentTariff } = checked as CheckedTariff;
  // A fixed fee tariff has a list of records.
  const lines = rates instanceof RateLines ? rates.all : (rates as unknown as readonly object[]);
  return JSON.stringify([parentTariff ?? "", sortedText(base), lines.map(sortedText).sort()]);
}

function sortedText(record: object): string {
  return JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
