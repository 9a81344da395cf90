/** The names of the units of a currency: of prices and costs of calls (minor), of fees and charges (major), R16. */

/** The hundredths of a currency with names of their own: in words, and as a sign behind an amount. */
const NAMED_HUNDREDTHS: Readonly<Record<string, { readonly words: string; readonly sign: string }>> = {
  GBP: { words: "pence", sign: "p" },
  EUR: { words: "cents", sign: "c" },
  USD: { words: "cents", sign: "c" },
};

const PARTS: Readonly<Record<number, string>> = {
  1: "tenths of ",
  2: "hundredths of ",
  3: "thousandths of ",
};

/**
 * The unit of the amounts of a currency's calls, in words (R16): pence for GBP, hundredths of CHF, and JPY itself,
 * which has no minor unit.
 *
 * @example minorUnit("KWD", 3) // => "thousandths of KWD"
 */
export function minorUnit(currency: string, currencyDecimals: number): string {
  return namedHundredths(currency, currencyDecimals)?.words ?? partOf(currency, currencyDecimals);
}

/**
 * The unit of the amounts of a currency's calls as it stands behind an amount: `p` for GBP, `c` for EUR and USD; where
 * the unit has no sign, its words.
 *
 * @example minorSign("EUR", 2) // => "c"
 */
export function minorSign(currency: string, currencyDecimals: number): string {
  return namedHundredths(currency, currencyDecimals)?.sign ?? partOf(currency, currencyDecimals);
}

/**
 * The unit of a currency's fees and charges, in words (R60): pounds for GBP, else the currency itself.
 *
 * @example majorUnit("EUR") // => "EUR"
 */
export function majorUnit(currency: string): string {
  return currency === "GBP" ? "pounds" : currency;
}

function namedHundredths(
  currency: string,
  currencyDecimals: number,
): { readonly words: string; readonly sign: string } | undefined {
  if (currencyDecimals !== 2 || !Object.hasOwn(NAMED_HUNDREDTHS, currency)) return undefined;
  return NAMED_HUNDREDTHS[currency];
}

function partOf(currency: string, currencyDecimals: number): string {
  return `${PARTS[currencyDecimals] ?? ""}${currency}`;
}
