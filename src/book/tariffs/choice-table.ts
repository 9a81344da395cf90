/**
 * The choices of tariffs (R24, R28, R29) as rows of whole numbers, for the kernel. Most numbers share a few choices,
 * so equal rows are stored once, and each number has the offset of a row by kind of call.
 */
import { type KernelMemory, tables, WorkTable } from "../../kernel/index.ts";
import { madeOnce, TARIFF_CLASSES } from "../../model/index.ts";
import type { DefaultTariffs } from "./select-tariff.ts";

const CLASSES = TARIFF_CLASSES.length;
const { CHOICE_WIDTH, NONE } = tables;

/** A cache of choices in the memory of a kernel. */
export class ChoiceTable {
  /** Rows of CHOICE_WIDTH. */
  readonly #rows: WorkTable;
  /** By `carrierKey` + class: the kind of such calls, a number from 0 on in order of first use, or NONE. */
  readonly #kinds: WorkTable;
  /** By number × `#kindsOfNumber` + kind: the offset of the row last set for the pair, or NONE. */
  readonly #byNumber: WorkTable;
  readonly #memory: KernelMemory;
  /** Room per number in `#byNumber`, in kinds. */
  #kindsOfNumber = 0;
  #length = 0;
  #kindCount = 0;
  readonly #offsets = new Map<string, number>();
  readonly #carriers = new Map<string, number>();
  readonly #retail: DefaultTariffs;
  readonly #wholesale: DefaultTariffs;
  readonly #numberCount: number;

  /** `numberCount` is how many numbers the book has. */
  constructor(memory: KernelMemory, retail: DefaultTariffs, wholesale: DefaultTariffs, numberCount: number) {
    this.#memory = memory;
    this.#rows = new WorkTable(memory, tables.WORK_CHOICES, 16 * CHOICE_WIDTH);
    this.#kinds = new WorkTable(memory, tables.WORK_KINDS, 4 * CLASSES, NONE);
    this.#byNumber = new WorkTable(memory, tables.WORK_BY_NUMBER, numberCount, NONE);
    this.#retail = retail;
    this.#wholesale = wholesale;
    this.#numberCount = numberCount;
    this.#widen(1);
  }

  /** The offset in `#kinds` of the classes of a carrier; carriers that no default tariff tells apart share one. */
  carrierKey(carrier: string): number {
    const known = `${this.#retail.knownCarrier(carrier)}\u0000${this.#wholesale.knownCarrier(carrier)}`;
    return madeOnce(this.#carriers, known, () => {
      this.#kinds.makeRoom((this.#carriers.size + 1) * CLASSES);
      return this.#carriers.size * CLASSES;
    });
  }

  /** Stores a row of values for a number's calls of a carrier and class; returns the offset of the row. */
  keep(numberIndex: number, kindKey: number, values: readonly number[]): number {
    const row = this.#rowOf(values);
    this.choose(numberIndex, kindKey, row);
    return row;
  }

  /** Sets a stored row for a number's calls of a carrier and class. */
  choose(numberIndex: number, kindKey: number, row: number): void {
    let kind = this.#kinds.at(kindKey);
    if (kind === NONE) {
      kind = this.#kindCount++;
      this.#kinds.set(kindKey, kind);
      if (kind >= this.#kindsOfNumber) this.#widen(2 * this.#kindsOfNumber);
    }
    this.#byNumber.set(numberIndex * this.#kindsOfNumber + kind, row);
  }

  #widen(kinds: number): void {
    const before = this.#kindsOfNumber;
    this.#byNumber.makeRoom(this.#numberCount * kinds);
    const { words } = this.#byNumber;
    for (let numberIndex = this.#numberCount - 1; numberIndex >= 0; numberIndex--) {
      words.copyWithin(numberIndex * kinds, numberIndex * before, (numberIndex + 1) * before);
      words.fill(NONE, numberIndex * kinds + before, (numberIndex + 1) * kinds);
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
    for (const [column, value] of values.entries()) this.#rows.set(offset + column, value);
    this.#offsets.set(key, offset);
    return offset;
  }
}
