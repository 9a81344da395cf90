/** The increase of one record, whichever list it is in. */
import type { BookData, Tariff } from "../model/index.ts";
import { increaseFixedFeeTariff } from "./increase-fixed-fee-tariff.ts";
import { type FeatureNotReached, increaseStandardFeature } from "./increase-standard-feature.ts";
import { increaseTariff } from "./increase-tariff.ts";
import type { IncreaseTerms } from "./increase-terms.ts";
import type { IncreasableRecord, RaisedRecord } from "./increased-record.ts";
import { withPriceTexts } from "./price-texts.ts";

/** A raised record with what the report says of it. */
export interface RaisedReport extends RaisedRecord<IncreasableRecord> {
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

/** The record with the tracking fields of an increase (R54, R55, R57); those of an earlier one go. */
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
