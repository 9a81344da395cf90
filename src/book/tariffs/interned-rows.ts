/**
 * Growing rows of doubles in which equal rows are stored once. A rate deck has hundreds of thousands of
 * lines and some thousand different rates, so finding the equal row must be quick: a hash table of
 * offsets beside the rows, without a key object or text per row.
 */
export class InternedRows {
  #data: Float64Array;
  #length: number;
  /**
   * Offsets of rows by hash, with linear probing; -1 where empty. A power of two long, at most half full.
   * Undefined until a row is sought: rows that were handed in may never be asked for another.
   */
  #slots: Int32Array | undefined;
  #rows: number;
  readonly #width: number;

  /** `given` are rows that other threads may read, too: without room for more, so that a new row goes to a copy. */
  constructor(width: number, given?: Float64Array) {
    this.#width = width;
    this.#data = given ?? new Float64Array(0);
    this.#length = this.#data.length;
    this.#rows = this.#length / width;
  }

  get data(): Float64Array {
    return this.#data;
  }

  /** The rows alone, without room for more. */
  get rows(): Float64Array {
    return this.#data.subarray(0, this.#length);
  }

  /** Bytes the rows take. */
  get byteLength(): number {
    return this.#length * Float64Array.BYTES_PER_ELEMENT;
  }

  /** The offset of the row with these values. */
  intern(row: Float64Array): number {
    this.#slots ??= this.#spread(2 ** Math.ceil(Math.log2(2 * this.#rows + 64)));
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
    this.#rows++;
    if (this.#rows * 2 > slots.length) this.#slots = this.#spread(slots.length * 2);
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
      const larger = onLines(Math.max(this.#data.length * 2, this.#width * 16));
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data.set(row, offset);
    this.#length += this.#width;
    return offset;
  }

  /** Slots for the rows there are. */
  #spread(length: number): Int32Array {
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
 * Doubles that begin where a line of memory does, so that a row of eight lies in one line: large arrays are given out
 * from 16 bytes behind the beginning of a page on. Elsewhere it does no harm.
 */
function onLines(length: number): Float64Array {
  return new Float64Array(length + 6).subarray(6);
}

/** Mixes the low and the high part of each value of a row that begins at an offset; infinities count as 0. */
function hashOf(data: Float64Array, offset: number, width: number): number {
  let hash = 0;
  for (let column = offset; column < offset + width; column++) {
    const value = data[column] as number;
    hash = Math.imul(hash ^ value, 0x2c1b3c6d) + ((value / 2 ** 32) | 0);
    hash ^= hash >>> 15;
  }
  return hash;
}
