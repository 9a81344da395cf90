/**
 * Sets of ids by 84 bits of their hashes (see hash-ids.ts), in lines of memory of 64 bytes: six slots a line, so that a
 * look-up mostly reads one line. A hash belongs in the line that its second word points to, in proportion to the lines there
 * are, or else in the next one that has room: all lines stand in the order of their hashes, and a set grows where it stands.
 */
import { i32At, scaled, setI32, toF64, toI32 } from "../memory.ts";

// Words of a set.
/** Where its lines begin; nothing else may stand behind them. */
export const TABLE: i32 = 0;
/** Lines that hashes point to, and behind them those for hashes that found no room before. All that lies behind is 0. */
export const LINES: i32 = 4;
export const TAIL_LINES: i32 = 8;
/** Hashes it has, and may have. */
export const USED: i32 = 12;
export const MOST_USED: i32 = 16;
/** Lines between where a hash belongs and where it is, at most. */
export const FARTHEST: i32 = 20;
/** How many hashes were known already of those noted last, and the place of each. */
export const KNOWN_COUNT: i32 = 24;
export const KNOWN: i32 = 28;
/** Means nothing: a read whose value nothing keeps would be left out. */
const READ_AHEAD: i32 = 32;

// A line: of each slot two words of the hash, the first 0 where it is empty; then sixteen bits of each; then four of each.
export const LINE_BYTES: i32 = 64;
export const SLOTS: i32 = 6;
const LAST_SLOT: i32 = 40;
const SIXTEEN_BITS: i32 = 48;
const FOUR_BITS: i32 = 60;
const FIRST_BITS: i32 = 20;

/** Hashes whose lines are read before they are looked for, so that the processor waits for the memory of all at once. */
const GROUP: i32 = 64;

/**
 * Notes the hashes from the `from`-th on, `stride` bytes from one to the next. Returns `count`, or the first for which there
 * is no room. Those that were noted before are told in KNOWN; blank ones never were.
 */
export function noteIDs(set: i32, hashes: i32, stride: i32, from: i32, count: i32): i32 {
  const table = i32At(set + TABLE);
  const lines = i32At(set + LINES);
  const end = lines + i32At(set + TAIL_LINES);
  const mostUsed = i32At(set + MOST_USED);
  const known = i32At(set + KNOWN);
  let used = i32At(set + USED);
  let farthest = i32At(set + FARTHEST);
  let knownCount = i32At(set + KNOWN_COUNT);
  let read: i32 = 0;
  let next: i32 = from;
  let groupEnd: i32 = from;
  for (; next < count; next++) {
    if (next === groupEnd) {
      groupEnd = next + GROUP < count ? next + GROUP : count;
      for (let place = next; place < groupEnd; place++)
        read ^= i32At(table + scaled(i32At(hashes + place * stride + 4), lines) * LINE_BYTES);
    }
    const hash = hashes + next * stride;
    const high = i32At(hash + 4);
    if (high === 0) continue;
    const low = i32At(hash + 8);
    const first = i32At(hash) >>> (32 - FIRST_BITS);
    const home = scaled(high, lines);
    let line: i32 = home;
    let at: i32 = table + line * LINE_BYTES;
    let slot: i32 = 0;
    let isKnown: boolean = false;
    while (line < end) {
      const stored = i32At(at + (slot << 3));
      if (stored === 0) break;
      if (stored === high && i32At(at + (slot << 3) + 4) === low && firstBits(at, slot) === first) {
        isKnown = true;
        break;
      }
      slot++;
      if (slot === SLOTS) {
        slot = 0;
        line++;
        at += LINE_BYTES;
      }
    }
    if (isKnown) {
      setI32(known + (knownCount << 2), next);
      knownCount++;
    } else {
      if (line === end || used === mostUsed) break;
      putInSlot(at, slot, high, low, first);
      used++;
      if (line - home > farthest) farthest = line - home;
    }
  }
  setI32(set + USED, used);
  setI32(set + FARTHEST, farthest);
  setI32(set + KNOWN_COUNT, knownCount);
  setI32(set + READ_AHEAD, read);
  return next;
}

/** The lines at the beginning of a set that have to stand aside while it grows to so many lines. */
export function linesAside(set: i32, lines: i32): i32 {
  const before = i32At(set + LINES);
  const all = before + i32At(set + TAIL_LINES);
  // From there on a hash belongs no earlier in the larger set than it stands now.
  const aside = toI32((toF64(i32At(set + FARTHEST) + 1) * toF64(lines)) / toF64(lines - before)) + 2;
  return aside < all ? aside : all;
}

/** Spreads a set over more lines; behind them there is room for two more of the tail and those that stand aside. */
export function growIDs(set: i32, lines: i32): void {
  const table = i32At(set + TABLE);
  const before = i32At(set + LINES) + i32At(set + TAIL_LINES);
  const tail = i32At(set + TAIL_LINES) + 2;
  const aside = linesAside(set, lines);
  const asideAt: i32 = table + (lines + tail) * LINE_BYTES;
  for (let line: i32 = 0; line < aside; line++)
    moveLine(table + line * LINE_BYTES, asideAt + line * LINE_BYTES);
  setI32(set + LINES, lines);
  setI32(set + TAIL_LINES, tail);
  setI32(set + FARTHEST, 0);
  const single: i32 = asideAt + aside * LINE_BYTES;
  for (let line: i32 = before - 1; line >= aside; line--) {
    moveLine(table + line * LINE_BYTES, single);
    putLine(set, single);
  }
  for (let line: i32 = 0; line < aside; line++) putLine(set, asideAt + line * LINE_BYTES);
  for (let line: i32 = 0; line <= aside; line++) clearLine(asideAt + line * LINE_BYTES);
}

/** Moves a line away; zeros stay where it was. */
function moveLine(from: i32, to: i32): void {
  for (let at: i32 = 0; at < LINE_BYTES; at += 4) {
    setI32(to + at, i32At(from + at));
    setI32(from + at, 0);
  }
}

function clearLine(line: i32): void {
  for (let at: i32 = 0; at < LINE_BYTES; at += 4) setI32(line + at, 0);
}

/** Puts the hashes of a line into a set that has none of them. */
function putLine(set: i32, line: i32): void {
  const table = i32At(set + TABLE);
  const lines = i32At(set + LINES);
  let farthest = i32At(set + FARTHEST);
  for (let from: i32 = 0; from < SLOTS; from++) {
    const high = i32At(line + (from << 3));
    if (high === 0) break;
    let at: i32 = table + scaled(high, lines) * LINE_BYTES;
    let beyond: i32 = 0;
    while (i32At(at + LAST_SLOT) !== 0) {
      beyond++;
      at += LINE_BYTES;
    }
    let slot: i32 = 0;
    while (i32At(at + (slot << 3)) !== 0) slot++;
    putInSlot(at, slot, high, i32At(line + (from << 3) + 4), firstBits(line, from));
    if (beyond > farthest) farthest = beyond;
  }
  setI32(set + FARTHEST, farthest);
}

function putInSlot(line: i32, slot: i32, high: i32, low: i32, first: i32): void {
  const sixteenAt = line + SIXTEEN_BITS + ((slot >> 1) << 2);
  setI32(line + (slot << 3), high);
  setI32(line + (slot << 3) + 4, low);
  setI32(sixteenAt, i32At(sixteenAt) | ((first & 0xffff) << ((slot & 1) << 4)));
  setI32(line + FOUR_BITS, i32At(line + FOUR_BITS) | ((first >>> 16) << (slot << 2)));
}

/** The bits of a slot's hash that stand apart from the others. */
function firstBits(line: i32, slot: i32): i32 {
  const sixteen = (i32At(line + SIXTEEN_BITS + ((slot >> 1) << 2)) >>> ((slot & 1) << 4)) & 0xffff;
  return ((((i32At(line + FOUR_BITS) >>> (slot << 2)) & 15) << 16) | sixteen) & 0xfffff;
}
