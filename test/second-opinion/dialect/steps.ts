/** Steps of a call dialect, from what docs/dialects.md says of each: texts are rearranged, amounts are Decimals. */
import { Decimal } from "decimal.js";

const Wide = Decimal.clone({ precision: 400, toExpNeg: -9e15, toExpPos: 9e15 });

/** A step as JSON has it. */
export type Step = string | { readonly [name: string]: unknown };

/** A text that may not be taken as it is. */
export const REFUSED: unique symbol = Symbol("refused");

const NUMBER = /^-?\d*(?<=\d)(\.\d+)?$|^-?\.\d+$/;
const numberIn = (text: string): Decimal | undefined =>
  text.length <= 64 && NUMBER.test(text) ? new Wide(text) : undefined;

/** What a text is after its steps. */
export function afterSteps(text: string, steps: readonly Step[]): string | typeof REFUSED {
  let now: string | typeof REFUSED = text;
  for (const step of steps) {
    if (now === REFUSED) return REFUSED;
    const [name, setting] =
      typeof step === "string" ? [step, undefined] : (Object.entries(step)[0] ?? ["", undefined]);
    const change = STEPS[name];
    if (change === undefined) throw new Error(`no step ${name}`);
    now = change(now, setting as never, typeof step === "string" ? {} : step);
  }
  return now;
}

type Change = (
  text: string,
  setting: never,
  step: { readonly [name: string]: unknown },
) => string | typeof REFUSED;

const STEPS: Readonly<Record<string, Change>> = {
  uriUser: (text) =>
    /^tel:([^;]*)/is.exec(text)?.[1] ?? /^([^@:;]+)[^@]*@/is.exec(withoutScheme(text))?.[1] ?? text,
  angle: (text) => /.*<([^>]*)>/s.exec(text)?.[1]?.trim() ?? text,
  urlDecode: (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  },
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  phone: (text) => {
    const hasPlus = /^[^0-9]*\+[0-9]/s.test(text);
    const isFull = hasPlus || /^[^0-9]*00/s.test(text);
    const [before = "", ...behind] = isFull ? text.split("(0)") : [text];
    const digits = (before + behind.join("(0)")).replace(/[^0-9]/g, "");
    return digits === "" ? text : (hasPlus ? "+" : "") + digits;
  },
  before: (text, mark: string) => (text.includes(mark) ? (text.split(mark)[0] ?? "").trim() : text),
  after: (text, mark: string) => (text.includes(mark) ? text.split(mark).slice(1).join(mark).trim() : text),
  cut: (text, [from, to]: readonly [number, number?]) =>
    Array.from(text)
      .filter((_, index) => index + 1 >= from && (to === undefined || index + 1 <= to))
      .join("")
      .trim(),
  dropPrefix: (text, prefixes: string | readonly string[]) => {
    const fits = [prefixes].flat().filter((prefix) => text.startsWith(prefix));
    return text.slice(Math.max(0, ...fits.map((prefix) => prefix.length)));
  },
  prefixes: (text, table: Readonly<Record<string, string>>) => {
    const longest = Object.keys(table)
      .filter((prefix) => text.startsWith(prefix))
      .sort((a, b) => a.length - b.length)
      .at(-1);
    return longest === undefined ? text : `${table[longest]}${text.slice(longest.length)}`;
  },
  zero: (text) => (numberIn(text)?.isZero() === true ? "" : text),
  date: (text, format: string) => {
    const first = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/.exec(text);
    const iso = (year = "", month = "", day = ""): string =>
      `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    if (first !== null) return iso(first[1], first[3], first[4]);
    const picture = {
      "dd/mm/yyyy": /^(?<d>\d{1,2})([/.-])(?<m>\d{1,2})\2(?<y>\d{4})$/,
      "dd/mm/yy": /^(?<d>\d{1,2})([/.-])(?<m>\d{1,2})\2(?<y>\d{2}|\d{4})$/,
      "mm/dd/yyyy": /^(?<m>\d{1,2})([/.-])(?<d>\d{1,2})\2(?<y>\d{4})$/,
      yyyymmdd: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
    }[format];
    const parts = picture?.exec(text)?.groups;
    return parts === undefined ? text : iso(parts.y, parts.m, parts.d);
  },
  clock: (text) =>
    /^\d:\d\d(:\d\d(\.\d{1,6})?)?$/.test(text)
      ? `0${text}`
      : /^\d{6}$/.test(text)
        ? `${text.slice(0, 2)}:${text.slice(2, 4)}:${text.slice(4)}`
        : text,
  table: (text, table: Readonly<Record<string, unknown>>, { otherwise, exactly }) => {
    const codes = Object.entries(table);
    const found =
      codes.find(([code]) => code === text) ??
      codes.find(([code]) => exactly !== true && code.toLowerCase() === text.toLowerCase());
    if (found !== undefined) return found[1] === null ? "" : String(found[1]);
    return otherwise === "problem" ? REFUSED : otherwise === "blank" ? "" : text;
  },
  duration: (text, unit: string) => {
    if (unit === "h:mm:ss" || unit === "hhmmss") {
      const picture =
        unit === "hhmmss" ? /^(\d\d)([0-5]\d)([0-5]\d)$/ : /^(\d{1,6}):([0-5]\d):([0-5]\d(?:\.\d+)?)$/;
      const [, hours, minutes, seconds] = picture.exec(text) ?? [];
      if (hours === undefined) return numberIn(text) === undefined ? text : REFUSED;
      return cut(
        new Wide(hours)
          .times(60)
          .plus(minutes ?? 0)
          .times(60)
          .plus(seconds ?? 0),
      );
    }
    const amount = numberIn(text);
    if (amount === undefined || text.startsWith("-")) return text;
    if (unit === "s" && amount.decimalPlaces() <= 3 && !/\.\d{4}/.test(text))
      return text.replace(/^\./, "0.");
    const seconds = { s: "1", ms: "0.001", us: "0.000001", ns: "0.000000001", min: "60" }[unit];
    return cut(amount.times(seconds ?? 0));
  },
  round: (text, how: string) => {
    const seconds = numberIn(text);
    if (seconds === undefined || text.startsWith("-")) return text;
    return (
      { up: seconds.ceil(), down: seconds.floor(), nearest: seconds.plus("0.5").floor() }[how]?.toString() ??
      text
    );
  },
  money: (text, unit: string) => {
    const digits = { major: 2, minor: 0, "1/100 minor": -2, "1/10000 major": -2 }[unit] ?? 0;
    return numberIn(text)?.times(new Wide(10).pow(digits)).toFixed() ?? text;
  },
  sign: (text, change: string) => {
    const amount = numberIn(text.replace(/^\+(?![-+])/, ""));
    if (amount === undefined) return text;
    return (change === "drop" ? amount.abs() : amount.negated()).toFixed().replace(/^-(?=[0.]*$)/, "");
  },
  decimal: (text, mark: string) => {
    if (mark === ",") {
      if (/^-?\d*\.\d+$/.test(text) && text.length <= 63) return REFUSED;
      return /^-?\d*,\d+$/.test(text) ? text.replace(",", ".") : text;
    }
    return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text;
  },
};

function withoutScheme(text: string): string {
  return text.replace(/^sips?:/i, "");
}

function cut(seconds: Decimal): string {
  return seconds.toDecimalPlaces(3, Decimal.ROUND_DOWN).toFixed();
}
