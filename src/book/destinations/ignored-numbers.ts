/** R31: numbers whose calls are counted separately and not rated. */
import { addTo, type CheckedIgnoredNumber } from "../../model/index.ts";
import { canonicalNumber, type NumberingPlan } from "../prefixes/canonical-number.ts";
import { isInForce } from "../tariffs/select-tariff.ts";

export class IgnoredNumbers {
  readonly #byNumber = new Map<string, CheckedIgnoredNumber[]>();
  readonly #plan: NumberingPlan;

  constructor(entries: readonly CheckedIgnoredNumber[], plan: NumberingPlan) {
    this.#plan = plan;
    for (const entry of entries) {
      const canonical = canonicalNumber(entry.number, plan);
      if (canonical !== "") addTo(this.#byNumber, canonical, entry);
    }
  }

  /** Whether a number is ignored on some day. */
  concerns(target: string): boolean {
    return this.#byNumber.size > 0 && this.#byNumber.has(canonicalNumber(target, this.#plan));
  }

  /** The entry because of which a call's number is ignored on a day, if any. */
  find(target: string, day: number): CheckedIgnoredNumber | undefined {
    if (this.#byNumber.size === 0) return undefined;
    return this.#byNumber.get(canonicalNumber(target, this.#plan))?.find((entry) => isInForce(entry, day));
  }
}
