const NAMES: Readonly<Record<string, string>> = { GBP: "pence", EUR: "cents", USD: "cents" };

/** What the amounts of a book are counted in, in words: pence for GBP. */
export function minorUnit(currency: string): string {
  return NAMES[currency] ?? `hundredths of ${currency}`;
}
