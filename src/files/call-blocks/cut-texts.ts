/** Steps of a dialect that only cut a text, or mostly leave it as it is, done by moving where it begins and ends; of texts of ASCII. */
import type { DialectStep } from "../dialects/index.ts";

/** A text that stands somewhere in bytes. */
export interface StandingText {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  cut(start: number, end: number): void;
}

/** Does with the bytes of a text what a step does with the text; false where it makes another of it. */
export type CutText = (text: StandingText) => boolean;

const SPACE = 32;
const PERCENT = 37;
const PLUS = 43;
const COLON = 58;
const SEMICOLON = 59;
const AT = 64;
const OPENING = 60;
const CLOSING = 62;

/** A step as a cut; undefined for one that makes new texts. */
export function cutOf(step: DialectStep): CutText | undefined {
  if (step === "uriUser") return cutUriUser;
  if (step === "angle") return cutAngle;
  if (step === "urlDecode") return leftWithout(isPercent);
  if (step === "lower") return leftWithout(isCapital);
  if (step === "upper") return leftWithout(isSmall);
  if (step === "phone") return leftPhone;
  if (typeof step === "string") return undefined;
  if ("before" in step) return cutBefore(step.before);
  if ("after" in step) return cutAfter(step.after);
  if ("dropPrefix" in step) {
    const dropped = typeof step.dropPrefix === "string" ? [step.dropPrefix] : step.dropPrefix;
    return cutPrefix(dropped.map((prefix) => [prefix, ""]));
  }
  if ("prefixes" in step) return cutPrefix(Object.entries(step.prefixes));
  if ("cut" in step) {
    const [from, to] = step.cut;
    if (from < 1 || (to ?? 0) < 0) return undefined;
    return (text) => {
      const start = Math.min(text.start + from - 1, text.end);
      trimmed(
        text,
        start,
        to === undefined ? text.end : Math.max(start, Math.min(text.start + to, text.end)),
      );
      return true;
    };
  }
  return undefined;
}

function indexOf(bytes: Uint8Array, code: number, start: number, end: number): number {
  for (let at = start; at < end; at++) if (bytes[at] === code) return at;
  return -1;
}

function cutUriUser(text: StandingText): boolean {
  const { bytes, start, end } = text;
  if (begins(bytes, start, end, TEL)) {
    upTo(text, start + 4, end, SEMICOLON);
    return true;
  }
  const user = begins(bytes, start, end, SIP)
    ? start + 4
    : begins(bytes, start, end, SIPS)
      ? start + 5
      : start;
  let last = end;
  let at = user;
  for (let code = bytes[at]; at < end && code !== AT; code = bytes[++at])
    if (last === end && (code === COLON || code === SEMICOLON)) last = at;
  if (at > user && at < end) text.cut(user, Math.min(last, at));
  return true;
}

const TEL = Buffer.from("tel:");
const SIP = Buffer.from("sip:");
const SIPS = Buffer.from("sips:");

/** Whether a text begins with letters, which are given in lower case, and a colon. */
function begins(bytes: Uint8Array, start: number, end: number, scheme: Uint8Array): boolean {
  if (end - start < scheme.length) return false;
  for (let at = 0; at < scheme.length; at++) {
    const code = bytes[start + at] as number;
    if ((code === COLON ? code : code >= 65 && code <= 90 ? code | 32 : code) !== scheme[at]) return false;
  }
  return true;
}

function upTo(text: StandingText, start: number, end: number, mark: number): void {
  const at = indexOf(text.bytes, mark, start, end);
  text.cut(start, at < 0 ? end : at);
}

function cutAngle(text: StandingText): boolean {
  const { bytes, start, end } = text;
  let from = end - 1;
  while (from >= start && bytes[from] !== OPENING) from--;
  const to = from < start ? -1 : indexOf(bytes, CLOSING, from, end);
  if (to >= 0) trimmed(text, from + 1, to);
  return true;
}

function cutBefore(mark: string): CutText {
  const bytes = Buffer.from(mark);
  return (text) => {
    const at = placeOf(text, bytes);
    if (at >= 0) trimmed(text, text.start, at);
    return true;
  };
}

function cutAfter(mark: string): CutText {
  const bytes = Buffer.from(mark);
  return (text) => {
    const at = placeOf(text, bytes);
    if (at >= 0) trimmed(text, at + bytes.length, text.end);
    return true;
  };
}

function placeOf({ bytes, start, end }: StandingText, mark: Uint8Array): number {
  for (let at = start; at <= end - mark.length; at++) if (stands(bytes, at, mark)) return at;
  return -1;
}

/** Whether the bytes of a mark stand at a place. */
export function stands(bytes: Uint8Array, start: number, mark: Uint8Array): boolean {
  for (let at = 0; at < mark.length; at++) if (bytes[start + at] !== mark[at]) return false;
  return true;
}

function cutPrefix(prefixes: readonly (readonly [prefix: string, instead: string])[]): CutText {
  const longestFirst = [...prefixes]
    .sort(([a], [b]) => b.length - a.length)
    // What stands in place of a prefix may be its end.
    .map(([prefix, instead]) => ({
      bytes: Buffer.from(prefix),
      less: prefix.endsWith(instead) ? Buffer.byteLength(prefix) - Buffer.byteLength(instead) : NEW_TEXT,
    }));
  return (text) => {
    const { bytes, start, end } = text;
    for (const { bytes: prefix, less } of longestFirst) {
      if (prefix.length > end - start || !stands(bytes, start, prefix)) continue;
      if (less === NEW_TEXT) return false;
      text.cut(start + less, end);
      return true;
    }
    return true;
  };
}

const NEW_TEXT = -1;

/** Leaves a text as it is that has no byte of a kind. */
function leftWithout(isOne: (code: number) => boolean): CutText {
  return ({ bytes, start, end }) => {
    for (let at = start; at < end; at++) if (isOne(bytes[at] as number)) return false;
    return true;
  };
}

function isPercent(code: number): boolean {
  return code === PERCENT;
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}

function leftPhone({ bytes, start, end }: StandingText): boolean {
  const first = bytes[start] === PLUS ? start + 1 : start;
  for (let at = first; at < end; at++) {
    const code = bytes[at] as number;
    if (code < 48 || code > 57) return false;
  }
  return true;
}

function trimmed(text: StandingText, from: number, to: number): void {
  const { bytes } = text;
  let start = from;
  let end = to;
  while (start < end && isSpace(bytes[start] as number)) start++;
  while (start < end && isSpace(bytes[end - 1] as number)) end--;
  text.cut(start, end);
}

function isSpace(code: number): boolean {
  return code === SPACE || (code >= 9 && code <= 13);
}
