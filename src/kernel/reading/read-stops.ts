/** Finding bytes that end a cell, or show that it is not plain. As WebAssembly `read-stops.as` stands in for this file. */
import { i32At, u8At, wordAt } from "../memory.ts";

// Words of a reading: bytes four times over. Those below the first of them, and the other, may be stops.
export const STOPS_BELOW: i32 = 0;
export const OTHER_STOP: i32 = 4;
/** What is below this control character, besides quotes and the other, may be a stop. */
export const CONTROLS_BELOW: i32 = 8;
/** The highest stop but for the other, or the same. */
export const SECOND_STOP: i32 = 12;
/** 1 by byte where it is a stop. */
export const IS_STOP: i32 = 16;
export const STOPS_BYTES: i32 = IS_STOP + 256;

const FOUR_TIMES: i32 = 0x01010101;
const HIGH_BITS: i32 = -2139062144;

export function isStop(reading: i32, byte: i32): boolean {
  return u8At(reading + IS_STOP + byte) !== 0;
}

/** The first stop from a place on: there is one. What is found of four bytes at once need not be one. */
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
