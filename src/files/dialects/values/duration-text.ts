/** Converts durations as texts, from any unit to seconds, cut to the three decimal places of a call's duration (R2). */
import { Fault } from "../../../model/index.ts";
import { isDecimalText } from "../../../money/index.ts";
import type { DialectStep } from "../call-dialect.ts";
import { movePoint, penceOf } from "./amount-text.ts";

type DurationUnit = Extract<DialectStep, { duration: unknown }>["duration"];

/** How seconds are rounded to whole seconds. */
type RoundStep = Extract<DialectStep, { round: unknown }>["round"];

/** By decimal unit, how many digits the point moves to the right to give seconds. */
const DURATION_DIGITS: ReadonlyMap<DurationUnit, number> = new Map([
  ["s", 0],
  ["ms", -3],
  ["us", -6],
  ["ns", -9],
]);

const COLON = 58;
const ZERO = 48;
const NOT_HOURS = new Fault("is not written h:mm:ss");
const NOT_SIX_DIGITS = new Fault("is not written hhmmss");

/**
 * A duration in seconds. A text that cannot be converted is unchanged, for rating to refuse; but a number instead of
 * hours, minutes and seconds is a fault, because rating would read it as seconds.
 */
export function secondsOf(text: string, unit: DurationUnit): string | Fault {
  const digits = DURATION_DIGITS.get(unit);
  if (digits !== undefined) {
    // A negative duration stays, for rating to refuse.
    return text.charCodeAt(0) === 45 ? text : cutSeconds(movePoint(text, digits), digits === 0);
  }
  if (unit === "min") return minutesAsSeconds(text);
  return unit === "hhmmss" ? packedSeconds(text) : clockSeconds(text);
}

/** Seconds with at most three decimals stay as they are written. */
function cutSeconds(text: string, isAsWritten: boolean): string {
  const point = text.indexOf(".");
  if (point < 0 || (isAsWritten && point + 4 >= text.length) || !isDecimalText(text)) return text;
  const decimals = trimZeros(text.slice(point + 1, point + 4));
  return decimals === "" ? text.slice(0, point) : `${text.slice(0, point)}.${decimals}`;
}

function minutesAsSeconds(text: string): string {
  const minutes = penceOf(text);
  if (minutes.charCodeAt(0) === 45 || !isDecimalText(minutes)) return text;
  const [whole = "", decimals = ""] = minutes.split(".");
  // Whole numbers only: 0.1 minutes are exactly 6 seconds.
  const milliseconds = (BigInt(whole + decimals) * 60_000n) / 10n ** BigInt(decimals.length);
  return millisecondsAsSeconds(milliseconds);
}

function millisecondsAsSeconds(milliseconds: bigint): string {
  const rest = milliseconds % 1_000n;
  const seconds = String(milliseconds / 1_000n);
  return rest === 0n ? seconds : `${seconds}.${trimZeros(String(rest).padStart(3, "0"))}`;
}

function trimZeros(decimals: string): string {
  let end = decimals.length;
  while (end > 0 && decimals.charCodeAt(end - 1) === ZERO) end -= 1;
  return decimals.slice(0, end);
}

/** `h:mm:ss`, with any number of hours and, behind a point, any fraction. */
function clockSeconds(text: string): string | Fault {
  const first = text.indexOf(":");
  if (first < 0) return isDecimalText(penceOf(text)) ? NOT_HOURS : text;
  if (first === 0 || first > 6 || text.charCodeAt(first + 3) !== COLON) return text;
  return secondsOfParts(text, [text.slice(0, first), first + 1, first + 4]);
}

/** `hhmmss`, exactly six digits; any other number, such as one without its first zeros, is a fault. */
function packedSeconds(text: string): string | Fault {
  if (text.length === 6) {
    const seconds = secondsOfParts(text, [text.slice(0, 2), 2, 4]);
    if (seconds !== text) return seconds;
  }
  return isDecimalText(penceOf(text)) ? NOT_SIX_DIGITS : text;
}

function secondsOfParts(
  text: string,
  [hours, minuteAt, secondAt]: readonly [string, number, number],
): string {
  const minutes = sixtieths(text, minuteAt);
  const seconds = sixtieths(text, secondAt);
  const rest = text.slice(secondAt + 2);
  if (minutes < 0 || seconds < 0 || !isDigits(hours)) return text;
  if (rest !== "" && (rest.charCodeAt(0) !== 46 || !isDigits(rest.slice(1)))) return text;
  const decimals = trimZeros(rest.slice(1, 4));
  const whole = String((Number(hours) * 60 + minutes) * 60 + seconds);
  return decimals === "" ? whole : `${whole}.${decimals}`;
}

function sixtieths(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 5 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return false;
  }
  return text !== "";
}

/** Rounds seconds to whole seconds; `nearest` rounds a half up. A text that is no duration is unchanged. */
export function roundSeconds(text: string, how: RoundStep): string {
  const seconds = penceOf(text);
  if (seconds.charCodeAt(0) === 45 || !isDecimalText(seconds)) return text;
  const [whole = "", decimals = ""] = seconds.split(".");
  const rest = trimZeros(decimals);
  const isUp = rest !== "" && (how === "up" || (how === "nearest" && rest >= "5"));
  return String(BigInt(whole) + (isUp ? 1n : 0n));
}
