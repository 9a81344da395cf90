/** R22, R25: a line for a prefix is for calls that have a call type, and a number has one from a destination alone. */
import type { CallType, TariffClass } from "../../model/index.ts";

/** What of a destination decides. */
interface ReachedPrefix {
  readonly prefix: string;
  readonly tariffType: string;
  readonly short: boolean;
}

/** What of a book gives calls their types. */
interface WaysToTypes {
  readonly callTypes: Iterable<Pick<CallType, "name"> & { readonly tariffClass: TariffClass }>;
  readonly destinations: Iterable<ReachedPrefix>;
  readonly chargeBands: Iterable<{ readonly tariffType: string }>;
}

/** Lines that no destination leads to. */
interface UnreachedLines {
  readonly count: number;
  /** The prefix of the first of them. */
  readonly prefix: string;
}

/** What gives calls of one class their type: the prefixes of destinations, sorted, and whether charge bands do. */
interface WaysToClass {
  readonly known: Set<string>;
  sorted: readonly string[];
  hasBands: boolean;
}

/** To which prefixes the destinations of each class lead. */
export class DestinationReach {
  /** Under undefined those of all classes. */
  readonly #ways = new Map<TariffClass | undefined, WaysToClass>();

  constructor({ callTypes, destinations, chargeBands }: WaysToTypes) {
    const classes = new Map<string, TariffClass>();
    for (const { name, tariffClass } of callTypes) classes.set(name, tariffClass);
    for (const { prefix, tariffType, short } of destinations) {
      if (short) continue;
      for (const own of this.#waysTo(classes.get(tariffType))) own.known.add(prefix);
    }
    for (const { tariffType } of chargeBands) {
      for (const own of this.#waysTo(classes.get(tariffType))) own.hasBands = true;
    }
    for (const own of this.#ways.values()) own.sorted = [...own.known].sort();
  }

  *#waysTo(tariffClass: TariffClass | undefined): Generator<WaysToClass> {
    for (const key of new Set([undefined, tariffClass])) {
      const own = this.#ways.get(key) ?? { known: new Set<string>(), sorted: [], hasBands: false };
      this.#ways.set(key, own);
      yield own;
    }
  }

  /**
   * Of a tariff of the class, the lines for any call type to whose prefixes no destination leads: they match only calls
   * that bring their own type. None where charge bands lead to the class, for any number may have one.
   */
  unreached(tariffClass: TariffClass, prefixes: Iterable<string>): UnreachedLines | undefined {
    const [prefix, ...others] = this.unreachedPrefixes(tariffClass, prefixes);
    return prefix === undefined ? undefined : { count: others.length + 1, prefix };
  }

  /** The prefixes of those lines. */
  unreachedPrefixes(tariffClass: TariffClass, prefixes: Iterable<string>): readonly string[] {
    // Surcharges are for calls of any class (R28).
    const ways = this.#ways.get(tariffClass === "surcharges" ? undefined : tariffClass);
    if (ways?.hasBands === true) return [];
    return [...prefixes].filter((prefix) => prefix !== "" && !isReached(prefix, ways));
  }
}

/** What is wrong with lines to which no destination leads, in words that follow the place of the lines. */
export function unreachedText({ count, prefix }: UnreachedLines, tariffClass: TariffClass): string {
  const lines = count === 1 ? `1 line for ${prefix}` : `${count} lines for prefixes such as ${prefix}`;
  const what = tariffClass === "surcharges" ? "no destination" : `no destination of the class ${tariffClass}`;
  const [it, matches] = count === 1 ? ["it", "it matches"] : ["them", "they match"];
  return `${lines}, and ${what} leads to ${it}, so ${matches} only calls that bring their own tariffType; add destinations for ${it}`;
}

/** Whether a number can begin with the line's prefix and be one of a destination. */
function isReached(prefix: string, ways: WaysToClass | undefined): boolean {
  if (ways === undefined) return false;
  for (let length = 0; length <= prefix.length; length++) {
    if (ways.known.has(prefix.slice(0, length))) return true;
  }
  return firstFrom(ways.sorted, prefix)?.startsWith(prefix) === true;
}

/** The first text of a sorted list that does not sort before another. */
function firstFrom(sorted: readonly string[], text: string): string | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < text) low = middle + 1;
    else high = middle;
  }
  return sorted[low];
}
