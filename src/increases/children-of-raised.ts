/** R54, R58: the records that inherit from a record increased in place, and their prices that do not follow. */

import { type BookData, baseFieldName, groupedBy, type Id, isBlank } from "../model/index.ts";
import { type IncreaseResource, isFeeInScope, ratePrices } from "./increase-request.ts";
import type { IncreaseTerms } from "./increase-terms.ts";
import type { Fields } from "./raised-prices.ts";
import { recordsOf } from "./record-of-book.ts";

/** A tariff, or fixed fee tariff, that inherits from an increased record. */
export interface ChildOfRaised {
  readonly id: Id;
  readonly name: string;
  /** Whether all the child's prices in scope come from the increased record and so follow it. */
  readonly follows: boolean;
  /** Prices in scope that the child or a parent between sets, and that stay: `baseCost`, `rates[].cost`. */
  readonly ownPrices: readonly string[];
}

/**
 * The descendants of a record, each after its parent. Records that are increased as well (the ids in `alsoIncreased`)
 * are left out: such a record has no parent afterwards, and its descendants do not inherit from the first record.
 */
export function childrenOf(
  book: BookData,
  { resource, id, scope }: Pick<IncreaseTerms, "resource" | "id" | "scope">,
  alsoIncreased: ReadonlySet<string> = new Set(),
): readonly ChildOfRaised[] {
  if (resource === "standardFeatures") return [];
  const records = recordsOf(book, resource) as readonly unknown[] as readonly Fields[];
  const byParent = groupedBy(records, parentOf);
  const byID = new Map(records.map((record) => [String(record.id), record]));
  const children: ChildOfRaised[] = [];
  const met = new Set([id]);
  const waiting: { parent: string; above: readonly string[] }[] = [{ parent: id, above: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const record of byParent.get(next.parent) ?? []) {
      const childID = String(record.id);
      if (met.has(childID) || alsoIncreased.has(childID)) continue;
      met.add(childID);
      const ownPrices = [...new Set([...ownPricesOf(resource, scope, record, byID), ...next.above])];
      children.push({
        id: record.id as Id,
        name: String(record.name),
        follows: ownPrices.length === 0,
        ownPrices,
      });
      waiting.push({ parent: childID, above: ownPrices });
    }
  }
  return children;
}

function parentOf({ parentTariff, parentFixedFeeTariff }: Fields): string | undefined {
  const parent = isBlank(parentTariff) ? parentFixedFeeTariff : parentTariff;
  return isBlank(parent) ? undefined : String(parent);
}

function ownPricesOf(
  resource: IncreaseResource,
  scope: string,
  record: Fields,
  byID: ReadonlyMap<string, Fields>,
): Iterable<string> {
  const lines = (Array.isArray(record.rates) ? record.rates : []) as readonly Fields[];
  const found = new Set<string>();
  if (resource === "fixedFeeTariffs") {
    const isOwn = (line: Fields): boolean => !isBlank(line?.fixedFeeValue) && isFeeInScope(line, scope);
    return lines.some(isOwn) ? ["rates[].fixedFeeValue"] : [];
  }
  const baseType = baseTypeOf(record, byID);
  for (const name of ratePrices(scope, isMarkup(baseType))) {
    if (!isBlank(record[baseFieldName(name)])) found.add(baseFieldName(name));
  }
  const names = { price: ratePrices(scope, false), markup: ratePrices(scope, true) };
  for (const line of lines) {
    const chargeType = isBlank(line?.chargeType) ? baseType : line.chargeType;
    for (const name of isMarkup(chargeType) ? names.markup : names.price) {
      if (!isBlank(line?.[name])) found.add(`rates[].${name}`);
    }
  }
  return found;
}

/** R25: the charge type of the nearest tariff that sets a charge type. */
function baseTypeOf(record: Fields, byID: ReadonlyMap<string, Fields>): unknown {
  const met = new Set<Fields>();
  for (let tariff: Fields | undefined = record; tariff !== undefined && !met.has(tariff); ) {
    if (!isBlank(tariff.baseType)) return tariff.baseType;
    met.add(tariff);
    tariff = byID.get(parentOf(tariff) ?? "");
  }
  return undefined;
}

function isMarkup(chargeType: unknown): boolean {
  return chargeType === "markup" || chargeType === "markupSuggested";
}
