/** Reads the values of a dialect from rows, by functions that are made once for a file. */
import { parseCivilDate } from "../../calendar/index.ts";
import { Fault, quoteValue } from "../../model/index.ts";
import { isDecimalText, sumAmounts } from "../../money/index.ts";
import type {
  OpenedCallDialect,
  OpenedCell,
  OpenedDateAndClock,
  OpenedPlainValue,
  OpenedTest,
  OpenedTests,
} from "./opened-dialect.ts";
import {
  isTimeOfDay,
  openBetween,
  openDateAndClock,
  openSteps,
  openTime,
  readSeconds,
  type StartText,
  type TimeSettings,
} from "./values/index.ts";

/** The cells of a row, in the order of the file's columns. */
export type Cells = readonly string[];

/** Why a row is no call, and the column that is wrong; the first of several that are joined. */
export interface RowProblem {
  readonly reason: string;
  readonly column?: string;
}

/** Reads a value from a row; "" is blank. */
export type ReadValue = (cells: Cells) => string | RowProblem;

/** Reads the start of a row's call; undefined if blank. A time without a date is left to rating, which refuses it. */
export type ReadRowStart = (cells: Cells) => Partial<StartText> | RowProblem | undefined;

export type FitsRow = (cells: Cells) => boolean;

/** A cell that is not blank, and its column; for joined cells all names, and the first column. */
interface SaidCell {
  readonly name: string;
  readonly column: string;
  readonly text: string;
}

const BLANK: ReadValue = () => "";

/** Makes functions that read a dialect's values, for files with one order of columns. */
export class RowValues {
  readonly #opened: OpenedCallDialect;
  readonly #indexes: ReadonlyMap<string, number>;

  /** `indexes` has the index of each column; a missing column is blank. */
  constructor(opened: OpenedCallDialect, indexes: ReadonlyMap<string, number>) {
    this.#opened = opened;
    this.#indexes = indexes;
  }

  /** The text of a column's cell, without outer white space. */
  cell(column: string): (cells: Cells) => string {
    const index = this.#indexes.get(column);
    return index === undefined ? () => "" : (cells) => (cells[index] ?? "").trim();
  }

  anyFits(tests: readonly OpenedTests[]): FitsRow {
    const opened = tests.map((test) => this.allFit(test));
    return (cells) => opened.some((fits) => fits(cells));
  }

  allFit(tests: OpenedTests): FitsRow {
    const opened = tests.map((test) => this.#fits(test));
    return (cells) => opened.every((fits) => fits(cells));
  }

  #fits(test: OpenedTest): FitsRow {
    const cell = this.cell(test.column);
    const { blank } = this.#opened;
    return (cells) => {
      const text = cell(cells);
      return fitsText(test, text, text === "" || blank.has(text));
    };
  }

  /** Reads the value of a field other than `start`. */
  text(value: OpenedPlainValue | undefined): ReadValue {
    if (value === undefined || value.kind === "date and clock") return BLANK;
    if (value.kind === "constant") return () => value.text;
    if (value.kind === "between") {
      const from = this.#turned(value.from);
      const to = this.#turned(value.to);
      const between = openBetween(value.time.time, this.#timeSettings(value.time.zone));
      return (cells) => {
        const first = from(cells);
        const second = to(cells);
        if (first === undefined || second === undefined) return "";
        if ("reason" in first) return first;
        if ("reason" in second) return second;
        const seconds = between(first.text, second.text);
        if (typeof seconds === "string") return seconds;
        const { message } = seconds;
        const reason = `has ${first.name} ${quoteValue(first.text)} and ${second.name} ${quoteValue(second.text)}, of which one ${message}`;
        return { reason, column: second.column };
      };
    }
    const turned = this.#withAmounts(value);
    const others = value.or.map((other) => this.text(other));
    return (cells) => {
      const said = turned(cells);
      if (said !== undefined) return "reason" in said ? said : said.text;
      for (const other of others) {
        const text = other(cells);
        if (text !== "") return text;
      }
      return "";
    };
  }

  /** Reads a cell, and adds the amounts of `add`. */
  #withAmounts(cell: OpenedCell): (cells: Cells) => SaidCell | RowProblem | undefined {
    const turned = this.#turned(cell);
    if (cell.add.length === 0) return turned;
    const added = cell.add.map((part) => this.#turned(part));
    return (cells) => {
      const said = turned(cells);
      if (said === undefined || "reason" in said) return said;
      const amounts = [said.text];
      for (const part of added) {
        const more = part(cells);
        if (more === undefined) continue;
        if ("reason" in more) return more;
        amounts.push(more.text);
      }
      if (amounts.length === 1) return said;
      // A text that is no amount is the value, so that rating refuses it and no part is lost.
      const odd = amounts.find((text) => !isDecimalText(text));
      return { ...said, text: odd ?? sumAmounts(amounts) };
    };
  }

  start(value: OpenedPlainValue | undefined): ReadRowStart {
    if (value === undefined || value.kind === "between") return () => undefined;
    if (value.kind === "constant") return () => ({ startDate: value.text });
    if (value.kind === "date and clock") return this.#dateAndClock(value);
    const turned = this.#turned(value);
    const later = this.#secondsLater(value);
    const time = openTime(value.time?.time ?? "iso", this.#timeSettings(value.time?.zone ?? "utc"));
    return (cells) => {
      const said = turned(cells);
      if (said === undefined || "reason" in said) return said;
      const seconds = later(cells);
      if (typeof seconds !== "number") return seconds;
      const start = time(said.text, seconds);
      return start instanceof Fault ? cellProblem(said, start) : start;
    };
  }

  #dateAndClock({ date, clock, zone, plus }: OpenedDateAndClock): ReadRowStart {
    const [dateIn, clockIn] = [this.text(date), this.text(clock)];
    const start = openDateAndClock(this.#timeSettings(zone));
    const seconds = plus === undefined ? () => "" : this.cell(plus);
    const column = clock.columns[0] ?? "";
    const written = this.cell(column);
    return (cells) => {
      const day = dateIn(cells);
      if (typeof day !== "string") return day;
      const time = clockIn(cells);
      if (typeof time !== "string") return time;
      if (time === "") return day === "" ? undefined : { startDate: day };
      const later = day === "" ? "" : seconds(cells);
      const isLater = later !== "" && !/^0+$/.test(later) && !this.#opened.blank.has(later);
      if (isLater && (!/^[0-9]{1,6}$/.test(later) || !isTimeOfDay(time))) {
        const said = `${column} is ${quoteValue(written(cells))}, ${plus} ${quoteValue(later)}`;
        return { reason: `has no time of answer: ${said}; write hh:mm:ss and whole seconds`, column };
      }
      const moved = start(day, time, isLater ? Number(later) : 0);
      if (moved instanceof Fault) return cellProblem({ name: column, column, text: written(cells) }, moved);
      return moved.startDate === "" ? { startTime: time } : moved;
    };
  }

  /** Whether a row has the day of a call, given the value of `start`. */
  hasDay(value: OpenedPlainValue | undefined): FitsRow {
    if (value?.kind === "date and clock") {
      const date = this.text(value.date);
      return (cells) => {
        const day = date(cells);
        return typeof day === "string" && parseCivilDate(day) !== undefined;
      };
    }
    const start = this.start(value);
    return (cells) => {
      const said = start(cells);
      return said !== undefined && "startDate" in said;
    };
  }

  #timeSettings(zone: string): TimeSettings {
    const { book, year } = this.#opened;
    return { zone, bookZone: book?.settings.timeZone, ambiguousTime: book?.settings.ambiguousTime, year };
  }

  /** The seconds from the written time to the start. */
  #secondsLater({ plus, minus }: OpenedCell): (cells: Cells) => number | RowProblem {
    const secondsIn = (column: string | undefined): ((cells: Cells) => number | RowProblem) => {
      if (column === undefined) return () => 0;
      const cell = this.cell(column);
      const { blank } = this.#opened;
      return (cells) => {
        const text = cell(cells);
        if (text === "" || blank.has(text)) return 0;
        const seconds = readSeconds(text);
        if (seconds !== undefined) return seconds;
        const reason = `has no time of answer: ${column} is ${quoteValue(text)}; write seconds or h:mm:ss`;
        return { reason, column };
      };
    };
    const [added, taken] = [secondsIn(plus), secondsIn(minus)];
    return (cells) => {
      const more = added(cells);
      if (typeof more !== "number") return more;
      const less = taken(cells);
      return typeof less === "number" ? more - less : less;
    };
  }

  /** Reads a cell and does its steps; undefined if blank. */
  #turned(cell: OpenedCell): (cells: Cells) => SaidCell | RowProblem | undefined {
    const said = cell.isSum
      ? this.#summed(cell)
      : cell.join === undefined
        ? this.#first(cell)
        : this.#joined(cell, cell.join);
    const turn = openSteps(cell.steps, {
      currencyDecimals: this.#opened.book?.settings.currencyDecimals,
    });
    if (turn === undefined) return said;
    return (cells) => {
      const found = said(cells);
      if (found === undefined) return undefined;
      const text = turn(found.text);
      if (text instanceof Fault) return cellProblem(found, text);
      return text === "" ? undefined : { ...found, text };
    };
  }

  #first({ columns, none }: OpenedCell): (cells: Cells) => SaidCell | undefined {
    const choices = columns.map((column) => ({ column, cell: this.cell(column) }));
    return (cells) => {
      for (const { column, cell } of choices) {
        const text = cell(cells);
        if (text !== "" && !none.has(text)) return { name: column, column, text };
      }
      return undefined;
    };
  }

  #joined({ columns, none }: OpenedCell, join: string): (cells: Cells) => SaidCell | undefined {
    const parts = columns.map((column) => this.cell(column));
    const name = columns.join(" and ");
    const [column = ""] = columns;
    return (cells) => {
      const said = parts.map((cell) => cell(cells)).filter((text) => text !== "" && !none.has(text));
      return said.length === 0 ? undefined : { name, column, text: said.join(join) };
    };
  }

  #summed({ columns, none }: OpenedCell): (cells: Cells) => SaidCell | undefined {
    const parts = columns.map((column) => ({ column, cell: this.cell(column) }));
    return (cells) => {
      const said = parts
        .map(({ column, cell }) => ({ name: column, column, text: cell(cells) }))
        .filter(({ text }) => text !== "" && !none.has(text));
      const odd = said.find(({ text }) => !QUANTITY.test(text));
      if (odd !== undefined || said[0] === undefined) return odd;
      return { ...said[0], text: sumAmounts(said.map(({ text }) => text)) };
    };
  }
}

/** What a sum adds up: usage, which is not negative. */
const QUANTITY = /^[0-9]{1,20}(?:\.[0-9]{1,20})?$/;

function cellProblem({ name, column, text }: SaidCell, { message }: Fault): RowProblem {
  return { reason: `has ${name} ${quoteValue(text)}, which ${message}`, column };
}

/** Whether a test fits the text of its cell. */
export function fitsText(
  { kind, isExact, texts, beginnings }: OpenedTest,
  text: string,
  isBlank: boolean,
): boolean {
  if (kind === "blank" || kind === "notBlank") return isBlank === (kind === "blank");
  const written = isExact ? text : text.toLowerCase();
  const isListed = texts.has(written) || beginnings.some((beginning) => written.startsWith(beginning));
  return isListed === (kind === "in");
}
