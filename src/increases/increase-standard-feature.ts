/** R53: standard features. */
import { type BookData, type Feature, isBlank, type StandardFeature } from "../model/index.ts";
import type { IncreaseTerms } from "./increase-terms.ts";
import type { RaisedRecord } from "./increased-record.ts";
import { type Fields, RaisedPrices } from "./raised-prices.ts";
import { readRecord, recordWithID } from "./record-of-book.ts";
import { featurePrices } from "./scope-fields.ts";

/** A feature that keeps a price of its own whatever its standard feature costs. */
export interface FeatureNotReached {
  readonly id: Feature["id"];
  /** The prices in scope that are its own. */
  readonly fields: readonly ("serviceCharge" | "connectionCharge")[];
}

/**
 * A standard feature with its charges raised.
 *
 * @throws ActionFailure 400502 where it cannot be read, or a result is outside R2
 */
export function increaseStandardFeature(
  book: BookData,
  terms: IncreaseTerms,
): RaisedRecord<StandardFeature> & {
  readonly isSkipped: boolean;
  readonly notReached: readonly FeatureNotReached[];
} {
  const { raw, checked } = recordWithID(book, "standardFeatures", terms.id);
  // The service charge of instalments is part of a total that was agreed: it does not go up.
  const isInInstalments = checked.instalments !== undefined && checked.instalments > 0;
  const prices = featurePrices(terms.scope).filter((name) => !isInInstalments || name !== "serviceCharge");
  if (isInInstalments && prices.every((name) => isBlank(raw[name]))) {
    return { record: raw, changed: [], kept: [], isSkipped: true, notReached: [] };
  }
  const raised = new RaisedPrices(terms.change);
  const record = raised.raise(raw, prices, "");
  readRecord("standardFeatures", record);
  const notReached: FeatureNotReached[] = [];
  for (const feature of book.features ?? []) {
    if (isBlank(feature.standardFeature) || String(feature.standardFeature) !== checked.name) continue;
    const fields = prices.filter((name) => !isBlank((feature as unknown as Fields)[name]));
    if (fields.length > 0) notReached.push({ id: feature.id, fields });
  }
  return { record, changed: raised.changed, kept: raised.kept, isSkipped: false, notReached };
}
