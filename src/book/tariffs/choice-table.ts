/**
 * The choices of tariffs (R24, R28, R29) as rows of whole numbers, for the kernel. Most numbers' calls come to the
 * same few choices, so equal rows are stored once, and a number keeps only the offset of its own row by kind of call.
 */
import { type KernelMemory, tables, WorkTable } from "../../kernel/index.ts";
import { TARIFF_CLASSES } from "../../model/index.ts";
import type { DefaultTariffs } from "./select-tariff.ts";

const CLASSES = TARIFF_CLASSES.length;
const { CHOICE_WIDTH, NONE } = tables;

/** The choices that calls met, in the memory of a kernel. */
export class ChoiceTable {
  /** Rows of CHOICE_WIDTH. */
  readonly #rows: WorkTable;
  /** By `carrierKey` + class: the kind of such calls, counted from 0 as calls meet them, or NONE. */
  readonly #kinds: WorkTable;
  /** By number × `#kindsOfNumber` + kind: the offset of the row last kept for them, or NONE. */
  readonly #byNumber: WorkTable;
  readonly #memory: KernelMemory;
  #kindsOfNumber = 0;
  #length = 0;
  #kindCount = 0;
  readonly #offsets = new Map<string, number>();
  readonly #carriers = new Map<string, number>();
  readonly #retail: DefaultTariffs;
  readonly #wholesale: DefaultTariffs;
  readonly #numbers: number;

  /** `numbers` says how many of them the book has. */
  constructor(memory: KernelMemory, retail: DefaultTariffs, wholesale: DefaultTariffs, numbers: number) {
    this.#memory = memory;
    this.#rows = new WorkTable(memory, tables.WORK_CHOICES, 16 * CHOICE_WIDTH);
    this.#kinds = new WorkTable(memory, tables.WORK_KINDS, 4 * CLASSES, NONE);
    this.#byNumber = new WorkTable(memory, tables.WORK_BY_NUMBER, numbers, NONE);
    this.#retail = retail;
    this.#wholesale = wholesale;
    this.#numbers = numbers;
    this.#widen(1);
  }

  /** What of a carrier tells calls apart as far as their tariffs go: where the kinds have its classes. */
  carrierKey(carrier: string): number {
    const known = `${this.#retail.knownCarrier(carrier)}\u0000${this.#wholesale.knownCarrier(carrier)}`;
    let key = this.#carriers.get(known);
    if (key === undefined) {
      key = this.#carriers.size * CLASSES;
      this.#carriers.set(known, key);
      this.#kinds.makeRoom(key + CLASSES);
    }
    return key;
  }

  /** Keeps a row, by its values, for a number's calls of a carrier and class; the offset of the row. */
  keep(number: number, kindKey: number, values: readonly number[]): number {
    const row = this.#rowOf(values);
    this.choose(number, kindKey, row);
    return row;
  }

  /** Says that a row that is kept is that of a number's calls of a carrier and class. */
  choose(number: number, kindKey: number, row: number): void {
    let kind = this.#kinds.at(kindKey);
    if (kind === NONE) {
      kind = this.#kindCount++;
      this.#kinds.set(kindKey, kind);
      if (kind >= this.#kindsOfNumber) this.#widen(2 * this.#kindsOfNumber);
    }
    this.#byNumber.set(number * this.#kindsOfNumber + kind, row);
  }

  #widen(kinds: number): void {
    const before = this.#kindsOfNumber;
    this.#byNumber.makeRoom(this.#numbers * kinds);
    const { words } = this.#byNumber;
    for (let number = this.#numbers - 1; number >= 0; number--) {
      words.copyWithin(number * kinds, number * before, (number + 1) * before);
      words.fill(NONE, number * kinds + before, (number + 1) * kinds);
    }
    this.#kindsOfNumber = kinds;
    this.#memory.views.workI32s[tables.WORK_KINDS_OF_NUMBER >> 2] = kinds;
  }

  #rowOf(values: readonly number[]): number {
    const key = values.join();
    const known = this.#offsets.get(key);
    if (known !== undefined) return known;
    const offset = this.#length;
    this.#length += CHOICE_WIDTH;
    this.#rows.makeRoom(this.#length);
    for (const [at, value] of values.entries()) this.#rows.set(offset + at, value);
    this.#offsets.set(key, offset);
    return offset;
  }
}
