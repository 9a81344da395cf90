/** The few calls of a group that change most: what an example or a mover is taken from. */
import { compareIDs } from "../book/index.ts";
import type { CallRecord } from "../model/index.ts";
import type { Units } from "../money/index.ts";
import type { RatedCall } from "../rating/index.ts";

/** A call that is kept beyond its turn. */
export interface KeptCall {
  readonly call: CallRecord;
  readonly id: string | null;
  readonly line: number;
  /** Size of its difference, in the units of the preview. */
  readonly size: Units;
  /** The rated call of each side after discounts, where they are compared. */
  readonly discounted:
    | { readonly before: RatedCall | undefined; readonly after: RatedCall | undefined }
    | undefined;
}

/** How a call is placed: by its size, then by its id, then by its line. */
export type CallPlace = Pick<KeptCall, "id" | "line" | "size">;

/** Keeps the largest calls that were offered, in an order that does not depend on when they came. */
export class LeadingCalls {
  readonly #limit: number;
  readonly #calls: KeptCall[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the call would be among them. */
  wants(size: Units, id: string | null, line: number): boolean {
    if (this.#calls.length < this.#limit) return true;
    const last = this.#calls[this.#limit - 1];
    // Nearly every call ends here.
    if (last === undefined || size < last.size) return false;
    return comparePlaces({ size, id, line }, last) < 0;
  }

  /** Takes a wanted call in. */
  take(kept: KeptCall): void {
    const calls = this.#calls;
    if (this.#limit === 0) return;
    if (calls.length === this.#limit) calls.pop();
    let at = calls.length;
    while (at > 0 && comparePlaces(kept, calls[at - 1] as KeptCall) < 0) at--;
    calls.splice(at, 0, kept);
  }

  /** Takes in what another group kept. */
  takeAll(other: LeadingCalls): void {
    for (const kept of other.#calls) if (this.wants(kept.size, kept.id, kept.line)) this.take(kept);
  }

  /** The largest first. */
  get calls(): readonly KeptCall[] {
    return this.#calls;
  }
}

function comparePlaces(a: CallPlace, b: CallPlace): number {
  if (a.size !== b.size && (a.size > b.size || a.size < b.size)) return a.size > b.size ? -1 : 1;
  if (a.id === null || b.id === null) {
    if (a.id !== b.id) return a.id === null ? 1 : -1;
    return a.line - b.line;
  }
  return compareCallIDs(a.id, b.id) || a.line - b.line;
}

/** As `compareIDs`, with a short way for ids of one length and digits alone: thousands of calls may tie. */
function compareCallIDs(a: string, b: string): number {
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
