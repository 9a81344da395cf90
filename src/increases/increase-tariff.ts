/** R51 and R58 for tariffs: parents resolved, prices in scope raised, at once or from a day. */

import { isPercentage } from "../book/index.ts";
import {
  type BookData,
  baseFieldName,
  type CheckedRateLine,
  compareValues,
  isBaseLine,
  type RateValueName,
  type Tariff,
} from "../model/index.ts";
import { answerOf, failed, isActionError } from "./action-error.ts";
import { continueLines, type LinePart } from "./continued-lines.ts";
import { basesOf, type DatedBase, ordinaryLines, rawLines, valuesIn } from "./dated-bases.ts";
import { type DaySpan, datesOf, overlap, spanOf } from "./day-spans.ts";
import { flattenTariff } from "./flatten-tariff.ts";
import { ratePrices } from "./increase-request.ts";
import type { IncreaseTerms } from "./increase-terms.ts";
import { type Fields, RaisedPrices, type RaisedRecord } from "./raised-prices.ts";
import { chainOf, type ReadRecord, readRecord } from "./record-of-book.ts";

/** The day of an increase at once. */
const AT_ONCE = Number.NEGATIVE_INFINITY;

/**
 * A tariff with its prices raised.
 *
 * @throws ActionFailure 400502 where the tariff cannot be read, or a result is outside R2
 */
export function increaseTariff(book: BookData, terms: IncreaseTerms): RaisedRecord<Tariff> {
  const flat = readRecord("tariffs", flattenTariff(chainOf(book, "tariffs", terms.id)));
  const increase = new TariffIncrease(flat, terms);
  const record = increase.record();
  const read = answerOf(() => readRecord("tariffs", record));
  if (isActionError(read)) throw failed(`The increased record would be faulty: ${read.hint}`);
  return { record, changed: increase.raised.changed, kept: increase.raised.kept };
}

/** A line of the result before its prices are raised. */
interface Part {
  /** Index of the source line; AT_END for a base line made of the base fields. */
  readonly lineIndex: number;
  readonly record: Fields;
  /** The prices in scope; empty for a line for calls before the increase. */
  readonly names: readonly RateValueName[];
}

const AT_END = Number.POSITIVE_INFINITY;

class TariffIncrease {
  readonly #flat: ReadRecord<"tariffs">;
  readonly #terms: IncreaseTerms;
  readonly #day: number;
  readonly #bases: readonly DatedBase[];
  /** The changed and kept prices, once the record has been made. */
  readonly raised: RaisedPrices;
  readonly #parts: Part[] = [];

  constructor(flat: ReadRecord<"tariffs">, terms: IncreaseTerms) {
    this.#flat = flat;
    this.#terms = terms;
    this.#day = terms.effectiveDay ?? AT_ONCE;
    this.#bases = basesOf(flat);
    this.raised = new RaisedPrices(terms.change);
  }

  record(): Tariff {
    const { raw, checked } = this.#flat;
    const isAtOnce = this.#day === AT_ONCE;
    // With a date the base fields stay unchanged, for calls before the date.
    const fields = isAtOnce
      ? this.raised.raise(raw, this.#names(checked.base.chargeType).map(baseFieldName), "")
      : raw;
    this.#addLines();
    this.#addBaseLines(isAtOnce);
    if (this.#parts.length === 0) return fields;
    this.#parts.sort((a, b) => compareValues(a.lineIndex, b.lineIndex));
    const rates = this.#parts.map(({ record, names }, at) =>
      this.raised.raise(record, names, `rates[${at}].`),
    );
    return { ...fields, rates };
  }

  /** R51: the prices in scope of a record under a charge type. */
  #names(chargeType: CheckedRateLine["chargeType"]): readonly RateValueName[] {
    return ratePrices(this.#terms.scope, isPercentage(chargeType));
  }

  #changes(record: object, names: readonly string[]): boolean {
    return new RaisedPrices(this.#terms.change).raise(record, names, "") !== record;
  }

  /** Adds the lines without base lines. These lines have no value of the base, which continues in base lines. */
  #addLines(): void {
    const { checked, raw } = this.#flat;
    const lines = rawLines(raw);
    const lineIndexes = ordinaryLines(checked);
    const dated = lineIndexes.map((lineIndex) => {
      const line = checked.rates.at(lineIndex) as CheckedRateLine;
      const kinds = this.#kindsOf(line);
      return {
        key: JSON.stringify([line.prefix ?? "", line.tariffType ?? "", line.tariffTime ?? ""]),
        span: spanOf(line),
        isChanged: kinds.some(({ names }) => this.#changes(lines[lineIndex] as Fields, names)),
        isCut: kinds.length > 1,
      };
    });
    for (const { lineIndex: datedIndex, ...part } of continueLines(dated, this.#day)) {
      this.#addPart({ ...part, lineIndex: lineIndexes[datedIndex] as number });
    }
  }

  #addPart({ lineIndex, span, isRaised }: LinePart): void {
    const line = this.#flat.checked.rates.at(lineIndex) as CheckedRateLine;
    const record = rawLines(this.#flat.raw)[lineIndex] as Fields;
    const days = span ?? spanOf(line);
    const kinds = this.#kindsOf(line, days);
    if (kinds.length < 2 || !isRaised) {
      const [{ names } = { names: [] }] = kinds;
      // An unchanged price may still have to be reported: a price that the increase would make zero or less.
      this.#parts.push({
        lineIndex,
        record: withDates(record, span),
        names: days.last >= this.#day ? names : [],
      });
      return;
    }
    for (const { names, span: ofKind } of kinds) {
      this.#parts.push({ lineIndex, record: withDates(record, overlap(days, ofKind) ?? days), names });
    }
  }

  /** R51: the prices in scope of a line, for each span in which its cost is a price, or by the base a percentage. */
  #kindsOf(
    line: CheckedRateLine,
    days: DaySpan = spanOf(line),
  ): { names: readonly RateValueName[]; span: DaySpan }[] {
    const daysOfIncrease = { first: Math.max(days.first, this.#day), last: days.last };
    if (line.chargeType !== undefined || line.cost === undefined) {
      return [{ names: this.#names(line.chargeType), span: days }];
    }
    const kinds: { isMarkup: boolean; span: DaySpan }[] = [];
    for (const { checked, span } of this.#bases) {
      if (overlap(span, daysOfIncrease) === undefined) continue;
      const isMarkup = isPercentage(checked.chargeType);
      const last = kinds.at(-1);
      if (last?.isMarkup === isMarkup) last.span = { ...last.span, last: span.last };
      else kinds.push({ isMarkup, span });
    }
    return kinds.map(({ isMarkup, span }) => ({ names: ratePrices(this.#terms.scope, isMarkup), span }));
  }

  /** R58: the base continues as base lines, which have the rank of the base. */
  #addBaseLines(isAtOnce: boolean): void {
    const { checked, raw } = this.#flat;
    const lines = rawLines(raw);
    const after = isAtOnce ? [] : this.#bases.filter(({ span }) => span.last >= this.#day);
    const isChanged = after.some((base) =>
      this.#changes(valuesIn(base), this.#names(base.checked.chargeType)),
    );
    for (const [lineIndex, line] of checked.rates.all.entries()) {
      if (!isBaseLine(line)) continue;
      const record = lines[lineIndex] as Fields;
      const { first, last } = spanOf(line);
      const names = this.#names(line.chargeType);
      if (last < this.#day) this.#parts.push({ lineIndex, record, names: [] });
      else if (!isChanged) {
        // A base line that later base lines hide from the day on is only for calls before the day.
        const isGiven = isAtOnce || after.some((base) => base.lineIndex === lineIndex);
        this.#parts.push({ lineIndex, record, names: isGiven ? names : [] });
      } else if (first < this.#day) {
        this.#parts.push({ lineIndex, record: withDates(record, { first, last: this.#day - 1 }), names: [] });
      }
    }
    for (const base of after) {
      const names = this.#names(base.checked.chargeType);
      const values = valuesIn(base);
      // Base fields without a change continue as fields; a kept price is reported all the same.
      if (base.lineIndex === undefined && !this.#changes(values, names)) {
        this.raised.raise(raw, names.map(baseFieldName), "");
      } else if (isChanged) {
        const span = { first: Math.max(base.span.first, this.#day), last: base.span.last };
        const record = { base: true, ...datesOf(span), ...values };
        this.#parts.push({ lineIndex: base.lineIndex ?? AT_END, record, names });
      }
    }
  }
}

function withDates(line: Fields, span: DaySpan | undefined): Fields {
  if (span === undefined) return line;
  const { startDate: _start, endDate: _end, ...rest } = line;
  const { base, tariffType, prefix, tariffTime, ...values } = rest;
  return {
    ...("base" in rest ? { base } : {}),
    ...("tariffType" in rest ? { tariffType } : {}),
    ...("prefix" in rest ? { prefix } : {}),
    ...("tariffTime" in rest ? { tariffTime } : {}),
    ...datesOf(span),
    ...values,
  };
}
