/** The card's calls as another program writes them, and the same rows under our own names. */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { CallRecord } from "tollbook";
import { CALL_DIALECTS, type CallDialect } from "tollbook/files";
import { FOREIGN_FORMATS, type ForeignFormat, type PhoneCall } from "../../fixtures/generator/index.mjs";
import { CARD_CALL_TYPE } from "../card/card-book.ts";
import type { CardCall } from "../card/card-calls.ts";
import { delimitedCells, type ForeignCell, jsonCells } from "./foreign-cells.ts";
import { type OwnField, PROGRAMS, type Program } from "./programs.ts";

/** The type of the card's calls, which no program writes. */
const CARD_TYPE = { tariffType: CARD_CALL_TYPE };
const RING_SECONDS = 9;
/** Ten-thousandths of a penny a second that the carrier asks. */
const CARRIER_PRICE = 37;
const PIECE_LENGTH = 1 << 18;

export interface WrittenCalls {
  readonly foreign: string;
  readonly own: string;
  /** How Tollbook is to read the foreign file. */
  readonly dialect: CallDialect;
  readonly zone: string | undefined;
}

/** Writes the files of a preset: one of the program's, and one of our own, CSV or JSON lines as that is. */
export function writeForeignCalls(preset: string, calls: Iterable<CardCall>, folder: string): WrittenCalls {
  const format = FOREIGN_FORMATS[preset];
  const program = PROGRAMS[preset];
  if (format === undefined || program === undefined) throw new Error(`no program writes ${preset}`);
  const described = { ...presetNamed(preset) };
  const isJson = described.reads === "json";
  const foreign = join(folder, `foreign.${format.extension}`);
  const own = join(folder, `own.${isJson ? "jsonl" : "csv"}`);
  const [foreignFile, ownFile] = [new TextFile(foreign), new TextFile(own)];
  const line = format.open();
  const cellsOf = isJson
    ? jsonCells
    : delimitedCells(columnsOf(described, format), described.csv?.delimiter ?? ",");
  let isFirst = true;
  foreignFile.write(format.head);
  for (const call of calls) {
    const { record, phoneCall } = carrierCall(call, program);
    const written = line(record, phoneCall);
    // Of the two legs that a border controller writes one is passed over.
    const text = program.isFirstLineAlone ? `${written.split("\n", 1)}\n` : written;
    const carried = format.carried(record, phoneCall);
    if (carried === undefined) throw new Error(`${preset} cannot hold call ${call.id}`);
    const onward = program.onward?.(text, carried);
    foreignFile.write(onward?.text ?? text);
    const cells = cellsOf(text);
    for (const ownCall of onward === undefined ? [carried] : [carried, onward.call]) {
      const row = [...ownCells(cells, ownCall, program.own), ...Object.entries(CARD_TYPE).map(plainCell)];
      if (isJson)
        ownFile.write(
          `${JSON.stringify(Object.fromEntries(row.map(({ column, value }) => [column, value])))}\n`,
        );
      else {
        if (isFirst) ownFile.write(`${row.map(({ column }) => `"${column}"`).join(",")}\n`);
        ownFile.write(`${row.map(cellText).join(",")}\n`);
      }
      isFirst = false;
    }
  }
  foreignFile.write(format.tail ?? "");
  for (const file of [foreignFile, ownFile]) file.close();
  return { foreign, own, dialect: { ...siteDialect(format), set: CARD_TYPE }, zone: format.choices.zone };
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

type Entry = readonly [column: string, value: string];

function plainCell([column, value]: Entry): ForeignCell {
  return { column, value, isQuoted: false };
}

/** The cells of a row of our own: fields under our names, and everything else that the program writes. */
function ownCells(
  cells: readonly ForeignCell[],
  call: CallRecord,
  own: Readonly<Record<string, OwnField>>,
): readonly ForeignCell[] {
  const row = cells.flatMap((cell) => {
    const field = own[cell.column];
    if (field === undefined) return [{ ...cell, column: `${cell.column}_` }];
    if (field !== "start") return [{ ...cell, column: field, value: call[field] ?? "" }];
    const { startDate, startTime } = call;
    const date = { ...cell, column: "startDate", value: startDate };
    return startTime === undefined ? [date] : [date, { ...cell, column: "startTime", value: startTime }];
  });
  // An id that no column holds is made of several.
  return Object.values(own).includes("id")
    ? row
    : [...row, { column: "id", value: call.id, isQuoted: false }];
}

function cellText({ value, isQuoted }: ForeignCell): string {
  const text = value === null || value === undefined ? "" : String(value);
  return isQuoted || /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A file that is written in pieces. */
class TextFile {
  readonly #file: number;
  #piece = "";

  constructor(path: string) {
    this.#file = openSync(path, "w");
  }

  write(text: string): void {
    this.#piece += text;
    if (this.#piece.length < PIECE_LENGTH) return;
    writeSync(this.#file, this.#piece);
    this.#piece = "";
  }

  close(): void {
    writeSync(this.#file, this.#piece);
    closeSync(this.#file);
  }
}
