/**
 * Ids and carriers' ids that were read in one run. A month can have a hundred million calls, so ids are remembered as 84
 * bits of a hash each, in nine bytes and the region they lie in: among 10^8 ids the chance of one false duplicate is
 * n² ÷ 2^85, below one in three billion for each of the two keys.
 */
import { BLANK, REGION_BITS, WORDS } from "./id-hash.ts";

/** Regions that grow together: few tables, so that all stay in the processor's cache, and none is large while it is copied. */
const TABLE_BITS = 6;
const REGIONS_OF_TABLE = 1 << TABLE_BITS;
const TABLES = 1 << (REGION_BITS - TABLE_BITS);
const FIRST_SLOTS = 4;
/** A table grows when it is this full, by this much: between 10 and 14 bytes an id. */
const MAX_LOAD = 0.87;
const GROWTH = 1.35;

/** Words of the hashes of one call, as `CallHasher` writes them: of its id, then of its carrier's key. */
export const HASH_WORDS = 2 * WORDS;

/** Words of the calls whose slots are read before they are compared. */
const GROUP = 64 * HASH_WORDS;

/** A field by which a call may have been read before. */
export type RepeatedField = "id" | "carrierCallID";

/** A call that was read before: its place among the calls that were handed in, and by which field. */
export type Repeated = readonly [place: number, field: RepeatedField];

/** Remembers the ids of calls. */
export class DuplicateIndex {
  readonly #ids = new HashSet();
  readonly #carrierCallIDs = new HashSet();
  /** Means nothing: a read whose value nothing keeps would be optimised away. */
  #prefetched = 0;

  /** The field by which the call with these hashes was read before, if it was; then remembers it (R30). */
  noteHashes(words: Uint32Array, at: number): RepeatedField | undefined {
    const isKnownID = this.#ids.add(words, at);
    const isKnownCarrierCallID = this.#carrierCallIDs.add(words, at + WORDS);
    if (isKnownID) return "id";
    return isKnownCarrierCallID ? "carrierCallID" : undefined;
  }

  /** Notes many calls one after another, HASH_WORDS words of each, and says which were read before; `first` is the first one's place. */
  noteAll(words: Uint32Array, first: number): Repeated[] {
    const repeated: Repeated[] = [];
    for (let from = 0; from < words.length; from += GROUP) {
      const to = Math.min(words.length, from + GROUP);
      this.#prefetch(words, from, to);
      for (let at = from; at < to; at += HASH_WORDS) {
        const field = this.noteHashes(words, at);
        if (field !== undefined) repeated.push([first + at / HASH_WORDS, field]);
      }
    }
    return repeated;
  }

  /** Reads the slots of many calls, none of which depends on another: the processor waits for the memory of all at once. */
  #prefetch(words: Uint32Array, from: number, to: number): void {
    for (let at = from; at < to; at += HASH_WORDS) {
      this.#prefetched ^= this.#ids.peek(words, at) ^ this.#carrierCallIDs.peek(words, at + WORDS);
    }
  }

  /** Bytes of the index. */
  get byteLength(): number {
    return this.#ids.byteLength + this.#carrierCallIDs.byteLength;
  }
}

/** What came of adding a hash to a table. */
const ADDED = 0;
const KNOWN = 1;
const FULL = 2;

/** A set of texts by an 84-bit hash: 12 bits choose the region of a table, 72 are stored in it. */
class HashSet {
  readonly #tables: (HashTable | undefined)[] = new Array(TABLES).fill(undefined);

  get byteLength(): number {
    return this.#tables.reduce((bytes, table) => bytes + (table?.byteLength ?? 0), 0);
  }

  /** Some bits of the slots that a hash points to. */
  peek(words: Uint32Array, at: number): number {
    const first = words[at] as number;
    if (first === BLANK) return 0;
    const table = this.#tables[first >>> (8 + TABLE_BITS)];
    return table === undefined ? 0 : table.peek((first >>> 8) % REGIONS_OF_TABLE, words[at + 1] as number);
  }

  /** Adds a hash; whether it was there before. Blank is never there. */
  add(words: Uint32Array, at: number): boolean {
    const first = words[at] as number;
    if (first === BLANK) return false;
    const high = words[at + 1] as number;
    const low = words[at + 2] as number;
    const region = (first >>> 8) % REGIONS_OF_TABLE;
    const number = first >>> (8 + TABLE_BITS);
    let table = this.#tables[number];
    for (;;) {
      const added = table === undefined ? FULL : table.add(region, high, low, first & 0xff);
      if (added !== FULL) return added === KNOWN;
      table = table === undefined ? new HashTable(FIRST_SLOTS, 0) : table.grown();
      this.#tables[number] = table;
    }
  }
}

/** One open-addressing table in regions of equal size. The first 64 of a slot's 72 bits are zero where it is empty. */
class HashTable {
  readonly #slotsOfRegion: number;
  readonly #mostUsed: number;
  readonly #words: Uint32Array;
  readonly #extras: Uint8Array;
  #used: number;

  constructor(slotsOfRegion: number, used: number) {
    const slots = REGIONS_OF_TABLE * slotsOfRegion;
    this.#slotsOfRegion = slotsOfRegion;
    this.#mostUsed = slots * MAX_LOAD;
    this.#words = new Uint32Array(2 * slots);
    this.#extras = new Uint8Array(slots);
    this.#used = used;
  }

  get byteLength(): number {
    return this.#words.byteLength + this.#extras.byteLength;
  }

  /** Some bits of the slot to which a hash points. */
  peek(region: number, high: number): number {
    const slot = firstSlot(region * this.#slotsOfRegion, high, this.#slotsOfRegion);
    return (this.#words[2 * slot] as number) ^ (this.#extras[slot] as number);
  }

  /** Adds a hash, by linear probing within its region from the slot that it points to. */
  add(
    region: number,
    high: number,
    givenLow: number,
    extra: number,
  ): typeof ADDED | typeof KNOWN | typeof FULL {
    const words = this.#words;
    const slots = this.#slotsOfRegion;
    // Zero marks an empty slot, so that one hash gives way to its neighbour.
    const low = high === 0 && givenLow === 0 ? 1 : givenLow;
    const start = region * slots;
    const end = start + slots;
    let slot = firstSlot(start, high, slots);
    for (let probes = 0; probes < slots; probes++) {
      const storedHigh = words[2 * slot] as number;
      const storedLow = words[2 * slot + 1] as number;
      if (storedHigh === 0 && storedLow === 0) {
        if (this.#used >= this.#mostUsed) return FULL;
        words[2 * slot] = high;
        words[2 * slot + 1] = low;
        this.#extras[slot] = extra;
        this.#used++;
        return ADDED;
      }
      if (storedHigh === high && storedLow === low && this.#extras[slot] === extra) return KNOWN;
      slot = slot + 1 === end ? start : slot + 1;
    }
    return FULL;
  }

  /** A larger table with the same hashes. */
  grown(): HashTable {
    const slots = Math.ceil(this.#slotsOfRegion * GROWTH) + 1;
    const larger = new HashTable(slots, this.#used);
    const from = this.#words;
    const to = larger.#words;
    const extras = this.#extras;
    const largerExtras = larger.#extras;
    for (let region = 0; region < REGIONS_OF_TABLE; region++) {
      const start = region * slots;
      const end = start + slots;
      const last = (region + 1) * this.#slotsOfRegion;
      for (let slot = region * this.#slotsOfRegion; slot < last; slot++) {
        const high = from[2 * slot] as number;
        const low = from[2 * slot + 1] as number;
        if (high === 0 && low === 0) continue;
        let free = firstSlot(start, high, slots);
        while (to[2 * free] !== 0 || to[2 * free + 1] !== 0) free = free + 1 === end ? start : free + 1;
        to[2 * free] = high;
        to[2 * free + 1] = low;
        largerExtras[free] = extras[slot] as number;
      }
    }
    return larger;
  }
}

/**
 * The slot of a region to which a hash points. The product of two 32-bit numbers is exact enough: any rounding is the same
 * at every look-up.
 */
function firstSlot(start: number, high: number, slots: number): number {
  return start + Math.floor((high * slots) / 2 ** 32);
}
