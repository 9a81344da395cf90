/**
 * Ids and carrier call ids that were read in one run. A month can have a hundred million calls, so ids
 * are remembered as 84 bits of a hash each, in nine bytes and the place they lie in: among 10^8 ids the
 * chance of one false duplicate is n² ÷ 2^85, below one in three billion for each of the two fields.
 */
import type { CallRecord } from "../model/index.ts";
import { readID } from "./read-call.ts";

const SHARD_BITS = 12;
const SHARDS = 1 << SHARD_BITS;
const FIRST_CAPACITY = 8;
/** A shard grows when it is this full, by this much: between 10 and 14 bytes an id. */
const MAX_LOAD = 0.85;
const GROWTH = 1.3;

/** Words of the hashes of one call: three for its id, three for its carrier's. */
export const HASH_WORDS = 6;
/** First word of the hash of a blank id, which no hash of an id has. */
const BLANK = 0xffff_ffff;

/** A field by which a call may have been read before. */
export type RepeatedField = "id" | "carrierCallID";

/**
 * The hashes of a call's two ids, into `words` from `at` on: what an index that lies elsewhere, in another
 * thread, needs to know of the call.
 */
export function writeCallHashes(call: CallRecord, words: Uint32Array, at: number): void {
  const isRecord = typeof call === "object" && call !== null;
  writeHash(isRecord ? readID(call.id) : null, words, at);
  writeHash(isRecord ? readID(call.carrierCallID) : null, words, at + 3);
}

/** Remembers the ids of calls. */
export class DuplicateIndex {
  readonly #ids = new HashSet();
  readonly #carrierCallIDs = new HashSet();
  readonly #words = new Uint32Array(HASH_WORDS);

  /** The field by which a call was read before, if it was; then remembers it. */
  note(call: CallRecord): RepeatedField | undefined {
    writeCallHashes(call, this.#words, 0);
    return this.noteHashes(this.#words, 0);
  }

  /** `note` for a call of which only the hashes are at hand. */
  noteHashes(words: Uint32Array, at: number): RepeatedField | undefined {
    const isKnownID = this.#ids.add(words, at);
    const isKnownCarrierCallID = this.#carrierCallIDs.add(words, at + 3);
    if (isKnownID) return "id";
    return isKnownCarrierCallID ? "carrierCallID" : undefined;
  }

  /** Bytes of the index. */
  get byteLength(): number {
    return this.#ids.byteLength + this.#carrierCallIDs.byteLength;
  }
}

/** The slots of one shard: 72 bits each, all zero where empty. */
interface Shard {
  high: Uint32Array;
  low: Uint32Array;
  extra: Uint8Array;
  used: number;
}

/** A set of texts by an 84-bit hash: 12 bits choose the shard, 72 are stored in it. */
class HashSet {
  readonly #shards: (Shard | undefined)[] = new Array(SHARDS);

  get byteLength(): number {
    let bytes = 0;
    for (const shard of this.#shards) bytes += (shard?.high.length ?? 0) * 9;
    return bytes;
  }

  /** Adds a hash; whether it was there before. Blank is never there. */
  add(words: Uint32Array, at: number): boolean {
    const first = words[at] as number;
    if (first === BLANK) return false;
    return this.#add(first >>> 8, words[at + 1] as number, words[at + 2] as number, first & 0xff);
  }

  #add(shardNumber: number, high: number, low: number, extra: number): boolean {
    let shard = this.#shards[shardNumber];
    if (shard === undefined) {
      shard = createShard(FIRST_CAPACITY);
      this.#shards[shardNumber] = shard;
    } else if (shard.used >= shard.high.length * MAX_LOAD) {
      shard = grown(shard);
      this.#shards[shardNumber] = shard;
    }
    // All zero marks an empty slot, so that one hash gives way to its neighbour.
    return insert(shard, high, low, high === 0 && low === 0 && extra === 0 ? 1 : extra);
  }
}

/** The 84 bits of a text's hash in three words: shard and extra bits, high, low. */
function writeHash(text: string | null | undefined, words: Uint32Array, at: number): void {
  if (text === null || text === undefined) {
    words[at] = BLANK;
    return;
  }
  let a = LANE_A;
  let b = LANE_B;
  let c = LANE_C;
  let d = text.length;
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
  words: Uint32Array,
  at: number,
): void {
  if (start === end) {
    words[at] = BLANK;
    return;
  }
  let a = LANE_A;
  let b = LANE_B;
  let c = LANE_C;
  let d = end - start;
  for (let index = start; index < end; index++) {
    const code = bytes[index] as number;
    a = Math.imul(a ^ code, MIX_A) ^ (b >>> 15);
    b = Math.imul(b ^ code, MIX_B) ^ (c >>> 13);
    c = Math.imul(c ^ code, MIX_C) ^ (d >>> 16);
    d = Math.imul(d ^ code, MIX_D) ^ (a >>> 14);
  }
  finishHash(a, b, c, d, words, at);
}

// Four lanes of 32 bits, each mixing every character with its own odd multiplier.
const LANE_A = 0x9e3779b9;
const LANE_B = 0x85ebca6b;
const LANE_C = 0xc2b2ae35;
const MIX_A = 0x01000193;
const MIX_B = 0x2c1b3c6d;
const MIX_C = 0x297a2d39;
const MIX_D = 0x5bd1e995;

function finishHash(a: number, b: number, c: number, d: number, words: Uint32Array, at: number): void {
  const first = mix(a ^ (d >>> 3));
  const second = mix(b + first);
  const third = mix(c + second);
  const fourth = mix(d + third);
  words[at] = ((fourth >>> (32 - SHARD_BITS)) << 8) | (third & 0xff);
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

function createShard(capacity: number): Shard {
  return {
    high: new Uint32Array(capacity),
    low: new Uint32Array(capacity),
    extra: new Uint8Array(capacity),
    used: 0,
  };
}

function grown(shard: Shard): Shard {
  const larger = createShard(Math.ceil(shard.high.length * GROWTH) + 2);
  for (let slot = 0; slot < shard.high.length; slot++) {
    const high = shard.high[slot] as number;
    const low = shard.low[slot] as number;
    const extra = shard.extra[slot] as number;
    if (high !== 0 || low !== 0 || extra !== 0) insert(larger, high, low, extra);
  }
  return larger;
}

/** Linear probing from the slot the hash points to; whether the value was there. */
function insert(shard: Shard, high: number, low: number, extra: number): boolean {
  const { high: highs, low: lows, extra: extras } = shard;
  const capacity = highs.length;
  // The product of two 32-bit numbers is exact enough: any rounding is the same at every look-up.
  let slot = Math.floor((high * capacity) / 2 ** 32);
  while (highs[slot] !== 0 || lows[slot] !== 0 || extras[slot] !== 0) {
    if (highs[slot] === high && lows[slot] === low && extras[slot] === extra) return true;
    slot = slot + 1 === capacity ? 0 : slot + 1;
  }
  highs[slot] = high;
  lows[slot] = low;
  extras[slot] = extra;
  shard.used++;
  return false;
}
