/** R52, R58 and R72 for fixed fee tariffs: parents resolved, fees in scope raised, at once or from a day. */

import { boxOf, closenessOf, type FeeBox, feeLineKey, standingLines } from "../book/index.ts";
import {
  type BookData,
  type CheckedFixedFeeLine,
  type FixedFeeLine,
  type FixedFeeTariff,
  quoteValue,
} from "../model/index.ts";
import { failed } from "./action-error.ts";
import { continueFees, type DatedFee, type FeePart } from "./continued-fees.ts";
import { type DaySpan, datesOf, spanOf } from "./day-spans.ts";
import { isFeeInScope } from "./increase-request.ts";
import type { IncreaseTerms } from "./increase-terms.ts";
import { RaisedPrices, type RaisedRecord } from "./raised-prices.ts";
import { chainOf, type ReadRecord, readRecord } from "./record-of-book.ts";

/** A line of a chain that no nearer tariff replaces. */
interface ChainLine {
  readonly raw: FixedFeeLine;
  readonly checked: CheckedFixedFeeLine;
  readonly depth: number;
  /** Index of the line in `rates` of the tariff at `depth`. */
  readonly lineIndex: number;
}

/**
 * A fixed fee tariff with its prices raised.
 *
 * @throws ActionFailure 400502 where the tariff cannot be read, a result is outside R2, or two lines that tie would
 * become alike
 */
export function increaseFixedFeeTariff(book: BookData, terms: IncreaseTerms): RaisedRecord<FixedFeeTariff> {
  const chain = chainOf(book, "fixedFeeTariffs", terms.id);
  const lines = linesOf(chain);
  const raised = new RaisedPrices(terms.change);
  const trial = new RaisedPrices(terms.change);
  const day = terms.effectiveDay ?? Number.NEGATIVE_INFINITY;
  const prices = lines.map(({ checked }) => (isFeeInScope(checked, terms.scope) ? ["fixedFeeValue"] : []));
  // A line without a value is never chosen (R72), so the line stays unchanged.
  const chosen = [...lines.keys()].filter((at) => lines[at]?.checked.fixedFeeValue !== undefined);
  const dated = chosen.map((lineIndex): DatedFee => {
    const { raw, checked, depth } = lines[lineIndex] as ChainLine;
    const box = boxOf(checked);
    return {
      rank: `${closenessOf(box, checked)} ${checked.chargeKind ?? ""}`,
      box,
      depth,
      span: spanOf(checked),
      isChanged: trial.raise(raw, prices[lineIndex] ?? [], "") !== raw,
    };
  });
  const parts: FeePart[] = continueFees(dated, day).map((part) => ({
    ...part,
    lineIndex: chosen[part.lineIndex] as number,
  }));
  for (const [lineIndex, { checked }] of lines.entries()) {
    if (checked.fixedFeeValue === undefined) parts.push({ lineIndex, isRaised: false });
  }
  parts.sort((a, b) => a.lineIndex - b.lineIndex);
  const rates = parts.map(({ lineIndex, span, box }, partIndex): FixedFeeLine => {
    const { raw, checked } = lines[lineIndex] as ChainLine;
    const isAfter = (span ?? spanOf(checked)).last >= day;
    return raised.raise(
      withNames(withDates(raw, span), box),
      isAfter ? (prices[lineIndex] ?? []) : [],
      `rates[${partIndex}].`,
    );
  });
  const parentless = withoutParent(chain);
  const record = lines.length === 0 ? parentless : { ...parentless, rates };
  const { checked } = readRecord("fixedFeeTariffs", record);
  refuseAlike(checked.rates, (at) => lines[parts[at]?.lineIndex ?? at] as ChainLine, chain);
  return { record, changed: raised.changed, kept: raised.kept };
}

function withoutParent([nearest, ...parents]: readonly ReadRecord<"fixedFeeTariffs">[]): FixedFeeTariff {
  const { raw } = nearest as ReadRecord<"fixedFeeTariffs">;
  if (parents.length === 0) return raw;
  const { parentFixedFeeTariff: _, ...rest } = raw;
  return rest;
}

/** R52, R72: the tariff's own lines, and lines of parents that no nearer line replaces. */
function linesOf(chain: readonly ReadRecord<"fixedFeeTariffs">[]): ChainLine[] {
  return standingLines(chain.map(({ checked }) => checked)).map(({ depth, lineIndex }) => {
    const { raw, checked } = chain[depth] as ReadRecord<"fixedFeeTariffs">;
    return {
      raw: raw.rates?.[lineIndex] ?? {},
      checked: checked.rates[lineIndex] as CheckedFixedFeeLine,
      depth,
      lineIndex,
    };
  });
}

/** R72: a book cannot have two lines for the same charges and dates, which come of lines that fit charges equally. */
function refuseAlike(
  rates: readonly CheckedFixedFeeLine[],
  sourceOf: (partIndex: number) => ChainLine,
  chain: readonly ReadRecord<"fixedFeeTariffs">[],
): void {
  const firsts = new Map<string, number>();
  for (const [partIndex, line] of rates.entries()) {
    const key = feeLineKey(line);
    const first = firsts.get(key);
    if (first === undefined) {
      firsts.set(key, partIndex);
      continue;
    }
    const [firstSource, source] = [sourceOf(first), sourceOf(partIndex)];
    // checkBook reports lines that were alike before.
    if (feeLineKey(firstSource.checked) === feeLineKey(source.checked)) continue;
    const name = quoteValue(chain[firstSource.depth]?.checked.name);
    throw failed(
      `rates[${firstSource.lineIndex}] and rates[${source.lineIndex}] of ${name} fit some charges equally; give one of them other names or another startDate first.`,
    );
  }
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
