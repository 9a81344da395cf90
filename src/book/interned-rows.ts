/**
 * Growing rows of doubles in which equal rows are stored once. A rate deck has hundreds of thousands of
 * lines and some thousand different rates, so finding the equal row must be quick: a hash table of
 * offsets beside the rows, without a key object or text per row.
 */
export class InternedRows {
  #data: Float64Array;
  #length = 0;
  /** Offsets of rows by hash, with linear probing; -1 where empty. A power of two long, at most half full. */
  #slots: Int32Array = new Int32Array(64).fill(-1);
  #rows = 0;
  readonly #width: number;

  constructor(width: number) {
    this.#width = width;
    this.#data = new Float64Array(width * 16);
  }

  get data(): Float64Array {
    return this.#data;
  }

  /** Bytes the rows take. */
  get byteLength(): number {
    return this.#length * Float64Array.BYTES_PER_ELEMENT;
  }

  /** The offset of the row with these values. */
  intern(row: readonly number[]): number {
    let slot = hashOf(row) & (this.#slots.length - 1);
    for (;;) {
      const offset = this.#slots[slot] as number;
      if (offset < 0) break;
      if (this.#equals(offset, row)) return offset;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    const offset = this.#append(row);
    this.#slots[slot] = offset;
    this.#rows++;
    if (this.#rows * 2 > this.#slots.length) this.#spread();
    return offset;
  }

  #equals(offset: number, row: readonly number[]): boolean {
    for (let column = 0; column < this.#width; column++) {
      if (this.#data[offset + column] !== row[column]) return false;
    }
    return true;
  }

  #append(row: readonly number[]): number {
    const offset = this.#length;
    if (offset + this.#width > this.#data.length) {
      const larger = new Float64Array(this.#data.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data.set(row, offset);
    this.#length += this.#width;
    return offset;
  }

  #spread(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let offset = 0; offset < this.#length; offset += this.#width) {
      let slot = hashOf(this.#data.subarray(offset, offset + this.#width)) & (slots.length - 1);
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = offset;
    }
    this.#slots = slots;
  }
}

/** Mixes the low and the high part of each value; infinities count as 0. */
function hashOf(row: ArrayLike<number>): number {
  let hash = 0;
  for (let column = 0; column < row.length; column++) {
    const value = row[column] as number;
    hash = Math.imul(hash ^ value, 0x2c1b3c6d) + ((value / 2 ** 32) | 0);
    hash ^= hash >>> 15;
  }
  return hash;
}
