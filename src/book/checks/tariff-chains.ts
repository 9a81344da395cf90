/** R25, R26 for checks: the values of a chain of tariffs for imagined calls that match given lines. */
import {
  type CheckedRateLine,
  type CheckedTariff,
  compareValues,
  firstWhere,
  groupedBy,
  isBaseLine,
  madeOnce,
  type RateLines,
  type RateValueName,
  type RateValues,
} from "../../model/index.ts";
import { type ChainRecords, LinesByKey, settingOwner } from "../tariffs/inheritance.ts";
import { BasesByDay, FIRST_DAY, LAST_DAY, sortedDays } from "./bases-by-day.ts";
import { NO_PARENT } from "./parents.ts";

/** The properties of a call that lines match. An undefined call type or period is one that no line names. */
interface ImaginedCall {
  readonly number: string;
  readonly tariffType: string | undefined;
  readonly tariffTime: string | undefined;
  readonly day: number;
}

/** The least specific call that all the lines match, or undefined where no call matches all of them. */
function callOf(...lines: readonly CheckedRateLine[]): ImaginedCall | undefined {
  let number = "";
  let tariffType: string | undefined;
  let tariffTime: string | undefined;
  let day = FIRST_DAY;
  let lastDay = LAST_DAY;
  for (const line of lines) {
    const prefix = line.prefix ?? "";
    if (!prefix.startsWith(number) && !number.startsWith(prefix)) return undefined;
    if (prefix.length > number.length) number = prefix;
    if (differ(tariffType, line.tariffType) || differ(tariffTime, line.tariffTime)) return undefined;
    tariffType ??= line.tariffType;
    tariffTime ??= line.tariffTime;
    day = Math.max(day, line.startDate ?? FIRST_DAY);
    lastDay = Math.min(lastDay, line.endDate ?? LAST_DAY);
  }
  return day <= lastDay ? { number, tariffType, tariffTime, day } : undefined;
}

function differ(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

/** The lines of a tariff that set a given value, by prefix. */
class LinesWithValue {
  /** Sorted by prefix, so that lines with a common beginning are neighbours. */
  readonly #sorted: readonly CheckedRateLine[];

  constructor(lines: RateLines, name: RateValueName) {
    this.#sorted = lines
      .where((line) => line[name] !== undefined && !isBaseLine(line))
      .map((lineIndex) => lines.at(lineIndex) as CheckedRateLine)
      .sort((a, b) => compareValues(a.prefix ?? "", b.prefix ?? ""));
  }

  get isEmpty(): boolean {
    return this.#sorted.length === 0;
  }

  /** The lines whose prefix is a beginning of a number, or has the number as its beginning. */
  *meeting(number: string): Generator<CheckedRateLine> {
    for (let length = 0; length < number.length; length++) {
      const prefix = number.slice(0, length);
      for (let index = this.#firstFrom(prefix); (this.#sorted[index]?.prefix ?? "") === prefix; index++) {
        const line = this.#sorted[index];
        if (line === undefined) break;
        yield line;
      }
    }
    for (let index = this.#firstFrom(number); index < this.#sorted.length; index++) {
      const line = this.#sorted[index] as CheckedRateLine;
      if (!(line.prefix ?? "").startsWith(number)) break;
      yield line;
    }
  }

  /** Index of the first line whose prefix is not less than `prefix`. */
  #firstFrom(prefix: string): number {
    return firstWhere(this.#sorted.length, (index) => (this.#sorted[index]?.prefix ?? "") >= prefix);
  }
}

/**
 * The tariffs of a book with their parents. Only a call decides whether a child's and a parent's line apply together,
 * so that checks try imagined calls. Each contradiction found can occur in a real call.
 */
export class TariffChains {
  readonly #tariffs: readonly (CheckedTariff | undefined)[];
  readonly #parents: Int32Array;
  readonly #lines = new Map<CheckedTariff, LinesByKey>();
  readonly #withValue = new Map<CheckedTariff, Map<RateValueName, LinesWithValue>>();
  readonly #bases = new Map<CheckedTariff, BasesByDay>();
  readonly #days = new Map<CheckedTariff, readonly number[]>();
  /** By the first tariff of a chain: the days of each of its bases. */
  readonly #daysOfBases = new Map<CheckedTariff, Map<RateValues, number[]>>();
  /** Limit of lines to examine: enough for real books, and an end for hostile ones. */
  #left = 2_000_000;

  constructor(tariffs: readonly (CheckedTariff | undefined)[], parents: Int32Array) {
    this.#tariffs = tariffs;
    this.#parents = parents;
  }

  /** Whether the limit is reached, so that some lines were not compared. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** A tariff, its parent, its parent's parent … */
  of(tariffIndex: number): readonly CheckedTariff[] {
    const chain: CheckedTariff[] = [];
    for (let index = tariffIndex; index !== NO_PARENT; index = this.#parents[index] as number) {
      const tariff = this.#tariffs[index];
      if (tariff !== undefined) chain.push(tariff);
    }
    return chain;
  }

  /** The base of a tariff on a day: a base line in force, else the base fields. */
  baseOn(tariff: CheckedTariff, day: number): RateValues {
    return this.#basesOf(tariff).on(day);
  }

  #basesOf(tariff: CheckedTariff): BasesByDay {
    return madeOnce(this.#bases, tariff, () => new BasesByDay(tariff));
  }

  /** The first possible day of a call, and each later day on which a base line begins or has just ended. */
  days(chain: readonly CheckedTariff[]): readonly number[] {
    const [first] = chain;
    if (first === undefined) return [];
    return madeOnce(this.#days, first, () =>
      sortedDays(chain.flatMap((tariff) => this.#basesOf(tariff).days)),
    );
  }

  /** The `days` on which the chain's first tariff has this base. */
  daysOfBase(chain: readonly CheckedTariff[], base: RateValues): readonly number[] {
    const [first] = chain;
    if (first === undefined) return [];
    const byBase = madeOnce(this.#daysOfBases, first, () =>
      groupedBy(this.days(chain), (day) => this.baseOn(first, day)),
    );
    return byBase.get(base) ?? [];
  }

  basesOn(chain: readonly CheckedTariff[], day: number): ChainRecords {
    return chain.map((tariff) => this.baseOn(tariff, day));
  }

  /** The records that give a call its values (R25). */
  recordsFor(chain: readonly CheckedTariff[], call: ImaginedCall): ChainRecords {
    return [...chain.map((tariff) => this.#lineFor(tariff, call)), ...this.basesOn(chain, call.day)];
  }

  /**
   * Calls for which the chain's first tariff gives this line. First the least specific such calls, then calls that also
   * match a parent's line that sets the value, for each such line in turn.
   */
  *callsOfLine(
    chain: readonly CheckedTariff[],
    line: CheckedRateLine,
    name: RateValueName,
  ): Generator<ImaginedCall> {
    const [first, ...parents] = chain;
    if (first === undefined || this.isSpent || (line.tariffTime !== undefined && isSingleRate(chain))) return;
    const gets = (call: ImaginedCall | undefined): call is ImaginedCall =>
      call !== undefined && this.#lineFor(first, call) === line;
    const { endDate = LAST_DAY } = line;
    const days = this.days(chain)
      .filter((day) => day <= endDate)
      .map((startDate) => ({ startDate }));
    for (const day of days) {
      const call = callOf(line, day);
      if (gets(call)) yield call;
    }
    for (const parent of parents) {
      const parentLines = this.#linesWith(parent, name);
      if (parentLines.isEmpty) continue;
      for (const parentLine of parentLines.meeting(line.prefix ?? "")) {
        this.#left--;
        if (this.isSpent) return;
        for (const day of days) {
          const call = callOf(line, parentLine, day);
          if (gets(call)) yield call;
        }
      }
    }
  }

  /** Calls that match a parent's line that sets the value, for each such line of the chain in turn. */
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

  /** The most specific line of a tariff for a call (R26). */
  #lineFor(
    tariff: CheckedTariff,
    { number, tariffType, tariffTime, day }: ImaginedCall,
  ): CheckedRateLine | undefined {
    const { rates } = tariff;
    const lines = madeOnce(this.#lines, tariff, () => new LinesByKey(rates));
    this.#left--;
    const key = { tariffType: tariffType ?? "", tariffTime: tariffTime ?? "" };
    for (const lineIndex of lines.candidates(number, key)) {
      this.#left--;
      const { startDate = FIRST_DAY, endDate = LAST_DAY } = rates.patternOf(lineIndex);
      if (startDate <= day && day <= endDate) return rates.at(lineIndex);
    }
    return undefined;
  }

  #linesWith(tariff: CheckedTariff, name: RateValueName): LinesWithValue {
    const byName = madeOnce(this.#withValue, tariff, () => new Map<RateValueName, LinesWithValue>());
    return madeOnce(byName, name, () => new LinesWithValue(tariff.rates, name));
  }
}

/** R23, R25: whether `singleRate` is in force, so that lines with a period never match. */
function isSingleRate(chain: readonly CheckedTariff[]): boolean {
  return settingOwner(chain, "singleRate")?.singleRate === true;
}
