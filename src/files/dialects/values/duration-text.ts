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

/** Hours of up to six digits, and behind a point any fraction. */
const CLOCK = /^([0-9]{1,6}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]+))?$/;
const SIX_DIGITS = /^([0-9]{2})([0-5][0-9])([0-5][0-9])$/;
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
  const isPacked = unit === "hhmmss";
  const clock = (isPacked ? SIX_DIGITS : CLOCK).exec(text);
  if (clock !== null) return secondsOfClock(clock);
  if (!isDecimalText(penceOf(text))) return text;
  return isPacked ? NOT_SIX_DIGITS : NOT_HOURS;
}

function secondsOfClock([, hours, minutes, seconds, fraction = ""]: readonly string[]): string {
  const whole = String((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds));
  const decimals = trimZeros(fraction.slice(0, 3));
  return decimals === "" ? whole : `${whole}.${decimals}`;
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

/** At most three decimals without the zeros at their end. */
function trimZeros(decimals: string): string {
  return decimals.replace(/0+$/, "");
}

/** Rounds seconds to whole seconds; `nearest` rounds a half up. A text that is no duration is unchanged. */
export function roundSeconds(text: string, how: RoundStep): string {
  const seconds = penceOf(text);
  if (seconds.charCodeAt(0) === 45 || !isDecimalText(seconds)) return text;
  const [whole = "", decimals = ""] = seconds.split(".");
  const isUp = how === "up" ? /[1-9]/.test(decimals) : how === "nearest" && decimals >= "5";
  return String(BigInt(whole) + (isUp ? 1n : 0n));
}
