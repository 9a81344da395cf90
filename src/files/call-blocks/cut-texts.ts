/** Steps of a dialect that only cut a text, done by moving where it begins and ends; of texts of ASCII. */
import type { DialectStep } from "../dialects/index.ts";

/** A text that stands somewhere in bytes. */
export interface StandingText {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  cut(start: number, end: number): void;
}

/** Does with the bytes of a text what a step does with the text. */
export type CutText = (text: StandingText) => void;

const SPACE = 32;
const COLON = 58;
const SEMICOLON = 59;
const AT = 64;
const OPENING = 60;
const CLOSING = 62;

/** A step as a cut; undefined for one that makes new texts. */
export function cutOf(step: DialectStep): CutText | undefined {
  if (step === "uriUser") return cutUriUser;
  if (step === "angle") return cutAngle;
  if (typeof step === "string") return undefined;
  if ("before" in step) return cutBefore(step.before);
  if ("after" in step) return cutAfter(step.after);
  if ("dropPrefix" in step) {
    return cutPrefix(typeof step.dropPrefix === "string" ? [step.dropPrefix] : step.dropPrefix);
  }
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
    };
  }
  return undefined;
}

function indexOf(bytes: Uint8Array, code: number, start: number, end: number): number {
  for (let at = start; at < end; at++) if (bytes[at] === code) return at;
  return -1;
}

function cutUriUser(text: StandingText): void {
  const { bytes, start, end } = text;
  if (begins(bytes, start, end, TEL)) {
    upTo(text, start + 4, end, SEMICOLON);
    return;
  }
  const user = begins(bytes, start, end, SIP)
    ? start + 4
    : begins(bytes, start, end, SIPS)
      ? start + 5
      : start;
  const at = indexOf(bytes, AT, user, end);
  if (at <= user) return;
  upTo(text, user, at, COLON);
  upTo(text, text.start, text.end, SEMICOLON);
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

function cutAngle(text: StandingText): void {
  const { bytes, start, end } = text;
  let from = end - 1;
  while (from >= start && bytes[from] !== OPENING) from--;
  if (from < start) return;
  const to = indexOf(bytes, CLOSING, from, end);
  if (to >= 0) trimmed(text, from + 1, to);
}

function cutBefore(mark: string): CutText {
  const bytes = Buffer.from(mark);
  return (text) => {
    const at = placeOf(text, bytes);
    if (at >= 0) trimmed(text, text.start, at);
  };
}

function cutAfter(mark: string): CutText {
  const bytes = Buffer.from(mark);
  return (text) => {
    const at = placeOf(text, bytes);
    if (at >= 0) trimmed(text, at + bytes.length, text.end);
  };
}

function placeOf({ bytes, start, end }: StandingText, mark: Uint8Array): number {
  for (let at = start; at <= end - mark.length; at++) if (stands(bytes, at, mark)) return at;
  return -1;
}

function stands(bytes: Uint8Array, start: number, mark: Uint8Array): boolean {
  for (let at = 0; at < mark.length; at++) if (bytes[start + at] !== mark[at]) return false;
  return true;
}

function cutPrefix(prefixes: readonly string[]): CutText {
  const longestFirst = [...prefixes].sort((a, b) => b.length - a.length).map((prefix) => Buffer.from(prefix));
  return (text) => {
    const { bytes, start, end } = text;
    for (const prefix of longestFirst) {
      if (prefix.length > end - start || !stands(bytes, start, prefix)) continue;
      text.cut(start + prefix.length, end);
      return;
    }
  };
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
