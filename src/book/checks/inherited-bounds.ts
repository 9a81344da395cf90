/** R2: costMin above costMax where only inheritance brings them together: the cap wins, and a person should know. */
import {
  baseFieldName,
  type CheckedRateLine,
  type CheckedTariff,
  isBaseLine,
  PRICE_DECIMALS,
  type RateValues,
} from "../../model/index.ts";
import { formatUnits } from "../../money/index.ts";
import { valueIn } from "../inheritance.ts";
import { SomeWarnings } from "../some-warnings.ts";
import type { BookUnderCheck } from "./book-under-check.ts";
import type { TariffChains } from "./tariff-chains.ts";

type Bound = "costMin" | "costMax";

/** What contradicts a record's bound. */
interface Contradiction {
  readonly bound: Bound;
  readonly own: number;
  readonly other: number;
}

const OTHER: Readonly<Record<Bound, Bound>> = { costMin: "costMax", costMax: "costMin" };

/** Warns of each base and line whose bound contradicts one that it inherits. */
export function warnOfInheritedBounds(book: BookUnderCheck, chains: TariffChains): void {
  const warnings = new SomeWarnings(book);
  for (const [place, tariff] of book.each("tariffs")) {
    let chain: readonly CheckedTariff[] | undefined;
    const { base, rates } = tariff;
    if (base.costMin !== undefined || base.costMax !== undefined) {
      chain = chains.of(place);
      const found = ofBase(chains, chain, base);
      if (found !== undefined)
        warnings.add(`tariffs[${place}].${baseFieldName(found.bound)}`, message(found, baseFieldName));
    }
    const isDoubtful = (line: CheckedRateLine): boolean => {
      // With both of its own a line inherits neither; its schema has compared them.
      if ((line.costMin === undefined) === (line.costMax === undefined)) return false;
      chain ??= chains.of(place);
      return !isOnItsOwn(chains, chain) || ofLine(chains, chain, line) !== undefined;
    };
    for (const at of rates.where(isDoubtful)) {
      const line = rates.at(at) as CheckedRateLine;
      chain ??= chains.of(place);
      const found = isBaseLine(line) ? ofBase(chains, chain, line) : ofLine(chains, chain, line);
      if (found !== undefined)
        warnings.add(
          `tariffs[${place}].rates[${at}].${found.bound}`,
          message(found, (name) => name),
        );
    }
  }
  warnings.close(
    "tariffs",
    "lines and bases with a costMin above the costMax they inherit, or the other way round",
  );
  if (chains.isSpent) {
    book.warn("tariffs", "has too many lines to compare every costMin and costMax with those they inherit");
  }
}

function message({ bound, own, other }: Contradiction, fieldName: (name: Bound) => string): string {
  const relation = bound === "costMin" ? "more" : "less";
  const shown = (pence: number): string => formatUnits(pence, PRICE_DECIMALS);
  return (
    `is ${shown(own)}, ${relation} than the inherited ${OTHER[bound]} of ${shown(other)}; ` +
    `the costMax wins, so set ${fieldName(OTHER[bound])} beside it`
  );
}

function contradiction(bound: Bound, own: number, other: number | undefined): Contradiction | undefined {
  if (other === undefined) return undefined;
  const isWrong = bound === "costMin" ? own > other : own < other;
  return isWrong ? { bound, own, other } : undefined;
}

/** Whether lines meet nothing but the base fields of their own tariff. */
function isOnItsOwn(chains: TariffChains, chain: readonly CheckedTariff[]): boolean {
  return chain.length === 1 && chains.days(chain).length === 1;
}

function ofLine(
  chains: TariffChains,
  chain: readonly CheckedTariff[],
  line: CheckedRateLine,
): Contradiction | undefined {
  const bound: Bound = line.costMin === undefined ? "costMax" : "costMin";
  const own = line[bound] as number;
  if (isOnItsOwn(chains, chain)) {
    return contradiction(bound, own, chain[0]?.base[OTHER[bound]]);
  }
  for (const call of chains.callsOfLine(chain, line, OTHER[bound])) {
    const found = contradiction(bound, own, valueIn(chains.recordsFor(chain, call), OTHER[bound]));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A base meets the bases above it and, as lines come before bases, the lines above it too. */
function ofBase(
  chains: TariffChains,
  chain: readonly CheckedTariff[],
  base: RateValues,
): Contradiction | undefined {
  for (const bound of ["costMin", "costMax"] as const) {
    const own = base[bound];
    if (own === undefined) continue;
    for (const day of chains.daysOfBase(chain, base)) {
      // Both of the same base have been compared by its schema.
      const found = contradiction(bound, own, valueIn(chains.basesOn(chain, day), OTHER[bound]));
      if (found !== undefined) return found;
    }
    for (const call of chain.length === 1 ? [] : chains.callsOfParents(chain, OTHER[bound])) {
      const records = chains.recordsFor(chain, call);
      // The base's bound decides for the call, and its own lines have no part in the contradiction.
      const isReached =
        records[chain.length] === base &&
        valueIn(records, bound) === own &&
        records[0]?.[OTHER[bound]] === undefined;
      const contradicted = isReached ? contradiction(bound, own, valueIn(records, OTHER[bound])) : undefined;
      if (contradicted !== undefined) return contradicted;
    }
  }
  return undefined;
}
