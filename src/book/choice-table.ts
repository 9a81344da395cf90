/**
 * The choices of tariffs (R24, R28, R29) as rows of whole numbers, for the kernel. Most numbers' calls come to the
 * same few choices, so equal rows are stored once, and a number keeps only the offset of its own row by kind of call.
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
  /** TARIFF_TRAITS of the retail tariff, and shifted by WHOLESALE_TRAITS those of the other; WITHOUT_MARKUP. */
  TRAITS: 6,
  WIDTH: 8,
} as const;

export const NONE = -1;
/** What follows from the choice is for the call's record to say. */
export const BY_RECORD = -2;

/** The tariff looks the call type up again (R22); it splits calls by period (R23). */
export const TARIFF_TRAITS = { looksAgain: 1, splits: 2 } as const;
/** By how many bits the traits of the wholesale tariff are shifted. */
export const WHOLESALE_TRAITS = 2;
/** Among the traits of a choice: no markup is set for calls without a rate (R27). */
export const WITHOUT_MARKUP = 16;

const CLASSES = TARIFF_CLASSES.length;

/** The choices that calls met. The kernel reads the arrays; a longer one may take the place of each when a row is kept. */
export class ChoiceTable {
  /** Rows of CHOICE. */
  rows: Int32Array = new Int32Array(16 * CHOICE.WIDTH);
  /** By `carrierKey` + class: the kind of such calls, counted from 0 as calls meet them, or NONE. */
  kinds: Int32Array = new Int32Array(0);
  /** By number × `kindsOfNumber` + kind: the offset of the row last kept for them, or NONE. */
  byNumber: Int32Array = new Int32Array(0);
  kindsOfNumber = 0;
  #length = 0;
  #kindCount = 0;
  readonly #offsets = new Map<string, number>();
  readonly #carriers = new Map<string, number>();
  readonly #retail: DefaultTariffs;
  readonly #wholesale: DefaultTariffs;
  readonly #numbers: number;

  /** `numbers` says how many of them the book has. */
  constructor(retail: DefaultTariffs, wholesale: DefaultTariffs, numbers: number) {
    this.#retail = retail;
    this.#wholesale = wholesale;
    this.#numbers = numbers;
  }

  /** What of a carrier tells calls apart as far as their tariffs go: where `kinds` has its classes. */
  carrierKey(carrier: string): number {
    const known = `${this.#retail.knownCarrier(carrier)}\u0000${this.#wholesale.knownCarrier(carrier)}`;
    let key = this.#carriers.get(known);
    if (key === undefined) {
      key = this.#carriers.size * CLASSES;
      this.#carriers.set(known, key);
      const larger = new Int32Array(key + CLASSES).fill(NONE);
      larger.set(this.kinds);
      this.kinds = larger;
    }
    return key;
  }

  /** Keeps a row, by its values, for a number's calls of a carrier and class; the offset of the row. */
  keep(number: number, kindKey: number, values: readonly number[]): number {
    let kind = this.kinds[kindKey] as number;
    if (kind === NONE) {
      kind = this.#kindCount++;
      this.kinds[kindKey] = kind;
      if (kind >= this.kindsOfNumber) this.#widen();
    }
    const row = this.#rowOf(values);
    this.byNumber[number * this.kindsOfNumber + kind] = row;
    return row;
  }

  #widen(): void {
    const before = this.kindsOfNumber;
    const kinds = Math.max(1, 2 * before);
    const wider = new Int32Array(this.#numbers * kinds).fill(NONE);
    for (let number = 0; number < this.#numbers; number++) {
      wider.set(this.byNumber.subarray(number * before, (number + 1) * before), number * kinds);
    }
    this.byNumber = wider;
    this.kindsOfNumber = kinds;
  }

  #rowOf(values: readonly number[]): number {
    const key = values.join();
    const known = this.#offsets.get(key);
    if (known !== undefined) return known;
    const offset = this.#length;
    this.#length += CHOICE.WIDTH;
    if (this.#length > this.rows.length) {
      const larger = new Int32Array(2 * this.rows.length);
      larger.set(this.rows);
      this.rows = larger;
    }
    this.rows.set(values, offset);
    this.#offsets.set(key, offset);
    return offset;
  }
}
