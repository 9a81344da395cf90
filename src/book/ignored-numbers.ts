/** R31: numbers whose calls are counted apart and not rated. */
import type { CheckedIgnoredNumber } from "../model/index.ts";
import { canonicalNumber, type NumberingPlan } from "./canonical-number.ts";

/** The ignored numbers of a book by canonical number. */
export class IgnoredNumbers {
  readonly #byNumber = new Map<string, CheckedIgnoredNumber[]>();
  readonly #plan: NumberingPlan;

  constructor(entries: readonly CheckedIgnoredNumber[], plan: NumberingPlan) {
    this.#plan = plan;
    for (const entry of entries) {
      const canonical = canonicalNumber(entry.number, plan);
      if (canonical === "") continue;
      const known = this.#byNumber.get(canonical);
      if (known === undefined) this.#byNumber.set(canonical, [entry]);
      else known.push(entry);
    }
  }

  /** The entry that has a call's number ignored on a day, if there is one. */
  find(target: string, day: number): CheckedIgnoredNumber | undefined {
    if (this.#byNumber.size === 0 || target === "") return undefined;
    return this.#byNumber
      .get(canonicalNumber(target, this.#plan))
      ?.find(
        (entry) =>
          (entry.startDate === undefined || entry.startDate <= day) &&
          (entry.endDate === undefined || day <= entry.endDate),
      );
  }
}
