/** The few calls of a group that change most: what an example or a mover is taken from. */
import { compareIDs } from "../book/index.ts";
import type { RatedCall } from "../engine/index.ts";
import type { CallRecord } from "../model/index.ts";
import type { Units } from "../money/index.ts";

/** A call that is kept beyond its turn. */
export interface KeptCall {
  readonly call: CallRecord;
  readonly id: string | null;
  readonly line: number;
  /** Its place among all calls of the preview, which no other has. */
  readonly arrival: number;
  /** Size of its difference, in the units of the preview. */
  readonly size: Units;
  /** The rated call of each side after discounts, where they are compared. */
  readonly discounted:
    | { readonly before: RatedCall | undefined; readonly after: RatedCall | undefined }
    | undefined;
}

/** How a call is placed: by its size, then by its id, then by its line, and last as it came. */
export type CallPlace = Pick<KeptCall, "id" | "line" | "arrival" | "size">;

/** A call that may be kept; whatever takes time is asked for only where it counts. */
export interface OfferedCall extends CallPlace {
  /** The call as it is kept beyond its turn: always the same object. */
  readonly keep: () => KeptCall;
}

/** Keeps the largest calls that were offered, in an order that does not depend on when they came. */
export class LeadingCalls {
  readonly #limit: number;
  readonly #calls: KeptCall[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a call in if it is among them. */
  offer(call: OfferedCall): void {
    if (this.#wants(call)) this.#take(call.keep());
  }

  #wants(call: CallPlace): boolean {
    if (this.#calls.length < this.#limit) return true;
    const last = this.#calls[this.#limit - 1];
    // Nearly every call ends here.
    if (last === undefined || call.size < last.size) return false;
    return comparePlaces(call, last) < 0;
  }

  #take(kept: KeptCall): void {
    const calls = this.#calls;
    if (calls.length === this.#limit) calls.pop();
    let at = calls.length;
    while (at > 0 && comparePlaces(kept, calls[at - 1] as KeptCall) < 0) at--;
    calls.splice(at, 0, kept);
  }

  /** Takes in what another group kept: of the best of parts come the best of the whole. */
  takeAll(calls: readonly KeptCall[]): void {
    for (const kept of calls) if (this.#wants(kept)) this.#take(kept);
  }

  /** The largest first. */
  get calls(): readonly KeptCall[] {
    return this.#calls;
  }
}

function comparePlaces(a: CallPlace, b: CallPlace): number {
  // A size may be a number beside a bigint.
  if (a.size > b.size) return -1;
  if (a.size < b.size) return 1;
  return compareCallIDs(a.id, b.id) || a.line - b.line || a.arrival - b.arrival;
}

/** Calls without an id come last. */
function compareCallIDs(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compareTexts(a, b);
}

/** As `compareIDs`, with a short way for ids of one length and digits alone: thousands of calls may tie. */
function compareTexts(a: string, b: string): number {
  if (a.length !== b.length || !isDigits(a) || !isDigits(b)) return compareIDs(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}
