/** Parties as exchanges write them: URIs, a name before a number in angle brackets, digits with punctuation. */
import { safely } from "../../../model/index.ts";

/** The user part of `sip:user@host;…` or `user@host`, or the number of `tel:`; any other text unchanged. */
export function uriUser(text: string): string {
  const scheme = text.slice(0, 5).toLowerCase();
  if (scheme.startsWith("tel:")) return upTo(text.slice(4), ";");
  const start = scheme.startsWith("sip:") ? 4 : scheme === "sips:" ? 5 : 0;
  const at = text.indexOf("@", start);
  if (at < 0) return text;
  // Password or parameters may follow the user.
  return upTo(upTo(text.slice(start, at), ":"), ";") || text;
}

function upTo(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}

/** The text between the last `<` and the `>` behind it: a name may contain `<`, too. */
export function textInAngles(text: string): string {
  const from = text.lastIndexOf("<");
  const to = from < 0 ? -1 : text.indexOf(">", from);
  return to < 0 ? text : text.slice(from + 1, to).trim();
}

export function urlDecoded(text: string): string {
  return text.includes("%") ? safely(() => decodeURIComponent(text), text) : text;
}

/** A number without the first (0) where it begins with + or 00: in +44 (0)20 it is not dialled from abroad (R21). */
export function withoutTrunkZero(number: string): string {
  return number.startsWith("+") || number.startsWith("00") ? number.replace("(0)", "") : number;
}

/**
 * The digits, and a + directly before the first digit, without a trunk zero in brackets. A text without digits, such as
 * `anonymous`, is unchanged.
 */
export function phoneDigits(text: string): string {
  const first = text.search(/[0-9]/);
  if (first < 0) return text;
  const plus = text[first - 1] === "+" ? "+" : "";
  return plus + withoutTrunkZero(plus + text.slice(first)).replace(/[^0-9]+/g, "");
}
