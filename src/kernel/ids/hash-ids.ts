/**
 * Hashes of ids, which find duplicate calls (R30): MurmurHash3 of 128 bits in its 32-bit form (x86), from an initial
 * state of four words. Four equal words are the seed of the original; the hash of one text can be the initial state of
 * another.
 */
import { i32At, multiply, setI32, wordAt } from "../memory.ts";
import * as rows from "../rows.ts";

/**
 * Bytes of a hash, and of a call's two hashes: of its id, then of its carrier's id. A blank id has four words of 0; the
 * second word of any other hash is not 0.
 */
export const HASH_BYTES: i32 = 16;
export const CALL_HASH_BYTES: i32 = 32;

// A hash table of the initial states (beginnings) of carriers' ids, by carrier, direction flag and leg. The words of a
// slot, the first 0 where the slot is empty:
/** The carrier's code + 1. */
export const BEGINNING_CARRIER: i32 = 0;
/** Twice the direction flag's code, + 1 for a further leg. */
export const BEGINNING_FLAG_AND_LEG: i32 = 4;
/** The initial state. */
export const BEGINNING: i32 = 16;
export const BEGINNING_BYTES: i32 = 32;
export const BEGINNINGS: i32 = 2048;

const STEP: i32 = 16;
const A: i32 = 0x239b961b;
const B: i32 = -1425107063;
const C: i32 = 0x38b34ae5;
const D: i32 = -1578923117;

/** Writes the hash of the text from `start` to `end`; up to three bytes behind it are read, too. */
export function hashText(beginning: i32, start: i32, end: i32, to: i32): void {
  let a: i32 = i32At(beginning);
  let b: i32 = i32At(beginning + 4);
  let c: i32 = i32At(beginning + 8);
  let d: i32 = i32At(beginning + 12);
  const length: i32 = end - start;
  let rest: i32 = length;
  let at: i32 = start;
  while (rest >= STEP) {
    a ^= multiply(rotated(multiply(wordAt(at), A), 15), B);
    a = (multiply((rotated(a, 19) + b) | 0, 5) + 0x561ccd1b) | 0;
    b ^= multiply(rotated(multiply(wordAt(at + 4), B), 16), C);
    b = (multiply((rotated(b, 17) + c) | 0, 5) + 0x0bcaa747) | 0;
    c ^= multiply(rotated(multiply(wordAt(at + 8), C), 17), D);
    c = (multiply((rotated(c, 15) + d) | 0, 5) - 0x6932e3cb) | 0;
    d ^= multiply(rotated(multiply(wordAt(at + 12), D), 18), A);
    d = (multiply((rotated(d, 13) + a) | 0, 5) + 0x32ac3b17) | 0;
    at += STEP;
    rest -= STEP;
  }
  if (rest > 12) d ^= multiply(rotated(multiply(firstBytes(at + 12, rest - 12), D), 18), A);
  if (rest > 8) c ^= multiply(rotated(multiply(firstBytes(at + 8, rest - 8), C), 17), D);
  if (rest > 4) b ^= multiply(rotated(multiply(firstBytes(at + 4, rest - 4), B), 16), C);
  if (rest > 0) a ^= multiply(rotated(multiply(firstBytes(at, rest), A), 15), B);
  a ^= length;
  b ^= length;
  c ^= length;
  d ^= length;
  a = (a + b + c + d) | 0;
  b = mixed((b + a) | 0);
  c = mixed((c + a) | 0);
  d = mixed((d + a) | 0);
  a = mixed(a);
  a = (a + b + c + d) | 0;
  b = (b + a) | 0;
  setI32(to, a);
  // A second word of 0 means a blank id.
  setI32(to + 4, b === 0 ? 1 : b);
  setI32(to + 8, (c + a) | 0);
  setI32(to + 12, (d + a) | 0);
}

function rotated(word: i32, bits: i32): i32 {
  return (word << bits) | (word >>> (32 - bits));
}

/** The first bytes of the word at an address, up to four of them. */
function firstBytes(at: i32, count: i32): i32 {
  const word: i32 = wordAt(at);
  return count < 4 ? word & ((1 << (count << 3)) - 1) : word;
}

function mixed(word: i32): i32 {
  let value: i32 = word ^ (word >>> 16);
  value = multiply(value, -2048144789);
  value ^= value >>> 13;
  value = multiply(value, -1028477387);
  return value ^ (value >>> 16);
}

/**
 * Writes the hashes of the rows from `first` on, CALL_HASH_BYTES each, from the ids in the memory; rows with BY_RECORD
 * are skipped. Returns the first row whose initial state is not in the table, or `count`.
 */
export function hashRows(first: i32, count: i32, beginnings: i32, hashes: i32): i32 {
  const blank: i32 = beginnings + BEGINNINGS * BEGINNING_BYTES;
  for (let row = first; row < count; row++) {
    const at = row << 2;
    if (i32At(rows.BY_RECORD + at) !== 0) continue;
    const to = hashes + row * CALL_HASH_BYTES;
    const start = i32At(rows.ID_START + at);
    const end = i32At(rows.ID_END + at);
    if (start === end) clearHash(to);
    else hashText(blank, start, end, to);
    const carrierStart = i32At(rows.CARRIER_CALL_ID_START + at);
    const carrierEnd = i32At(rows.CARRIER_CALL_ID_END + at);
    if (carrierStart === carrierEnd) {
      clearHash(to + HASH_BYTES);
      continue;
    }
    const leg: i32 = i32At(rows.HAS_A_LEG_ID + at) === 0 ? 0 : 1;
    const slot = beginningOf(
      beginnings,
      i32At(rows.CARRIER + at) + 1,
      (i32At(rows.DIRECTION_FLAG + at) << 1) | leg,
    );
    if (i32At(slot) === 0) return row;
    hashText(slot + BEGINNING, carrierStart, carrierEnd, to + HASH_BYTES);
  }
  return count;
}

/** The slot of an initial state, or the empty slot for it. The table is never full. */
export function beginningOf(beginnings: i32, carrier: i32, flagAndLeg: i32): i32 {
  let slot: i32 = mixed((multiply(flagAndLeg, A) + carrier) | 0) & (BEGINNINGS - 1);
  let at: i32 = beginnings + slot * BEGINNING_BYTES;
  while (i32At(at) !== 0) {
    if (i32At(at) === carrier && i32At(at + BEGINNING_FLAG_AND_LEG) === flagAndLeg) return at;
    slot = (slot + 1) & (BEGINNINGS - 1);
    at = beginnings + slot * BEGINNING_BYTES;
  }
  return at;
}

function clearHash(at: i32): void {
  setI32(at, 0);
  setI32(at + 4, 0);
  setI32(at + 8, 0);
  setI32(at + 12, 0);
}
