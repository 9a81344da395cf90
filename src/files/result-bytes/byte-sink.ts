/** Memory that lines are written to: the same bytes as they are, and eight at a time. */
export interface Room {
  readonly bytes: Buffer;
  readonly view: DataView;
}

/** Bytes that are gathered to be written: grows to the largest piece there was, and is used again. */
export class ByteSink {
  #room: Room;
  /** How many were put. */
  length = 0;

  constructor(size: number) {
    this.#room = roomOf(Buffer.allocUnsafeSlow(size));
  }

  /** What was gathered; to be used before anything else is put. */
  get bytes(): Buffer {
    return this.#room.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  /** All bytes, with room for so many behind `length`, for whoever writes them there and sets `length`. */
  room(length: number): Room {
    const needed = this.length + length;
    const { bytes } = this.#room;
    if (needed > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * bytes.length));
      bytes.copy(larger, 0, 0, this.length);
      this.#room = roomOf(larger);
    }
    return this.#room;
  }

  /** Puts the bytes from `start` up to `end`. */
  putBytes(bytes: Buffer, start: number, end: number): void {
    bytes.copy(this.room(end - start).bytes, this.length, start, end);
    this.length += end - start;
  }

  /** Forgets the bytes that were put first. */
  dropFirst(length: number): void {
    this.#room.bytes.copyWithin(0, length, this.length);
    this.length -= length;
  }

  put(text: string): void {
    const { bytes } = this.room(3 * text.length);
    this.length += bytes.write(text, this.length, "utf8");
  }
}

function roomOf(bytes: Buffer): Room {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
}
