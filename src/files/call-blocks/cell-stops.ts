/** Where cells of delimited rows may end, found for many rows at once, in a pass over bytes that has nothing to guess. */

/** Bytes that are gone through at once: they and their stops stay in the memory nearest to the processor. */
const STRETCH = 1 << 14;

/** Bytes that are read at once. */
const STEP = 4;

/** The places of some bytes among others. */
export class CellStops {
  /** By byte: 1 where it is a stop. */
  readonly isStop = new Uint8Array(256);
  /** Places of the stops of a stretch, in order; what follows the last of them means nothing. */
  readonly places = new Uint32Array(STRETCH + 1);
  #count = 0;
  /** The first of them that was not passed. */
  #next = 0;
  /** Where the stretch begins and ends. */
  #from = 0;
  #to = 0;
  #bytes: DataView = new DataView(new ArrayBuffer(0));

  constructor(stops: readonly number[]) {
    for (const code of stops) this.isStop[code] = 1;
  }

  begin(bytes: DataView): void {
    this.#bytes = bytes;
    this.#from = 0;
    this.#to = 0;
    this.#count = 0;
    this.#next = 0;
  }

  /**
   * The index in `places` of the first stop at `start` or behind it, where `wanted` stops follow from there on in one
   * stretch; -1 where they do not. Starts must not go back.
   */
  first(start: number, wanted: number): number {
    const { places } = this;
    while (this.#next < this.#count && (places[this.#next] as number) < start) this.#next++;
    if (this.#next + wanted > this.#count && this.#mayFindMore(start)) this.#find(start);
    return this.#next + wanted > this.#count ? -1 : this.#next;
  }

  /** Whether a stretch that begins at `start` goes on behind the one there is. */
  #mayFindMore(start: number): boolean {
    return this.#to + STEP <= this.#bytes.byteLength && (start > this.#from || this.#to === this.#from);
  }

  /** Finds the stops of the stretch that begins at `from`. */
  #find(from: number): void {
    const left = Math.min(STRETCH, this.#bytes.byteLength - from);
    // The last few bytes are left out; whose row they end is found otherwise.
    this.#to = from + left - (left % STEP);
    this.#from = from;
    this.#count = stopsIn(this.#bytes, from, this.#to, this.isStop, this.places);
    this.#next = 0;
  }
}

/**
 * Writes down where the bytes from `from` to `to` are stops, and tells how many there are. Each place is written, and the
 * next over it unless it was a stop: of what comes, a processor would guess wrongly too often.
 */
function stopsIn(bytes: DataView, from: number, to: number, isStop: Uint8Array, places: Uint32Array): number {
  let count = 0;
  for (let at = from; at < to; at += STEP) {
    const four = bytes.getInt32(at, true);
    places[count] = at;
    count = (count + (isStop[four & 255] as number)) | 0;
    places[count] = at + 1;
    count = (count + (isStop[(four >>> 8) & 255] as number)) | 0;
    places[count] = at + 2;
    count = (count + (isStop[(four >>> 16) & 255] as number)) | 0;
    places[count] = at + 3;
    count = (count + (isStop[four >>> 24] as number)) | 0;
  }
  return count;
}
