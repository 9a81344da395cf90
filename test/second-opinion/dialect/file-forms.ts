/** Rows written as files of every form that a dialect reads. */
import fc from "fast-check";
import type { CallDialect } from "../../../src/files/dialects/call-dialect.ts";
import { COLUMNS } from "./any-dialect.ts";

/** A form of files: what a dialect says of it, and rows written so. */
export interface FileForm {
  readonly says: CallDialect;
  /** Whether a row may have other cells than there are columns. */
  readonly hasWidths: boolean;
  /** A cell without what the form cannot write. */
  readonly clean: (cell: string) => string;
  readonly write: (rows: readonly (readonly string[])[]) => string;
}

const withoutNul = (cell: string): string => cell.replace(/[\0\ufeff]/g, "");
const oneLine = (cell: string): string => withoutNul(cell).replace(/[\r\n]/g, "");

const delimiters = fc.constantFrom<(";" | "," | "|" | "\t")[]>(",", ";", "|", "\t");

const quoted = fc
  .record({
    delimiter: delimiters,
    isAlways: fc.boolean(),
    end: fc.constantFrom("\n", "\r\n"),
    space: fc.constantFrom("", " "),
  })
  .map(({ delimiter, isAlways, end, space }): FileForm => {
    const cellOf = (cell: string): string =>
      isAlways || /["\r\n,;|\t]/.test(cell) ? `${space}"${cell.replaceAll('"', '""')}"` : cell;
    const line = (cells: readonly string[]): string => cells.map(cellOf).join(delimiter) + end;
    return {
      says: { reads: "csv", csv: { delimiter, header: "yes" } },
      hasWidths: true,
      clean: withoutNul,
      write: (rows) => [COLUMNS, ...rows].map(line).join(""),
    };
  });

const escaped = delimiters.map((delimiter): FileForm => {
  const cellOf = (cell: string): string =>
    cell.replaceAll("\\", "\\\\").replaceAll(delimiter, `\\${delimiter}`).replace(/^"/, '\\"');
  return {
    says: { reads: "csv", csv: { delimiter, header: "no", quotes: "backslash" }, columns: COLUMNS },
    hasWidths: true,
    clean: oneLine,
    write: (rows) => rows.map((cells) => cells.map(cellOf).join(delimiter)).join("\n"),
  };
});

const bare = delimiters.map(
  (delimiter): FileForm => ({
    says: {
      reads: "csv",
      csv: { delimiter, header: "auto", quotes: "none", skipFirst: 1, skipAfterHeader: 1 },
      columns: COLUMNS,
    },
    hasWidths: true,
    clean: (cell) => oneLine(cell).replaceAll(delimiter, ""),
    write: (rows) =>
      ["a title", COLUMNS.join(delimiter), "-----", ...rows.map((cells) => cells.join(delimiter))].join("\n"),
  }),
);

const WIDTH = 60;
const fixed: FileForm = {
  says: {
    reads: "fixed",
    headerColumns: null,
    columns: COLUMNS.map((name, at) => ({ name, from: at * WIDTH + 1, to: (at + 1) * WIDTH })),
  },
  hasWidths: false,
  clean: (cell) => [...oneLine(cell)].slice(0, WIDTH).join(""),
  write: (rows) =>
    rows
      .map((cells) => `${cells.map((cell) => cell + " ".repeat(WIDTH - [...cell].length)).join("")}\n`)
      .join(""),
};

const recordOf = (cells: readonly string[]): object =>
  Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at]]));
const json = fc.constantFrom<FileForm[]>(
  {
    says: { reads: "jsonl", headerColumns: null },
    hasWidths: false,
    clean: (cell) => cell,
    write: (rows) => rows.map((cells) => `${JSON.stringify(recordOf(cells))}\n`).join("\n"),
  },
  {
    says: { reads: "json", headerColumns: null, records: "/data/calls" },
    hasWidths: false,
    clean: (cell) => cell,
    write: (rows) =>
      JSON.stringify(
        { count: 2, data: { other: [1, { calls: 7 }], calls: rows.map(recordOf) }, end: "x" },
        null,
        2,
      ),
  },
  {
    says: { reads: "json", headerColumns: null },
    hasWidths: false,
    clean: (cell) => cell,
    write: (rows) => rows.map((cells) => JSON.stringify(recordOf(cells), null, 1)).join(""),
  },
);

/** Any form of files. */
export const anyForm: fc.Arbitrary<FileForm> = fc.oneof(quoted, escaped, bare, fc.constant(fixed), json);

/** A dialect whose columns are named as the file names them, as paths of JSON must be. */
export function namedExactly<T>(value: T): T {
  if (typeof value === "string") {
    const key = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "");
    return (COLUMNS.find((name) => key(name) === key(value)) ?? value) as T;
  }
  if (Array.isArray(value)) return value.map(namedExactly) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, namedExactly(part)])) as T;
}
