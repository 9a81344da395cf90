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

/** Choices that a number keeps at hand: calls of few classes and carriers are usual. */
const WAYS = 4;
/** Kind and row. */
const ENTRY = 2;

/** The choices that calls in columns met. */
export class ChoiceTable {
  #rows = new Int32Array(16 * CHOICE.WIDTH);
  #length = 0;
  readonly #offsets = new Map<string, number>();
  readonly #retail: DefaultTariffs;
  readonly #wholesale: DefaultTariffs;
  readonly #carriers = new Map<string, number>();
  /** By number: the kinds of its calls and the rows of their choices, kinds counted from 1. */
  #kept: Int32Array | undefined;
  readonly #numbers: number;

  constructor(numbers: number, retail: DefaultTariffs, wholesale: DefaultTariffs) {
    this.#numbers = numbers;
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
    if (kept === undefined) return -1;
    const at = entryOf(number, kind);
    return kept[at] === kind + 1 ? (kept[at + 1] as number) : -1;
  }

  keep(number: number, kind: number, row: number): void {
    this.#kept ??= new Int32Array(this.#numbers * WAYS * ENTRY);
    const at = entryOf(number, kind);
    this.#kept[at] = kind + 1;
    this.#kept[at + 1] = row;
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

function entryOf(number: number, kind: number): number {
  return (number * WAYS + (Math.imul(kind, 0x9e3779b1) >>> 30)) * ENTRY;
}
