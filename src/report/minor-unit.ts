const NAMES: Readonly<Record<string, string>> = { GBP: "pence", EUR: "cents", USD: "cents" };
const PARTS: Readonly<Record<number, string>> = {
  1: "tenths of ",
  2: "hundredths of ",
  3: "thousandths of ",
};

/**
 * What the amounts of a currency's calls are counted in, in words (R16): pence for GBP, hundredths of CHF, and JPY itself,
 * which has no smaller unit.
 *
 * @example minorUnit("KWD", 3) // => "thousandths of KWD"
 */
export function minorUnit(currency: string, currencyDecimals: number): string {
  const name = currencyDecimals === 2 && Object.hasOwn(NAMES, currency) ? NAMES[currency] : undefined;
  return name ?? `${PARTS[currencyDecimals] ?? ""}${currency}`;
}
