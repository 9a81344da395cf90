/** Detects the likely format of a file of calls: the beginning of the file is read in all formats. */
import { isUtf8 } from "node:buffer";
import { type OpenedBook, openBook, rateCall } from "../../index.ts";
import { type CallRecord, isBlank, READABLE_FIELDS } from "../../model/index.ts";
import { knownOptions } from "../../names/index.ts";
import {
  CALL_DIALECTS,
  type CallDialect,
  columnKey,
  type DialectChoices,
  openCallDialect,
  wholeDialect,
} from "../dialects/index.ts";
import { FileError } from "../file-error.ts";
import { readCallBatches } from "../read-calls.ts";
import type { ReadCallsOptions } from "../read-options.ts";
import { unpacked } from "../sources/index.ts";
import type { ByteSource } from "../text.ts";
import { inFieldOrder } from "./field-order.ts";
import { listFormats, needsOf } from "./list-formats.ts";

/** The known facts of a file of unknown format. */
export interface SniffOptions extends DialectChoices {
  /** The file's name in messages. */
  readonly name: string;
}

/** A format in which the beginning of a file can be read. */
export interface SniffedFormat {
  readonly name: string;
  readonly about: string;
  /** `sure`: nearly all rows are calls, and no other format comes near; `likely`: most of them are; else `possible`. */
  readonly certainty: "sure" | "likely" | "possible";
  /** Rows that were read, and their kinds: `rows` is `calls`, `passedOver` and `problems` together. */
  readonly rows: number;
  readonly calls: number;
  readonly passedOver: number;
  readonly problems: number;
  /** Calls with a date and a duration that rating reads. */
  readonly readable: number;
  /** The share of the names in the header that the format knows; null where there is no header. */
  readonly namesKnown: number | null;
  /** Options that a run must still give because no file has them, and why. */
  readonly needs: Readonly<Record<string, string>>;
  /** The first three calls as they would be read. */
  readonly first: readonly Readonly<Record<string, unknown>>[];
}

/** The possible formats of a file by its beginning, the likeliest first. */
export interface SniffReport {
  /** Bytes that were read. */
  readonly bytes: number;
  readonly formats: readonly SniffedFormat[];
}

const SNIFFED_BYTES = 65_536;
const SHOWN_CALLS = 3;
const LINE_FEED = 0x0a;

const checkOptions = knownOptions<SniffOptions>("sniffCalls", {
  name: "text",
  book: "any",
  zone: "text",
  carrier: "text",
  year: "any",
});

/**
 * The formats in which the first 64 kB of a file can be read, the likeliest first. Settings that no file of a format
 * has are those of the options, else assumed for the detection alone: the book's zone, outbound, this year. Throws a
 * FileError where the file is empty, has only blank lines or is no text at all.
 *
 * @example
 * const calls = ["id,target,startDate,duration\n7,02079460018,2026-10-01,91\n"].map((text) => Buffer.from(text));
 * async function* source() { yield* calls; }
 * const { formats } = await sniffCalls(source(), { name: "calls.csv" });
 * formats.map(({ name, certainty }) => `${certainty}: ${name}`) // => ["sure: csv"]
 */
export async function sniffCalls(source: ByteSource, options: SniffOptions): Promise<SniffReport> {
  checkOptions(options);
  const bytes = await beginningOf(unpacked(source, options.name));
  if (bytes.length === 0) throw new FileError(options.name, "is empty");
  // A byte order mark is white space, too.
  if (bytes.toString("utf8").trim() === "") throw new FileError(options.name, "has only blank lines");
  const attempts: Attempt[] = [];
  const refusals: unknown[] = [];
  for (const { name, about, needs } of listFormats()) {
    const dialect = CALL_DIALECTS.get(name);
    try {
      const opened = dialect === undefined ? OWN_FORMATS[name] : openedFor(name, dialect, options);
      // Of the dialects of the UK standard CDR, which differ in codes alone, one stands for all.
      if (opened === undefined) continue;
      const description = { name, about, needs: notGiven(needs, options) };
      const attempt = await tryFormat(bytes, opened, description, options.name);
      if (attempt.score > 0) attempts.push(attempt);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      refusals.push(error);
    }
  }
  const [refusal] = refusals;
  // A file that all formats refuse for one and the same reason is no text.
  const isOneReason = refusals.every((error) => String(error) === String(refusal));
  if (refusal !== undefined && isOneReason && attempts.length === 0) throw refusal;
  if (attempts.length === 0 && !isText(bytes)) throw new FileError(options.name, NO_TEXT);
  attempts.sort((one, other) => other.score - one.score);
  return {
    bytes: bytes.length,
    formats: attempts.map(({ format }, at) => format(attempts[at === 0 ? 1 : 0])),
  };
}

/** The first bytes of a file, up to the end of a line where the file goes on. */
async function beginningOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of source) {
    pieces.push(Buffer.from(piece));
    length += piece.length;
    if (length > SNIFFED_BYTES) break;
  }
  const bytes = Buffer.concat(pieces);
  if (bytes.length <= SNIFFED_BYTES) return bytes;
  const end = bytes.lastIndexOf(LINE_FEED, SNIFFED_BYTES);
  return bytes.subarray(0, end > 0 ? end + 1 : SNIFFED_BYTES);
}

const NO_TEXT = "is no text file; calls are read from CSV, JSON and text of fixed widths, in UTF-8";

/** Whether whole lines are UTF-8, and hold no NUL, of which programs and pictures have many. */
function isText(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf(LINE_FEED);
  return !bytes.includes(0) && isUtf8(end === -1 ? bytes : bytes.subarray(0, end));
}

/** A format, opened so that it can be tried. */
interface OpenedFormat {
  readonly read: Omit<ReadCallsOptions, "name">;
  /** For a format with a header: the delimiter, the lines to skip, and whether the format knows a name. */
  readonly header?: { readonly delimiter: string; readonly skip: number; knows(name: string): boolean };
}

/** The needs of a format that the options do not meet. */
function notGiven(
  needs: Readonly<Record<string, string>>,
  options: SniffOptions,
): Readonly<Record<string, string>> {
  const given = new Map(Object.entries(options));
  return Object.fromEntries(Object.entries(needs).filter(([need]) => given.get(need) === undefined));
}

const FIELDS: ReadonlySet<string> = new Set(READABLE_FIELDS);

/** How the formats that are no presets are tried. */
const OWN_FORMATS: Readonly<Record<string, OpenedFormat>> = {
  jsonl: { read: { format: "jsonl" } },
  csv: { read: { format: "csv" }, header: { delimiter: ",", skip: 0, knows: (name) => FIELDS.has(name) } },
};

/** How a dialect is tried: its needs are chosen for the detection alone. */
function openedFor(
  name: string,
  dialect: CallDialect,
  { zone, carrier, year, book }: SniffOptions,
): OpenedFormat {
  const whole = wholeDialect(dialect, name);
  const needs = needsOf(whole);
  const triedDialect: CallDialect = {
    basedOn: name,
    needs: null,
    ...("direction" in needs && { direction: { otherwise: "out" } }),
    ...("fields" in needs && { set: { target: "?", external: "?" } }),
  };
  const choices = {
    ...((zone !== undefined || whole.zone === undefined) && { zone: zone ?? "local" }),
    ...(carrier !== undefined && { carrier }),
    ...("year" in needs && { year: year ?? new Date().getFullYear() }),
    ...((book !== undefined || "book" in needs) && { book: book ?? openBook({}) }),
  };
  const read = { format: "dialect", dialect: triedDialect, ...choices } as const;
  const opened = openCallDialect(triedDialect, choices, name);
  if (opened.reads !== "csv" || opened.csv.header === "no") return { read };
  const knows = (cell: string): boolean => opened.columnsByKey.has(columnKey(cell));
  return { read, header: { delimiter: opened.csv.delimiter, skip: opened.csv.skipFirst, knows } };
}

/** The outcome of trying a format. */
interface Attempt {
  readonly score: number;
  /** The report on the format, beside the other format with the highest score. */
  format(nearest: Attempt | undefined): SniffedFormat;
}

/** Tries a format; `file` is the name in messages. */
async function tryFormat(
  bytes: Buffer,
  { read, header }: OpenedFormat,
  description: Pick<SniffedFormat, "name" | "about" | "needs">,
  file: string,
): Promise<Attempt> {
  const first: Readonly<Record<string, unknown>>[] = [];
  const counts = { rows: 0, calls: 0, passedOver: 0, problems: 0, readable: 0 };
  async function* source(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  try {
    for await (const items of readCallBatches(source(), { ...read, name: file })) {
      for (const item of items) {
        counts.rows++;
        if ("passedOver" in item) counts.passedOver++;
        else if ("problem" in item) counts.problems++;
        else {
          counts.calls++;
          if (isReadable(item.call)) counts.readable++;
          if (first.length < SHOWN_CALLS) first.push(inFieldOrder(item.call));
        }
      }
    }
  } catch (error) {
    // A document that is longer than the beginning is cut short here; calls before the fault still tell the format.
    if (!(error instanceof FileError) || counts.calls === 0) throw error;
  }
  const judged = counts.calls + counts.problems;
  const share = judged === 0 ? 0 : counts.readable / judged;
  const namesKnown = header === undefined ? null : shareOfNames(bytes, header);
  // Names are better evidence than a width that happens to fit.
  const score = share * (namesKnown === null ? 0.9 : 0.5 + namesKnown / 2);
  return {
    score,
    format: (nearest) => {
      const isAlone = (nearest?.score ?? 0) <= score / 2;
      const certainty =
        share >= 0.9 && score >= 0.85 && isAlone ? "sure" : share >= 0.5 ? "likely" : "possible";
      return { ...description, certainty, ...counts, namesKnown, first };
    },
  };
}

/** A book without numbers, opened at the first detection: every program that reads calls loads this module. */
let withoutNumbers: OpenedBook | undefined;

/** Whether rating reads date, time, duration and all other fields of a call; no number is looked up. */
function isReadable(call: CallRecord): boolean {
  const { startDate, startTime, duration, bytes, events, target, numberID, external } = call;
  const needed = [
    [startDate, startTime],
    [duration, bytes, events],
    [target, numberID, external],
  ];
  if (needed.some((fields) => fields.every(isBlank))) return false;
  withoutNumbers ??= openBook({});
  const result = rateCall(withoutNumbers, call);
  return result.outcome !== "error" || result.error !== "malformed-record";
}

/** The share of the names in the first row that a format knows; null below one half, where the row is no header. */
function shareOfNames(
  bytes: Buffer,
  { delimiter, skip, knows }: NonNullable<OpenedFormat["header"]>,
): number | null {
  const row = bytes.toString("utf8").split("\n", skip + 1)[skip] ?? "";
  const names = row
    .replace("\ufeff", "")
    .split(delimiter)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const known = names.filter(knows).length;
  return known * 2 < names.length ? null : known / names.length;
}
