/** Scans a text for the parts of a time, character by character. */
import type { PicturePiece, TimeParts } from "./time-picture.ts";

const ZERO = 48;
const COLON = 58;
const POINT = 46;
const PLUS = 43;
const MINUS = 45;

/** The names of the months, in lower case. */
export const MONTH_NAMES =
  "january february march april may june july august september october november december".split(" ");

/** A scanner with a position in one text. A part that is missing gives a number below 0. */
export class TimeScanner {
  #text = "";
  #at = 0;

  /** Reads a whole text by a picture; false if the text does not fit to the last character. */
  read(text: string, pieces: readonly PicturePiece[], parts: TimeParts): boolean {
    this.#text = text;
    this.#at = 0;
    clearParts(parts);
    let hour = -1;
    let minute = 0;
    let millisecond = 0;
    let half = -1;
    for (const piece of pieces) {
      if ("literal" in piece) {
        if (!this.#skip(piece.literal)) return false;
        continue;
      }
      switch (piece.token) {
        case "YYYY":
          parts.year = this.#digits(4, 4);
          if (parts.year < 0) return false;
          break;
        case "YY":
          parts.year = 2_000 + this.#digits(2, 2);
          if (parts.year < 2_000) return false;
          break;
        case "MMM":
          parts.month = this.#monthName();
          break;
        case "MM":
          parts.month = this.#digits(2, 2);
          break;
        case "M":
          parts.month = this.#digits(1, 2);
          break;
        case "DDD":
          if (this.#letters() < 2) return false;
          break;
        case "DD":
          parts.day = this.#digits(2, 2);
          break;
        case "D":
          parts.day = this.#digits(1, 2);
          break;
        case "HH":
        case "hh":
          hour = this.#digits(2, 2);
          if (hour < 0) return false;
          break;
        case "H":
        case "h":
          hour = this.#digits(1, 2);
          if (hour < 0) return false;
          break;
        case "mm":
          minute = this.#digits(2, 2);
          break;
        case "ss":
          millisecond = this.#secondAsMilliseconds();
          break;
        case ".f": {
          const fraction = this.#fraction();
          if (fraction < 0) return false;
          millisecond += fraction;
          break;
        }
        case "A":
          half = this.#halfOfDay();
          if (half < 0) return false;
          break;
        case "Z":
          if (!this.#offset(parts)) return false;
          break;
      }
    }
    if (this.#at !== text.length) return false;
    if (half >= 0) {
      if (hour < 1 || hour > 12) return false;
      hour = (hour % 12) + half * 12;
    }
    return putClock(parts, hour, minute, millisecond);
  }

  /** `YYYY-MM-DD`, and optionally a `T` or a space with `HH:mm`, and optionally `:ss`, a fraction and an offset. */
  readIso(text: string, parts: TimeParts): boolean {
    this.#text = text;
    this.#at = 0;
    clearParts(parts);
    parts.year = this.#digits(4, 4);
    if (parts.year < 0 || !this.#skip(MINUS)) return false;
    parts.month = this.#digits(2, 2);
    if (!this.#skip(MINUS)) return false;
    parts.day = this.#digits(2, 2);
    if (this.#at === text.length) return true;
    // T or t or a space.
    const separator = text.charCodeAt(this.#at);
    if (separator !== 84 && separator !== 116 && separator !== 32) return false;
    this.#at += 1;
    const hour = this.#digits(2, 2);
    if (hour < 0 || !this.#skip(COLON)) return false;
    const minute = this.#digits(2, 2);
    let millisecond = 0;
    if (this.#skip(COLON)) {
      millisecond = this.#secondAsMilliseconds();
      if (millisecond >= 0 && this.#peek() === POINT) {
        const fraction = this.#fraction();
        if (fraction < 0) return false;
        millisecond += fraction;
      }
    }
    if (this.#at !== text.length && !this.#offset(parts)) return false;
    return this.#at === text.length && putClock(parts, hour, minute, millisecond);
  }

  #peek(): number {
    return this.#at < this.#text.length ? this.#text.charCodeAt(this.#at) : -1;
  }

  #skip(code: number): boolean {
    if (this.#peek() !== code) return false;
    this.#at += 1;
    return true;
  }

  /** A number of `least` to `most` digits; NOT_THERE if there are fewer. */
  #digits(least: number, most: number): number {
    let value = 0;
    let count = 0;
    while (count < most) {
      const digit = this.#peek() - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      this.#at += 1;
      count += 1;
    }
    return count < least ? NOT_THERE : value;
  }

  #secondAsMilliseconds(): number {
    const second = this.#digits(2, 2);
    // A leap second is refused: no switch writes leap seconds and no zone table knows them.
    return second > 59 ? NOT_THERE : second * 1_000;
  }

  /** A point and digits as milliseconds, cut and not rounded: a call must not begin in a later millisecond. */
  #fraction(): number {
    if (!this.#skip(POINT)) return NOT_THERE;
    const from = this.#at;
    let weight = 100;
    let millisecond = 0;
    for (let digit = this.#peek() - ZERO; digit >= 0 && digit <= 9; digit = this.#peek() - ZERO) {
      if (weight >= 1) millisecond += digit * weight;
      weight = weight > 1 ? weight / 10 : 0;
      this.#at += 1;
    }
    return this.#at === from ? NOT_THERE : millisecond;
  }

  /** Skips Latin letters, and returns their count. */
  #letters(): number {
    const from = this.#at;
    while (isLetter(this.#peek())) this.#at += 1;
    return this.#at - from;
  }

  /** `Oct`, `OCT`, `Sept` or the whole name. */
  #monthName(): number {
    const from = this.#at;
    const length = this.#letters();
    if (length < 3 || length > 9) return NOT_THERE;
    const name = this.#text.slice(from, this.#at).toLowerCase();
    return MONTH_NAMES.findIndex((month) => month.startsWith(name)) + 1;
  }

  /** 0 for AM, 1 for PM. */
  #halfOfDay(): number {
    const half = this.#peek() | 32;
    this.#at += 1;
    const isHalf = (this.#peek() | 32) === 109;
    this.#at += 1;
    if (!isHalf) return NOT_THERE;
    return half === 97 ? 0 : half === 112 ? 1 : NOT_THERE;
  }

  /** `Z`, `UTC`, `GMT`, `+HH`, `+HHmm` or `+HH:mm`. */
  #offset(parts: TimeParts): boolean {
    const from = this.#at;
    const sign = this.#peek();
    if (sign === PLUS || sign === MINUS) {
      this.#at += 1;
      const hours = this.#digits(2, 2);
      const hasColon = this.#skip(COLON);
      const digit = this.#peek() - ZERO;
      const minutes = hasColon || (digit >= 0 && digit <= 9) ? this.#digits(2, 2) : 0;
      if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return false;
      parts.offset = this.#text.slice(from, this.#at);
      return true;
    }
    const length = this.#letters();
    const word = length > 3 ? "" : this.#text.slice(from, from + length).toUpperCase();
    if (word !== "Z" && word !== "UTC" && word !== "GMT") return false;
    parts.offset = "Z";
    return true;
  }
}

/** Low enough to stay below 0 when milliseconds or a century are added. */
const NOT_THERE = -1_000_000;

export function clearParts(parts: TimeParts): void {
  parts.year = -1;
  parts.month = NOT_THERE;
  parts.day = NOT_THERE;
  parts.millisecondOfDay = -1;
  parts.offset = "";
  parts.instant = Number.NaN;
}

/** `hour` is -1 for no clock. */
function putClock(parts: TimeParts, hour: number, minute: number, millisecond: number): boolean {
  if (hour < 0) return true;
  if (hour > 23 || minute < 0 || minute > 59 || millisecond < 0) return false;
  parts.millisecondOfDay = (hour * 60 + minute) * 60_000 + millisecond;
  return true;
}

function isLetter(code: number): boolean {
  const lower = code | 32;
  return code > 0 && lower >= 97 && lower <= 122;
}
