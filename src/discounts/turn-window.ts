/** Finds the calls of a stream that are due, where the calls come nearly in drawing order (R42). */

/** The held calls, in the order of arrival. */
export interface HeldCalls {
  readonly length: number;
  /** The number of calls of an entry: one call, and the calls directly behind it that need not wait. */
  callsOf(entry: number): number;
  /** Whether a call waits for its turn. */
  isWaiting(entry: number): boolean;
  /** Negative, zero or positive as the turn of call `a` is before, equal to or after the turn of call `b`. */
  compare(a: number, b: number): number;
  /** Discounts a call whose turn has come; the call no longer waits. */
  draw(entry: number): void;
}

/** Decides when held calls draw, and when entries are done. */
export class TurnWindow {
  readonly #size: number;
  readonly #held: HeldCalls;
  #calls = 0;

  /** At most `size` calls are held. */
  constructor(size: number, held: HeldCalls) {
    if (!Number.isSafeInteger(size) || size < 2) {
      throw new RangeError(`A window holds at least 2 calls, not ${size}.`);
    }
    this.#size = size;
    this.#held = held;
  }

  /** The number of calls that can be added before some calls draw. */
  get room(): number {
    return this.#size - this.#calls;
  }

  /** Counts calls that were added to the held calls; returns how many first entries are done and must be dropped. */
  add(calls: number): number {
    this.#calls += calls;
    if (this.#calls >= this.#size) this.#draw(Math.ceil(this.#size / 2));
    return this.#countDone();
  }

  /** Lets all calls draw; returns the number of entries that are done, which is all entries. */
  finish(): number {
    this.#draw(this.#calls);
    return this.#countDone();
  }

  /**
   * Lets at least the first `count` calls draw, and before them every held call that sorts before one of these calls.
   * A later call is out of turn only where it is further behind than the calls that are still held.
   */
  #draw(count: number): void {
    const held = this.#held;
    let last = -1;
    for (let entry = 0, calls = 0; entry < held.length && calls < count; entry++) {
      calls += held.callsOf(entry);
      if (held.isWaiting(entry) && (last < 0 || held.compare(entry, last) > 0)) last = entry;
    }
    if (last < 0) return;
    const due: number[] = [];
    for (let entry = 0; entry < held.length; entry++) {
      if (held.isWaiting(entry) && held.compare(entry, last) <= 0) due.push(entry);
    }
    // The sort is stable: calls of the same turn stay in the order of arrival.
    for (const entry of due.sort((a, b) => held.compare(a, b))) held.draw(entry);
  }

  #countDone(): number {
    const held = this.#held;
    let done = 0;
    for (; done < held.length && !held.isWaiting(done); done++) this.#calls -= held.callsOf(done);
    return done;
  }
}
