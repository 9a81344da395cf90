// Finds stops sixteen bytes at a time: the exports of read-stops.ts, in AssemblyScript.

export const STOPS_BELOW: i32 = 0;
export const OTHER_STOP: i32 = 4;
export const CONTROLS_BELOW: i32 = 8;
export const SECOND_STOP: i32 = 12;
export const IS_STOP: i32 = 16;
export const STOPS_BYTES: i32 = IS_STOP + 256;

// @ts-ignore: decorator
@inline export function isStop(reading: i32, byte: i32): bool { return load<u8>(reading + IS_STOP + byte) != 0; }

export function stopFrom(reading: i32, from: i32): i32 {
  const other = v128.load8_splat(reading + OTHER_STOP);
  const second = v128.load8_splat(reading + SECOND_STOP);
  const below = v128.load8_splat(reading + CONTROLS_BELOW);
  const quote = i8x16.splat(34);
  let at = from;
  while (true) {
    const bytes = v128.load(at);
    let found = i8x16.bitmask(v128.or(v128.or(i8x16.eq(bytes, other), i8x16.eq(bytes, second)), v128.or(i8x16.eq(bytes, quote), i8x16.lt_u(bytes, below))));
    while (found != 0) {
      const stop = at + ctz(found);
      if (isStop(reading, load<u8>(stop))) return stop;
      found &= found - 1;
    }
    at += 16;
  }
}
