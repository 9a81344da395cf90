/** The host's side of reading cells into rows: an operation for each cell, and answers to what the kernel asks. */
import {
  LOCAL_TIME,
  NO_TIME,
  readColumnAmount,
  readColumnStart,
  readColumnUsage,
} from "../../engine/index.ts";
import type { CallRecord } from "../../index.ts";
import { json, putting, reading, rows, stops } from "../../kernel/index.ts";
import {
  CALL_FIELDS,
  CODED_FIELDS,
  type CodeColumn,
  MAX_EVENTS,
  MAX_SECONDS,
  REPORTED_COSTS,
} from "../../model/index.ts";
import { CARRIAGE_RETURN, QUOTE } from "../csv-records.ts";
import { LINE_FEED } from "../text.ts";
import { type CallBlock, SCRATCH_BYTES } from "./call-block.ts";
import { NameTable, NO_NAME } from "./name-table.ts";

/** Instead of the end of a row: the row is not plain and needs the slow path. */
export const { CAREFULLY } = reading;

/** The fields that rating reads, and the other fields that tell duplicates. */
export const FIELDS = [
  "carrierCallID",
  "aLegID",
  ...CALL_FIELDS,
] as const satisfies readonly (keyof CallRecord)[];
export type Field = (typeof FIELDS)[number];
/** The use of a cell: a field is filled, undefined only finds the cell, null finds the cell and its name code. */
export type CellUse = string | undefined | null;
/** The columns of codes, by the fields whose codes they hold. */
const CODES: ReadonlyMap<CellUse, CodeColumn> = new Map(CODED_FIELDS);

/** By field, the JSON values besides strings whose bytes are their text. */
const JSON_VALUES: ReadonlyMap<CellUse, number> = new Map<Field, number>([
  ["id", json.WHOLE_NUMBERS],
  ["carrierCallID", json.WHOLE_NUMBERS],
  ["numberID", json.WHOLE_NUMBERS],
  ["startDate", json.TEXTS_ALONE],
  ["startTime", json.TEXTS_ALONE],
  ["callTypeRecordingFlag", json.NUMBERS_AND_FLAGS],
]);

/** How a file writes amounts: the decimals of a micro-penny, and the conversion of an amount's text to pence. */
export interface AmountForm {
  readonly decimals: number;
  readonly toPence: (text: string) => string;
}

export const PENCE: AmountForm = { decimals: 6, toPence: (text) => text };

/** The syntax of cells: the byte between cells, and the bytes that end a cell or show that the cell is not plain. */
export interface CellForm {
  readonly delimiter: number;
  /** Bytes, besides quotes, that no plain cell holds. */
  readonly stops: readonly number[];
  /** Whether a quote within quotes is doubled, and a quoted cell may hold any byte. */
  readonly isCsv: boolean;
  /** Whether a cell may begin with an apostrophe that made it harmless. */
  readonly hasApostrophes?: boolean;
  /** The escape byte, which makes the next byte literal; a cell with an escape byte is escaped. */
  readonly escape?: number;
  /** Whether spaces may stand before a quote that opens a cell. */
  readonly isSpaced?: boolean;
}

export function delimitedBy(delimiter: string): CellForm {
  const code = delimiter.charCodeAt(0);
  return { delimiter: code, stops: [code, LINE_FEED, CARRIAGE_RETURN], isCsv: true };
}

/** Puts a field of a row. */
export interface FieldWriter {
  /** False if the row needs the slow path. */
  put(row: number): boolean;
}

type Column = Int32Array | Uint32Array | Float64Array;

/** An operation: its words, the columns that it fills, and the value of those columns for a blank cell. */
interface Operation {
  readonly kind: number;
  readonly columns?: readonly Column[];
  readonly blank?: number;
  readonly decimals?: number;
  readonly isSigned?: boolean;
  readonly most?: number;
  readonly jsonValues?: number;
  /** Reads a text that the kernel cannot read; undefined if the row needs the slow path. */
  readonly read?: (text: string) => number | undefined;
  /** The address of the column that keeps where the cells begin and end. */
  readonly kept?: number | undefined;
}

const NOTHING_SHOWN: CallBlock["shown"] = new Map();

function isField(field: CellUse): boolean {
  return (FIELDS as readonly CellUse[]).includes(field);
}

const FOUR_TIMES = 0x01010101;
const SPACE = 32;

export class CallCells {
  readonly block: CallBlock;
  readonly memory: Buffer;
  names: NameTable;
  /** Learns a key of JSON lines. */
  learnKey: ((key: number, row: number) => boolean) | undefined;
  /** How many rows of the block the last row of the file has filled; for `readEach` only. */
  filledRows = 1;
  readonly words: Int32Array;
  readonly cellStart: Int32Array;
  readonly cellEnd: Int32Array;
  readonly isCellEscaped: Int32Array;
  readonly #codes: Int32Array;
  readonly #operations: readonly Operation[];
  /** All columns that operations fill, each with its value for a blank cell. */
  readonly #filled: (readonly [column: Column, blank: number])[];

  /** One operation for each of `fields`; `shown` has the columns of fields whose cells are the record's values. */
  constructor(
    fields: readonly CellUse[],
    block: CallBlock,
    form: CellForm,
    amounts: AmountForm | ReadonlyMap<CellUse, AmountForm> = PENCE,
    shown: CallBlock["shown"] = NOTHING_SHOWN,
  ) {
    const { memory, window } = block;
    this.block = block;
    this.memory = memory;
    this.words = block.wholes(block.reading, reading.OPS >> 2);
    this.cellStart = block.wholes(block.cellStart, fields.length);
    this.cellEnd = block.wholes(block.cellEnd, fields.length);
    this.isCellEscaped = block.wholes(block.isCellEscaped, fields.length);
    this.#codes = block.wholes(block.cellCode, fields.length);
    this.words.fill(0);
    this.#setForm(form);
    const powers = new Float64Array(memory.buffer, block.reading + reading.POWERS, 16);
    for (let power = 0; power < powers.length; power++) powers[power] = 10 ** power;
    this.#set(reading.END, window);
    this.#set(reading.SCRATCH_AT, block.scratch);
    this.#set(reading.SCRATCH_END, block.scratch + SCRATCH_BYTES);
    this.#set(reading.WIDTH, fields.length);
    if (fields.includes("carrier") && fields.includes("callCarrier")) {
      this.#set(reading.CALL_CARRIER, block.callCarrier);
      this.#set(reading.CARRIER_COLUMN, rows.CARRIER);
    }
    this.#operations = fields.map((field) => ({
      ...this.#operationOf(field, "decimals" in amounts ? amounts : (amounts.get(field) ?? PENCE)),
      jsonValues: JSON_VALUES.get(field) ?? (isField(field) ? json.NUMBERS : json.NUMBERS_AND_FLAGS),
      kept: shown.get(field ?? ""),
    }));
    this.#operations.forEach((operation, op) => {
      this.#write(operation, op);
    });
    for (const column of shown.values()) {
      block.wholes(column).fill(0);
      block.wholes(column + rows.WHOLE_STRIDE).fill(0);
    }
    const kept = this.#operations.flatMap(({ kept }) =>
      kept === undefined ? [] : [block.wholes(kept), block.wholes(kept + rows.WHOLE_STRIDE)],
    );
    this.#filled = [
      ...kept.map((column) => [column, 0] as const),
      [block.byRecord, 0],
      [block.startMillisecond, NO_TIME],
      [block.startOffset, LOCAL_TIME],
      ...this.#operations.flatMap(({ columns = [], blank = 0 }) =>
        columns.map((column) => [column, blank] as const),
      ),
    ];
    for (const column of [block.duration, block.bytes, block.events, block.costSuggestedRetail])
      column.fill(Number.NaN);
    for (const column of block.costCDR) column.fill(Number.NaN);
    for (const field of FIELDS) {
      const codes = CODES.get(field);
      if (codes !== undefined) block[codes].fill(0);
    }
    for (const { start, end } of [block.external, block.id, block.carrierCallID, block.location]) {
      start.fill(0);
      end.fill(0);
    }
    for (const column of [block.carrier, block.hasALegID, block.isLocationEscaped]) column.fill(0);
    for (const [column, blank] of this.#filled) column.fill(blank);
    this.names = this.#newNames();
    this.#set(reading.KEYS, block.keyRoom);
    this.#set(reading.KEYS_AFTER, block.keysAfter);
  }

  #set(word: number, value: number): void {
    this.words[word >> 2] = value;
  }

  #setForm(form: CellForm): void {
    const { escape: escaping = 0 } = form;
    const stopBytes = [QUOTE, ...form.stops, ...(escaping === 0 ? [] : [escaping])];
    for (const code of stopBytes) this.memory[this.block.reading + stops.IS_STOP + code] = 1;
    const [highest = QUOTE, second = QUOTE] = [...new Set(stopBytes)].sort((a, b) => b - a);
    // In most forms, all stop bytes but the highest lie below all letters and digits.
    this.#set(stops.STOPS_BELOW, Math.imul(second + 1, FOUR_TIMES));
    this.#set(stops.OTHER_STOP, Math.imul(highest, FOUR_TIMES));
    this.#set(stops.SECOND_STOP, Math.imul(second, FOUR_TIMES));
    this.#set(reading.ESCAPE, escaping);
    this.#set(stops.CONTROLS_BELOW, form.isCsv ? CARRIAGE_RETURN + 1 : SPACE);
    this.#set(reading.DELIMITER, form.delimiter);
    this.#set(reading.IS_CSV, form.isCsv ? 1 : 0);
    this.#set(reading.HAS_APOSTROPHES, form.hasApostrophes === true ? 1 : 0);
    this.#set(reading.HAS_SPACED_QUOTES, form.isSpaced ? 1 : 0);
  }

  #operationOf(field: CellUse, { decimals, toPence }: AmountForm): Operation {
    const { block } = this;
    const name = (column: Column): Operation => ({ kind: reading.NAME, columns: [column] });
    const quantity = (values: Float64Array, details: Partial<Operation>): Operation => ({
      ...{ kind: reading.QUANTITY, columns: [values], blank: Number.NaN, most: Number.POSITIVE_INFINITY },
      ...details,
    });
    const amount = (values: Float64Array): Operation =>
      quantity(values, { decimals, isSigned: true, read: (text) => readColumnAmount(toPence(text)) });
    switch (field as Field | undefined | null) {
      case undefined:
        return { kind: reading.CELL };
      case null:
        return { kind: reading.NAMED_CELL };
      case "id":
      case "carrierCallID":
      case "external": {
        const { start, end } = block[field as "id"];
        return { kind: reading.POINTER, columns: [start, end] };
      }
      case "location":
        return {
          kind: reading.LOCATION_TEXT,
          columns: [block.location.start, block.location.end, block.isLocationEscaped],
        };
      case "aLegID":
        return { kind: reading.LEG, columns: [block.hasALegID] };
      case "carrier":
        return name(block.carrier);
      case "callCarrier":
        return name(
          this.words[reading.CALL_CARRIER >> 2] === 0 ? block.carrier : block.wholes(block.callCarrier),
        );
      case "startDate":
        return { kind: reading.DATE };
      case "startTime":
        return { kind: reading.TIME };
      case "duration":
      case "bytes":
      case "events": {
        const usage = field as keyof typeof USAGE;
        return quantity(block[usage], { ...USAGE[usage], read: (text) => readColumnUsage(text, usage) });
      }
      case "costSuggestedRetail":
        return amount(block.costSuggestedRetail);
      default: {
        const codes = CODES.get(field);
        if (codes !== undefined) return name(block[codes]);
        const cost = (REPORTED_COSTS as readonly CellUse[]).indexOf(field);
        return cost < 0 ? { kind: reading.SKIP } : amount(block.costCDR[cost] as Float64Array);
      }
    }
  }

  #write({ kind, columns, decimals, isSigned, most, jsonValues, kept }: Operation, op: number): void {
    const { block, memory } = this;
    const address = block.reading + reading.OPS + op * reading.OP_BYTES;
    const words = block.wholes(address, reading.OP_BYTES >> 2);
    words.fill(0);
    words[reading.KIND >> 2] = kind;
    const isFound = kind >= reading.CELL;
    const [first = 0, second = 0, third = 0, code = first] = isFound
      ? [this.cellStart, this.cellEnd, this.isCellEscaped, this.#codes].map(
          (cells) => cells.byteOffset + 4 * op,
        )
      : (columns ?? []).map((column) => column.byteOffset);
    words[reading.COLUMN >> 2] = first;
    words[reading.END_COLUMN >> 2] = second;
    words[reading.ESCAPED_COLUMN >> 2] = third;
    words[reading.CODE_COLUMN >> 2] = code;
    if (kind === reading.CELL) this.#codes[op] = reading.NO_CODE;
    words[reading.JSON_VALUES >> 2] = jsonValues ?? 0;
    words[reading.DECIMALS >> 2] = decimals ?? 0;
    words[reading.IS_SIGNED >> 2] = isSigned ? 1 : 0;
    words[reading.KEPT >> 2] = kept ?? 0;
    new Float64Array(memory.buffer, address + reading.MOST, 1)[0] = most ?? 0;
  }

  #newNames(): NameTable {
    const names = new NameTable(this.block.kernel, this.block.nameRoom);
    this.#set(reading.NAMES, names.address);
    this.block.clearMeanings();
    for (let op = 0; op < this.#operations.length; op++) {
      const words = this.block.wholes(this.block.reading + reading.OPS + op * reading.OP_BYTES, 12);
      words[reading.LAST_NAME >> 2] = 0;
      words[reading.TWICE_NAME >> 2] = 0;
    }
    return names;
  }

  /** Continues at an address of the memory; the last line before `end` has its line feed. */
  begin(at: number, end: number, isAscii: boolean): void {
    this.#set(reading.AT, at);
    this.#set(reading.END, end);
    this.#set(reading.IS_ASCII, isAscii ? 1 : 0);
  }

  /** Begins with an empty block of columns. */
  clear(): void {
    const { block } = this;
    if (this.names.isFull) this.names = this.#newNames();
    this.scratchAt = block.scratch;
    for (const [column, blank] of this.#filled) column.fill(blank, 0, block.length);
    block.clear(this.names.names);
  }

  /** Makes a row blank again. */
  blank(row: number): void {
    for (const [column, blank] of this.#filled) column[row] = blank;
  }

  /** The address of the next text that the file does not hold, anew for each block; its room ends at `scratchEnd`. */
  get scratchAt(): number {
    return this.words[reading.SCRATCH_AT >> 2] as number;
  }

  set scratchAt(at: number) {
    this.#set(reading.SCRATCH_AT, at);
  }

  get scratchEnd(): number {
    return this.words[reading.SCRATCH_END >> 2] as number;
  }

  /** The address behind the bytes that were read. */
  get at(): number {
    return this.words[reading.AT >> 2] as number;
  }

  /** Line feeds within the cells of the row. */
  get linesWithin(): number {
    return this.words[reading.LINES_WITHIN >> 2] as number;
  }

  get line(): number {
    return (this.words[reading.FILE_LINE >> 2] as number) >>> 0;
  }

  set line(line: number) {
    this.#set(reading.FILE_LINE, line);
  }

  /** Reads rows into the block until the block has `most`; false if the next row needs the slow path. */
  readRows(most: number): boolean {
    const { functions } = this.block.kernel;
    this.#set(reading.ROW, this.block.length);
    let stopped = functions.readRows(this.block.reading, most);
    while (stopped === reading.ASK_HOST && this.#answer(this.words[reading.ROW >> 2] as number)) {
      const asked = this.words[reading.ASKED_OP >> 2] as number;
      this.#set(reading.NEXT_OP, asked + 1);
      // After a new key, read the row from its beginning.
      if (asked < 0) this.#set(reading.AT, this.words[reading.ROW_BEGIN >> 2] as number);
      stopped = functions.readRows(this.block.reading, most);
    }
    this.names.readNew();
    this.block.length = this.words[reading.ROW >> 2] as number;
    if (stopped === 0) return true;
    this.#set(reading.AT, this.words[reading.ROW_BEGIN >> 2] as number);
    this.#set(reading.NEXT_OP, 0);
    return false;
  }

  /** Reads rows of `width` cells one by one: `read` returns the address of the row's line feed, or CAREFULLY. */
  readEach(most: number, width: number, read: (start: number, row: number) => number): boolean {
    const { block, memory, words } = this;
    const end = words[reading.END >> 2] as number;
    while (block.length < most && this.at < end) {
      const start = this.at;
      const blank = memory[start] === CARRIAGE_RETURN ? start + 1 : start;
      const { line } = this;
      let lineFeed = blank;
      if (memory[blank] !== LINE_FEED) {
        const row = block.length;
        block.kernel.functions.beginFound(block.reading, block.cellStart, block.cellEnd, width);
        this.filledRows = 1;
        lineFeed = read(start, row);
        this.names.readNew();
        if (lineFeed < 0) {
          this.#set(reading.AT, start);
          return false;
        }
        while (block.length < row + this.filledRows) {
          block.line[block.length] = line;
          block.rowStart[block.length] = start;
          block.length++;
        }
        this.line += this.linesWithin;
      }
      this.line++;
      this.#set(reading.AT, lineFeed + 1);
    }
    return true;
  }

  /** The kernel's `readCells`, with answers to what the kernel asks. */
  read(from: number, row: number, first: number, end: number): number {
    const { kernel, reading: address } = this.block;
    const at = kernel.functions.readCells(address, from, row, first, end);
    this.names.readNew();
    return at === reading.ASK_HOST && this.#answer(row) ? this.at : at;
  }

  /** The kernel's `readObject`, with answers for the keys that the kernel asks. */
  readObject(from: number, row: number): number {
    const { kernel, reading: address } = this.block;
    const { functions } = kernel;
    let at = functions.readObject(address, from, row, false);
    // After a new key, read the row from its beginning.
    while (at === reading.ASK_HOST && this.#answer(row)) at = functions.readObject(address, from, row, false);
    this.names.readNew();
    return at;
  }

  /** Puts the bytes from `start` to `end` as the cell of an operation; false if the row needs the slow path. */
  put(op: number, start: number, end: number, row: number, isEscaped: boolean): boolean {
    const { kernel, reading: address } = this.block;
    const put = kernel.functions.putCell(address, op, start, end, row, isEscaped);
    return put === 0 || (put === reading.ASK_HOST && this.#answer(row));
  }

  /** Cuts a text by a list of steps: returns the start of the rest, or CAREFULLY if the steps make a new text. */
  cut(steps: number, start: number, end: number): number {
    const { kernel, reading: address } = this.block;
    const isCut = kernel.functions.cutText(address, steps, start, end);
    return isCut ? (this.words[reading.CUT_START >> 2] as number) : CAREFULLY;
  }

  /** The end of the text that the last `cut` left. */
  get cutEnd(): number {
    return this.words[reading.CUT_END >> 2] as number;
  }

  /** Puts the fields of a list, the host those that the kernel cannot; false if the row needs the slow path. */
  putFound(list: number, writers: readonly FieldWriter[], row: number): boolean {
    const { kernel, reading: address } = this.block;
    const { functions } = kernel;
    let put = functions.putFound(address, list, 0, writers.length, row);
    while (put !== 0) {
      const next = this.words[reading.NEXT_PUT >> 2] as number;
      if (
        put === putting.ASK_WRITER
          ? !(writers[next - 1] as FieldWriter).put(row)
          : put === CAREFULLY || !this.#answer(row)
      )
        return false;
      put = functions.putFound(address, list, next, writers.length, row);
    }
    return true;
  }

  /** Whether a cell of the row may have white space beyond ASCII around it, or is escaped. */
  get hasOddEnds(): boolean {
    return this.words[reading.HAS_ODD_ENDS >> 2] !== 0;
  }

  /** Answers what the kernel asked; false if the row needs the slow path. */
  #answer(row: number): boolean {
    const { words } = this;
    const op = words[reading.ASKED_OP >> 2] as number;
    if (op === words[reading.WIDTH >> 2]) return this.#readStart(row);
    if (op < 0) return this.learnKey?.(words[reading.ASKED_START >> 2] as number, row) ?? false;
    const { kind, columns, read } = this.#operations[op] as Operation;
    const text = this.text(
      words[reading.ASKED_START >> 2] as number,
      words[reading.ASKED_END >> 2] as number,
      words[reading.ASKED_IS_ESCAPED >> 2] === 1,
    );
    const value = kind === reading.NAME ? this.names.codeOfText(text) : read?.(text);
    if (value === undefined || (kind === reading.NAME && value === NO_NAME)) return false;
    (columns?.[0] as Column)[row] = value;
    return true;
  }

  /** R23: reads a start in a form that the kernel does not know. */
  #readStart(row: number): boolean {
    const { startDay, startMillisecond, startOffset } = this.block;
    const cell = (at: number): string => {
      const word = (reading.START_CELLS >> 2) + at;
      return this.text(this.words[word] as number, this.words[word + 1] as number, false);
    };
    const start = readColumnStart(cell(0), cell(2));
    if (start === undefined) return false;
    startDay[row] = start.day;
    startMillisecond[row] = start.millisecond;
    startOffset[row] = start.offset;
    this.#set(reading.HAS_DAY, 1);
    this.#set(reading.IS_START_ODD, 0);
    return true;
  }

  text(start: number, end: number, isEscaped: boolean): string {
    const text = this.memory.toString("utf8", start, end);
    return isEscaped ? text.replaceAll('""', '"') : text;
  }

  /** Sets where a cell begins and ends. */
  trimCell(op: number, start: number, end: number): void {
    this.cellStart[op] = start;
    this.cellEnd[op] = end;
    this.#codes[op] = reading.NO_CODE;
  }

  /** Whether the kernel has found the code of a cell. */
  hasCode(op: number): boolean {
    return this.#codes[op] !== reading.NO_CODE;
  }

  /** The name code of a found cell; 0 if the cell is blank or missing, or NO_NAME. */
  cellCode(op: number): number {
    const start = this.cellStart[op];
    const end = this.cellEnd[op];
    if (start === undefined || end === undefined || start === end) return 0;
    const code = this.#codes[op] as number;
    if (code !== reading.NO_CODE) return code;
    return this.isCellEscaped[op] === 1
      ? this.names.codeOfText(this.text(start, end, true))
      : this.names.codeOf(start, end);
  }
}

/** The most usage of each kind that a call can have, in units of 10^-decimals. */
const USAGE = {
  duration: { decimals: 3, most: MAX_SECONDS * 1_000 },
  bytes: { decimals: 0, most: Number.MAX_SAFE_INTEGER },
  events: { decimals: 0, most: MAX_EVENTS },
} as const;
