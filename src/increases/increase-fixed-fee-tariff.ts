/** R52, R58 and R72 for fixed fee tariffs: parents resolved, fees in scope raised, at once or from a day. */
import type { BookData, CheckedFixedFeeLine, FixedFeeLine, FixedFeeTariff } from "../model/index.ts";
import { continueFees, type DatedFee, type FeePart } from "./continued-fees.ts";
import { type DaySpan, datesOf, spanOf } from "./day-spans.ts";
import { boxOf, chargesOf, type FeeBox, rankOf } from "./fee-boxes.ts";
import type { IncreaseTerms } from "./increase-terms.ts";
import type { RaisedRecord } from "./increased-record.ts";
import { RaisedPrices } from "./raised-prices.ts";
import { chainOf, type ReadRecord, readRecord } from "./record-of-book.ts";
import { isFeeInScope } from "./scope-fields.ts";

/** A line of a chain that no nearer tariff replaces. */
interface ChainLine {
  readonly raw: FixedFeeLine;
  readonly checked: CheckedFixedFeeLine;
  readonly depth: number;
}

/**
 * A fixed fee tariff with its prices raised.
 *
 * @throws ActionFailure 400502 where it cannot be read, or a result is outside R2
 */
export function increaseFixedFeeTariff(book: BookData, terms: IncreaseTerms): RaisedRecord<FixedFeeTariff> {
  const chain = chainOf(book, "fixedFeeTariffs", terms.id);
  const lines = linesOf(chain);
  const raised = new RaisedPrices(terms.change);
  const trial = new RaisedPrices(terms.change);
  const day = terms.effectiveDay ?? Number.NEGATIVE_INFINITY;
  const prices = lines.map(({ checked }) => (isFeeInScope(checked, terms.scope) ? ["fixedFeeValue"] : []));
  // A line without a value is never chosen (R72), so that it stays what it is.
  const chosen = [...lines.keys()].filter((at) => lines[at]?.checked.fixedFeeValue !== undefined);
  const dated = chosen.map((at): DatedFee => {
    const { raw, checked, depth } = lines[at] as ChainLine;
    return {
      rank: rankOf(checked),
      box: boxOf(checked),
      depth,
      span: spanOf(checked),
      isChanged: trial.raise(raw, prices[at] ?? [], "") !== raw,
    };
  });
  const parts: FeePart[] = continueFees(dated, day).map((part) => ({
    ...part,
    line: chosen[part.line] as number,
  }));
  for (const [at, { checked }] of lines.entries()) {
    if (checked.fixedFeeValue === undefined) parts.push({ line: at, isRaised: false });
  }
  parts.sort((a, b) => a.line - b.line);
  const rates = parts.map(({ line, span, box }, at): FixedFeeLine => {
    const { raw, checked } = lines[line] as ChainLine;
    const isAfter = (span ?? spanOf(checked)).last >= day;
    return raised.raise(
      withNames(withDates(raw, span), box),
      isAfter ? (prices[line] ?? []) : [],
      `rates[${at}].`,
    );
  });
  const own = withoutParent(chain);
  const record = lines.length === 0 ? own : { ...own, rates };
  readRecord("fixedFeeTariffs", record);
  return { record, changed: raised.changed, kept: raised.kept };
}

function withoutParent([own, ...parents]: readonly ReadRecord<"fixedFeeTariffs">[]): FixedFeeTariff {
  const { raw } = own as ReadRecord<"fixedFeeTariffs">;
  if (parents.length === 0) return raw;
  const { parentFixedFeeTariff: _, ...rest } = raw;
  return rest;
}

/** R52: an own line replaces the parent's for the same charges and dates; the others are taken over. */
function linesOf(chain: readonly ReadRecord<"fixedFeeTariffs">[]): ChainLine[] {
  const taken = new Set<string>();
  const lines: ChainLine[] = [];
  for (const [depth, { raw, checked }] of chain.entries()) {
    const keys = checked.rates.map((line) =>
      JSON.stringify([chargesOf(line), line.startDate ?? "", line.endDate ?? ""]),
    );
    for (const [at, line] of checked.rates.entries()) {
      if (taken.has(keys[at] ?? "")) continue;
      lines.push({ raw: raw.rates?.[at] ?? {}, checked: line, depth });
    }
    for (const key of keys) taken.add(key);
  }
  return lines;
}

function withDates(line: FixedFeeLine, span: DaySpan | undefined): FixedFeeLine {
  if (span === undefined) return line;
  const { startDate: _start, endDate: _end, ...rest } = line;
  return { ...rest, ...datesOf(span) };
}

function withNames(line: FixedFeeLine, box: FeeBox | undefined): FixedFeeLine {
  if (box === undefined) return line;
  return { ...line, ...Object.fromEntries([...box].map(([list, names]) => [list, [...names]])) };
}
