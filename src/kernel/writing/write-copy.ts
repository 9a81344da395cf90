/**
 * Copies texts and scans their bytes; in the WebAssembly build write-copy.as replaces this file, sixteen bytes at a
 * time.
 */
import { copyText, multiply, setU8, setWord, u8At, wordAt } from "../memory.ts";

const STEP: i32 = 4;
const SPACES: i32 = 0x20202020;
const ONES: i32 = 0x01010101;
const HIGHEST_BITS: i32 = -0x7f7f7f80;

const QUOTE: i32 = 0x22;

/** Bits of a scan's result: control characters, which no line may have; the character sought; quotes. */
export const CONTROL: i32 = 1;
export const OTHER: i32 = 2;
export const QUOTED: i32 = 4;

/** Copies a text; returns the end of the copy. */
export function copyBytes(to: i32, from: i32, length: i32): i32 {
  copyText(to, from, length);
  return to + length;
}

/** Copies a text and returns the bits of the characters found in it. */
export function copyLookedAt(to: i32, from: i32, length: i32, other: i32): i32 {
  const others: i32 = multiply(other, ONES);
  const quotes: i32 = QUOTE * ONES;
  let controls: i32 = 0;
  let found: i32 = 0;
  let quoted: i32 = 0;
  if (length < STEP) {
    for (let at: i32 = 0; at < length; at++) {
      const byte: i32 = u8At(from + at);
      const word: i32 = multiply(byte, ONES);
      controls |= controlIn(word);
      found |= zeroIn(word ^ others);
      quoted |= zeroIn(word ^ quotes);
      setU8(to + at, byte);
    }
  } else {
    // The last step may overlap the step before.
    const last: i32 = length - STEP;
    for (let next: i32 = 0; next < length; next += STEP) {
      const at: i32 = next < last ? next : last;
      const word: i32 = wordAt(from + at);
      controls |= controlIn(word);
      found |= zeroIn(word ^ others);
      quoted |= zeroIn(word ^ quotes);
      setWord(to + at, word);
    }
  }
  return (
    ((controls & HIGHEST_BITS) === 0 ? 0 : CONTROL) |
    ((found & HIGHEST_BITS) === 0 ? 0 : OTHER) |
    ((quoted & HIGHEST_BITS) === 0 ? 0 : QUOTED)
  );
}

/** The highest bit of a byte is set where one of four bytes is a control character. */
function controlIn(word: i32): i32 {
  return (word - SPACES) & ~word;
}

/** The highest bit of a byte is set where one of four bytes is zero. */
function zeroIn(word: i32): i32 {
  return (word - ONES) & ~word;
}
