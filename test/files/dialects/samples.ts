/** The samples of `fixtures/formats/`, one for each preset: how they are read, and what was worked out by hand. */
import { readdirSync, readFileSync } from "node:fs";
import type { CallDialect, ReadCallsOptions } from "../../../src/files/index.ts";
import { type BookData, type OpenedBook, openBook } from "../../../src/index.ts";

const FOLDER = new URL("../../../fixtures/formats/", import.meta.url);
const ENDING = ".expected.json";

/** `NAME.expected.json`. */
interface Expected {
  /** The file with the sample. */
  readonly sample: string;
  /** A file with the dialect, or the dialect; without it the preset. */
  readonly dialect?: string | CallDialect;
  readonly zone?: string;
  readonly carrier?: string;
  readonly year?: number;
  /** Whether the numbers of the book tell the direction. */
  readonly book?: boolean;
  /** Where the calls of `NAME.calls.jsonl` stand, in order: the numbers of their lines or records. */
  readonly lines: readonly number[];
  /** Why rows are passed over, by line. */
  readonly passedOver: Readonly<Record<string, string>>;
  /** A part of the reason for which rows cannot be read, by line. */
  readonly problems: Readonly<Record<string, string>>;
}

/** A sample, and what it must give. */
export interface Sample {
  readonly preset: string;
  readonly file: string;
  readonly bytes: Buffer;
  readonly read: ReadCallsOptions;
  readonly calls: readonly { readonly line: number; readonly call: Readonly<Record<string, unknown>> }[];
  readonly passedOver: Expected["passedOver"];
  readonly problems: Expected["problems"];
}

const textOf = (file: string): string => readFileSync(new URL(file, FOLDER), "utf8");

/** The book of the samples, which is that of the documentation. */
export const SAMPLE_BOOK: OpenedBook = openBook(
  JSON.parse(readFileSync(new URL("../../../docs/example/book.json", import.meta.url), "utf8")) as BookData,
);

/** All samples, by the names of their presets. */
export const SAMPLES: readonly Sample[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => sampleOf(file.slice(0, -ENDING.length)));

function sampleOf(preset: string): Sample {
  const expected = JSON.parse(textOf(preset + ENDING)) as Expected;
  const { sample, dialect = preset, zone, carrier, year, lines, passedOver, problems } = expected;
  const calls = textOf(`${preset}.calls.jsonl`)
    .trimEnd()
    .split("\n")
    .map((line, at) => ({ line: lines[at] ?? 0, call: JSON.parse(line) as Record<string, unknown> }));
  return {
    preset,
    file: sample,
    bytes: readFileSync(new URL(sample, FOLDER)),
    read: {
      format: "dialect",
      name: sample,
      dialect:
        typeof dialect === "string" && dialect.endsWith(".json")
          ? (JSON.parse(textOf(dialect)) as CallDialect)
          : dialect,
      zone,
      carrier,
      year,
      book: SAMPLE_BOOK,
    },
    calls,
    passedOver,
    problems,
  };
}
