/**
 * Ids and carriers' ids that were read in one run. A month can have a hundred million calls, so ids are remembered as 84
 * bits of a hash each, in nine bytes and the place they lie in: among 10^8 ids the chance of one false duplicate is
 * n² ÷ 2^85, below one in three billion for each of the two keys.
 */
import { BLANK, SHARD_BITS, WORDS } from "./id-hash.ts";

const SHARDS = 1 << SHARD_BITS;
const FIRST_CAPACITY = 8;
/** A shard grows when it is this full, by this much: between 10 and 14 bytes an id. */
const MAX_LOAD = 0.85;
const GROWTH = 1.3;

/** Words of the hashes of one call, as `CallHasher` writes them: of its id, then of its carrier's key. */
export const HASH_WORDS = 2 * WORDS;

/** A field by which a call may have been read before. */
export type RepeatedField = "id" | "carrierCallID";

/** Remembers the ids of calls. */
export class DuplicateIndex {
  readonly #ids = new HashSet();
  readonly #carrierCallIDs = new HashSet();

  /** The field by which the call with these hashes was read before, if it was; then remembers it (R30). */
  noteHashes(words: Uint32Array, at: number): RepeatedField | undefined {
    const isKnownID = this.#ids.add(words, at);
    const isKnownCarrierCallID = this.#carrierCallIDs.add(words, at + WORDS);
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
