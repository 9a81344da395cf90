/** R51 and R58 for tariffs: parents resolved, prices in scope raised, at once or from a day. */
import {
  type BookData,
  baseFieldName,
  type CheckedRateLine,
  isBlank,
  RATE_VALUE_NAMES,
  type RateLine,
  type Tariff,
} from "../model/index.ts";
import { ActionFailure } from "./action-error.ts";
import { continueLines, gapsFrom } from "./continued-lines.ts";
import { datesOf, spanOf } from "./day-spans.ts";
import { flattenTariff, isPercentage } from "./flatten-tariff.ts";
import type { IncreaseTerms } from "./increase-terms.ts";
import type { RaisedRecord } from "./increased-record.ts";
import { type Fields, RaisedPrices } from "./raised-prices.ts";
import { chainOf, type ReadRecord, readRecord } from "./record-of-book.ts";
import { ratePrices } from "./scope-fields.ts";

/**
 * A tariff with its prices raised.
 *
 * @throws ActionFailure 400502 where it cannot be read, or a result is outside R2
 */
export function increaseTariff(book: BookData, terms: IncreaseTerms): RaisedRecord<Tariff> {
  const flat = readRecord("tariffs", flattenTariff(chainOf(book, "tariffs", terms.id)));
  const raised = new RaisedPrices(terms.change);
  const record =
    terms.effectiveDay === undefined
      ? raiseAll(flat, terms.scope, raised)
      : raiseFrom(flat, terms, terms.effectiveDay, raised);
  readRecord("tariffs", record);
  return { record, kept: raised.kept };
}

type Flat = ReadRecord<"tariffs">;

function raiseAll(flat: Flat, scope: string, raised: RaisedPrices): Tariff {
  const record = raiseBase(flat, scope, raised);
  const lines = flat.raw.rates ?? [];
  if (lines.length === 0) return record;
  const rates = lines.map((line, at) => raised.raise(line, linePrices(flat, at, scope), `rates[${at}].`));
  return { ...record, rates };
}

function raiseBase({ raw, checked }: Flat, scope: string, raised: RaisedPrices): Tariff {
  return raised.raise(raw, ratePrices(scope, isPercentage(checked.base.chargeType)).map(baseFieldName), "");
}

function linePrices({ checked }: Flat, at: number, scope: string): readonly string[] {
  return ratePrices(scope, isPercentage(checked.rates[at]?.chargeType ?? checked.base.chargeType));
}

/** The base stays as it was for calls before the day; lines from the day on carry every value. */
function raiseFrom(flat: Flat, terms: IncreaseTerms, day: number, raised: RaisedPrices): Tariff {
  const { raw, checked } = flat;
  const { scope } = terms;
  const lines: readonly RateLine[] = raw.rates ?? [];
  const complete = lines.map((line, at) => completeLine(flat, line, checked.rates[at] as CheckedRateLine));
  const parts = continueLines(
    checked.rates.map((line, at) => ({
      key: JSON.stringify([line.prefix ?? "", line.tariffType ?? "", line.tariffTime ?? ""]),
      span: spanOf(line),
      isChanged: isChangedBy(terms, complete[at] as object, linePrices(flat, at, scope)),
    })),
    day,
  );
  const rates: object[] = [];
  for (const { line, span, isRaised } of parts) {
    const record = withDates(
      isRaised ? (complete[line] as Fields) : (lines[line] as unknown as Fields),
      span,
    );
    const path = `rates[${rates.length}].`;
    const isAfter = (span ?? spanOf(checked.rates[line] ?? {})).last >= day;
    const result = isAfter ? raised.raise(record, linePrices(flat, line, scope), path) : record;
    rates.push(isRaised ? result : record);
  }
  rates.push(...baseLines(flat, terms, day, rates.length, raised));
  return rates.length === lines.length && parts.every(({ span, isRaised }) => span === undefined && !isRaised)
    ? raw
    : { ...raw, rates };
}

/** R58: what the base gives, as lines on the days on which no line for all calls is in force. */
function baseLines(
  flat: Flat,
  terms: IncreaseTerms,
  day: number,
  at: number,
  raised: RaisedPrices,
): object[] {
  const { base, rates, tariffClass } = flat.checked;
  const complete = completeLine(flat, {}, {});
  const names = ratePrices(terms.scope, isPercentage(base.chargeType));
  const isRate = base.cost !== undefined;
  // R28: a surcharges tariff gives its surcharges whether or not it has a price of its own.
  if (!isRate && tariffClass !== "surcharges") return [];
  if (!isChangedBy(terms, complete, names)) {
    raiseBase(flat, terms.scope, raised);
    return [];
  }
  const { costConnection, costMin, initialCost } = base;
  if (!isRate && [costConnection, costMin, initialCost].some((price) => price !== undefined)) {
    throw new ActionFailure(
      "failed",
      "The base of this surcharges tariff has prices but no baseCost, and cannot become a line from a date; increase it without effectiveDate.",
    );
  }
  const forAll = rates.filter((line) => (line.prefix ?? line.tariffType ?? line.tariffTime) === undefined);
  return gapsFrom(forAll.map(spanOf), day).map((span, place) =>
    raised.raise(withDates(complete, span), names, `rates[${at + place}].`),
  );
}

/** A line with every value that it inherits from the base written out. */
function completeLine({ raw, checked }: Flat, line: RateLine, own: CheckedRateLine): Fields {
  const result: Record<string, unknown> = { ...line };
  const base = raw as unknown as Fields;
  const sameKind =
    isPercentage(own.chargeType ?? checked.base.chargeType) === isPercentage(checked.base.chargeType);
  for (const name of RATE_VALUE_NAMES) {
    if (own[name] !== undefined || (name === "cost" && !sameKind)) continue;
    const inherited = base[baseFieldName(name)];
    if (!isBlank(inherited)) result[name] = inherited;
  }
  // Bounds that only inheritance brought together: the cap wins (R2), and in one record it has to be said.
  const minimum = own.costMin ?? checked.base.costMin;
  const maximum = own.costMax ?? checked.base.costMax;
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) result.costMin = result.costMax;
  return result;
}

function isChangedBy(terms: IncreaseTerms, record: object, names: readonly string[]): boolean {
  return new RaisedPrices(terms.change).raise(record, names, "") !== record;
}

function withDates(line: Fields, span: { first: number; last: number } | undefined): Fields {
  if (span === undefined) return line;
  const { startDate: _start, endDate: _end, ...rest } = line;
  const { tariffType, prefix, tariffTime, ...values } = rest;
  return {
    ...("tariffType" in rest ? { tariffType } : {}),
    ...("prefix" in rest ? { prefix } : {}),
    ...("tariffTime" in rest ? { tariffTime } : {}),
    ...datesOf(span),
    ...values,
  };
}
