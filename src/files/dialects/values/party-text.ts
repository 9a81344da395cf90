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

/**
 * The digits, and a + directly before the first digit; the (0) of +44 (0)20 is no digit of the number (R21). A text
 * without digits, such as `anonymous`, is unchanged.
 */
export function phoneDigits(text: string): string {
  const first = text.search(/[0-9]/);
  if (first < 0) return text;
  const hasPlus = text[first - 1] === "+";
  const number = hasPlus || text.startsWith("00", first) ? text.replace("(0)", "") : text;
  return (hasPlus ? "+" : "") + number.replace(/[^0-9]+/g, "");
}
