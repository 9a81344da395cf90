// Copies texts and scans their bytes: the exports of write-copy.ts, in AssemblyScript.

export const CONTROL: i32 = 1;
export const OTHER: i32 = 2;
export const QUOTED: i32 = 4;

// @ts-ignore: decorator
@inline export function copyBytes(to: i32, from: i32, length: i32): i32 {
  for (let done = 0; done < length; done += 16) v128.store(to + done, v128.load(from + done));
  return to + length;
}

export function copyLookedAt(to: i32, from: i32, length: i32, other: i32): i32 {
  const spaces = i8x16.splat(32), quotes = i8x16.splat(34), others = i8x16.splat(other as i8);
  let controls = 0, found = 0, quoted = 0;
  for (let done = 0; done < length; done += 16) {
    const bytes = v128.load(from + done);
    const rest = length - done;
    const mask = rest < 16 ? (1 << rest) - 1 : 0xffff;
    controls |= i8x16.bitmask(i8x16.lt_u(bytes, spaces)) & mask;
    found |= i8x16.bitmask(i8x16.eq(bytes, others)) & mask;
    quoted |= i8x16.bitmask(i8x16.eq(bytes, quotes)) & mask;
    v128.store(to + done, bytes);
  }
  return (controls == 0 ? 0 : CONTROL) | (found == 0 ? 0 : OTHER) | (quoted == 0 ? 0 : QUOTED);
}
