/** Parties as exchanges write them: URIs, names before a number in angles, digits with signs between them. */

const ZERO = 48;
const NINE = 57;
const PLUS = 43;

/** The user part of `sip:user@host;…` or `user@host`, and what `tel:` names; any other text stays as it is. */
export function uriUser(text: string): string {
  const scheme = text.slice(0, 5).toLowerCase();
  if (scheme.startsWith("tel:")) return upTo(text.slice(4), ";");
  const start = scheme.startsWith("sip:") ? 4 : scheme === "sips:" ? 5 : 0;
  const at = text.indexOf("@", start);
  if (at < 0) return text;
  // A user may have a password or parameters.
  return upTo(upTo(text.slice(start, at), ":"), ";") || text;
}

function upTo(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}

/** What stands between the last `<` and the `>` behind it: names may have a `<` of their own. */
export function textInAngles(text: string): string {
  const from = text.lastIndexOf("<");
  const to = from < 0 ? -1 : text.indexOf(">", from);
  return to < 0 ? text : text.slice(from + 1, to).trim();
}

export function urlDecoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Digits, and a + directly before the first of them. A text without a digit, such as `anonymous`, stays as it is. */
export function phoneDigits(text: string): string {
  let digits = "";
  let from = -1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      if (from < 0) from = digits === "" && at > 0 && text.charCodeAt(at - 1) === PLUS ? at - 1 : at;
    } else if (from >= 0) {
      digits += text.slice(from, at);
      from = -1;
    }
  }
  if (from >= 0) digits += text.slice(from);
  return digits === "" ? text : digits;
}
