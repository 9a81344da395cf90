/** Bytes that are gathered to be written: grows to the largest piece there was and is used again. */
import { formatUnits } from "../../money/index.ts";

const ZERO = 48;
const POINT = 46;
const MINUS = 45;
const POWERS: readonly number[] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
/** Whole numbers below it are written digit by digit in 32 bits. */
const SMALL = 1e9;

export class ByteSink {
  #bytes: Buffer;
  length = 0;

  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafeSlow(size);
  }

  /** What was gathered; to be used before anything else is put. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  /** Makes room: whoever puts bytes has asked for as many before. */
  reserve(length: number): void {
    const needed = this.length + length;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }

  putByte(byte: number): void {
    this.#bytes[this.length++] = byte;
  }

  putBytes(from: Uint8Array, start: number, end: number): void {
    const bytes = this.#bytes;
    let at = this.length;
    for (let index = start; index < end; index++) bytes[at++] = from[index] as number;
    this.length = at;
  }

  /** Reserves by itself. */
  putText(text: string): void {
    this.reserve(3 * text.length);
    this.length += this.#bytes.write(text, this.length, "utf8");
  }

  /** Whole units of 10^-decimals as plain decimal text (R1): no trailing zeros, no exponent, no `-0`. */
  putUnits(units: number, decimals: number): void {
    const bytes = this.#bytes;
    if (units === 0) {
      bytes[this.length++] = ZERO;
      return;
    }
    let rest = units;
    if (units < 0) {
      bytes[this.length++] = MINUS;
      rest = -units;
    }
    const scale = POWERS[decimals];
    // The quotient of whole numbers below 2^53 is rounded down exactly.
    const whole = scale === undefined ? SMALL : Math.floor(rest / scale);
    if (scale === undefined || whole >= SMALL) {
      this.putText(formatUnits(rest, decimals));
      return;
    }
    this.#putWhole(whole);
    let fraction = rest - whole * scale;
    if (fraction === 0) return;
    let places = decimals;
    while (fraction % 10 === 0) {
      fraction /= 10;
      places--;
    }
    bytes[this.length] = POINT;
    for (let at = this.length + places; at > this.length; at--) {
      const tens = (fraction / 10) | 0;
      bytes[at] = ZERO + fraction - tens * 10;
      fraction = tens;
    }
    this.length += places + 1;
  }

  #putWhole(whole: number): void {
    let digits = 1;
    while (digits < 9 && whole >= (POWERS[digits] as number)) digits++;
    const bytes = this.#bytes;
    let rest = whole;
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const tens = (rest / 10) | 0;
      bytes[at] = ZERO + rest - tens * 10;
      rest = tens;
    }
    this.length += digits;
  }
}
