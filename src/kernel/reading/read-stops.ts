/**
 * Finds stops: bytes that end a cell, or show that the cell is not plain. In the WebAssembly build `read-stops.as`
 * replaces this file.
 */
import { i32At, u8At, wordAt } from "../memory.ts";

// Words of a reading: bytes, each repeated four times. Bytes below STOPS_BELOW, and OTHER_STOP, may be stops.
export const STOPS_BELOW: i32 = 0;
export const OTHER_STOP: i32 = 4;
/** Bytes below this control character, besides quotes and OTHER_STOP, may be stops. */
export const CONTROLS_BELOW: i32 = 8;
/** The highest stop except OTHER_STOP, or the same byte as OTHER_STOP. */
export const SECOND_STOP: i32 = 12;
/** 1 by byte where it is a stop. */
export const IS_STOP: i32 = 16;
export const STOPS_BYTES: i32 = IS_STOP + 256;

const FOUR_TIMES: i32 = 0x01010101;
const HIGH_BITS: i32 = -2139062144;

export function isStop(reading: i32, byte: i32): boolean {
  return u8At(reading + IS_STOP + byte) !== 0;
}

/** The first stop from an address on: there always is one. A byte found among four at once need not be a stop. */
export function stopFrom(reading: i32, from: i32): i32 {
  const below = i32At(reading + STOPS_BELOW);
  const other = i32At(reading + OTHER_STOP);
  let at = from;
  for (;;) {
    const word = wordAt(at);
    const unlike = word ^ other;
    const found = (((word - below) & ~word) | ((unlike - FOUR_TIMES) & ~unlike)) & HIGH_BITS;
    if (found === 0) {
      at += 4;
      continue;
    }
    at += (31 - Math.clz32(found & -found)) >> 3;
    if (isStop(reading, u8At(at))) return at;
    at++;
  }
}
