/** The card's calls as another program writes them, and the same rows under our own names. */
import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { CallRecord, OpenedBook } from "tollbook";
import {
  CALL_DIALECTS,
  type CallDialect,
  type CallItem,
  describeProblem,
  openCallDialect,
  type ReadableField,
  readCalls,
} from "tollbook/files";
import { FOREIGN_FORMATS, type ForeignFormat, type PhoneCall } from "../../fixtures/generator/index.mjs";
import { CARD_CALL_TYPE } from "../card/card-book.ts";
import type { CardCall } from "../card/card-calls.ts";
import { delimitedCells, jsonCells } from "./foreign-cells.ts";
import { fieldsGiven, OwnRows } from "./own-rows.ts";
import { PROGRAMS, type Program } from "./programs.ts";
import { TextFile } from "./text-file.ts";

/** The type of the card's calls, which no program writes. */
const CARD_TYPE = { tariffType: CARD_CALL_TYPE };
const RING_SECONDS = 9;
/** Ten-thousandths of a penny a second that the carrier asks. */
const CARRIER_PRICE = 37;

export interface WrittenCalls {
  readonly foreign: string;
  readonly own: string;
  /** How Tollbook is to read the foreign file. */
  readonly dialect: CallDialect;
  readonly zone: string | undefined;
}

/** Writes the files of a preset: one of the program's, and one of our own, CSV or JSON lines as that is. */
export async function writeForeignCalls(
  preset: string,
  calls: () => Iterable<CardCall>,
  book: OpenedBook,
  folder: string,
): Promise<WrittenCalls> {
  const format = FOREIGN_FORMATS[preset];
  const program = PROGRAMS[preset];
  if (format === undefined || program === undefined) throw new Error(`no program writes ${preset}`);
  const described = presetNamed(preset);
  const isJson = described.reads === "json";
  const foreign = join(folder, `foreign.${format.extension}`);
  const own = join(folder, `own.${isJson ? "jsonl" : "csv"}`);
  const dialect = { ...siteDialect(format), set: CARD_TYPE };
  const { zone } = format.choices;
  const rows = (): Iterable<ForeignRow> => foreignRows(calls(), format, program);

  const foreignFile = new TextFile(foreign);
  foreignFile.write(format.head);
  for (const { text } of rows()) foreignFile.write(text);
  foreignFile.write(format.tail ?? "");
  foreignFile.close();

  const cellsOf = isJson
    ? jsonCells
    : delimitedCells(columnsOf(described, format), described.csv?.delimiter ?? ",");
  const given = fieldsGiven(openCallDialect(dialect, { zone, book }));
  const ownRows = new OwnRows(program.own, given, isJson);
  const ownFile = new TextFile(own);
  const read = readCalls(createReadStream(foreign), {
    format: "dialect",
    name: foreign,
    dialect,
    zone,
    book,
  });
  for (const { firstText, carried } of rows()) {
    const cells = cellsOf(firstText);
    for (const call of carried) {
      const readCall = await nextCall(read);
      requireCarried(readCall, call, given);
      ownFile.write(ownRows.textOf(cells, readCall));
    }
  }
  ownFile.close();
  return { foreign, own, dialect, zone };
}

/** A row as a program writes it, and our own records of the calls in it, as far as the format carries them. */
interface ForeignRow {
  readonly text: string;
  /** The row without a call that is sent on: that one has a row of our own. */
  readonly firstText: string;
  readonly carried: readonly CallRecord[];
}

function* foreignRows(
  calls: Iterable<CardCall>,
  format: ForeignFormat,
  program: Program,
): Generator<ForeignRow, void, undefined> {
  const line = format.open();
  for (const call of calls) {
    const { record, phoneCall } = carrierCall(call, program);
    const written = line(record, phoneCall);
    // Of the two legs that a border controller writes one is passed over.
    const text = program.isFirstLineAlone ? `${written.split("\n", 1)}\n` : written;
    const carried = format.carried(record, phoneCall);
    if (carried === undefined) throw new Error(`${format.extension} cannot hold call ${call.id}`);
    const onward = program.onward?.(text, carried);
    yield onward === undefined
      ? { text, firstText: text, carried: [carried] }
      : { text: onward.text, firstText: text, carried: [carried, onward.call] };
  }
}

async function nextCall(read: AsyncIterator<CallItem, void>): Promise<CallRecord> {
  for (;;) {
    const { value: item } = await read.next();
    if (item === undefined) throw new Error("fewer calls are read than were written");
    if ("problem" in item) throw new Error(describeProblem(item.problem));
    if ("call" in item) return item.call;
  }
}

/** Throws where a call that is read differs from the one that was written. */
function requireCarried(read: CallRecord, carried: CallRecord, given: readonly ReadableField[]): void {
  const differing: string[] = given.filter(
    (field) => carried[field] !== undefined && !isSame(read[field], carried[field]),
  );
  // Where the clocks change a reading tells an instant for what the wall said; the hour is told twice there.
  const isComparable = (read.startTime === undefined) === (carried.startTime === undefined);
  if (isComparable && secondOf(read) !== secondOf(carried)) differing.push("start");
  if (differing.length === 0) return;
  const calls = [read, carried].map((call) => JSON.stringify(call)).join(" for ");
  throw new Error(`other ${differing.join(", ")} is read than was written: ${calls}`);
}

function isSame(one: unknown, other: unknown): boolean {
  return String(one) === String(other) || Number(one) === Number(other);
}

/** The second of a start, however that is written: instants of the card's calls are written in UTC. */
function secondOf({ startDate, startTime }: CallRecord): string {
  return startTime === undefined
    ? String(startDate).slice(0, "2026-10-01T00:00:00".length)
    : `${startDate}T${startTime}`;
}

/** A preset with what it takes from the one on which it is based. */
function presetNamed(name: string): CallDialect {
  const preset = CALL_DIALECTS.get(name) ?? {};
  return { ...(preset.basedOn ? presetNamed(preset.basedOn) : {}), ...preset };
}

function columnsOf({ csv, columns = [] }: CallDialect, { head }: ForeignFormat): readonly string[] {
  if (csv?.header !== "yes")
    return (columns ?? []).map((column) => (typeof column === "string" ? column : column.name));
  const [header = ""] = head.split("\n", 1);
  const delimiter = csv.delimiter ?? ",";
  return delimitedCells(header.split(delimiter), delimiter)(header).map(({ value }) => String(value));
}

/** What the site of the sample month says of its files, but for how it tells directions where the book's numbers can. */
function siteDialect({ dialect }: ForeignFormat): CallDialect {
  const { direction, ...site } = dialect;
  const isByNumber = direction?.byNumber === null;
  // The card's book has no names of directions.
  const { names: _, ...ways } = direction ?? {};
  return { ...site, direction: { ...(isByNumber ? {} : ways), names: { in: null, out: null } } };
}

/** A call of the card's as the generator's writers take it. */
function carrierCall(
  call: CardCall,
  { dialled = "", onward }: Program,
): { readonly record: CallRecord; readonly phoneCall: PhoneCall } {
  const { id, target, external, startDate, startTime, duration } = call;
  const seconds = Number(duration);
  const total = CARRIER_PRICE * seconds;
  const phoneCall = {
    instant: Date.parse(`${startDate}T${startTime}Z`),
    callType: CARD_CALL_TYPE,
    direction: onward === undefined ? "outbound" : "inbound",
    seconds,
    bytes: null,
    ringSeconds: RING_SECONDS,
    local: { date: startDate, time: startTime, period: "Daytime" },
    spoilt: null,
    manner: {},
    group: "",
    origination: "",
    suggestedRetail: null,
    wholesale: { total, basic: total, accessCharge: 0 },
  } as const;
  const costCDR = String(total / 10_000);
  return {
    record: {
      ...{ id, target, external: dialled + external, duration },
      ...{ carrier: "Northway", costCDR, answerTime: RING_SECONDS },
    },
    phoneCall,
  };
}
