/** R2, R4, R23: what the settings ask of themselves and of the rounding multiples. */
import { nearestName, PRICE_DECIMALS, quoteValue } from "../../model/index.ts";
import { formatUnits } from "../../money/index.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** R23: the book's zone must be one of the runtime's zone data. */
export function checkTimeZone(book: BookUnderCheck): void {
  const { timeZone } = book.settings;
  if (isTimeZone(timeZone)) return;
  const nearest = nearestName(timeZone, Intl.supportedValuesOf("timeZone"));
  const repair =
    nearest === undefined
      ? `write an IANA name such as "Europe/London"`
      : `did you mean ${JSON.stringify(nearest)}?`;
  book.problem("timeZone", `${quoteValue(timeZone)} is no known time zone; ${repair}`);
}

/** Currencies of ISO 4217 whose smallest unit is no hundredth, by its decimal places. */
const OTHER_DECIMALS: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
};

/** R16: a currency of which ISO 4217 says that a hundredth is no unit, in a book that does not say so. */
export function checkCurrencyDecimals(book: BookUnderCheck): void {
  const { currency, currencyDecimals } = book.settings;
  for (const [decimals, currencies] of Object.entries(OTHER_DECIMALS)) {
    if (!currencies.split(" ").includes(currency) || currencyDecimals !== 2) continue;
    book.warn(
      "currencyDecimals",
      `${currency} has ${decimals} decimal places, and the book prices calls in hundredths of it; write "currencyDecimals": ${decimals}, unless that is meant`,
    );
  }
}

function isTimeZone(name: string): boolean {
  // A bare offset such as "+01:00" is known to some runtimes only, so to none here.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The rule that rounding multiples are whole multiples of the quantum (R2, R4). */
export class Quantum {
  readonly #microPence: number;
  readonly #decimals: number;

  constructor(costDecimals: number) {
    this.#decimals = costDecimals;
    this.#microPence = 10 ** Math.max(0, PRICE_DECIMALS - costDecimals);
  }

  /** Whether a multiple in micro-pence can be had; every one can where costs keep as many places as prices. */
  isWhole(multiple: number): boolean {
    return multiple % this.#microPence === 0;
  }

  /** What is wrong with a multiple. */
  fault(multiple: number): string {
    const quantum = formatUnits(this.#microPence, PRICE_DECIMALS);
    const shown = formatUnits(multiple, PRICE_DECIMALS);
    return (
      `${shown} is no whole multiple of ${quantum} pence, the smallest amount that costDecimals ${this.#decimals} keeps; ` +
      "write a multiple of it or raise costDecimals"
    );
  }
}

/** R2: the multiples of the rounding presets. */
export function checkRoundings(book: BookUnderCheck): void {
  const quantum = new Quantum(book.settings.costDecimals);
  for (const [place, rounding] of book.records.roundings.entries()) {
    if (rounding === undefined || quantum.isWhole(rounding.multiple)) continue;
    book.problem(`roundings[${place}].multiple`, quantum.fault(rounding.multiple));
  }
}
