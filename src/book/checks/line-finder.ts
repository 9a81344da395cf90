/** R26 for checks: calls made up to meet given lines, and lines that can meet a given one. */
import { type CheckedRateLine, isBaseLine, type RateLines, type RateValueName } from "../../model/index.ts";

/** The earliest and latest day of a call. */
export const FIRST_DAY = 0;
export const LAST_DAY = 47_481;

/** A call as lines see it. A blank call type or period is one that no line names. */
export interface ImaginedCall {
  readonly number: string;
  readonly tariffType: string | undefined;
  readonly tariffTime: string | undefined;
  readonly day: number;
}

/** The plainest call that all the lines match, or undefined where no call matches them all. */
export function callOf(...lines: readonly CheckedRateLine[]): ImaginedCall | undefined {
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

/** The lines of a tariff that set one value, by prefix. */
export class LinesWithValue {
  /** Sorted by prefix, so that those under a prefix lie together. */
  readonly #sorted: readonly CheckedRateLine[];

  constructor(lines: RateLines, name: RateValueName) {
    const prefixOf = (line: CheckedRateLine): string => line.prefix ?? "";
    this.#sorted = lines
      .where((line) => line[name] !== undefined && !isBaseLine(line))
      .map((place) => lines.at(place) as CheckedRateLine)
      .sort((a, b) => (prefixOf(a) < prefixOf(b) ? -1 : prefixOf(a) > prefixOf(b) ? 1 : 0));
  }

  get isEmpty(): boolean {
    return this.#sorted.length === 0;
  }

  /** Those whose prefix begins a number or is begun by it. */
  *meeting(number: string): Generator<CheckedRateLine> {
    for (let length = 0; length < number.length; length++) {
      const prefix = number.slice(0, length);
      for (let at = this.#firstFrom(prefix); (this.#sorted[at]?.prefix ?? "") === prefix; at++) {
        const line = this.#sorted[at];
        if (line === undefined) break;
        yield line;
      }
    }
    for (let at = this.#firstFrom(number); at < this.#sorted.length; at++) {
      const line = this.#sorted[at] as CheckedRateLine;
      if (!(line.prefix ?? "").startsWith(number)) break;
      yield line;
    }
  }

  /** The place of the first line whose prefix is not less than this one. */
  #firstFrom(prefix: string): number {
    let from = 0;
    let to = this.#sorted.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#sorted[middle]?.prefix ?? "") < prefix) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
