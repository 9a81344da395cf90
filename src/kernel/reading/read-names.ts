/**
 * The dictionary of a file's distinct texts, by their bytes: each text has a dictionary code, and the host decodes it
 * only once. Code 0 is blank. A table has its full room from the beginning; hostile files have no name twice.
 */
import { i32At, multiply, setI32, setU8, u8At, wordAt } from "../memory.ts";

/** Most bytes of a name; a row with a longer text is read from its record. */
export const MAX_NAME_BYTES: i32 = 1000;

/**
 * In place of a code: the text is too long, the table is full, or a hostile file has too many names in these hash
 * slots.
 */
export const NO_NAME: i32 = -1;

// Words of a table.
/** Number of names, the blank name included. */
export const NAME_COUNT: i32 = 0;
/** Slots less one, of eight bytes each: a hash and its code, with linear probing; code 0 where empty. */
export const SLOT_MASK: i32 = 4;
export const SLOTS: i32 = 8;
/** The start of each name, by code; a name ends where the next begins. */
export const NAME_STARTS: i32 = 12;
export const MOST_NAMES: i32 = 16;
/** The end of the room for names. */
export const NAMES_END: i32 = 20;
/** Whether a name has a quote. */
export const HAS_QUOTES: i32 = 24;

/** Most slots to probe for a text: a hostile file can have names that all belong in one slot. */
const MOST_PROBES: i32 = 256;
/** Bytes that are hashed and compared at once. */
const STEP: i32 = 4;
const QUOTE: i32 = 34;

/** The code of the text from `start` to `end`, or NO_NAME. */
export function nameCode(table: i32, start: i32, end: i32): i32 {
  if (start === end) return 0;
  if (end - start > MAX_NAME_BYTES) return NO_NAME;
  const hash = hashOf(start, end);
  const mask = i32At(table + SLOT_MASK);
  const slots = i32At(table + SLOTS);
  let slot = hash & mask;
  for (let probe: i32 = 0; probe < MOST_PROBES; probe++) {
    const code = i32At(slots + (slot << 3) + 4);
    if (code === 0) return addName(table, hash, start, end);
    if (i32At(slots + (slot << 3)) === hash && nameEnd(table, code, start) === end) return code;
    slot = (slot + 1) & mask;
  }
  return NO_NAME;
}

/** The end of the name of a code, if the bytes from `start` on are this name; else -1. */
export function nameEnd(table: i32, code: i32, start: i32): i32 {
  const starts = i32At(table + NAME_STARTS) + (code << 2);
  const from = i32At(starts);
  const beside = from - start;
  const end = start + i32At(starts + 4) - from;
  const last = end - STEP;
  if (last < start) {
    for (let at = start; at < end; at++) if (u8At(at) !== u8At(at + beside)) return -1;
    return end;
  }
  for (let at = start; at < last; at += STEP) if (wordAt(at) !== wordAt(at + beside)) return -1;
  return wordAt(last) === wordAt(last + beside) ? end : -1;
}

/** Whether two addresses have the same bytes. */
export function areSame(left: i32, right: i32, length: i32): boolean {
  const last = length - STEP;
  if (last < 0) {
    for (let at: i32 = 0; at < length; at++) if (u8At(left + at) !== u8At(right + at)) return false;
    return true;
  }
  for (let at: i32 = 0; at < last; at += STEP) if (wordAt(left + at) !== wordAt(right + at)) return false;
  return wordAt(left + last) === wordAt(right + last);
}

function addName(table: i32, hash: i32, start: i32, end: i32): i32 {
  const code = i32At(table + NAME_COUNT);
  const starts = i32At(table + NAME_STARTS) + (code << 2);
  const from = i32At(starts);
  const to = from + end - start;
  if (code === i32At(table + MOST_NAMES) || to > i32At(table + NAMES_END)) return NO_NAME;
  for (let at = start; at < end; at++) {
    const byte = u8At(at);
    if (byte === QUOTE) setI32(table + HAS_QUOTES, 1);
    setU8(from + at - start, byte);
  }
  setI32(starts + 4, to);
  setI32(table + NAME_COUNT, code + 1);
  const mask = i32At(table + SLOT_MASK);
  if (code << 1 > mask) growSlots(table, 2 * mask + 1);
  else putInSlot(table, hash, code);
  return code;
}

/** Puts all names in more slots; nothing else lies behind the slots. */
function growSlots(table: i32, mask: i32): void {
  setI32(table + SLOT_MASK, mask);
  const slots = i32At(table + SLOTS);
  for (let slot: i32 = 0; slot <= mask; slot++) setI32(slots + (slot << 3) + 4, 0);
  const starts = i32At(table + NAME_STARTS);
  for (let code: i32 = 1; code < i32At(table + NAME_COUNT); code++)
    putInSlot(table, hashOf(i32At(starts + (code << 2)), i32At(starts + (code << 2) + 4)), code);
}

function putInSlot(table: i32, hash: i32, code: i32): void {
  const mask = i32At(table + SLOT_MASK);
  const slots = i32At(table + SLOTS);
  let slot = hash & mask;
  while (i32At(slots + (slot << 3) + 4) !== 0) slot = (slot + 1) & mask;
  setI32(slots + (slot << 3), hash);
  setI32(slots + (slot << 3) + 4, code);
}

/** A hash of a text of at least one byte: the last step may overlap the step before. */
export function hashOf(start: i32, end: i32): i32 {
  let hash = end - start;
  const last = end - STEP;
  if (last < start) {
    for (let at = start; at < end; at++) hash = mixed(hash ^ u8At(at));
    return hash;
  }
  for (let at = start; at < last; at += STEP) hash = mixed(hash ^ wordAt(at));
  return mixed(hash ^ wordAt(last));
}

function mixed(hash: i32): i32 {
  const product = multiply(hash, -1640531535);
  return product ^ (product >>> 15);
}
