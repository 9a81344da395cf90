const NONE = -1;
/** Most slots that are probed: more collisions are made on purpose. */
const MOST_PROBES = 64;

/** A hash table of entries with indexes from 0. */
export class HashSlots {
  #size = 0;
  #hashes = new Int32Array(1 << 9);
  /** Indexes of entries by hash, with linear probing. A power of two long, at most half full. */
  #slots = new Int32Array(1 << 10).fill(NONE);
  readonly #isSame: (known: number) => boolean;
  /** The free slot for the entry of the last `find`. */
  #slot = NONE;

  /** `isSame` tells whether a known entry of the hash is the entry to find. */
  constructor(isSame: (known: number) => boolean) {
    this.#isSame = isSame;
  }

  get size(): number {
    return this.#size;
  }

  /** Index of the entry with a hash; NONE where there is none. */
  find(hash: number): number {
    const slots = this.#slots;
    this.#slot = NONE;
    for (let probes = 0; probes < MOST_PROBES; probes++) {
      const slot = (hash + probes) & (slots.length - 1);
      const known = slots[slot] as number;
      if (known === NONE) {
        this.#slot = slot;
        return NONE;
      }
      if (this.#hashes[known] === hash && this.#isSame(known)) return known;
    }
    return NONE;
  }

  /** Adds the entry of the last `find`; false where there is no room for more entries of such hashes. */
  add(hash: number): boolean {
    if (this.#slot === NONE) return false;
    this.#slots[this.#slot] = this.#size;
    this.#hashes[this.#size++] = hash;
    if (this.#size === this.#hashes.length) this.#grow();
    return true;
  }

  #grow(): void {
    const hashes = new Int32Array(2 * this.#size);
    hashes.set(this.#hashes);
    const slots = new Int32Array(2 * hashes.length).fill(NONE);
    for (let known = 0; known < this.#size; known++) {
      let slot = (hashes[known] as number) & (slots.length - 1);
      while (slots[slot] !== NONE) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = known;
    }
    this.#hashes = hashes;
    this.#slots = slots;
  }
}
