/**
 * Hash sets of ids, by 84 bits of their hashes (see hash-ids.ts), in cache lines of 64 bytes: six slots a line, so that
 * a look-up mostly reads one line. The second word of a hash, scaled to the number of lines, gives the hash's home
 * line; a full line overflows into the next line with room. So the lines are in the order of their hashes, and a set
 * grows in place.
 */
import { i32At, scaled, setI32, toF64, toI32 } from "../memory.ts";

// Words of a set.
/** Address of the lines; nothing else may lie behind the lines. */
export const TABLE: i32 = 0;
/**
 * Number of home lines, and of the tail lines behind them, which take the overflow. All bytes behind the tail are 0.
 */
export const LINES: i32 = 4;
export const TAIL_LINES: i32 = 8;
/** Number of hashes, and the most allowed. */
export const USED: i32 = 12;
export const MOST_USED: i32 = 16;
/** Largest distance of a hash from its home line, in lines. */
export const FARTHEST: i32 = 20;
/** Of the hashes noted last: the number of those that were in the set already, and the address of their indexes. */
export const KNOWN_COUNT: i32 = 24;
export const KNOWN: i32 = 28;
/** A sink for prefetched words: the compiler drops a read whose value is not stored. */
const READ_AHEAD: i32 = 32;

// A line: two words of the hash by slot, the first 0 where the slot is empty; then sixteen bits by slot; then four by
// slot.
export const LINE_BYTES: i32 = 64;
export const SLOTS: i32 = 6;
const LAST_SLOT: i32 = 40;
const SIXTEEN_BITS: i32 = 48;
const FOUR_BITS: i32 = 60;
const FIRST_BITS: i32 = 20;

/** Hashes whose lines are prefetched together, so that their cache misses overlap. */
const GROUP: i32 = 64;

/**
 * Adds the hashes from index `from` up to `count`, `stride` bytes apart. Returns `count`, or the index of the first
 * hash without room. KNOWN lists the hashes that were in the set already; blank hashes are skipped.
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
      for (let ahead = next; ahead < groupEnd; ahead++)
        read ^= i32At(table + scaled(i32At(hashes + ahead * stride + 4), lines) * LINE_BYTES);
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

/** Number of lines at the start of a set that have to be set aside while the set grows to `lines` lines. */
export function linesAside(set: i32, lines: i32): i32 {
  const before = i32At(set + LINES);
  const total = before + i32At(set + TAIL_LINES);
  // From this line on, the home line of a hash in the larger set is not before its present line.
  const aside = toI32((toF64(i32At(set + FARTHEST) + 1) * toF64(lines)) / toF64(lines - before)) + 2;
  return aside < total ? aside : total;
}

/**
 * Spreads a set over more lines. Behind them there is room for a tail of two more lines, the lines set aside and one
 * more.
 */
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

/** Moves a line and leaves zeros in its place. */
function moveLine(from: i32, to: i32): void {
  for (let at: i32 = 0; at < LINE_BYTES; at += 4) {
    setI32(to + at, i32At(from + at));
    setI32(from + at, 0);
  }
}

function clearLine(line: i32): void {
  for (let at: i32 = 0; at < LINE_BYTES; at += 4) setI32(line + at, 0);
}

/** Inserts the hashes of a line into a set that has none of these hashes. */
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

/** The 20 bits of a slot's hash that lie apart from its two words. */
function firstBits(line: i32, slot: i32): i32 {
  const sixteen = (i32At(line + SIXTEEN_BITS + ((slot >> 1) << 2)) >>> ((slot & 1) << 4)) & 0xffff;
  return ((((i32At(line + FOUR_BITS) >>> (slot << 2)) & 15) << 16) | sixteen) & 0xfffff;
}
