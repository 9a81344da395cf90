/** R25, R26 for checks: the base of a tariff on each day. */
import { type CheckedTariff, firstWhere, type RateValues } from "../../model/index.ts";
import { type BaseLines, baseLinesOf } from "../tariffs/tariff-lines.ts";

/** The earliest and latest day of a call. */
export const FIRST_DAY = 0;
export const LAST_DAY = 47_481;

/** The bases of one tariff by day (R25). */
export class BasesByDay {
  /** The first possible day of a call, and each later day on which a base line begins or has just ended. */
  readonly days: readonly number[];
  /** By day of `days`: the base in force from that day on. */
  readonly #bases: readonly RateValues[];

  constructor({ base, rates }: CheckedTariff) {
    const { lineIndexes, startDays, endDays } = baseLinesOf(rates) ?? NO_BASE_LINES;
    this.days = sortedDays([...startDays, ...Array.from(endDays, (day) => day + 1)]);
    // The line that began last counts (R26): of the lines that have begun it is the last that has not ended.
    const begun: number[] = [];
    let next = lineIndexes.length - 1;
    this.#bases = this.days.map((day) => {
      for (; next >= 0 && (startDays[next] as number) <= day; next--) begun.push(next);
      while (begun.length > 0 && (endDays[begun.at(-1) as number] as number) < day) begun.pop();
      const last = begun.at(-1);
      return last === undefined ? base : (rates.at(lineIndexes[last] as number) as RateValues);
    });
  }

  /** The base on a day: a base line in force, else the base fields. */
  on(day: number): RateValues {
    const next = firstWhere(this.days.length, (index) => (this.days[index] as number) > day);
    return this.#bases[Math.max(0, next - 1)] as RateValues;
  }
}

const NONE = new Int32Array(0);
const NO_BASE_LINES: BaseLines = { lineIndexes: NONE, startDays: NONE, endDays: NONE };

/** The first possible day of a call and the possible days among those given, each once, ascending. */
export function sortedDays(given: Iterable<number>): readonly number[] {
  const days = new Set([FIRST_DAY, ...given]);
  return [...days].filter((day) => day >= FIRST_DAY && day <= LAST_DAY).sort((a, b) => a - b);
}
