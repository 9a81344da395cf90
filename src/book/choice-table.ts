/**
 * The choices of tariffs (R24, R28, R29) as rows of whole numbers, for calls in columns. Most numbers' calls come to
 * the same few choices, so equal rows are stored once, and a number keeps only where its own are.
 */
import { TARIFF_CLASSES } from "../model/index.ts";
import type { DefaultTariffs } from "./select-tariff.ts";

/** Columns of a row. Tariffs are places among the book's. */
export const CHOICE = {
  /** The first and the last day for which the choices hold. */
  FROM: 0,
  TO: 1,
  /** The retail tariff, or BY_RECORD; the feature that named it, or NONE. */
  TARIFF: 2,
  FEATURE: 3,
  /** The surcharges tariff, NONE or BY_RECORD. */
  SURCHARGES: 4,
  /** The wholesale tariff, NONE or BY_RECORD. */
  WHOLESALE: 5,
  /** How the two tariffs depart from the plain way: TARIFF_TRAITS of the retail one, and times 4 of the other; WITHOUT_MARKUP. */
  TRAITS: 6,
  WIDTH: 8,
} as const;

export const NONE = -1;
/** What follows from the choice is for the call's record to say. */
export const BY_RECORD = -2;

/** The tariff looks the call type up again (R22); it splits calls by period (R23). */
export const TARIFF_TRAITS = { looksAgain: 1, splits: 2 } as const;
/** Among the traits of a choice: no markup is set for calls without a rate (R27). */
export const WITHOUT_MARKUP = 16;

/** What is kept for calls of a kind of a number: 1 + the number's place, the kind, the row of the choices. */
const ENTRY = { NUMBER: 0, KIND: 1, ROW: 2, WIDTH: 4 } as const;

/** The choices that calls in columns met. */
export class ChoiceTable {
  #rows = new Int32Array(16 * CHOICE.WIDTH);
  #length = 0;
  readonly #offsets = new Map<string, number>();
  readonly #retail: DefaultTariffs;
  readonly #wholesale: DefaultTariffs;
  readonly #carriers = new Map<string, number>();
  /** Entries by hash, with linear probing; at most half of them are taken. */
  #kept = new Int32Array(64 * ENTRY.WIDTH);
  #keptCount = 0;

  constructor(retail: DefaultTariffs, wholesale: DefaultTariffs) {
    this.#retail = retail;
    this.#wholesale = wholesale;
  }

  get rows(): Int32Array {
    return this.#rows;
  }

  /** What tells calls of a number apart as far as their tariffs go: the class, and the carrier where a default names it. */
  kind(tariffClass: number, carrier: string): number {
    const known = `${this.#retail.knownCarrier(carrier)}\u0000${this.#wholesale.knownCarrier(carrier)}`;
    let place = this.#carriers.get(known);
    if (place === undefined) {
      place = this.#carriers.size;
      this.#carriers.set(known, place);
    }
    return place * TARIFF_CLASSES.length + tariffClass;
  }

  /** The row last kept for calls of a kind of a number, or -1. */
  find(number: number, kind: number): number {
    const kept = this.#kept;
    const at = entryOf(kept, number, kind);
    return kept[at + ENTRY.NUMBER] === 0 ? -1 : (kept[at + ENTRY.ROW] as number);
  }

  keep(number: number, kind: number, row: number): void {
    let at = entryOf(this.#kept, number, kind);
    if (this.#kept[at + ENTRY.NUMBER] === 0) {
      if (2 * ENTRY.WIDTH * ++this.#keptCount > this.#kept.length) {
        this.#kept = larger(this.#kept);
        at = entryOf(this.#kept, number, kind);
      }
    }
    this.#kept.set([1 + number, kind, row], at);
  }

  /** The offset of the row with these values. */
  add(values: readonly number[]): number {
    const key = values.join();
    const known = this.#offsets.get(key);
    if (known !== undefined) return known;
    const offset = this.#length;
    this.#length += CHOICE.WIDTH;
    if (this.#length > this.#rows.length) {
      const larger = new Int32Array(2 * this.#rows.length);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    this.#rows.set(values, offset);
    this.#offsets.set(key, offset);
    return offset;
  }
}

/** Where the entry of a kind of a number is, or is to be. */
function entryOf(kept: Int32Array, number: number, kind: number): number {
  const last = kept.length - 1;
  let hash = Math.imul(number, 0x9e3779b1) ^ Math.imul(kind, 0x85ebca6b);
  hash ^= hash >>> 15;
  for (let at = (hash * ENTRY.WIDTH) & last; ; at = (at + ENTRY.WIDTH) & last) {
    const own = kept[at + ENTRY.NUMBER] as number;
    if (own === 0 || (own === 1 + number && kept[at + ENTRY.KIND] === kind)) return at;
  }
}

/** The same entries in twice the room. */
function larger(kept: Int32Array): Int32Array<ArrayBuffer> {
  const room = new Int32Array(2 * kept.length);
  for (let at = 0; at < kept.length; at += ENTRY.WIDTH) {
    const number = kept[at + ENTRY.NUMBER] as number;
    if (number === 0) continue;
    const entry = kept.subarray(at, at + ENTRY.WIDTH);
    room.set(entry, entryOf(room, number - 1, entry[ENTRY.KIND] as number));
  }
  return room;
}
