/** R31: numbers whose calls are counted apart and not rated. */
import type { CheckedIgnoredNumber } from "../model/index.ts";
import { canonicalNumber, type NumberingPlan } from "./canonical-number.ts";

const ENDING = 4;
const DIGITS = /^[0-9]{4}$/;

/** The ignored numbers of a book by canonical number. */
export class IgnoredNumbers {
  readonly #byNumber = new Map<string, CheckedIgnoredNumber[]>();
  /** The last four characters of each: they survive every spelling, so most calls need no canonical form made. */
  readonly #endings = new Set<string>();
  readonly #plan: NumberingPlan;

  constructor(entries: readonly CheckedIgnoredNumber[], plan: NumberingPlan) {
    this.#plan = plan;
    for (const entry of entries) {
      const canonical = canonicalNumber(entry.number, plan);
      if (canonical === "") continue;
      this.#endings.add(canonical.slice(-ENDING));
      const known = this.#byNumber.get(canonical);
      if (known === undefined) this.#byNumber.set(canonical, [entry]);
      else known.push(entry);
    }
  }

  /** The entry that has a call's number ignored on a day, if there is one. */
  find(target: string, day: number): CheckedIgnoredNumber | undefined {
    if (this.#byNumber.size === 0 || target === "") return undefined;
    const ending = target.slice(-ENDING);
    if (DIGITS.test(ending) && !this.#endings.has(ending)) return undefined;
    return this.#byNumber
      .get(canonicalNumber(target, this.#plan))
      ?.find(
        (entry) =>
          (entry.startDate === undefined || entry.startDate <= day) &&
          (entry.endDate === undefined || day <= entry.endDate),
      );
  }
}
