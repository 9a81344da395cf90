/** R22, R25: finds lines whose prefix no destination leads to: only a destination gives a number its call type. */
import { type CallType, firstWhere, madeOnce, type TariffClass } from "../../model/index.ts";

/** The fields of a destination that decide. */
interface ReachedPrefix {
  readonly prefix: string;
  readonly tariffType: string;
  readonly short: boolean;
}

/** The lists of a book that give calls their types. */
interface WaysToTypes {
  readonly callTypes: Iterable<Pick<CallType, "name"> & { readonly tariffClass: TariffClass }>;
  readonly destinations: Iterable<ReachedPrefix>;
  readonly chargeBands: Iterable<{ readonly tariffType: string }>;
}

/** Lines for prefixes without a destination. */
interface UnreachedLines {
  readonly count: number;
  /** The prefix of the first such line. */
  readonly prefix: string;
}

/** The ways to the call types of one class: prefixes of destinations, sorted, and whether there are charge bands. */
interface WaysToClass {
  readonly known: Set<string>;
  sorted: readonly string[];
  hasBands: boolean;
}

export class DestinationReach {
  /** By class; undefined is the key of all classes together. */
  readonly #ways = new Map<TariffClass | undefined, WaysToClass>();

  constructor({ callTypes, destinations, chargeBands }: WaysToTypes) {
    const classes = new Map<string, TariffClass>();
    for (const { name, tariffClass } of callTypes) classes.set(name, tariffClass);
    for (const { prefix, tariffType, short } of destinations) {
      if (short) continue;
      for (const ways of this.#waysTo(classes.get(tariffType))) ways.known.add(prefix);
    }
    for (const { tariffType } of chargeBands) {
      for (const ways of this.#waysTo(classes.get(tariffType))) ways.hasBands = true;
    }
    for (const ways of this.#ways.values()) ways.sorted = [...ways.known].sort();
  }

  *#waysTo(tariffClass: TariffClass | undefined): Generator<WaysToClass> {
    for (const key of new Set([undefined, tariffClass])) {
      const ways = madeOnce(this.#ways, key, () => ({
        known: new Set<string>(),
        sorted: [],
        hasBands: false,
      }));
      yield ways;
    }
  }

  /**
   * The lines, among the lines for any call type of a tariff of the class, whose prefixes no destination leads to: such
   * lines match only calls with their own `tariffType`. None where a charge band leads to the class, because a call to
   * any number may have the band.
   */
  unreached(tariffClass: TariffClass, prefixes: Iterable<string>): UnreachedLines | undefined {
    const [prefix, ...others] = this.unreachedPrefixes(tariffClass, prefixes);
    return prefix === undefined ? undefined : { count: others.length + 1, prefix };
  }

  /** The prefixes of the lines of `unreached`. */
  unreachedPrefixes(tariffClass: TariffClass, prefixes: Iterable<string>): readonly string[] {
    // Surcharges are for calls of any class (R28).
    const ways = this.#ways.get(tariffClass === "surcharges" ? undefined : tariffClass);
    if (ways?.hasBands === true) return [];
    return [...prefixes].filter((prefix) => prefix !== "" && !isReached(prefix, ways));
  }
}

/** The text of a warning about such lines; continues a sentence that begins with their path. */
export function unreachedText({ count, prefix }: UnreachedLines, tariffClass: TariffClass): string {
  const lines = count === 1 ? `1 line for ${prefix}` : `${count} lines for prefixes such as ${prefix}`;
  const what = tariffClass === "surcharges" ? "no destination" : `no destination of the class ${tariffClass}`;
  const [it, matches] = count === 1 ? ["it", "it matches"] : ["them", "they match"];
  return `${lines}, and ${what} leads to ${it}, so ${matches} only calls that bring their own tariffType; add destinations for ${it}`;
}

/** Whether some number begins with the line's prefix and with a prefix of a destination. */
function isReached(prefix: string, ways: WaysToClass | undefined): boolean {
  if (ways === undefined) return false;
  for (let length = 0; length <= prefix.length; length++) {
    if (ways.known.has(prefix.slice(0, length))) return true;
  }
  const { sorted } = ways;
  const first = sorted[firstWhere(sorted.length, (index) => (sorted[index] as string) >= prefix)];
  return first?.startsWith(prefix) === true;
}
