/**
 * A growing table of rows of doubles that stores equal rows once. A rate deck has hundreds of thousands of
 * lines and some thousand different rates, so the look-up of an equal row must be quick: a hash table of
 * row offsets, without a key object or text per row.
 */
export class InternedRows {
  #data: Float64Array;
  #length: number;
  /**
   * Hash table of row offsets with linear probing; -1 where empty. A power of two long, at most half full.
   * Made for the first `intern`: a table of given rows may never get another row.
   */
  #slots: Int32Array | undefined;
  #rowCount: number;
  readonly #width: number;

  /** `given` are rows that other threads may read, without spare room, so that a new row is written to a copy. */
  constructor(width: number, given?: Float64Array) {
    this.#width = width;
    this.#data = given ?? new Float64Array(0);
    this.#length = this.#data.length;
    this.#rowCount = this.#length / width;
  }

  get data(): Float64Array {
    return this.#data;
  }

  /** The rows without the spare room behind them. */
  get rows(): Float64Array {
    return this.#data.subarray(0, this.#length);
  }

  /** The offset of the row with these values; adds the row where it is new. */
  intern(row: Float64Array): number {
    this.#slots ??= this.#slotsOf(2 ** Math.ceil(Math.log2(2 * this.#rowCount + 64)));
    const slots = this.#slots;
    let slot = hashOf(row, 0, this.#width) & (slots.length - 1);
    for (;;) {
      const offset = slots[slot] as number;
      if (offset < 0) break;
      if (this.#equals(offset, row)) return offset;
      slot = (slot + 1) & (slots.length - 1);
    }
    const offset = this.#append(row);
    slots[slot] = offset;
    this.#rowCount++;
    if (this.#rowCount * 2 > slots.length) this.#slots = this.#slotsOf(slots.length * 2);
    return offset;
  }

  #equals(offset: number, row: Float64Array): boolean {
    for (let column = 0; column < this.#width; column++) {
      if (this.#data[offset + column] !== row[column]) return false;
    }
    return true;
  }

  #append(row: Float64Array): number {
    const offset = this.#length;
    if (offset + this.#width > this.#data.length) {
      const larger = alignedDoubles(Math.max(this.#data.length * 2, this.#width * 16));
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data.set(row, offset);
    this.#length += this.#width;
    return offset;
  }

  /** A new hash table of the present rows. */
  #slotsOf(length: number): Int32Array {
    const slots = new Int32Array(length).fill(-1);
    for (let offset = 0; offset < this.#length; offset += this.#width) {
      let slot = hashOf(this.#data, offset, this.#width) & (slots.length - 1);
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = offset;
    }
    return slots;
  }
}

/**
 * An array aligned to a cache line, so that a row of eight doubles lies in one cache line: large arrays are allocated
 * 16 bytes behind the beginning of a page. For other arrays the offset does no harm.
 */
function alignedDoubles(length: number): Float64Array {
  return new Float64Array(length + 6).subarray(6);
}

/** Hash of the low and high parts of each value of a row that begins at an offset; infinities count as 0. */
function hashOf(data: Float64Array, offset: number, width: number): number {
  let hash = 0;
  for (let column = offset; column < offset + width; column++) {
    const value = data[column] as number;
    hash = Math.imul(hash ^ value, 0x2c1b3c6d) + ((value / 2 ** 32) | 0);
    hash ^= hash >>> 15;
  }
  return hash;
}
