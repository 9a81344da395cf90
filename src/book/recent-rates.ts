/**
 * The rates a tariff gave of late: calls of one hour go to few destinations. Keyed by all that a rate depends on,
 * so that what is kept cannot change an answer; an extended prefix index keeps its places.
 */

const SLOTS = 128;
/** Place, call type, period, day and the rate. */
const WIDTH = 5;
/** A place that no prefix has. */
const NOWHERE = -2;

const NOTHING = new Int32Array(0);

export class RecentRates {
  /** Made when first written to: a book may have thousands of tariffs that no call goes to. */
  #entries = NOTHING;

  slotOf(place: number, callType: number, period: number, day: number): number {
    const hash =
      Math.imul(place, 0x9e3779b1) ^
      Math.imul(callType, 0x85ebca6b) ^
      Math.imul(period, 0xc2b2ae35) ^
      Math.imul(day, 0x27d4eb2f);
    return (hash >>> 25) * WIDTH;
  }

  isAt(slot: number, place: number, callType: number, period: number, day: number): boolean {
    const entries = this.#entries;
    return (
      entries !== NOTHING &&
      entries[slot] === place &&
      entries[slot + 1] === callType &&
      entries[slot + 2] === period &&
      entries[slot + 3] === day
    );
  }

  rateAt(slot: number): number {
    return this.#entries[slot + 4] as number;
  }

  put(slot: number, place: number, callType: number, period: number, day: number, rate: number): void {
    if (this.#entries === NOTHING) this.#entries = new Int32Array(SLOTS * WIDTH).fill(NOWHERE);
    this.#entries[slot] = place;
    this.#entries[slot + 1] = callType;
    this.#entries[slot + 2] = period;
    this.#entries[slot + 3] = day;
    this.#entries[slot + 4] = rate;
  }
}
