/** The tests of a dialect on the cells of a row: all of one column are told by one look at what its text stands for. */
import type { OpenedTest, OpenedTests } from "../../dialects/index.ts";
import { NameValues, NO_NAME } from "../name-table.ts";
import { type ColumnPlaces, MOST_LENGTH, type RowTexts } from "./dialect-texts.ts";

/** Tests that one whole number has bits for, should all be of one column. */
export const MOST_TESTS = 31;

/** The tests of one column. */
interface ColumnTests {
  readonly place: number;
  readonly tests: readonly OpenedTest[];
  /** Undefined where no test asks for more than whether the cell is blank. */
  readonly bits: NameValues | undefined;
  /** Which of them fit then where it says something, and where it does not. */
  readonly said: number;
  readonly silent: number;
  /** How long texts are that a test names, a bit each; 0 where a text of any length may be meant. */
  readonly lengths: number;
  /** Which fit where the cell is none of these. */
  readonly other: number;
  /** So many bytes at the beginning of a text of ASCII tell which tests fit. */
  readonly told: number;
}

/** One test: of which column, and its bit. */
export interface TestPlace {
  readonly column: number;
  readonly bit: number;
}

/** All that a dialect asks of the cells of a row. */
export class RowTests {
  readonly #columns: ColumnTests[] = [];
  readonly #texts: RowTexts;
  /** What the tests of each column gave for the row. */
  #fitting = new Int32Array(0);

  readonly #blank: ReadonlySet<string>;

  constructor(texts: RowTexts, blank: ReadonlySet<string>) {
    this.#texts = texts;
    this.#blank = blank;
  }

  /** Lists of tests that can be asked of each row; not more than MOST_TESTS of all lists. */
  add(lists: readonly OpenedTests[], placeOf: ColumnPlaces): readonly (readonly TestPlace[])[] {
    const places = lists.map((tests) => tests.map((test) => this.#add(test, placeOf(test.column))));
    this.#fitting = new Int32Array(this.#columns.length);
    return places;
  }

  #add(test: OpenedTest, place: number): TestPlace {
    let column = this.#columns.findIndex((known) => known.place === place);
    if (column < 0) {
      column = this.#columns.length;
      this.#columns.push({
        place,
        tests: [],
        bits: undefined,
        said: 0,
        silent: 0,
        lengths: 0,
        other: 0,
        told: 0,
      });
    }
    const known = this.#columns[column] as ColumnTests;
    const asked = known.tests.indexOf(test);
    if (asked >= 0) return { column, bit: 1 << asked };
    const tests = [...known.tests, test];
    const isNamed = known.bits !== undefined || test.kind === "in" || test.kind === "notIn";
    const bits = isNamed ? new NameValues((text) => this.#bitsOf(tests, text)) : undefined;
    const [said, silent] = [this.#bitsOf(tests, NOT_BLANK), this.#bitsOf(tests, "")];
    const lengths = lengthsOf([...this.#blank], tests);
    const other = tests.reduce((all, { kind }, at) => (isForOthers(kind) ? all | (1 << at) : all), 0);
    const told = toldBytes([...this.#blank], tests);
    this.#columns[column] = { place, tests, bits, said, silent, lengths, other, told };
    return { column, bit: 1 << (tests.length - 1) };
  }

  #bitsOf(tests: readonly OpenedTest[], text: string): number {
    const isBlank = text === "" || this.#blank.has(text);
    let bits = 0;
    for (const [at, test] of tests.entries()) if (isFitting(test, text, isBlank)) bits |= 1 << at;
    return bits;
  }

  /** Asks the tests of all columns; false where the record has to say. */
  ask(): boolean {
    const { names } = this.#texts.cells;
    for (let at = 0; at < this.#columns.length; at++) {
      const { place, bits, said, silent, lengths, other, told } = this.#columns[at] as ColumnTests;
      const isThere = place >= 0 && this.#texts.find(place);
      if (bits === undefined) {
        const isSaid = isThere && !this.#texts.isBlank(place);
        this.#fitting[at] = isSaid ? said : silent;
        continue;
      }
      if (isThere && lengths !== 0 && this.#texts.isOtherThan(lengths)) {
        this.#fitting[at] = other;
        continue;
      }
      const code = isThere ? this.#texts.codeOfBeginning(told) : 0;
      if (code === NO_NAME) return false;
      this.#fitting[at] = bits.of(names, code);
    }
    return true;
  }

  /** The first of the lists of which all tests fit; -1 where there is none. */
  firstFitting(lists: readonly (readonly TestPlace[])[]): number {
    for (let list = 0; list < lists.length; list++) {
      let isFitting = true;
      for (const { column, bit } of lists[list] as readonly TestPlace[])
        isFitting &&= ((this.#fitting[column] as number) & bit) !== 0;
      if (isFitting) return list;
    }
    return -1;
  }
}

/** Any text that is not blank. */
const NOT_BLANK = "x";

function isFitting(test: OpenedTest, text: string, isBlank: boolean): boolean {
  const { kind, isExact, texts, beginnings } = test;
  if (kind === "blank" || kind === "notBlank") return isBlank === (kind === "blank");
  const lower = isExact ? text : text.toLowerCase();
  const isIn = texts.has(lower) || beginnings.some((beginning) => lower.startsWith(beginning));
  return isIn === (kind === "in");
}

/** Whether a test fits a text that no test names. */
function isForOthers(kind: OpenedTest["kind"]): boolean {
  return kind === "notIn" || kind === "notBlank";
}

/** A bit for the length of each text that is named; the last for all longer ones. */
function lengthsOf(blank: readonly string[], tests: readonly OpenedTest[]): number {
  if (tests.some(({ beginnings }) => beginnings.length > 0)) return 0;
  const texts = [...blank, ...tests.flatMap((test) => [...test.texts])];
  return texts.reduce((all, text) => all | (1 << Math.min(Buffer.byteLength(text), MOST_LENGTH)), 0);
}

/** How much of a text tells which tests fit: one byte more than it would have to be one that is named, or all of a beginning. */
function toldBytes(blank: readonly string[], tests: readonly OpenedTest[]): number {
  const named = [...blank, ...tests.flatMap(({ texts }) => [...texts])].map(
    (text) => Buffer.byteLength(text) + 1,
  );
  const beginnings = tests.flatMap((test) => test.beginnings.map((text) => Buffer.byteLength(text)));
  return Math.max(1, ...named, ...beginnings);
}
