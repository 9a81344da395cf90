/** R25 for checks: the values that a tariff's records come to have through its parents. */
import type { CheckedRateLine, CheckedTariff, RateValueName, RateValues } from "../../model/index.ts";
import { callOf, type ImaginedCall, LineFinder, LinesWithValue } from "./line-finder.ts";
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

  /** A value of the first base that has it. */
  static ofBases<N extends RateValueName>(
    chain: readonly CheckedTariff[],
    name: N,
  ): RateValues[N] | undefined {
    for (const { base } of chain) if (base[name] !== undefined) return base[name];
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
    return TariffChains.ofBases(chain, name);
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
    const plainest = callOf(line);
    if (gets(plainest)) yield plainest;
    for (const parent of parents) {
      const others = this.#linesWith(parent, name);
      if (others.isEmpty) continue;
      for (const other of others.meeting(line.prefix ?? "")) {
        this.#left--;
        if (this.isSpent) return;
        const call = callOf(line, other);
        if (gets(call)) yield call;
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
        const call = isSingle && line.tariffTime !== undefined ? undefined : callOf(line);
        if (call !== undefined) yield call;
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
