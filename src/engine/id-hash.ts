/**
 * Hashes of ids: 84 bits of four lanes of 32, each mixing every character with a multiplier of its own. A hash may go on
 * from the lanes of a text before it, so that what many ids have in common is mixed once.
 */

/** Words of a hash: region and extra bits, high, low. */
export const WORDS = 3;
/** Bits that choose the region of a table; the extra bits below them are eight. */
export const REGION_BITS = 12;
/** First word of the hash of a blank id, which no hash of an id has. */
export const BLANK = 0xffff_ffff;

/** The state of the four lanes. */
export type Lanes = Int32Array;

const MIX_A = 0x01000193;
const MIX_B = 0x2c1b3c6d;
const MIX_C = 0x297a2d39;
const MIX_D = 0x5bd1e995;

/** The lanes before any text. */
export const FIRST_LANES: Lanes = Int32Array.of(0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0);

/** The lanes after a text and a mark, to which no text that goes on from there can add up with another text and mark. */
export function lanesAfter(text: string, mark: number): Lanes {
  let a = FIRST_LANES[0] as number;
  let b = FIRST_LANES[1] as number;
  let c = FIRST_LANES[2] as number;
  let d = FIRST_LANES[3] as number;
  for (let index = 0; index <= text.length; index++) {
    // Beyond all units of a text.
    const code = index < text.length ? text.charCodeAt(index) : 0x1_0000 + mark;
    a = Math.imul(a ^ code, MIX_A) ^ (b >>> 15);
    b = Math.imul(b ^ code, MIX_B) ^ (c >>> 13);
    c = Math.imul(c ^ code, MIX_C) ^ (d >>> 16);
    d = Math.imul(d ^ code, MIX_D) ^ (a >>> 14);
  }
  return Int32Array.of(a, b, c, d);
}

/** Writes the hash of a text behind what `lanes` hold; of a blank one that of nothing. */
export function writeHash(
  text: string | null | undefined,
  lanes: Lanes,
  words: Uint32Array,
  at: number,
): void {
  if (text === null || text === undefined || text === "") {
    words[at] = BLANK;
    return;
  }
  let a = lanes[0] as number;
  let b = lanes[1] as number;
  let c = lanes[2] as number;
  let d = (lanes[3] as number) + text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, MIX_A) ^ (b >>> 15);
    b = Math.imul(b ^ code, MIX_B) ^ (c >>> 13);
    c = Math.imul(c ^ code, MIX_C) ^ (d >>> 16);
    d = Math.imul(d ^ code, MIX_D) ^ (a >>> 14);
  }
  finishHash(a, b, c, d, words, at);
}

/** `writeHash` of a text that stands in ASCII bytes; the loop is the same, for the sake of speed. */
export function writeHashOfBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
  lanes: Lanes,
  words: Uint32Array,
  at: number,
): void {
  if (start === end) {
    words[at] = BLANK;
    return;
  }
  let a = lanes[0] as number;
  let b = lanes[1] as number;
  let c = lanes[2] as number;
  let d = (lanes[3] as number) + (end - start);
  for (let index = start; index < end; index++) {
    const code = bytes[index] as number;
    a = Math.imul(a ^ code, MIX_A) ^ (b >>> 15);
    b = Math.imul(b ^ code, MIX_B) ^ (c >>> 13);
    c = Math.imul(c ^ code, MIX_C) ^ (d >>> 16);
    d = Math.imul(d ^ code, MIX_D) ^ (a >>> 14);
  }
  finishHash(a, b, c, d, words, at);
}

function finishHash(a: number, b: number, c: number, d: number, words: Uint32Array, at: number): void {
  const first = mix(a ^ (d >>> 3));
  const second = mix(b + first);
  const third = mix(c + second);
  const fourth = mix(d + third);
  words[at] = ((fourth >>> (32 - REGION_BITS)) << 8) | (third & 0xff);
  words[at + 1] = mix(first + fourth);
  words[at + 2] = second;
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x846ca68b);
  return mixed ^ (mixed >>> 16);
}
