/** R31: numbers whose calls are counted separately and not rated. */
import { addTo, type CheckedIgnoredNumber } from "../../model/index.ts";
import { canonicalNumber, type NumberingPlan } from "../prefixes/canonical-number.ts";
import { isInForce } from "../tariffs/select-tariff.ts";

const ENDING = 4;
const ZERO = 48;

export class IgnoredNumbers {
  readonly #byNumber = new Map<string, CheckedIgnoredNumber[]>();
  /** By last four digits: whether a spelling of an ignored number ends in them. Most calls stop here. */
  readonly #endings = new Uint8Array(10_000);
  readonly #plan: NumberingPlan;

  constructor(entries: readonly CheckedIgnoredNumber[], plan: NumberingPlan) {
    this.#plan = plan;
    for (const entry of entries) {
      const canonical = canonicalNumber(entry.number, plan);
      if (canonical === "") continue;
      for (const ending of endingsOf(canonical, plan)) this.#endings[ending] = 1;
      addTo(this.#byNumber, canonical, entry);
    }
  }

  /** Whether a number is ignored on some day. */
  concerns(target: string): boolean {
    return this.#byNumber.size > 0 && this.#byNumber.has(canonicalNumber(target, this.#plan));
  }

  /** The entry because of which a call's number is ignored on a day, if any. */
  find(target: string, day: number): CheckedIgnoredNumber | undefined {
    if (this.#byNumber.size === 0 || target === "") return undefined;
    const ending = lastDigits(target);
    if (ending >= 0 && this.#endings[ending] === 0) return undefined;
    const entries = this.#byNumber.get(canonicalNumber(target, this.#plan));
    return entries?.find((entry) => isInForce(entry, day));
  }
}

/** The last four digits of the spellings of a canonical number. Of a very short one they include the 0 or 00 (R21). */
function endingsOf(canonical: string, { countryCode }: NumberingPlan): readonly number[] {
  const spellings = [`00${canonical}`];
  if (canonical.startsWith(countryCode)) spellings.push(`0${canonical.slice(countryCode.length)}`);
  return spellings.map(lastDigits).filter((ending) => ending >= 0);
}

/** The last four characters of a text as a number, or -1 where they are not digits. */
function lastDigits(text: string): number {
  let number = 0;
  const from = text.length - ENDING;
  for (let at = from; at < text.length; at++) {
    const digit = at < 0 ? -1 : text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}
