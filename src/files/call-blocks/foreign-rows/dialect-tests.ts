/** The tests of a dialect on the cells of a row: one look-up by the name of a cell answers all tests of its column. */
import { fitsText, type OpenedTest, type OpenedTests } from "../../dialects/index.ts";
import { NameValues, NO_NAME } from "../name-table.ts";
import { type ColumnIndexes, MOST_LENGTH, type RowTexts } from "./dialect-texts.ts";

/** The most tests of a dialect: all may be of one column, whose answers are the bits of one whole number. */
export const MOST_TESTS = 31;

interface ColumnTests {
  readonly columnIndex: number;
  readonly tests: readonly OpenedTest[];
  /** The answers by name; undefined if all tests only ask whether the cell is blank. */
  readonly bits: NameValues | undefined;
  /** With such tests alone: which of them fit a cell that is not blank, and a blank cell. */
  readonly said: number;
  readonly silent: number;
  /** A bit for each length of a text that a test names; 0 if texts of any length may fit. */
  readonly lengths: number;
  /** Which tests fit a cell of another length. */
  readonly other: number;
  /** The answers for an ASCII text depend only on so many bytes at its beginning. */
  readonly told: number;
}

/** A test: the index of its column's tests, and its bit. */
export interface TestBit {
  readonly testsIndex: number;
  readonly bit: number;
}

/** All tests of a dialect, and their answers for one row after another. */
export class RowTests {
  readonly #columns: ColumnTests[] = [];
  readonly #texts: RowTexts;
  /** The bits of the tests that fit the row, for each column. */
  #fitting = new Int32Array(0);
  readonly #blank: ReadonlySet<string>;

  constructor(texts: RowTexts, blank: ReadonlySet<string>) {
    this.#texts = texts;
    this.#blank = blank;
  }

  /** Adds lists of tests; at most MOST_TESTS over all lists. */
  add(lists: readonly OpenedTests[], columnIndexOf: ColumnIndexes): readonly (readonly TestBit[])[] {
    const bits = lists.map((tests) => tests.map((test) => this.#add(test, columnIndexOf(test.column))));
    this.#fitting = new Int32Array(this.#columns.length);
    return bits;
  }

  #add(test: OpenedTest, columnIndex: number): TestBit {
    let testsIndex = this.#columns.findIndex((known) => known.columnIndex === columnIndex);
    if (testsIndex < 0) {
      testsIndex = this.#columns.length;
      const none = { tests: [], bits: undefined, said: 0, silent: 0, lengths: 0, other: 0, told: 0 };
      this.#columns.push({ columnIndex, ...none });
    }
    const known = this.#columns[testsIndex] as ColumnTests;
    const testIndex = known.tests.indexOf(test);
    if (testIndex >= 0) return { testsIndex, bit: 1 << testIndex };
    const tests = [...known.tests, test];
    const isNamed = known.bits !== undefined || test.kind === "in" || test.kind === "notIn";
    const bits = isNamed ? new NameValues((text) => this.#bitsOf(tests, text)) : undefined;
    const [said, silent] = [this.#bitsOf(tests, NOT_BLANK), this.#bitsOf(tests, "")];
    const lengths = lengthsOf([...this.#blank], tests);
    const other = tests.reduce(
      (mask, { kind }, index) => (isForOthers(kind) ? mask | (1 << index) : mask),
      0,
    );
    const told = toldBytes([...this.#blank], tests);
    this.#columns[testsIndex] = { columnIndex, tests, bits, said, silent, lengths, other, told };
    return { testsIndex, bit: 1 << (tests.length - 1) };
  }

  #bitsOf(tests: readonly OpenedTest[], text: string): number {
    const isBlank = text === "" || this.#blank.has(text);
    let bits = 0;
    for (const [index, test] of tests.entries()) if (fitsText(test, text, isBlank)) bits |= 1 << index;
    return bits;
  }

  /** Answers the tests of all columns for a row; false if the row needs the slow path. */
  answer(): boolean {
    const { names } = this.#texts.cells;
    for (let index = 0; index < this.#columns.length; index++) {
      const { columnIndex, bits, said, silent, lengths, other, told } = this.#columns[index] as ColumnTests;
      const isThere = columnIndex >= 0 && this.#texts.find(columnIndex);
      if (bits === undefined) {
        const isSaid = isThere && !this.#texts.isBlank(columnIndex);
        this.#fitting[index] = isSaid ? said : silent;
        continue;
      }
      if (isThere && lengths !== 0 && this.#texts.isOtherThan(lengths)) {
        this.#fitting[index] = other;
        continue;
      }
      const code = isThere ? this.#texts.codeOfBeginning(told) : 0;
      if (code === NO_NAME) return false;
      this.#fitting[index] = bits.of(names, code);
    }
    return true;
  }

  /** The index of the first list whose tests all fit; -1 if there is none. */
  firstFitting(lists: readonly (readonly TestBit[])[]): number {
    for (let list = 0; list < lists.length; list++) {
      let isFitting = true;
      for (const { testsIndex, bit } of lists[list] as readonly TestBit[])
        isFitting &&= ((this.#fitting[testsIndex] as number) & bit) !== 0;
      if (isFitting) return list;
    }
    return -1;
  }
}

const NOT_BLANK = "x";

/** Whether a test fits a text that no test names. */
function isForOthers(kind: OpenedTest["kind"]): boolean {
  return kind === "notIn" || kind === "notBlank";
}

/** A bit for the length of each text that a test names; the last bit for all longer texts. */
function lengthsOf(blank: readonly string[], tests: readonly OpenedTest[]): number {
  if (tests.some(({ beginnings }) => beginnings.length > 0)) return 0;
  const texts = [...blank, ...tests.flatMap((test) => [...test.texts])];
  return texts.reduce((bits, text) => bits | (1 << Math.min(Buffer.byteLength(text), MOST_LENGTH)), 0);
}

/** How many bytes of a text tell which tests fit: one more than any text that is named, or all of a beginning. */
function toldBytes(blank: readonly string[], tests: readonly OpenedTest[]): number {
  const named = [...blank, ...tests.flatMap(({ texts }) => [...texts])].map(
    (text) => Buffer.byteLength(text) + 1,
  );
  const beginnings = tests.flatMap((test) => test.beginnings.map((text) => Buffer.byteLength(text)));
  return Math.max(1, ...named, ...beginnings);
}
