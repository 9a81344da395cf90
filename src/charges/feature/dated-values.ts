/** R63, R70: what a feature's dated changes say of a day. */
import type { DayNumber } from "../../calendar/index.ts";
import { type CheckedDatedChange, PRICE_DECIMALS } from "../../model/index.ts";
import { type Fraction, fractionOf } from "../../money/index.ts";

interface DatedValue {
  readonly date: DayNumber;
  readonly value: Fraction;
}

/** The dated changes of a feature, counts and prices apart. */
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

  /** The count of the latest change up to the day that has one. */
  countOn(day: DayNumber): Fraction | undefined {
    if (this.#counts.length === 0) return undefined;
    return latest(this.#counts, day)?.value;
  }

  /** The price of the latest change up to the day that has one: the object is the same for every day of one change. */
  priceOn(day: DayNumber): Fraction | undefined {
    if (this.#prices.length === 0) return undefined;
    return latest(this.#prices, day)?.value;
  }

  /** The day of the next change after a day; infinite where there is none. */
  nextAfter(day: DayNumber): DayNumber {
    return (
      this.#dates[placeAfter(this.#dates.length, (place) => this.#dates[place] as DayNumber, day)] ??
      Number.POSITIVE_INFINITY
    );
  }

  /** The day from which a first price holds; infinite where there is none. */
  get firstPriceFrom(): DayNumber {
    return this.#prices[0]?.date ?? Number.POSITIVE_INFINITY;
  }
}

function latest(values: readonly DatedValue[], day: DayNumber): DatedValue | undefined {
  return values[placeAfter(values.length, (place) => (values[place] as DatedValue).date, day) - 1];
}

/** The place of the first of ascending dates that is after a day. */
function placeAfter(length: number, dateAt: (place: number) => DayNumber, day: DayNumber): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (dateAt(middle) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
