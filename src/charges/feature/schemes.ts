/** R74: the discount scheme of a day, and what it leaves of a price. */
import { addUnits, type DayNumber } from "../../calendar/index.ts";
import { type CheckedFeatureDiscountScheme, PRICE_DECIMALS } from "../../model/index.ts";
import { type Fraction, fractionOf, scaleFraction } from "../../money/index.ts";
import type { ChargeKind, Subject } from "../subject.ts";

interface SchemeDays {
  readonly start: DayNumber;
  /** Infinite where it runs for ever. */
  readonly end: DayNumber;
  readonly scheme: CheckedFeatureDiscountScheme;
}

const WHOLE = 100n * 10n ** BigInt(PRICE_DECIMALS);

/** The initial and the ongoing scheme of a feature, one after the other. */
export class Schemes {
  readonly #days: readonly SchemeDays[];

  /** @param start the feature's startDate */
  constructor({ feature, tables }: Subject, start: DayNumber) {
    const days: SchemeDays[] = [];
    const initial = tables.schemes.get(feature.initialFeatureDiscountScheme ?? "");
    let from = start;
    if (initial !== undefined) {
      const end = feature.initialFeatureDiscountSchemeEndDate ?? endOf(initial, from);
      days.push({ start: from, end, scheme: initial });
      from = end + 1;
    }
    const ongoing = tables.schemes.get(feature.ongoingFeatureDiscountScheme ?? "");
    if (ongoing !== undefined && Number.isFinite(from)) {
      const end = feature.ongoingFeatureDiscountSchemeEndDate ?? endOf(ongoing, from);
      days.push({ start: from, end, scheme: ongoing });
    }
    this.#days = days;
  }

  on(day: DayNumber): CheckedFeatureDiscountScheme | undefined {
    return this.#days.find(({ start, end }) => start <= day && day <= end)?.scheme;
  }

  /** The first day after a day for which another scheme may hold; infinite where there is none. */
  nextAfter(day: DayNumber): DayNumber {
    let next = Number.POSITIVE_INFINITY;
    for (const { start, end } of this.#days) {
      if (start > day) next = Math.min(next, start);
      if (end >= day) next = Math.min(next, end + 1);
    }
    return next;
  }
}

function endOf({ length, lengthType }: CheckedFeatureDiscountScheme, from: DayNumber): DayNumber {
  if (length === undefined || lengthType === undefined) return Number.POSITIVE_INFINITY;
  return addUnits(from, length, lengthType) - 1;
}

/** What so many cost after a scheme; a negative price is not discounted. */
export function discounted(
  scheme: CheckedFeatureDiscountScheme | undefined,
  kind: ChargeKind,
  price: Fraction,
  billed: Fraction,
): Fraction {
  const all = (each: Fraction): Fraction => scaleFraction(each, billed.numerator, billed.denominator);
  const type = kind === "oneOff" ? scheme?.oneOffType : scheme?.recurringType;
  const value = kind === "oneOff" ? scheme?.oneOffValue : scheme?.recurringValue;
  if (type === undefined || value === undefined || price.numerator < 0n) return all(price);
  if (type === "percent") return scaleFraction(all(price), WHOLE - BigInt(value), WHOLE);
  const off = fractionOf(value, PRICE_DECIMALS);
  const left = price.numerator * off.denominator - off.numerator * price.denominator;
  return all({ numerator: left < 0n ? 0n : left, denominator: price.denominator * off.denominator });
}
