/**
 * Steps of a dialect that only cut a text or mostly leave it unchanged: they move the start and the end of the text.
 * For ASCII texts only; the host makes all other texts, and those that a step replaces.
 */
import { i32At, setI32, u8At } from "../memory.ts";
import { CUT_END, CUT_START, isSpace } from "./read-cells.ts";
import { areSame } from "./read-names.ts";

// A list of steps: their number, then the steps.
export const FIRST_STEP: i32 = 8;
const STEP_KIND: i32 = 0;
export const FIRST: i32 = 4;
export const SECOND: i32 = 8;
export const STEP_BYTES: i32 = 16;

/** Keeps the part before or after the first mark: address of the mark, and its length. */
export const BEFORE_MARK: i32 = 1;
export const AFTER_MARK: i32 = 2;
/** Drops the longest prefix: address of the prefixes, longest first, and their number. */
export const WITHOUT_PREFIX: i32 = 3;
/** Keeps the characters from `FIRST` (counted from 0) up to `SECOND`, or up to the end where `SECOND` is negative. */
export const CHARACTERS: i32 = 4;
/** Keeps the user of a SIP or telephone address; the part between the last `<` and the `>` behind it. */
export const URI_USER: i32 = 5;
export const WITHIN_ANGLES: i32 = 6;
/** Leaves a text without bytes from `FIRST` to `SECOND`; leaves a text of digits with an optional `+` before them. */
export const LEFT_WITHOUT: i32 = 7;
export const LEFT_PHONE: i32 = 8;

// A prefix: its address, its length, and the number of bytes to cut, or NEW_TEXT where another text replaces the
// prefix.
const PREFIX_TEXT: i32 = 0;
const PREFIX_LENGTH: i32 = 4;
const PREFIX_CUT: i32 = 8;
export const PREFIX_BYTES: i32 = 12;
export const NEW_TEXT: i32 = -1;

const PLUS: i32 = 43;
const COLON: i32 = 58;
const SEMICOLON: i32 = 59;
const OPENING: i32 = 60;
const CLOSING: i32 = 62;
const AT_SIGN: i32 = 64;
const LETTER_S: i32 = 115;
const ZERO: i32 = 48;
const MOST_ASCII: i32 = 127;

/**
 * Applies the steps of a list to the text from `start` to `end`; CUT_START and CUT_END bound the rest. False where the
 * host has to make the text.
 */
export function cutText(reading: i32, steps: i32, start: i32, end: i32): boolean {
  for (let at = start; at < end; at++) if (u8At(at) > MOST_ASCII) return false;
  setI32(reading + CUT_START, start);
  setI32(reading + CUT_END, end);
  const last = steps + FIRST_STEP + i32At(steps) * STEP_BYTES;
  for (let step = steps + FIRST_STEP; step < last; step += STEP_BYTES) if (!cut(reading, step)) return false;
  return true;
}

function cut(reading: i32, step: i32): boolean {
  const start = i32At(reading + CUT_START);
  const end = i32At(reading + CUT_END);
  const first = i32At(step + FIRST);
  const second = i32At(step + SECOND);
  switch (i32At(step + STEP_KIND)) {
    case BEFORE_MARK: {
      const mark = markIn(start, end, first, second);
      if (mark >= 0) keepTrimmed(reading, start, mark);
      return true;
    }
    case AFTER_MARK: {
      const mark = markIn(start, end, first, second);
      if (mark >= 0) keepTrimmed(reading, mark + second, end);
      return true;
    }
    case WITHOUT_PREFIX:
      return cutPrefix(reading, first, second);
    case CHARACTERS: {
      const from = start + first < end ? start + first : end;
      const to = second < 0 || start + second > end ? end : start + second;
      keepTrimmed(reading, from, to < from ? from : to);
      return true;
    }
    case URI_USER:
      cutUriUser(reading, start, end);
      return true;
    case WITHIN_ANGLES:
      cutAngles(reading, start, end);
      return true;
    case LEFT_WITHOUT:
      for (let at = start; at < end; at++) if (u8At(at) >= first && u8At(at) <= second) return false;
      return true;
    default:
      return isPhone(start, end);
  }
}

function markIn(start: i32, end: i32, mark: i32, length: i32): i32 {
  const first = u8At(mark);
  for (let at = start; at <= end - length; at++)
    if (length === 0 || (u8At(at) === first && areSame(at, mark, length))) return at;
  return -1;
}

function cutPrefix(reading: i32, prefixes: i32, count: i32): boolean {
  const start = i32At(reading + CUT_START);
  const most = i32At(reading + CUT_END) - start;
  for (let at: i32 = 0; at < count; at++) {
    const prefix = prefixes + at * PREFIX_BYTES;
    const length = i32At(prefix + PREFIX_LENGTH);
    if (length > most || !areSame(i32At(prefix + PREFIX_TEXT), start, length)) continue;
    const less = i32At(prefix + PREFIX_CUT);
    if (less === NEW_TEXT) return false;
    setI32(reading + CUT_START, start + less);
    return true;
  }
  return true;
}

function cutUriUser(reading: i32, start: i32, end: i32): void {
  if (begins(start, end, 116, 101, 108)) {
    const mark = byteIn(SEMICOLON, start + 4, end);
    setI32(reading + CUT_START, start + 4);
    setI32(reading + CUT_END, mark < 0 ? end : mark);
    return;
  }
  let user = start;
  if (begins(start, end, LETTER_S, 105, 112)) user = start + 4;
  else if (start < end && isLetter(u8At(start), LETTER_S) && begins(start + 1, end, 105, 112, LETTER_S))
    user = start + 5;
  const host = byteIn(AT_SIGN, user, end);
  if (host <= user) return;
  let last = host;
  for (let at = user; at < last; at++) if (u8At(at) === COLON || u8At(at) === SEMICOLON) last = at;
  // An address without a user stays unchanged.
  if (last === user) return;
  setI32(reading + CUT_START, user);
  setI32(reading + CUT_END, last);
}

/** Whether a text begins with three letters, given in lower case, and a colon. */
function begins(start: i32, end: i32, first: i32, second: i32, third: i32): boolean {
  return (
    end - start >= 4 &&
    isLetter(u8At(start), first) &&
    isLetter(u8At(start + 1), second) &&
    isLetter(u8At(start + 2), third) &&
    u8At(start + 3) === COLON
  );
}

function isLetter(byte: i32, small: i32): boolean {
  return byte === small || byte === small - 32;
}

function cutAngles(reading: i32, start: i32, end: i32): void {
  let opening = end - 1;
  while (opening >= start && u8At(opening) !== OPENING) opening--;
  const closing = opening < start ? -1 : byteIn(CLOSING, opening, end);
  if (closing >= 0) keepTrimmed(reading, opening + 1, closing);
}

function byteIn(byte: i32, start: i32, end: i32): i32 {
  for (let at = start; at < end; at++) if (u8At(at) === byte) return at;
  return -1;
}

function isPhone(start: i32, end: i32): boolean {
  const first = start < end && u8At(start) === PLUS ? start + 1 : start;
  for (let at = first; at < end; at++) if (u8At(at) < ZERO || u8At(at) > ZERO + 9) return false;
  return true;
}

/** Keeps a part of the text, without white space around it. */
function keepTrimmed(reading: i32, from: i32, to: i32): void {
  let start = from;
  let end = to;
  while (start < end && isSpace(u8At(start))) start++;
  while (start < end && isSpace(u8At(end - 1))) end--;
  setI32(reading + CUT_START, start);
  setI32(reading + CUT_END, end);
}
