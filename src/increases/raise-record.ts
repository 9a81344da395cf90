import { type BookData, type Feature, isBlank, type Tariff } from "../model/index.ts";
import { increaseFixedFeeTariff } from "./increase-fixed-fee-tariff.ts";
import { featurePrices } from "./increase-request.ts";
import { increaseTariff } from "./increase-tariff.ts";
import type { IncreaseTerms } from "./increase-terms.ts";
import {
  type Fields,
  type IncreasableRecord,
  RaisedPrices,
  type RaisedRecord,
  withPriceTexts,
} from "./raised-prices.ts";
import { readRecord, recordWithID } from "./record-of-book.ts";

interface RaisedReport extends RaisedRecord<IncreasableRecord> {
  readonly isSkipped: boolean;
  readonly notReached: readonly FeatureNotReached[];
}

/**
 * The record that the terms name with its prices raised, without tracking fields.
 *
 * @throws ActionFailure 400502
 */
export function raiseRecord(book: BookData, terms: IncreaseTerms): RaisedReport {
  if (terms.resource === "standardFeatures") return increaseStandardFeature(book, terms);
  const raised =
    terms.resource === "tariffs" ? increaseTariff(book, terms) : increaseFixedFeeTariff(book, terms);
  return { ...raised, isSkipped: false, notReached: [] };
}

/** The record with the tracking fields of an increase (R54, R55, R57), without those of an earlier increase. */
export function track(
  record: IncreasableRecord,
  originalID: IncreasableRecord["id"],
  terms: IncreaseTerms,
): IncreasableRecord {
  const {
    increasePercent: _percent,
    increaseAmount: _amount,
    effectiveDate: _date,
    ...rest
  } = record as Tariff;
  return {
    ...withPriceTexts(terms.resource, rest as IncreasableRecord),
    increaseOriginalID: originalID,
    [terms.change.kind === "percent" ? "increasePercent" : "increaseAmount"]: terms.changeText,
    increaseScope: terms.scope,
  } as IncreasableRecord;
}

/** A feature with a price that does not depend on its standard feature. */
export interface FeatureNotReached {
  readonly id: Feature["id"];
  /** The prices in scope that the feature sets. */
  readonly fields: readonly ("serviceCharge" | "connectionCharge")[];
}

/**
 * A standard feature with its charges raised.
 *
 * @throws ActionFailure 400502 where the record cannot be read, or a result is outside R2
 */
function increaseStandardFeature(book: BookData, terms: IncreaseTerms): RaisedReport {
  const { raw, checked } = recordWithID(book, "standardFeatures", terms.id);
  // The service charge of instalments is part of an agreed total and does not rise.
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
    if (isBlank(feature?.standardFeature) || String(feature.standardFeature) !== checked.name) continue;
    const fields = prices.filter((name) => !isBlank((feature as unknown as Fields)[name]));
    if (fields.length > 0) notReached.push({ id: feature.id, fields });
  }
  return { record, changed: raised.changed, kept: raised.kept, isSkipped: false, notReached };
}
