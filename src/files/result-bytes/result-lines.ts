/** Writes rated calls from columns as lines of CSV or JSON: the bytes that `recordLine(toRecord(result))` would give. */
import { type ColumnKeys, type RatedColumns, RESULT_FIELDS } from "../../index.ts";
import type { CallBlock } from "../call-blocks/index.ts";
import type { FileFormat } from "../call-format.ts";
import { csvCell } from "../csv-cell.ts";
import type { ByteSink } from "./byte-sink.ts";
import { TextPieces } from "./text-pieces.ts";

/** Bytes of a line at most that are neither texts of the book nor of the call: names of fields, numbers. */
const MOST_FIXED_BYTES = 4_000;
/** A character of a call's text takes at most so many bytes when it is escaped. */
const MOST_ESCAPED = 6;

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;

const MICRO = 6;
const MILLI = 3;

/** The fields of a line in the order in which they are put. */
const IDENTITY = 0;
const COSTS = ["costBase", "cost", "costCDR", "costCarrier"] as const;
const [BASE, NET, REPORTED, CALCULATED] = COSTS.map((cost) => RESULT_FIELDS.indexOf(cost)) as [
  number,
  number,
  number,
  number,
];
const CHARGED_DURATION = RESULT_FIELDS.indexOf("chargedDuration");
const CHARGED_BYTES = RESULT_FIELDS.indexOf("chargedBytes");
const CHARGED_EVENTS = RESULT_FIELDS.indexOf("chargedEvents");
const TARIFF_TIME = RESULT_FIELDS.indexOf("tariffTime");
const LOCATION = RESULT_FIELDS.indexOf("location");
const SUGGESTED = RESULT_FIELDS.indexOf("costSuggestedRetail");
const LINE = RESULT_FIELDS.indexOf("line");

/** Lines of one format for the results of one book. */
export class ResultLines {
  readonly #isCsv: boolean;
  readonly #decimals: number;
  /** What stands before the value of each field. */
  readonly #before: readonly Uint8Array[];
  readonly #end: Uint8Array;
  readonly #method: Uint8Array;
  // By place; each piece holds its fields with what stands before them.
  readonly #numbers: TextPieces;
  readonly #features: TextPieces;
  readonly #tariffs: TextPieces;
  readonly #types: TextPieces;
  readonly #typesUsed: TextPieces;
  readonly #classes: TextPieces;
  readonly #periods: TextPieces;
  readonly #locations: TextPieces;
  /** By code of a name; codes hold for one table of names. */
  #ownPeriods: TextPieces;
  #names: readonly string[] = [];

  constructor(keys: ColumnKeys, decimals: number, format: FileFormat) {
    this.#isCsv = format === "csv";
    this.#decimals = decimals;
    this.#before = RESULT_FIELDS.map((name, at) => Buffer.from(this.#textBefore(name, at)));
    this.#end = Buffer.from(this.#isCsv ? `${",".repeat(RESULT_FIELDS.length - 1 - SUGGESTED)}\n` : "}\n");
    const pieces = (textOf: (place: number) => string): TextPieces => new TextPieces(textOf);
    const field = (name: string, value: string | undefined): string =>
      this.#textBefore(name, RESULT_FIELDS.indexOf(name)) + this.#valueText(value);
    this.#method = Buffer.from(field("method", "rate"));
    this.#numbers = pieces(
      (place) => field("numberID", keys.numberID(place)) + field("customerID", keys.customerID(place)),
    );
    this.#features = pieces((place) => field("featureID", keys.featureID(place)));
    this.#tariffs = pieces(
      (place) => field("tariffID", keys.tariffID(place)) + field("tariff", keys.tariff(place)),
    );
    this.#types = pieces((place) => field("tariffType", keys.callType(place) ?? ""));
    this.#typesUsed = pieces((place) => field("tariffTypeUsed", keys.callType(place) ?? ""));
    this.#classes = pieces((place) => field("tariffClass", keys.tariffClass(place)));
    this.#periods = pieces((place) => field("tariffTime", keys.period(place) ?? "default"));
    this.#locations = pieces((place) => field("location", keys.location(place)));
    this.#ownPeriods = pieces(() => "");
  }

  #textBefore(name: string, at: number): string {
    if (this.#isCsv) return at === 0 ? "" : ",";
    // A record has an id or a line, and either comes first.
    return `${at <= LINE ? "{" : ","}${JSON.stringify(name)}:`;
  }

  #valueText(value: string | undefined): string {
    return this.#isCsv ? csvCell(value) : JSON.stringify(value ?? null);
  }

  /** Puts the line of a row that was rated from its columns. */
  put(sink: ByteSink, block: CallBlock, rated: RatedColumns, row: number): void {
    const texts =
      (block.id.end[row] as number) -
      (block.id.start[row] as number) +
      (block.location.end[row] as number) -
      (block.location.start[row] as number);
    sink.reserve(MOST_FIXED_BYTES + MOST_ESCAPED * texts);
    this.#putIdentity(sink, block, row);
    putPiece(sink, this.#numbers, rated.number[row] as number);
    putPiece(sink, this.#features, rated.feature[row] as number);
    putPiece(sink, this.#tariffs, rated.tariff[row] as number);
    putPiece(sink, this.#types, rated.callType[row] as number);
    putPiece(sink, this.#typesUsed, rated.callTypeUsed[row] as number);
    putPiece(sink, this.#classes, rated.callType[row] as number);
    this.#putPeriod(sink, block, rated, row);
    this.#putLocation(sink, block, rated, row);
    sink.putBytes(this.#method, 0, this.#method.length);
    this.#putNumber(sink, CHARGED_DURATION, rated.chargedMilliseconds[row] as number, MILLI);
    this.#putNumber(sink, CHARGED_BYTES, rated.chargedBytes[row] as number, 0);
    this.#putNumber(sink, CHARGED_EVENTS, rated.chargedEvents[row] as number, 0);
    this.#putCalculated(sink, BASE, rated.retail, row);
    // Before discounts and after them: none was applied.
    this.#putCalculated(sink, NET, rated.retail, row);
    for (let at = 0; at < block.costCDR.length; at++)
      this.#putAmount(sink, REPORTED + at, (block.costCDR[at] as Float64Array)[row] as number, MICRO);
    this.#putCalculated(sink, CALCULATED, rated.wholesale, row);
    this.#putAmount(sink, SUGGESTED, block.costSuggestedRetail[row] as number, MICRO);
    sink.putBytes(this.#end, 0, this.#end.length);
  }

  /** R30: the id, or the line of a call without one. */
  #putIdentity(sink: ByteSink, block: CallBlock, row: number): void {
    const start = block.id.start[row] as number;
    const end = block.id.end[row] as number;
    if (start < end) {
      this.#putBefore(sink, IDENTITY);
      this.#putText(sink, block.id.bytes, start, end, false);
      if (this.#isCsv) sink.putByte(COMMA);
      return;
    }
    this.#putBefore(sink, LINE);
    sink.putUnits(block.line[row] as number, 0);
  }

  #putPeriod(sink: ByteSink, block: CallBlock, rated: RatedColumns, row: number): void {
    const place = rated.period[row] as number;
    if (place >= 0) {
      putPiece(sink, this.#periods, place);
      return;
    }
    if (this.#names !== block.names) {
      const { names } = block;
      this.#names = names;
      const before = this.#textBefore("tariffTime", TARIFF_TIME);
      this.#ownPeriods = new TextPieces((code) => before + this.#valueText(names[code]));
    }
    putPiece(sink, this.#ownPeriods, block.tariffTime[row] as number);
  }

  #putLocation(sink: ByteSink, block: CallBlock, rated: RatedColumns, row: number): void {
    const place = rated.location[row] as number;
    if (place >= 0) {
      putPiece(sink, this.#locations, place);
      return;
    }
    this.#putBefore(sink, LOCATION);
    const start = block.location.start[row] as number;
    const end = block.location.end[row] as number;
    if (start < end)
      this.#putText(sink, block.location.bytes, start, end, block.isLocationEscaped[row] === 1);
    else if (!this.#isCsv) sink.putText("null");
  }

  /** A text of the file, of which nearly all can be copied as they stand. */
  #putText(sink: ByteSink, bytes: Uint8Array, start: number, end: number, isEscaped: boolean): void {
    const isQuoted = this.#isCsv
      ? isEscaped
        ? QUOTED
        : csvKind(bytes, start, end)
      : jsonKind(bytes, start, end);
    const isCopied = isQuoted !== ODD && (!isEscaped || (this.#isCsv && isWord(bytes[start] as number)));
    if (isCopied) {
      if (isQuoted === QUOTED) sink.putByte(QUOTE);
      sink.putBytes(bytes, start, end);
      if (isQuoted === QUOTED) sink.putByte(QUOTE);
      return;
    }
    const raw = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
    sink.putText(this.#valueText(isEscaped ? raw.replaceAll('""', '"') : raw));
  }

  #putBefore(sink: ByteSink, field: number): void {
    const before = this.#before[field] as Uint8Array;
    sink.putBytes(before, 0, before.length);
  }

  #putNumber(sink: ByteSink, field: number, units: number, decimals: number): void {
    this.#putBefore(sink, field);
    sink.putUnits(units, decimals);
  }

  /** A total and its five components; unknown where they are NaN. */
  #putCalculated(sink: ByteSink, first: number, components: RatedColumns["retail"], row: number): void {
    const [basic, access, mobile, payphone, recording] = components;
    const decimals = this.#decimals;
    const total =
      (basic[row] as number) +
      (access[row] as number) +
      (mobile[row] as number) +
      (payphone[row] as number) +
      (recording[row] as number);
    this.#putAmount(sink, first, total, decimals);
    this.#putAmount(sink, first + 1, basic[row] as number, decimals);
    this.#putAmount(sink, first + 2, access[row] as number, decimals);
    this.#putAmount(sink, first + 3, mobile[row] as number, decimals);
    this.#putAmount(sink, first + 4, payphone[row] as number, decimals);
    this.#putAmount(sink, first + 5, recording[row] as number, decimals);
  }

  /** An amount is text in JSON; NaN is not known. */
  #putAmount(sink: ByteSink, field: number, units: number, decimals: number): void {
    this.#putBefore(sink, field);
    if (this.#isCsv) {
      if (!Number.isNaN(units)) sink.putUnits(units, decimals);
    } else if (Number.isNaN(units)) {
      sink.putText("null");
    } else {
      sink.putByte(QUOTE);
      sink.putUnits(units, decimals);
      sink.putByte(QUOTE);
    }
  }
}

function putPiece(sink: ByteSink, pieces: TextPieces, place: number): void {
  const start = pieces.startOf(place);
  const end = pieces.endOf(place);
  sink.reserve(end - start + MOST_FIXED_BYTES);
  sink.putBytes(pieces.bytes, start, end);
}

/** How a text is put: as it stands, with quotes around it, or made anew. */
const BARE = 0;
const QUOTED = 1;
const ODD = 2;

/** Digits, and the ASCII from A to z, with which no formula begins. */
function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 122);
}

/** As `csvCell` would put it. */
function csvKind(bytes: Uint8Array, start: number, end: number): number {
  if (!isWord(bytes[start] as number)) return ODD;
  let kind = bytes[end - 1] === SPACE ? QUOTED : BARE;
  for (let at = start; at < end; at++) {
    const code = bytes[at] as number;
    if (code === COMMA) kind = QUOTED;
    else if (code < SPACE || code >= DELETE || code === QUOTE) return ODD;
  }
  return kind;
}

/** As JSON.stringify would put it. */
function jsonKind(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const code = bytes[at] as number;
    if (code < SPACE || code >= DELETE || code === QUOTE || code === BACKSLASH) return ODD;
  }
  return QUOTED;
}
