/** R52 and R58 for fixed fee tariffs. */
import type { BookData, CheckedFixedFeeLine, FixedFeeLine, FixedFeeTariff } from "../model/index.ts";
import { continueLines } from "./continued-lines.ts";
import { datesOf, spanOf } from "./day-spans.ts";
import type { IncreaseTerms } from "./increase-terms.ts";
import type { RaisedRecord } from "./increased-record.ts";
import { RaisedPrices } from "./raised-prices.ts";
import { chainOf, type ReadRecord, readRecord } from "./record-of-book.ts";
import { isFeeInScope } from "./scope-fields.ts";

const ARRAYS = [
  "numberTypeIDs",
  "serviceTypeIDs",
  "featureTypeIDs",
  "transactionTypeIDs",
  "carrierIDs",
] as const;

/**
 * A fixed fee tariff with its prices raised.
 *
 * @throws ActionFailure 400502 where it cannot be read, or a result is outside R2
 */
export function increaseFixedFeeTariff(book: BookData, terms: IncreaseTerms): RaisedRecord<FixedFeeTariff> {
  const { raw, checked } = readRecord(
    "fixedFeeTariffs",
    resolveParents(chainOf(book, "fixedFeeTariffs", terms.id)),
  );
  const raised = new RaisedPrices(terms.change);
  const lines: readonly FixedFeeLine[] = raw.rates ?? [];
  const prices = checked.rates.map((line) => (isFeeInScope(line, terms.scope) ? ["fixedFeeValue"] : []));
  let rates: FixedFeeLine[];
  if (terms.effectiveDay === undefined) {
    rates = lines.map((line, at) => raised.raise(line, prices[at] ?? [], `rates[${at}].`));
  } else {
    const day = terms.effectiveDay;
    const trial = new RaisedPrices(terms.change);
    const dated = checked.rates.map((line, at) => ({
      key: chargesOf(line),
      span: spanOf(line),
      isChanged: trial.raise(lines[at] as FixedFeeLine, prices[at] ?? [], "") !== lines[at],
      isCut: false,
    }));
    rates = [];
    for (const { line, span } of continueLines(dated, day)) {
      const record = withDates(lines[line] as FixedFeeLine, span);
      const isAfter = (span ?? spanOf(checked.rates[line] ?? {})).last >= day;
      const path = `rates[${rates.length}].`;
      // What is in force on the day and does not change is not cut, and raising it leaves it as it is.
      rates.push(isAfter ? raised.raise(record, prices[line] ?? [], path) : record);
    }
  }
  const record = lines.length === 0 ? raw : { ...raw, rates };
  readRecord("fixedFeeTariffs", record);
  return { record, kept: raised.kept };
}

/** R52: an own line replaces the parent's for the same charges and dates; the others are taken over. */
function resolveParents(chain: readonly ReadRecord<"fixedFeeTariffs">[]): FixedFeeTariff {
  const [own] = chain as [ReadRecord<"fixedFeeTariffs">];
  if (chain.length === 1) return own.raw;
  const { parentFixedFeeTariff: _, ...rest } = own.raw;
  const taken = new Set<string>();
  const rates: FixedFeeLine[] = [];
  for (const { raw, checked } of chain) {
    const keys = checked.rates.map((line) =>
      JSON.stringify([chargesOf(line), line.startDate ?? "", line.endDate ?? ""]),
    );
    for (const [at, line] of (raw.rates ?? []).entries()) if (!taken.has(keys[at] ?? "")) rates.push(line);
    for (const key of keys) taken.add(key);
  }
  return { ...rest, rates };
}

/** For which charges a line is; the order of names in a list does not matter. */
function chargesOf(line: CheckedFixedFeeLine): string {
  const lists = ARRAYS.map((name) => [...new Set(line[name])].sort());
  return JSON.stringify([lists, line.chargeKind ?? ""]);
}

function withDates(line: FixedFeeLine, span: { first: number; last: number } | undefined): FixedFeeLine {
  if (span === undefined) return line;
  const { startDate: _start, endDate: _end, ...rest } = line;
  return { ...rest, ...datesOf(span) };
}
