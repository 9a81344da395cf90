/** Opens the calls of a dialect: resolves the columns of their fields and tests. */
import { quoteValue } from "../../model/index.ts";
import { meantText, pathText } from "../preset-files.ts";
import { columnName } from "../text.ts";
import type { DialectField } from "./call-dialect.ts";
import { columnKey } from "./column-names.ts";
import type { CheckedChoices } from "./dialect-choices.ts";
import type {
  FixedColumn,
  OpenedCallDialect,
  OpenedCell,
  OpenedDateAndClock,
  OpenedDirection,
  OpenedLeg,
  OpenedPassOver,
  OpenedPlainValue,
  OpenedTest,
  OpenedTests,
  OpenedValue,
} from "./opened-dialect.ts";
import {
  type CheckedCallDialect,
  type CheckedCell,
  type CheckedDirection,
  type CheckedLeg,
  type CheckedPlainValue,
  type CheckedTest,
  type CheckedText,
  type CheckedValue,
  isByDirection,
} from "./schema/index.ts";

type Path = readonly PropertyKey[];

/** A leg, completed with the settings of its dialect. */
type WholeLeg = Required<Pick<CheckedLeg, "passOver" | "unanswered" | "fields" | "set">> & {
  readonly when?: CheckedLeg["when"];
  readonly direction: CheckedDirection | undefined;
};

/** Opens the legs of a dialect, and gathers the columns that the dialect names. */
export class LegOpener {
  readonly faults: string[] = [];
  /** The columns that the dialect names, by `columnKey`; for JSON by the exact path. */
  readonly columnsByKey = new Map<string, string>();
  readonly columnsOfFile: readonly string[];
  readonly header: OpenedCallDialect["csv"]["header"];
  readonly fixedColumns: readonly FixedColumn[];
  readonly optionalColumns: ReadonlySet<string>;
  readonly headerColumns: ReadonlySet<string> | undefined;
  /** Columns that become a field; other columns are carried along. */
  readonly fieldColumns = new Set<string>();
  readonly #used = new Set<string>();
  readonly #blank: readonly string[];
  readonly #choices: CheckedChoices;
  readonly #arePaths: boolean;
  readonly #areAllListed: boolean;

  constructor(dialect: CheckedCallDialect, choices: CheckedChoices) {
    const { reads, csv } = dialect;
    this.#choices = choices;
    this.#blank = dialect.blank;
    this.#arePaths = reads === "json" || reads === "jsonl";
    this.columnsOfFile = this.#listColumns(dialect);
    this.fixedColumns = this.#fixedColumns(dialect);
    this.headerColumns =
      dialect.headerColumns && new Set(dialect.headerColumns.map((name) => this.#add(name)));
    if (this.headerColumns !== undefined && reads !== "csv") {
      this.faults.push(`headerColumns is for the header of a CSV file, which ${reads} files do not have`);
    }
    this.header = csv.header ?? (this.columnsOfFile.length > 0 ? "no" : "yes");
    this.#areAllListed = reads === "fixed" || (reads === "csv" && this.header !== "yes");
    if (this.#areAllListed && this.columnsOfFile.length === 0) {
      this.faults.push("columns is required where no header names them");
    }
    for (const [name, column] of dialect.headerNames) {
      if (column === "") continue;
      this.columnsByKey.set(this.#keyOf(name), this.column(column, ["headerNames", name], false));
    }
    this.optionalColumns = this.#listOptional(dialect.optionalColumns);
  }

  #keyOf(name: string): string {
    return this.#arePaths ? name : columnKey(name);
  }

  #known(name: string): string | undefined {
    return this.columnsByKey.get(this.#keyOf(name));
  }

  /** The column that a name means; adds a new column if there is none. */
  #add(name: string): string {
    const column = this.#known(name) ?? (this.#arePaths ? name : columnName(name));
    this.columnsByKey.set(this.#keyOf(name), column);
    return column;
  }

  #fault(path: Path, message: string): void {
    this.faults.push(`${pathText(path)} ${message}`);
  }

  /** Columns without which a file cannot be read. */
  get neededColumns(): readonly string[] {
    const needed = new Set([...this.#used, ...(this.headerColumns ?? [])]);
    return [...needed].filter((column) => !this.optionalColumns.has(column));
  }

  /** Columns that are read, in the order in which the dialect names them. */
  get usedColumns(): readonly string[] {
    return [...this.#used];
  }

  #listColumns({ columns }: CheckedCallDialect): readonly string[] {
    return columns.map((written, index) => {
      const name = typeof written === "string" ? written : written.name;
      const known = this.#known(name);
      if (known !== undefined) this.#fault(["columns", index], `names ${known} twice`);
      return this.#add(name);
    });
  }

  #fixedColumns({ reads, columns }: CheckedCallDialect): readonly FixedColumn[] {
    return columns.flatMap((written, index) => {
      const at = ["columns", index];
      if (typeof written === "string") {
        if (reads === "fixed") this.#fault(at, 'has no place; write { "name": …, "from": 1, "to": 8 }');
        return [];
      }
      if (reads !== "fixed") this.#fault(at, `has a place, which columns of ${reads} files do not have`);
      return [{ column: this.#add(written.name), start: written.from - 1, end: written.to }];
    });
  }

  /** Without a header, only the last columns may be missing: a missing column moves all columns behind it. */
  #listOptional(names: readonly string[]): ReadonlySet<string> {
    const optional = new Set(
      names.map((name, index) => this.column(name, ["optionalColumns", index], false)),
    );
    if (!this.#areAllListed || optional.size === 0 || this.headerColumns !== undefined) return optional;
    const early = this.columnsOfFile.slice(0, -optional.size).find((column) => optional.has(column));
    if (early !== undefined) {
      this.faults.push(`optionalColumns has ${quoteValue(early)}, which is none of the last of columns`);
    }
    return optional;
  }

  /** The column that a name in the dialect means; `isRead` if a file needs the column. */
  column(name: string, path: Path, isRead = true): string {
    if (this.#arePaths) this.#checkJsonPath(name, path);
    else if (this.#isUnlisted(name)) {
      const hint = meantText(name, this.columnsOfFile);
      this.#fault(path, `${quoteValue(name)} is not one of columns${hint}`);
      return name;
    }
    const column = this.#add(name);
    if (isRead) this.#used.add(column);
    return column;
  }

  #isUnlisted(name: string): boolean {
    return this.#areAllListed && this.columnsOfFile.length > 0 && this.#known(name) === undefined;
  }

  #checkJsonPath(name: string, path: Path): void {
    const parts = name.split("/");
    if (parts.every((part) => part !== "")) return;
    const meant = parts.filter((part) => part !== "").join("/");
    this.#fault(path, `${quoteValue(name)} has a part that is blank; write ${quoteValue(meant)}`);
  }

  passOver(rows: CheckedTest & { readonly why: string }, path: Path): OpenedPassOver {
    return { tests: this.#test(rows, path), why: rows.why };
  }

  #test(test: CheckedTest, path: Path): OpenedTests {
    if (test.all === undefined) return [this.#cellTest(test, path)];
    return test.all.map((part, index) => this.#cellTest(part, [...path, "all", index]));
  }

  #cellTest(test: Omit<CheckedTest, "all">, path: Path): OpenedTest {
    const column = this.column(test.column ?? "", [...path, "column"]);
    const isExact = test.exactly === true;
    if (test.blank !== undefined) {
      return { column, kind: test.blank ? "blank" : "notBlank", isExact, texts: new Set(), beginnings: [] };
    }
    const given = test.in ?? test.notIn ?? [];
    const kind = test.in === undefined ? "notIn" : "in";
    if (isExact) return { column, kind, isExact, texts: new Set(given), beginnings: [] };
    const written = given.map((text) => text.trim().toLowerCase());
    return {
      column,
      kind,
      isExact,
      texts: new Set(written.filter((text) => !text.endsWith("*"))),
      beginnings: written.filter((text) => text.endsWith("*")).map((text) => text.slice(0, -1)),
    };
  }

  #tests(tests: readonly CheckedTest[] | undefined, path: Path): readonly OpenedTests[] {
    return (tests ?? []).map((test, index) => this.#test(test, [...path, index]));
  }

  leg({ when, passOver, direction, unanswered, fields, set }: WholeLeg, path: Path): OpenedLeg {
    const written = Object.entries(fields) as [DialectField, CheckedValue | undefined][];
    const opened = written.flatMap(([field, value]): [DialectField, OpenedValue][] => {
      if (value === undefined) return [];
      const at = [...path, "fields", field];
      if (isByDirection(value) && direction === undefined) {
        this.#fault(at, 'is by direction, and the dialect has no "direction"');
      }
      return [[field, this.#value(value, field, at)]];
    });
    const carrier = this.#choices.carrier;
    return {
      when: when && this.#tests(when, [...path, "when"]),
      passOver: passOver.map((rows, index) => this.passOver(rows, [...path, "passOver", index])),
      direction: direction === undefined ? undefined : this.#direction(direction, [...path, "direction"]),
      unanswered: this.#tests(unanswered, [...path, "unanswered"]),
      fields: new Map(opened),
      set: new Map([...set, ...(carrier === undefined ? [] : ([["carrier", carrier]] as const))]),
    };
  }

  #direction(direction: CheckedDirection, path: Path): OpenedDirection {
    const { inbound, outbound, byNumber, otherwise, names } = direction;
    if ((inbound ?? outbound ?? byNumber ?? otherwise) === undefined) {
      this.#fault(path, "says none; write inbound, outbound, byNumber or otherwise");
    }
    if (byNumber !== undefined) this.#choices.needBook([...path, "byNumber"]);
    const [calling, called] = (byNumber ?? []).map((value, index) =>
      this.#plain(value, undefined, [...path, "byNumber", index]),
    );
    return {
      inbound: this.#tests(inbound, [...path, "inbound"]),
      outbound: this.#tests(outbound, [...path, "outbound"]),
      byNumber: calling === undefined || called === undefined ? undefined : [calling, called],
      otherwise: otherwise ?? "problem",
      names: { in: names?.in ?? "in", out: names?.out ?? "out" },
    };
  }

  #value(value: CheckedValue, field: DialectField, path: Path): OpenedValue {
    if (!isByDirection(value)) {
      const plain = this.#plain(value, field, path);
      return { in: plain, out: plain };
    }
    return {
      in: value.in && this.#plain(value.in, field, [...path, "in"]),
      out: value.out && this.#plain(value.out, field, [...path, "out"]),
    };
  }

  /** Without a field, the value is a number to look up in the book. */
  #plain(value: CheckedPlainValue, field: DialectField | undefined, path: Path): OpenedPlainValue {
    if ("constant" in value) return { kind: "constant", text: value.constant };
    if ("date" in value) return this.#dateAndClock(value, field, path);
    if ("between" in value) {
      const { time, zone } = value;
      if (field === undefined || field === "start") {
        this.#fault(path, `is a number of seconds, where ${field ?? "a number"} is wanted`);
      }
      const [from, to] = value.between.map((cell, index) => {
        const at = [...path, "between", index];
        if (cell.time !== undefined) {
          this.#fault(at, "has a time of its own; write it beside between");
        }
        const { time: _, ...untimed } = cell;
        return this.#cell(untimed, at, true);
      }) as [OpenedCell, OpenedCell];
      return { kind: "between", from, to, time: { time, zone: this.#choices.zoneOf(time, zone) } };
    }
    if (field === "start" && value.time === undefined) {
      const hint = 'write { "column": …, "time": "YYYY-MM-DD HH:mm:ss" }';
      this.#fault(path, `does not say how its time is written; ${hint}`);
    }
    if (field !== "start" && value.time !== undefined) {
      const hint = "only start is a time; the seconds from one time to another are { between }";
      this.#fault([...path, "time"], `is not for ${field ?? "a number"}; ${hint}`);
    }
    return this.#cell(value, path, field !== undefined);
  }

  #dateAndClock(
    { date, clock, zone, plus }: Extract<CheckedPlainValue, { date: unknown }>,
    field: DialectField | undefined,
    path: Path,
  ): OpenedDateAndClock {
    if (field !== "start") {
      this.#fault(path, `is a date and a time, where ${field ?? "a number"} is wanted`);
    }
    const opened = (cell: CheckedCell, name: string): OpenedCell => {
      const { time, ...untimed } = cell;
      const at = [...path, name];
      if (time !== undefined) this.#fault(at, "has a time of its own; write its steps alone");
      return this.#cell(untimed, at, true);
    };
    const seconds = plus === undefined ? undefined : this.column(plus, [...path, "plus"]);
    if (seconds !== undefined) this.fieldColumns.add(seconds);
    return {
      kind: "date and clock",
      date: opened(date, "date"),
      clock: opened(clock, "clock"),
      zone: this.#choices.zoneOf(["iso"], zone),
      plus: seconds,
    };
  }

  #cell(cell: CheckedCell, path: Path, isField: boolean): OpenedCell {
    const { column, join, sum = false, none = [], is = [], time, zone, plus, minus } = cell;
    const { add = [], or = [], carry = false } = cell;
    const resolve = (name: string, ...at: PropertyKey[]): string => {
      const found = this.column(name, [...path, ...at]);
      // A sum does not show its parts, so that their columns are carried along.
      if (isField && !carry && !sum) this.fieldColumns.add(found);
      return found;
    };
    const opened = (part: CheckedText, ...at: PropertyKey[]): OpenedCell =>
      this.#cell(part, [...path, ...at], isField);
    return {
      kind: "cell",
      columns: column.map((name, index) =>
        column.length === 1 ? resolve(name) : resolve(name, "column", index),
      ),
      join,
      isSum: sum,
      none: new Set([...this.#blank, ...none]),
      steps: is,
      add: add.map((part, index) => opened(part, "add", index)),
      or: or.map((part, index) =>
        "constant" in part ? { kind: "constant", text: part.constant } : opened(part, "or", index),
      ),
      isCarried: carry,
      time: time === undefined ? undefined : { time, zone: this.#choices.zoneOf(time, zone) },
      plus: plus === undefined ? undefined : resolve(plus, "plus"),
      minus: minus === undefined ? undefined : resolve(minus, "minus"),
    };
  }
}
