/** R25 for checks: the values that a tariff's records come to have through its parents. */
import {
  type CheckedRateLine,
  type CheckedTariff,
  isBaseLine,
  type RateValueName,
  type RateValues,
} from "../../model/index.ts";
import { BASE_FIELDS, type BaseLines, baseLinesOf, baseOn } from "../base-lines.ts";
import { callOf, FIRST_DAY, type ImaginedCall, LAST_DAY, LineFinder, LinesWithValue } from "./line-finder.ts";
import { NO_PARENT } from "./parents.ts";

/**
 * The tariffs of a book with their parents. Whether a parent's line meets a child's depends on the call, so
 * contradictions are looked for with calls made up for the purpose; each one found is one that a call can meet.
 */
export class TariffChains {
  readonly #tariffs: readonly (CheckedTariff | undefined)[];
  readonly #parents: Int32Array;
  readonly #finders = new Map<CheckedTariff, LineFinder>();
  readonly #withValue = new Map<CheckedTariff, Map<RateValueName, LinesWithValue>>();
  readonly #baseLines = new Map<CheckedTariff, BaseLines | undefined>();
  /** By the first tariff of a chain. */
  readonly #days = new Map<CheckedTariff, readonly number[]>();
  /** Lines still to be looked at: enough for any honest book, and an end for a hostile one. */
  #left = 2_000_000;

  constructor(tariffs: readonly (CheckedTariff | undefined)[], parents: Int32Array) {
    this.#tariffs = tariffs;
    this.#parents = parents;
  }

  /** Whether the chains are too large for all their lines to have been compared. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** A tariff, its parent, its parent's parent … */
  of(place: number): readonly CheckedTariff[] {
    const chain: CheckedTariff[] = [];
    for (let at = place; at !== NO_PARENT; at = this.#parents[at] as number) {
      const tariff = this.#tariffs[at];
      if (tariff !== undefined) chain.push(tariff);
    }
    return chain;
  }

  /** The base of a tariff on a day: a base line in force, else the base fields. */
  baseOn(tariff: CheckedTariff, day: number): RateValues {
    if (!this.#baseLines.has(tariff)) this.#baseLines.set(tariff, baseLinesOf(tariff.rates));
    const lines = this.#baseLines.get(tariff);
    const base = baseOn(lines, day);
    return base === BASE_FIELDS
      ? tariff.base
      : (tariff.rates.at(lines?.places[base - 1] ?? -1) ?? tariff.base);
  }

  /** The first day of a call, and every later one on which another base is in force than on the day before. */
  days(chain: readonly CheckedTariff[]): readonly number[] {
    const [own] = chain;
    if (own === undefined) return [];
    const known = this.#days.get(own);
    if (known !== undefined) return known;
    const days = new Set([FIRST_DAY]);
    for (const tariff of chain) {
      for (const at of tariff.rates.where(isBaseLine)) {
        const line = tariff.rates.withoutPrefix(at);
        if (line.startDate !== undefined) days.add(line.startDate);
        if (line.endDate !== undefined) days.add(line.endDate + 1);
      }
    }
    const sorted = [...days].filter((day) => day >= FIRST_DAY && day <= LAST_DAY).sort((a, b) => a - b);
    this.#days.set(own, sorted);
    return sorted;
  }

  /** Of those days the ones on which the chain's first tariff has this base. */
  daysOfBase(chain: readonly CheckedTariff[], base: RateValues): readonly number[] {
    const [own] = chain;
    return own === undefined ? [] : this.days(chain).filter((day) => this.baseOn(own, day) === base);
  }

  /** A value of the first base that has it on a day. */
  ofBases<N extends RateValueName>(
    chain: readonly CheckedTariff[],
    name: N,
    day: number,
  ): RateValues[N] | undefined {
    for (const tariff of chain) {
      const value = this.baseOn(tariff, day)[name];
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** A value for a call: of the first line that has it, else of the first base. */
  valueFor<N extends RateValueName>(
    chain: readonly CheckedTariff[],
    call: ImaginedCall,
    name: N,
  ): RateValues[N] | undefined {
    for (const tariff of chain) {
      const value = this.#lineFor(tariff, call)?.[name];
      if (value !== undefined) return value;
    }
    return this.ofBases(chain, name, call.day);
  }

  /**
   * Calls that get this line of the chain's first tariff and meet, one after the other, each parent's line
   * that sets the value; before them the plainest call that gets the line.
   */
  *callsOfLine(
    chain: readonly CheckedTariff[],
    line: CheckedRateLine,
    name: RateValueName,
  ): Generator<ImaginedCall> {
    const [own, ...parents] = chain;
    if (own === undefined || this.isSpent || (line.tariffTime !== undefined && isSingleRate(chain))) return;
    const gets = (call: ImaginedCall | undefined): call is ImaginedCall =>
      call !== undefined && this.#lineFor(own, call) === line;
    const days = this.days(chain).map((startDate) => ({ startDate }));
    for (const day of days) {
      const plainest = callOf(line, day);
      if (gets(plainest)) yield plainest;
    }
    for (const parent of parents) {
      const others = this.#linesWith(parent, name);
      if (others.isEmpty) continue;
      for (const other of others.meeting(line.prefix ?? "")) {
        this.#left--;
        if (this.isSpent) return;
        for (const day of days) {
          const call = callOf(line, other, day);
          if (gets(call)) yield call;
        }
      }
    }
  }

  /** Calls that meet, one after the other, each line of the chain's parents that sets the value. */
  *callsOfParents(chain: readonly CheckedTariff[], name: RateValueName): Generator<ImaginedCall> {
    const isSingle = isSingleRate(chain);
    for (const parent of chain.slice(1)) {
      for (const line of this.#linesWith(parent, name).meeting("")) {
        this.#left--;
        if (this.isSpent) return;
        if (isSingle && line.tariffTime !== undefined) continue;
        for (const startDate of this.days(chain)) {
          const call = callOf(line, { startDate });
          if (call !== undefined) yield call;
        }
      }
    }
  }

  /** Whether the chain's first tariff has a line for a call that sets a value itself. */
  isSetByOwnLine(chain: readonly CheckedTariff[], call: ImaginedCall, name: RateValueName): boolean {
    const own = chain[0];
    return own !== undefined && this.#lineFor(own, call)?.[name] !== undefined;
  }

  #lineFor(tariff: CheckedTariff, call: ImaginedCall): CheckedRateLine | undefined {
    let finder = this.#finders.get(tariff);
    if (finder === undefined) {
      finder = new LineFinder(tariff.rates);
      this.#finders.set(tariff, finder);
    }
    const before = finder.looked;
    const line = finder.find(call);
    this.#left -= 1 + finder.looked - before;
    return line;
  }

  #linesWith(tariff: CheckedTariff, name: RateValueName): LinesWithValue {
    let byName = this.#withValue.get(tariff);
    if (byName === undefined) {
      byName = new Map();
      this.#withValue.set(tariff, byName);
    }
    let lines = byName.get(name);
    if (lines === undefined) {
      lines = new LinesWithValue(tariff.rates, name);
      byName.set(name, lines);
    }
    return lines;
  }
}

/** R23, R25: with `singleRate` in force lines with a period never match. */
function isSingleRate(chain: readonly CheckedTariff[]): boolean {
  for (const { singleRate } of chain) if (singleRate !== undefined) return singleRate;
  return false;
}
