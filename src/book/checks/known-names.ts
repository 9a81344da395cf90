/** Names or ids that references of a book can mean, with the nearest one for a misspelt reference. */
import { nearestName } from "../../model/index.ts";

/**
 * How much comparing suggestions may cost in one check. A book in which a hundred thousand references miss
 * a hundred thousand names would otherwise compare each with each; the last of them do without a suggestion.
 */
export class SuggestionBudget {
  #left = 10_000_000;

  /** The candidates that are worth comparing with a name, until the budget is spent. */
  *within(name: string, candidates: Iterable<string>): Generator<string> {
    const farthest = Math.max(2, Math.floor(name.length / 3));
    for (const candidate of candidates) {
      if (this.#left <= 0) return;
      const isNear = Math.abs(candidate.length - name.length) <= farthest;
      this.#left -= isNear ? name.length * candidate.length + 10 : 1;
      if (isNear) yield candidate;
    }
  }
}

/** Where two records of a list have one key. */
export interface Duplicate {
  readonly place: number;
  readonly first: number;
}

/** The names or ids of one kind of record, each with the place of the first record that has it. */
export class KnownNames {
  readonly duplicates: Duplicate[] = [];
  readonly #places = new Map<string, number>();
  readonly #suggestions = new Map<string, string>();
  readonly #isUnreadable: boolean;
  readonly #budget: SuggestionBudget;

  /** In a list that could not be read at all, any name may be one of its records (R2: no flood of problems). */
  constructor(budget: SuggestionBudget, isUnreadable = false) {
    this.#budget = budget;
    this.#isUnreadable = isUnreadable;
  }

  get size(): number {
    return this.#places.size;
  }

  add(name: string, place: number): void {
    const first = this.#places.get(name);
    if (first === undefined) this.#places.set(name, place);
    else this.duplicates.push({ place, first });
  }

  has(name: string): boolean {
    return this.#places.has(name) || this.#isUnreadable;
  }

  /** The place of the first record with that name. */
  placeOf(name: string): number | undefined {
    return this.#places.get(name);
  }

  /** What a message about a name that is not known ends with: the nearest name, or else `otherwise`. */
  repair(name: string, otherwise: string): string {
    let nearest = this.#suggestions.get(name);
    if (nearest === undefined) {
      // Any two names of one or two letters are near each other.
      const candidates = name.length < 3 ? [] : this.#budget.within(name, this.#places.keys());
      nearest = nearestName(name, candidates) ?? "";
      this.#suggestions.set(name, nearest);
    }
    return nearest === "" ? `; ${otherwise}` : `; did you mean ${JSON.stringify(nearest)}?`;
  }
}
