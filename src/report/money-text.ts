/**
 * Amounts of the report as people read them. They come as pence in exact decimal text (R13) and are shifted
 * and rounded as digits; nothing here passes through binary fractions. Shared by the page and its script.
 */

/** U+2212, as wide as a plus. */
const MINUS = "−";

/** A decimal text taken apart: the digits without their point, and how many of them are decimals. */
interface Digits {
  readonly negative: boolean;
  readonly digits: bigint;
  readonly decimals: number;
}

function readDigits(text: string): Digits {
  const negative = text.startsWith("-");
  const unsigned = negative ? text.slice(1) : text;
  const point = unsigned.indexOf(".");
  const decimals = point < 0 ? 0 : unsigned.length - point - 1;
  return { negative, digits: BigInt(unsigned.replace(".", "")), decimals };
}

/** The sign of an amount: -1, 0 or 1. */
export function signOf(text: string): -1 | 0 | 1 {
  const { negative, digits } = readDigits(text);
  if (digits === 0n) return 0;
  return negative ? -1 : 1;
}

/** Compares two decimal texts exactly; for sorting. */
export function compareAmounts(a: string, b: string): -1 | 0 | 1 {
  const left = readDigits(a);
  const right = readDigits(b);
  const decimals = Math.max(left.decimals, right.decimals);
  const difference = scaled(left, decimals) - scaled(right, decimals);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** The amount in units of 10^-decimals, signed; `decimals` is at least the amount's own. */
function scaled({ negative, digits, decimals: givenDecimals }: Digits, decimals: number): bigint {
  const units = digits * 10n ** BigInt(decimals - givenDecimals);
  return negative ? -units : units;
}

/** How a currency's units are written; amounts come in minor units. */
export interface MoneyText {
  /** Rounded to the minor unit, halves away from zero: `27758.857` is `£277.59`, `-40` is `−£0.40`. */
  total(amount: string): string;
  /** An amount in major units, rounded alike: `7.4` is `£7.40`. */
  major(amount: string): string;
  /**
   * A difference with its sign: `+£12.30`, `−£0.40`, `£0.00`. One that would round to nothing but is not
   * nothing is given in minor units instead: `+0.3p`.
   */
  change(amount: string): string;
  /** Every digit, in minor units: `1,234.5678p`. */
  exact(amount: string): string;
  /** Every digit with a sign, in minor units: `+0.3p`. */
  exactChange(amount: string): string;
}

const SYMBOLS: Readonly<Record<string, readonly [major: string, minor: string]>> = {
  GBP: ["£", "p"],
  EUR: ["€", "c"],
  USD: ["$", "c"],
};

/**
 * The money texts of a report's currency of so many decimal places; one without a symbol is written `CHF 1.20` and
 * `120 ÷100 CHF`, one without a smaller unit `JPY 120`.
 *
 * @example
 * moneyText("GBP", 2).total("1234.5"); // => "£12.35"
 * moneyText("GBP", 2).major("-7.4"); // => "−£7.40"
 */
export function moneyText(currency: string, places: number): MoneyText {
  const known = Object.hasOwn(SYMBOLS, currency) ? SYMBOLS[currency] : undefined;
  const [symbol, hundredth] = known ?? [`${currency} `, undefined];
  const minor = minorSign(currency, places, hundredth);
  const rounded = ({ negative, digits, decimals }: Digits): string => {
    const units = roundedShift(digits, decimals);
    const whole = units.toString().padStart(places + 1, "0");
    const point = whole.length - places;
    const text = `${symbol}${grouped(whole.slice(0, point))}${places === 0 ? "" : `.${whole.slice(point)}`}`;
    return negative && units !== 0n ? `${MINUS}${text}` : text;
  };
  const total = (amount: string): string => rounded(readDigits(amount));
  const major = (amount: string): string => {
    const read = readDigits(amount);
    return rounded({ ...read, digits: read.digits * 10n ** BigInt(places) });
  };
  const exact = (amount: string): string => {
    const [whole = "0", decimals] = (amount.startsWith("-") ? amount.slice(1) : amount).split(".");
    const text = `${grouped(whole)}${decimals === undefined ? "" : `.${decimals}`}${minor}`;
    return signOf(amount) < 0 ? `${MINUS}${text}` : text;
  };
  const exactChange = (amount: string): string => plus(amount, exact(amount));
  const change = (amount: string): string => {
    const text = total(amount);
    const vanishes = signOf(amount) !== 0 && text === total("0");
    return vanishes ? exactChange(amount) : plus(amount, text);
  };
  return { total, major, change, exact, exactChange };
}

/** What stands behind an amount of minor units. */
function minorSign(currency: string, places: number, hundredth: string | undefined): string {
  if (places === 2 && hundredth !== undefined) return hundredth;
  return places === 0 ? ` ${currency}` : ` ÷${10 ** places} ${currency}`;
}

/** A percentage as the report rounds it, with its sign: `+3.50%`, `−12.00%`; where there is none `–`. */
export function percentText(percent: string | null): string {
  if (percent === null) return "–";
  const [whole = "0", decimals = ""] = (percent.startsWith("-") ? percent.slice(1) : percent).split(".");
  const text = `${grouped(whole)}.${decimals.padEnd(2, "0")}%`;
  return signOf(percent) < 0 ? `${MINUS}${text}` : plus(percent, text);
}

/** A count with its thousands apart: `20,000`. */
export function countText(count: number): string {
  return grouped(String(count));
}

function plus(amount: string, text: string): string {
  return signOf(amount) > 0 ? `+${text}` : text;
}

/** digits ÷ 10^decimals as a whole number, halves up; digits are not negative. */
function roundedShift(digits: bigint, decimals: number): bigint {
  const unit = 10n ** BigInt(decimals);
  return (digits * 2n + unit) / (unit * 2n);
}

function grouped(digits: string): string {
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3) {
    text = `${digits.slice(Math.max(0, end - 3), end)},${text}`;
  }
  return text;
}

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
