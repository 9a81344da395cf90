/** The changes of fixed fee tariffs and standard features (R52, R53, R72). */
import { boxOf, FEE_LIST_ORDER, type FeeChain, standingLines } from "../../book/index.ts";
import { spanOf } from "../../increases/index.ts";
import {
  addTo,
  type CheckedFixedFeeLine,
  type CheckedFixedFeeTariff,
  type CheckedStandardFeature,
} from "../../model/index.ts";
import type { ChangedLines } from "./changed-lines.ts";
import { type Dated, spansOfTwo } from "./changed-spans.ts";
import { PRICE_FIELDS, type PriceValues, priceChanges } from "./price-texts.ts";

/** Adds the changes between two fixed fee tariffs, or between the same tariff in two books. */
export function addFeeChanges(before: FeeChain, after: FeeChain, changed: ChangedLines): void {
  // With different parents, inherited lines are compared, too.
  const hasSameParent = before[0].parentFixedFeeTariff === after[0].parentFixedFeeTariff;
  const [left, right] = [before, after].map((chain) => byCharges(hasSameParent ? [chain[0]] : chain));
  for (const charges of new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])) {
    for (const { span, before: old, after: now } of spansOfTwo(
      left?.get(charges) ?? [],
      right?.get(charges) ?? [],
    )) {
      const presence = old === undefined ? "added" : now === undefined ? "removed" : "both";
      const isMarkup = {
        before: old?.fixedFeeTariffType === "markup",
        after: now?.fixedFeeTariffType === "markup",
      };
      const changes = priceChanges(
        PRICE_FIELDS.fee,
        old as PriceValues | undefined,
        now as PriceValues | undefined,
        isMarkup,
      );
      if (changes.length > 0) changed.addFeeKind((now ?? old)?.chargeKind);
      changed.add(() => ({ kind: "fee", charges: charges === "" ? null : charges }), presence, changes, span);
    }
  }
}

/** The lines of a chain by the charges that they price, in words. */
function byCharges(
  chain: readonly CheckedFixedFeeTariff[],
): ReadonlyMap<string, readonly Dated<CheckedFixedFeeLine>[]> {
  const lines = new Map<string, Dated<CheckedFixedFeeLine>[]>();
  for (const { depth, lineIndex } of standingLines(chain)) {
    const line = chain[depth]?.rates[lineIndex] as CheckedFixedFeeLine;
    // A line without a value is never chosen (R72).
    if (line.fixedFeeValue === undefined) continue;
    const charges = chargesOf(line);
    const dated = { span: spanOf(line), value: line };
    addTo(lines, charges, dated);
  }
  return lines;
}

function chargesOf(line: CheckedFixedFeeLine): string {
  const box = boxOf(line);
  const lists = FEE_LIST_ORDER.flatMap((list) => {
    const names = box.get(list);
    return names === undefined ? [] : [`${list} ${[...names].sort().join(", ")}`];
  });
  return [...(line.chargeKind === undefined ? [] : [line.chargeKind]), ...lists].join("; ");
}

export function addStandardFeatureChanges(
  before: CheckedStandardFeature,
  after: CheckedStandardFeature,
  changed: ChangedLines,
): void {
  const changes = priceChanges(
    PRICE_FIELDS.standardFeature,
    before as unknown as PriceValues,
    after as unknown as PriceValues,
  );
  changed.add(() => ({ kind: "standardFeature" }), "both", changes);
}
