/** The values of a feature on a day: counts (R63), dated changes (R63, R70) and discount schemes (R74). */

import { addUnits, type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import {
  type CheckedDatedChange,
  type CheckedFeatureDiscountScheme,
  firstWhere,
  HUNDRED_PERCENT,
  PRICE_DECIMALS,
} from "../../model/index.ts";
import {
  compareFractions,
  decimalTextOf,
  type Fraction,
  fractionOf,
  scaleFraction,
  ZERO_FRACTION,
} from "../../money/index.ts";
import type { ChargeTrace } from "../charge-trace.ts";
import type { ChargeKind, Subject } from "../subject.ts";
import { difference, times } from "./charged-days.ts";
import type { Ledger } from "./ledger.ts";

const ONE = fractionOf(1, 0);

/** The counts of a feature. The committed count is in the ledger, as charging may raise it. */
export class Counts {
  readonly #usual: Fraction;
  readonly #isBlank: boolean;
  readonly #auto: string | undefined;
  readonly #dated: DatedValues;
  readonly #ledger: Ledger;

  constructor({ feature }: Subject, dated: DatedValues, ledger: Ledger) {
    const { featureCount, featureCountCommittedAuto: auto } = feature;
    this.#isBlank = featureCount === undefined;
    this.#usual = featureCount === undefined ? ONE : fractionOf(featureCount, PRICE_DECIMALS);
    this.#auto = typeof auto === "string" ? auto : undefined;
    this.#dated = dated;
    this.#ledger = ledger;
  }

  /** Whether the billed count never falls. */
  get isPeak(): boolean {
    return this.#auto === "peak";
  }

  countOn(day: DayNumber): Fraction {
    return this.#dated.countOn(day) ?? this.#usual;
  }

  billedOf(count: Fraction): Fraction {
    return larger(count, this.#ledger.committed);
  }

  /** To call when a charge begins: under `initial` a blank committed count becomes the day's count, as then known. */
  begin(day: DayNumber): void {
    if (this.#auto === "initial") this.#ledger.committed ??= this.countOn(day);
  }

  /** To call with each billed count: under `peak` no later day is billed for less. */
  reach(billed: Fraction): void {
    if (this.isPeak) this.#ledger.committed = larger(billed, this.#ledger.committed);
  }

  tell(trace: ChargeTrace, day: DayNumber, billed: Fraction): void {
    const dated = this.#dated.countOn(day);
    const usual = this.#isBlank ? "featureCount is blank: one" : "featureCount";
    const from = dated === undefined ? usual : "datedChanges";
    const { committed } = this.#ledger;
    const least = committed === undefined ? "" : `, at least ${decimalTextOf(committed)} committed`;
    const on = formatCivilDate(day);
    const passedOver = dated === undefined ? [] : [{ what: usual, why: "a dated change holds" }];
    trace.choose("R63", "count", decimalTextOf(billed), `${from} on ${on}${least}`, passedOver);
  }
}

/** The larger of two counts; the second may be blank. */
export function larger(a: Fraction, b: Fraction | undefined): Fraction {
  return b !== undefined && compareFractions(b, a) > 0 ? b : a;
}

interface DatedValue {
  readonly date: DayNumber;
  readonly value: Fraction;
}

/** The dated changes of a feature, separated into counts and prices. */
export class DatedValues {
  readonly #counts: readonly DatedValue[];
  readonly #prices: readonly DatedValue[];
  readonly #dates: readonly DayNumber[];

  constructor(changes: readonly CheckedDatedChange[] = []) {
    const valuesOf = (field: "featureCount" | "serviceCharge"): DatedValue[] =>
      changes.flatMap(({ date, [field]: value }) =>
        value === undefined ? [] : [{ date, value: fractionOf(value, PRICE_DECIMALS) }],
      );
    this.#counts = valuesOf("featureCount");
    this.#prices = valuesOf("serviceCharge");
    this.#dates = changes.map(({ date }) => date);
  }

  get isEmpty(): boolean {
    return this.#dates.length === 0;
  }

  get hasPrice(): boolean {
    return this.#prices.length > 0;
  }

  /** The count of the latest change with a count, up to the day. */
  countOn(day: DayNumber): Fraction | undefined {
    return latest(this.#counts, day)?.value;
  }

  /** The price of the latest change with a price, up to the day: one object for all days of a change. */
  priceOn(day: DayNumber): Fraction | undefined {
    return latest(this.#prices, day)?.value;
  }

  /** The day of the next change after a day; infinite where there is none. */
  nextAfter(day: DayNumber): DayNumber {
    if (this.isEmpty) return Number.POSITIVE_INFINITY;
    const next = firstWhere(this.#dates.length, (index) => (this.#dates[index] as DayNumber) > day);
    return this.#dates[next] ?? Number.POSITIVE_INFINITY;
  }

  /** The day of the first dated price; infinite where there is none. */
  get firstPriceFrom(): DayNumber {
    return this.#prices[0]?.date ?? Number.POSITIVE_INFINITY;
  }
}

function latest(values: readonly DatedValue[], day: DayNumber): DatedValue | undefined {
  // Fast path: most features have no dated changes.
  if (values.length === 0) return undefined;
  return values[firstWhere(values.length, (index) => (values[index] as DatedValue).date > day) - 1];
}

interface SchemeDays {
  readonly start: DayNumber;
  /** Infinite for a scheme without an end. */
  readonly end: DayNumber;
  readonly scheme: CheckedFeatureDiscountScheme;
}

/** The initial and the ongoing scheme of a feature, one after the other. */
export class Schemes {
  readonly #days: readonly SchemeDays[];

  /** @param start the feature's startDate */
  constructor({ feature, tables }: Subject, start: DayNumber) {
    const days: SchemeDays[] = [];
    let from = start;
    for (const field of ["initialFeatureDiscountScheme", "ongoingFeatureDiscountScheme"] as const) {
      const scheme = tables.schemes.get(feature[field] ?? "");
      if (scheme === undefined || !Number.isFinite(from)) continue;
      const end = feature[`${field}EndDate`] ?? endOf(scheme, from);
      days.push({ start: from, end, scheme });
      from = end + 1;
    }
    this.#days = days;
  }

  on(day: DayNumber): CheckedFeatureDiscountScheme | undefined {
    return this.#days.find(({ start, end }) => start <= day && day <= end)?.scheme;
  }

  /** The first day after a day on which another scheme may be in force; infinite where there is none. */
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

/** The discount of a scheme on a kind of charge; undefined where there is none. */
export function offOf(
  scheme: CheckedFeatureDiscountScheme | undefined,
  kind: ChargeKind,
): { readonly type: "percent" | "fixed"; readonly value: number } | undefined {
  const { [`${kind}Type` as const]: type, [`${kind}Value` as const]: value } = scheme ?? {};
  return type === undefined || value === undefined ? undefined : { type, value };
}

/** The net amount: price × billed count after the scheme; a negative price is not discounted. */
export function discounted(
  scheme: CheckedFeatureDiscountScheme | undefined,
  kind: ChargeKind,
  price: Fraction,
  billed: Fraction,
): Fraction {
  const off = offOf(scheme, kind);
  if (off === undefined || price.numerator < 0n) return times(price, billed);
  if (off.type === "percent")
    return scaleFraction(times(price, billed), HUNDRED_PERCENT - BigInt(off.value), HUNDRED_PERCENT);
  const left = difference(price, fractionOf(off.value, PRICE_DECIMALS));
  return left.numerator < 0n ? ZERO_FRACTION : times(left, billed);
}
