import { isDecimalText } from "../../money/index.ts";

/**
 * Pounds as pence: the point moves two digits to the right, and nothing is calculated. A text that is no amount
 * stays as it is, for rating to refuse by its field.
 *
 * @example poundsToPence("0.0425") // => "4.25"
 */
export function poundsToPence(text: string): string {
  const pounds = penceOf(text);
  if (!isDecimalText(pounds)) return text;
  const sign = pounds.startsWith("-") ? "-" : "";
  const point = pounds.indexOf(".");
  const whole = pounds.slice(sign.length, point < 0 ? undefined : point);
  const decimals = point < 0 ? "" : pounds.slice(point + 1);
  const pence = withoutLeadingZeros(whole + decimals.slice(0, 2).padEnd(2, "0"));
  const rest = decimals.slice(2);
  return rest === "" ? sign + pence : `${sign}${pence}.${rest}`;
}

/** Pence as rating reads them: with the 0 before the point that carriers leave out. */
export function penceOf(text: string): string {
  const sign = text.startsWith("-") ? "-" : "";
  if (text.charCodeAt(sign.length) !== POINT) return text;
  const amount = `${sign}0${text.slice(sign.length)}`;
  return isDecimalText(amount) ? amount : text;
}

const POINT = 46;

function withoutLeadingZeros(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits.charCodeAt(start) === 48) start++;
  return digits.slice(start);
}

/** Whether a text is an amount of nothing: 0, 0.0000, -0. */
export function isZeroAmount(text: string): boolean {
  if (!isDecimalText(text)) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 48 && code <= 57) return false;
  }
  return true;
}
