/** Which calls of a stream are due, where they come nearly in the order in which they draw (R42). */

/** Calls that are held, in the order in which they came. */
export interface HeldCalls {
  readonly length: number;
  /** How many calls an entry stands for: one, and those directly behind it that had not to wait. */
  callsOf(entry: number): number;
  /** Whether a call waits for its turn. */
  isWaiting(entry: number): boolean;
  /** Negative, zero or positive as the turn of one call is before, with or after another's. */
  compare(a: number, b: number): number;
  /** Discounts a call whose turn has come; it waits no more. */
  draw(entry: number): void;
}

/** Says when held calls draw, and when they are done. */
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

  /** How many calls more can be added before some draw. */
  get room(): number {
    return this.#size - this.#calls;
  }

  /** Takes note of calls that were added to what is held; gives how many entries are done, which are to be dropped: the first ones. */
  add(calls: number): number {
    this.#calls += calls;
    if (this.#calls >= this.#size) this.#draw(Math.ceil(this.#size / 2));
    return this.#countDone();
  }

  /** Lets all calls draw; gives how many entries are done, which is all. */
  finish(): number {
    this.#draw(this.#calls);
    return this.#countDone();
  }

  /**
   * Lets the calls draw that came first, so many at least, and before them every call that sorts before one of them: what
   * comes later can only be out of turn if it is further behind than that.
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
    // The sort is stable: calls that nothing tells apart stay in the order in which they came.
    for (const entry of due.sort((a, b) => held.compare(a, b))) held.draw(entry);
  }

  #countDone(): number {
    const held = this.#held;
    let done = 0;
    for (; done < held.length && !held.isWaiting(done); done++) this.#calls -= held.callsOf(done);
    return done;
  }
}
