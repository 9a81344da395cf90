/** Days by the bytes of the dates that they were read from, since the calls of a file share few. */

/** Days that are remembered, and bytes of a date at most. */
const DAYS = 64;
export const MOST_DATE_BYTES = 40;

/** What dates stand for, as far as they are remembered. */
export class DayMemo {
  /** What was found. */
  day = 0;
  offset = 0;
  offsetText = "Z";
  readonly #bytes = new Uint8Array(DAYS * MOST_DATE_BYTES);
  readonly #lengths = new Uint8Array(DAYS);
  readonly #days = new Int32Array(DAYS);
  readonly #offsets = new Int32Array(DAYS);
  readonly #offsetTexts: string[] = new Array<string>(DAYS).fill("Z");
  /** Where the date that was asked for last is kept, or would be. */
  #entry = 0;

  /** Whether the date from `start` to `end` is known. */
  find(bytes: Uint8Array, start: number, end: number): boolean {
    // Mostly it is that of the row before.
    if (!this.#stands(this.#entry, bytes, start, end)) {
      let hash = end - start;
      for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
      this.#entry = (hash ^ (hash >>> 6)) & (DAYS - 1);
      if (!this.#stands(this.#entry, bytes, start, end)) return false;
    }
    this.day = this.#days[this.#entry] as number;
    this.offset = this.#offsets[this.#entry] as number;
    this.offsetText = this.#offsetTexts[this.#entry] as string;
    return true;
  }

  #stands(entry: number, bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if (this.#lengths[entry] !== length) return false;
    const kept = entry * MOST_DATE_BYTES - start;
    for (let at = start; at < end; at++) if (this.#bytes[kept + at] !== bytes[at]) return false;
    return true;
  }

  /** Remembers what the date stands for that was not found. */
  keep(bytes: Uint8Array, start: number, end: number, day: number, offset: number, offsetText: string): void {
    const entry = this.#entry;
    this.#bytes.set(bytes.subarray(start, end), entry * MOST_DATE_BYTES);
    this.#lengths[entry] = end - start;
    this.day = this.#days[entry] = day;
    this.offset = this.#offsets[entry] = offset;
    this.offsetText = this.#offsetTexts[entry] = offsetText;
  }
}
