/**
 * Amounts, percentages, dates and durations as readable text. Amounts come as pence in exact decimal text (R13) and are
 * shifted and rounded as digits; no text passes through binary fractions. Shared by texts, pages and their script.
 */
import { decimalPlaces, formatUnits, minorSign, minorUnit, nearestDivide, toUnits } from "../money/index.ts";

/** U+2212, as wide as a plus. */
const MINUS = "−";

/** The sign of an amount: -1, 0 or 1. */
export function signOf(text: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(text)) return 0;
  return text.startsWith("-") ? -1 : 1;
}

/** Relative difference of two doubles from which on the decimal texts of both certainly differ, too. */
const CERTAIN = 1e-12;

/** Compares two decimal texts exactly; for sorting. */
export function compareAmounts(a: string, b: string): -1 | 0 | 1 {
  // The fast path, to sort tables of ten thousand customers: most amounts differ by more than the error of doubles.
  const [first, second] = [Number(a), Number(b)];
  if (Math.abs(first - second) > CERTAIN * Math.max(Math.abs(first), Math.abs(second))) {
    return first < second ? -1 : 1;
  }
  return signOf(subtractAmounts(a, b));
}

/** a less b, exactly, as decimal text without trailing zeros. */
export function subtractAmounts(a: string, b: string): string {
  const decimals = Math.max(decimalPlaces(a), decimalPlaces(b));
  return formatUnits(unitsIn(a, decimals) - unitsIn(b, decimals), decimals);
}

/** The amount in units of 10^-decimals; `decimals` is at least the amount's own. */
function unitsIn(amount: string, decimals: number): bigint {
  return toUnits(amount, decimals) as bigint;
}

/** amount × numerator ÷ denominator (positive), rounded half away from zero to so many decimals. */
export function scaleAmount(
  amount: string,
  { numerator, denominator }: { readonly numerator: number; readonly denominator: number },
  decimals = 4,
): string {
  const places = decimalPlaces(amount);
  const dividend = unitsIn(amount, places) * BigInt(numerator) * 10n ** BigInt(decimals);
  return formatUnits(nearestDivide(dividend, BigInt(denominator) * 10n ** BigInt(places)), decimals);
}

/** Formats amounts of a currency in its major unit. Amounts are in minor units, unless a method says otherwise. */
export interface MoneyText {
  /** Rounded, halves away from zero: `27758.857` is `£277.59`, `-40` is `−£0.40`. */
  total(amount: string): string;
  /** An amount in major units, rounded alike: `7.4` is `£7.40`. */
  major(amount: string): string;
  /** A difference by itself with its sign: `+£12.30`, `−£0.40`, `£0.00`. */
  change(amount: string): string;
  /** The difference of two amounts as `total` writes them, so that the printed amounts add up. */
  between(before: string, after: string): string;
  /** Every digit: `£0.0474`, `£1,234.567891`. */
  exact(amount: string): string;
  /** Every digit of an amount in major units. */
  exactMajor(amount: string): string;
  /** Every digit with a sign: `+£0.003`. */
  exactChange(amount: string): string;
  /** The unit of amounts of calls, in words: `pence` (R16). */
  readonly minor: string;
  /** The same unit behind an amount: `p`. */
  readonly minorSign: string;
  /** The same formats with two more decimal places, for a table of small amounts. */
  readonly fine: MoneyText;
}

const SYMBOLS: Readonly<Record<string, string>> = { GBP: "£", EUR: "€", USD: "$" };

/** Additional decimal places in a table of amounts below one major unit. */
const FINE_PLACES = 2;

/**
 * The formats of a currency with `places` decimal places; a currency without a symbol is written `CHF 1.20`, a currency
 * without a minor unit `JPY 120`.
 *
 * @example
 * moneyText("GBP", 2).total("1234.5"); // => "£12.35"
 * moneyText("GBP", 2).exact("4.74"); // => "£0.0474"
 * moneyText("GBP", 2).major("-7.4"); // => "−£7.40"
 */
export function moneyText(currency: string, places: number): MoneyText {
  return moneyWith(currency, places, places);
}

function moneyWith(currency: string, places: number, shownPlaces: number): MoneyText {
  const symbol = (Object.hasOwn(SYMBOLS, currency) ? SYMBOLS[currency] : undefined) ?? `${currency} `;
  /** Whole units of the last shown place. */
  const unitsOf = (amount: string, fromPlaces: number): bigint => {
    const decimals = decimalPlaces(amount);
    const units = unitsIn(amount, decimals) * 10n ** BigInt(shownPlaces);
    return nearestDivide(units, 10n ** BigInt(decimals + fromPlaces));
  };
  const written = (units: bigint, decimals = shownPlaces): string => {
    const whole = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
    const point = whole.length - decimals;
    const text = `${symbol}${grouped(whole.slice(0, point))}${decimals === 0 ? "" : `.${whole.slice(point)}`}`;
    return units < 0n ? `${MINUS}${text}` : text;
  };
  const signed = (units: bigint): string => (units > 0n ? `+${written(units)}` : written(units));
  const exactOf = (amount: string, fromPlaces: number): string => {
    const decimals = decimalPlaces(amount);
    // Trailing zeros below the minor unit are dropped: 7.50 is £0.075, 750 is £7.50.
    const text = formatUnits(unitsIn(amount, decimals), decimals + fromPlaces);
    const shown = Math.max(places, decimalPlaces(text));
    return written(unitsIn(text, shown), shown);
  };
  const exact = (amount: string): string => exactOf(amount, places);
  return {
    total: (amount) => written(unitsOf(amount, places)),
    major: (amount) => written(unitsOf(amount, 0)),
    change: (amount) => signed(unitsOf(amount, places)),
    between: (before, after) => signed(unitsOf(after, places) - unitsOf(before, places)),
    exact,
    exactMajor: (amount) => exactOf(amount, 0),
    exactChange: (amount) => plus(amount, exact(amount)),
    minor: minorUnit(currency, places),
    minorSign: minorSign(currency, places),
    get fine() {
      return moneyWith(currency, places, places + FINE_PLACES);
    },
  };
}

/** The format of the amounts of one table: two more decimal places where no amount reaches one major unit. */
export function moneyForTable(
  money: MoneyText,
  currencyDecimals: number,
  amounts: Iterable<string | null>,
): MoneyText {
  let isEmpty = true;
  for (const amount of amounts) {
    if (amount === null || signOf(amount) === 0) continue;
    isEmpty = false;
    if (compareAmounts(amount.replace("-", ""), `1${"0".repeat(currencyDecimals)}`) >= 0) return money;
  }
  return isEmpty || currencyDecimals === 0 ? money : money.fine;
}

/** A percentage as rounded by the report, with its sign: `+3.50%`, `−12.00%`; `–` for null. */
export function percentText(percent: string | null): string {
  if (percent === null) return "–";
  const [whole = "0", decimals = ""] = (percent.startsWith("-") ? percent.slice(1) : percent).split(".");
  const text = `${grouped(whole)}.${decimals.padEnd(2, "0")}%`;
  return signOf(percent) < 0 ? `${MINUS}${text}` : plus(percent, text);
}

/** A count with separated thousands: `20,000`. */
export function countText(count: number): string {
  return grouped(String(count));
}

/** `1 call`, `2,879 calls`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * A date of a book or call; a text that is no date is returned unchanged.
 *
 * @example dateText("2026-10-03") // => "3 Oct 2026"
 */
export function dateText(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? date : `${Number(day)} ${name} ${year}`;
}

/**
 * The days from one date to another.
 *
 * @example periodText("2026-10-01", "2026-10-31") // => "1 to 31 Oct 2026"
 */
export function periodText(from: string, to: string): string {
  if (from === to) return dateText(from);
  const start = from.slice(0, 7) === to.slice(0, 7) ? String(Number(from.slice(8))) : dateText(from);
  return `${start} to ${dateText(to)}`;
}

/**
 * A duration in seconds; a text that is no number is returned unchanged.
 *
 * @example durationText("7305") // => "2 h 01 min 45 s"
 */
export function durationText(seconds: string): string {
  const [, whole, rest = ""] = /^(\d{1,12})(\.\d+)?$/.exec(seconds) ?? [];
  if (whole === undefined) return seconds;
  const total = Number(whole);
  const [hours, minutes] = [Math.floor(total / 3_600), Math.floor(total / 60) % 60];
  const left = `${total % 60}${rest.replace(/\.?0+$/, "")}`;
  const parts = [
    hours > 0 && `${countText(hours)} h`,
    (hours > 0 || minutes > 0) && `${hours > 0 ? String(minutes).padStart(2, "0") : minutes} min`,
    (left !== "0" || total < 60) && `${minutes > 0 || hours > 0 ? left.padStart(2, "0") : left} s`,
  ];
  return parts.filter((part) => part !== false).join(" ");
}

function plus(amount: string, text: string): string {
  return signOf(amount) > 0 ? `+${text}` : text;
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}
