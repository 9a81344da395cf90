/** Decompresses gzip (RFC 1951, RFC 1952): synchronously and in every browser, unlike `DecompressionStream`. */

const LENGTH_BASES = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_BITS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
/** The order of the code lengths for the alphabet of code lengths. */
const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST_CODE = 15;
const END_OF_BLOCK = 256;
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;

/**
 * Decompresses a gzip file that `CompressionStream` wrote: one member, without a name.
 *
 * @throws RangeError where the file is damaged
 */
export function gunzip(compressed: Uint8Array): Uint8Array {
  const end = compressed.length - TRAILER_BYTES;
  const trailer = new DataView(compressed.buffer, compressed.byteOffset + end, TRAILER_BYTES);
  const bytes = new Inflater(compressed.subarray(HEADER_BYTES, end), trailer.getUint32(4, true)).run();
  if (checksumOf(bytes) !== trailer.getUint32(0, true)) throw damaged();
  return bytes;
}

function damaged(): RangeError {
  return new RangeError("its calls were damaged on their way");
}

/** CRC-32 of each byte. */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  return sum;
});

function checksumOf(bytes: Uint8Array): number {
  let sum = -1;
  for (let at = 0; at < bytes.length; at++) {
    sum = (CHECKSUMS[(sum ^ (bytes[at] as number)) & 0xff] as number) ^ (sum >>> 8);
  }
  return (sum ^ -1) >>> 0;
}

/** A Huffman code by code lengths: symbols in the order of their codes, and how many codes have each length. */
class Codes {
  readonly counts = new Uint16Array(LONGEST_CODE + 1);
  readonly symbols: Uint16Array;

  constructor(lengths: ArrayLike<number>) {
    const starts = new Uint16Array(LONGEST_CODE + 2);
    for (let symbol = 0; symbol < lengths.length; symbol++) this.#count(lengths[symbol] as number);
    this.counts[0] = 0;
    for (let length = 1; length <= LONGEST_CODE; length++) {
      starts[length + 1] = (starts[length] as number) + (this.counts[length] as number);
    }
    this.symbols = new Uint16Array(lengths.length);
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol] as number;
      if (length === 0) continue;
      this.symbols[starts[length] as number] = symbol;
      starts[length] = (starts[length] as number) + 1;
    }
  }

  #count(length: number): void {
    this.counts[length] = (this.counts[length] as number) + 1;
  }
}

const FIXED_LENGTHS = new Codes(
  Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
);
const FIXED_DISTANCES = new Codes(new Array(30).fill(5));

class Inflater {
  readonly #in: Uint8Array;
  readonly #out: Uint8Array;
  #inAt = 0;
  #outAt = 0;
  #held = 0;
  #heldBits = 0;

  constructor(compressed: Uint8Array, length: number) {
    this.#in = compressed;
    this.#out = new Uint8Array(length);
  }

  run(): Uint8Array {
    for (let isLast = false; !isLast; ) {
      isLast = this.#bits(1) === 1;
      const kind = this.#bits(2);
      if (kind === 0) this.#copyStored();
      else if (kind === 1) this.#expand(FIXED_LENGTHS, FIXED_DISTANCES);
      else this.#expandDynamic();
    }
    return this.#out;
  }

  #bits(count: number): number {
    while (this.#heldBits < count) {
      if (this.#inAt >= this.#in.length) throw damaged();
      this.#held |= (this.#in[this.#inAt++] as number) << this.#heldBits;
      this.#heldBits += 8;
    }
    const value = this.#held & ((1 << count) - 1);
    this.#held >>>= count;
    this.#heldBits -= count;
    return value;
  }

  #symbol({ counts, symbols }: Codes): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= LONGEST_CODE; length++) {
      code |= this.#bits(1);
      const count = counts[length] as number;
      if (code - count < first) return symbols[index + (code - first)] as number;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw damaged();
  }

  #copyStored(): void {
    this.#held = this.#heldBits = 0;
    const length = (this.#in[this.#inAt] as number) | ((this.#in[this.#inAt + 1] as number) << 8);
    const start = this.#inAt + 4;
    this.#out.set(this.#in.subarray(start, start + length), this.#outAt);
    this.#inAt = start + length;
    this.#outAt += length;
  }

  #expandDynamic(): void {
    const lengthCodes = this.#bits(5) + 257;
    const distanceCodes = this.#bits(5) + 1;
    const given = this.#bits(4) + 4;
    const ofLengths = new Uint8Array(LENGTHS_ORDER.length);
    for (let at = 0; at < given; at++) ofLengths[LENGTHS_ORDER[at] as number] = this.#bits(3);
    const codes = new Codes(ofLengths);
    const lengths = new Uint8Array(lengthCodes + distanceCodes);
    for (let at = 0; at < lengths.length; ) {
      const symbol = this.#symbol(codes);
      if (symbol < 16) {
        lengths[at++] = symbol;
        continue;
      }
      const repeated = symbol === 16 ? (lengths[at - 1] as number) : 0;
      const times =
        symbol === 16 ? 3 + this.#bits(2) : symbol === 17 ? 3 + this.#bits(3) : 11 + this.#bits(7);
      lengths.fill(repeated, at, at + times);
      at += times;
    }
    this.#expand(new Codes(lengths.subarray(0, lengthCodes)), new Codes(lengths.subarray(lengthCodes)));
  }

  #expand(lengths: Codes, distances: Codes): void {
    const out = this.#out;
    for (;;) {
      const symbol = this.#symbol(lengths);
      if (symbol === END_OF_BLOCK) return;
      if (symbol < END_OF_BLOCK) {
        out[this.#outAt++] = symbol;
        continue;
      }
      const lengthIndex = symbol - END_OF_BLOCK - 1;
      const length = (LENGTH_BASES[lengthIndex] as number) + this.#bits(LENGTH_BITS[lengthIndex] as number);
      const distanceIndex = this.#symbol(distances);
      const distance =
        (DISTANCE_BASES[distanceIndex] as number) + this.#bits(DISTANCE_BITS[distanceIndex] as number);
      // Byte by byte: the source of the copy may overlap its target.
      for (let left = length; left > 0; left--, this.#outAt++) {
        out[this.#outAt] = out[this.#outAt - distance] as number;
      }
    }
  }
}
