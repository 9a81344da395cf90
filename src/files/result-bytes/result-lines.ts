/** Writes rated calls from columns as lines of CSV or JSON: the bytes that a record writer would give. */
import { type ColumnKeys, type RatedColumns, RESULT_FIELDS } from "../../index.ts";
import type { CallBlock } from "../call-blocks/index.ts";
import type { FileFormat } from "../call-format.ts";
import { csvCell } from "../csv-cell.ts";
import { writeUnits } from "./amount-bytes.ts";
import type { ByteSink } from "./byte-sink.ts";
import { ANEW, copyBytes, csvKind, doubledCsvKind, jsonKind, QUOTED } from "./text-bytes.ts";
import { TextPieces } from "./text-pieces.ts";

/** Bytes of a line at most that are neither texts of the book nor of the call: names of fields, numbers. */
const MOST_FIXED_BYTES = 4_000;
/** A byte of a call's text takes at most so many when it is escaped. */
const MOST_ESCAPED = 6;

const COMMA = 0x2c;
const QUOTE = 0x22;

/** Decimal places of what is counted in micro-pence and in milliseconds. */
const MICRO = 6;
const MILLI = 3;

/** Places of fields in a line. */
const AT = Object.fromEntries(RESULT_FIELDS.map((name, at) => [name, at])) as Readonly<
  Record<string, number>
>;
const CHARGED_DURATION = AT.chargedDuration as number;
const LOCATION = AT.location as number;
const SUGGESTED = AT.costSuggestedRetail as number;
/** The total and five components of each cost stand one after another. */
const COST_FIELDS = 6;
const BASE = AT.costBase as number;
const NET = AT.cost as number;
const REPORTED = AT.costCDR as number;
const CALCULATED = AT.costCarrier as number;

type Components = RatedColumns["retail"];

/** Lines of one format for the results of one book. */
export class ResultLines {
  readonly #isCsv: boolean;
  readonly #decimals: number;
  /** What stands before the value of each field. */
  readonly #before: readonly Uint8Array[];
  /** By place of a total: its six amounts where they are not known, and its last four where they are nil. */
  readonly #unknown: readonly Uint8Array[];
  readonly #nil: readonly Uint8Array[];
  /** The five reported components where none is. */
  readonly #unknownParts: Uint8Array;
  readonly #null: Uint8Array;
  readonly #end: Uint8Array;
  readonly #method: Uint8Array;
  /** Texts by place, each with what stands before it. */
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
  readonly #makeOwnPeriods: () => TextPieces;
  #names: readonly string[] = [];

  constructor(keys: ColumnKeys, decimals: number, format: FileFormat) {
    this.#isCsv = format === "csv";
    this.#decimals = decimals;
    const isCsv = this.#isCsv;
    const before = (name: string): string => {
      if (isCsv) return name === "id" ? "" : ",";
      // A record has an id or a line, and either comes first.
      return `${name === "id" || name === "line" ? "{" : ","}${JSON.stringify(name)}:`;
    };
    const field = (name: string, value: string | null | undefined): string =>
      before(name) + this.#valueText(value ?? null);
    const all = (from: number, to: number, value: string | null): Buffer =>
      Buffer.from(
        RESULT_FIELDS.slice(from, to)
          .map((name) => field(name, value))
          .join(""),
      );
    this.#before = RESULT_FIELDS.map((name) => Buffer.from(before(name)));
    this.#unknown = RESULT_FIELDS.map((_, at) => all(at, at + COST_FIELDS, null));
    this.#nil = RESULT_FIELDS.map((_, at) => all(at + 2, at + COST_FIELDS, "0"));
    this.#unknownParts = all(REPORTED + 1, REPORTED + COST_FIELDS, null);
    this.#null = Buffer.from(this.#valueText(null));
    this.#end = Buffer.from(isCsv ? `${",".repeat(RESULT_FIELDS.length - 1 - SUGGESTED)}\n` : "}\n");
    this.#method = Buffer.from(field("method", "rate"));
    this.#numbers = new TextPieces(
      (place) => field("numberID", keys.numberID(place)) + field("customerID", keys.customerID(place)),
    );
    this.#features = new TextPieces((place) => field("featureID", keys.featureID(place)));
    this.#tariffs = new TextPieces(
      (place) => field("tariffID", keys.tariffID(place)) + field("tariff", keys.tariff(place)),
    );
    this.#types = new TextPieces((place) => field("tariffType", keys.callType(place) ?? ""));
    this.#typesUsed = new TextPieces((place) => field("tariffTypeUsed", keys.callType(place) ?? ""));
    this.#classes = new TextPieces((place) => field("tariffClass", keys.tariffClass(place)));
    this.#periods = new TextPieces((place) => field("tariffTime", keys.period(place) ?? "default"));
    this.#locations = new TextPieces((place) => field("location", keys.location(place)));
    this.#makeOwnPeriods = () => new TextPieces((code) => field("tariffTime", this.#names[code]));
    this.#ownPeriods = this.#makeOwnPeriods();
  }

  #valueText(value: string | null): string {
    return this.#isCsv ? csvCell(value) : JSON.stringify(value);
  }

  /** Puts the line of a row that was rated from its columns. */
  put(sink: ByteSink, block: CallBlock, rated: RatedColumns, row: number): void {
    if (this.#names !== block.names) this.#forgetCodes(block.names);
    const number = rated.number[row] as number;
    const feature = rated.feature[row] as number;
    const tariff = rated.tariff[row] as number;
    const type = rated.callType[row] as number;
    const typeUsed = rated.callTypeUsed[row] as number;
    const period = rated.period[row] as number;
    const location = rated.location[row] as number;
    const periods = period >= 0 ? this.#periods : this.#ownPeriods;
    const periodPlace = period >= 0 ? period : (block.tariffTime[row] as number);
    const idStart = block.id.start[row] as number;
    const idEnd = block.id.end[row] as number;
    const locationLength =
      location >= 0
        ? this.#locations.lengthOf(location)
        : MOST_ESCAPED * ((block.location.end[row] as number) - (block.location.start[row] as number));
    const bytes = sink.room(
      MOST_FIXED_BYTES +
        MOST_ESCAPED * (idEnd - idStart) +
        this.#numbers.lengthOf(number) +
        this.#features.lengthOf(feature) +
        this.#tariffs.lengthOf(tariff) +
        this.#types.lengthOf(type) +
        this.#typesUsed.lengthOf(typeUsed) +
        this.#classes.lengthOf(type) +
        periods.lengthOf(periodPlace) +
        locationLength,
    );
    let at = sink.length;
    // R30: the id, or the line of a call without one.
    if (idStart < idEnd) {
      at = this.#writeBefore(bytes, at, 0);
      at = this.#writeText(bytes, at, block.id.bytes, idStart, idEnd, false);
      if (this.#isCsv) bytes[at++] = COMMA;
    } else {
      at = this.#writeBefore(bytes, at, 1);
      at = writeUnits(bytes, at, block.line[row] as number, 0);
    }
    at = this.#numbers.write(bytes, at, number);
    at = this.#features.write(bytes, at, feature);
    at = this.#tariffs.write(bytes, at, tariff);
    at = this.#types.write(bytes, at, type);
    at = this.#typesUsed.write(bytes, at, typeUsed);
    at = this.#classes.write(bytes, at, type);
    at = periods.write(bytes, at, periodPlace);
    at =
      location >= 0
        ? this.#locations.write(bytes, at, location)
        : this.#writeOwnLocation(bytes, at, block, row);
    at = copyBytes(bytes, at, this.#method, 0, this.#method.length);
    at = this.#writeNumber(bytes, at, CHARGED_DURATION, rated.chargedMilliseconds[row] as number, MILLI);
    at = this.#writeNumber(bytes, at, CHARGED_DURATION + 1, rated.chargedBytes[row] as number, 0);
    at = this.#writeNumber(bytes, at, CHARGED_DURATION + 2, rated.chargedEvents[row] as number, 0);
    const start = at;
    at = this.#writeCost(bytes, at, BASE, rated.retail, row);
    // After discounts the same as before them: none was applied. In CSV the names of the fields do not differ, either.
    at = this.#isCsv
      ? copyBytes(bytes, at, bytes, start, at)
      : this.#writeCost(bytes, at, NET, rated.retail, row);
    at = this.#writeReported(bytes, at, block, row);
    at = this.#writeCost(bytes, at, CALCULATED, rated.wholesale, row);
    at = this.#writeAmount(bytes, at, SUGGESTED, block.costSuggestedRetail[row] as number, MICRO);
    sink.length = copyBytes(bytes, at, this.#end, 0, this.#end.length);
  }

  #forgetCodes(names: readonly string[]): void {
    this.#names = names;
    this.#ownPeriods = this.#makeOwnPeriods();
  }

  #writeOwnLocation(bytes: Buffer, at: number, block: CallBlock, row: number): number {
    const { location, isLocationEscaped } = block;
    const start = location.start[row] as number;
    const end = location.end[row] as number;
    const to = this.#writeBefore(bytes, at, LOCATION);
    if (start === end) return copyBytes(bytes, to, this.#null, 0, this.#null.length);
    return this.#writeText(bytes, to, location.bytes, start, end, isLocationEscaped[row] === 1);
  }

  /** A text of the file; where it is escaped, its quotes are doubled. */
  #writeText(
    bytes: Buffer,
    at: number,
    from: Uint8Array,
    start: number,
    end: number,
    isEscaped: boolean,
  ): number {
    const kind = !this.#isCsv
      ? jsonKind(from, start, end)
      : isEscaped
        ? doubledCsvKind(from, start)
        : csvKind(from, start, end);
    if (kind === ANEW) {
      const raw = Buffer.from(from.buffer, from.byteOffset + start, end - start).toString("utf8");
      const text = this.#valueText(isEscaped ? raw.replaceAll('""', '"') : raw);
      return at + bytes.write(text, at, "utf8");
    }
    let to = at;
    if (kind === QUOTED) bytes[to++] = QUOTE;
    to = copyBytes(bytes, to, from, start, end);
    if (kind === QUOTED) bytes[to++] = QUOTE;
    return to;
  }

  #writeBefore(bytes: Buffer, at: number, field: number): number {
    if (this.#isCsv && field > 0) {
      bytes[at] = COMMA;
      return at + 1;
    }
    const before = this.#before[field] as Uint8Array;
    return copyBytes(bytes, at, before, 0, before.length);
  }

  #writeNumber(bytes: Buffer, at: number, field: number, units: number, decimals: number): number {
    return writeUnits(bytes, this.#writeBefore(bytes, at, field), units, decimals);
  }

  /** A total and its five components, from the total's place on; unknown where they are NaN. */
  #writeCost(bytes: Buffer, at: number, total: number, components: Components, row: number): number {
    const basic = components[0][row] as number;
    const access = components[1][row] as number;
    const mobile = components[2][row] as number;
    const payphone = components[3][row] as number;
    const recording = components[4][row] as number;
    if (Number.isNaN(basic)) return this.#writeAll(bytes, at, this.#unknown[total] as Uint8Array);
    const decimals = this.#decimals;
    let to = this.#writeAmount(bytes, at, total, basic + access + mobile + payphone + recording, decimals);
    to = this.#writeAmount(bytes, to, total + 1, basic, decimals);
    if (access === 0 && mobile === 0 && payphone === 0 && recording === 0)
      return this.#writeAll(bytes, to, this.#nil[total] as Uint8Array);
    to = this.#writeAmount(bytes, to, total + 2, access, decimals);
    to = this.#writeAmount(bytes, to, total + 3, mobile, decimals);
    to = this.#writeAmount(bytes, to, total + 4, payphone, decimals);
    return this.#writeAmount(bytes, to, total + 5, recording, decimals);
  }

  /** What the carrier reported: nothing, a total alone, or any of the six. */
  #writeReported(bytes: Buffer, at: number, block: CallBlock, row: number): number {
    const { costCDR } = block;
    let parts = 0;
    for (let field = 1; field < COST_FIELDS; field++)
      if (!Number.isNaN((costCDR[field] as Float64Array)[row])) parts++;
    const total = costCDR[0][row] as number;
    if (parts === 0) {
      if (Number.isNaN(total)) return this.#writeAll(bytes, at, this.#unknown[REPORTED] as Uint8Array);
      const to = this.#writeAmount(bytes, at, REPORTED, total, MICRO);
      return this.#writeAll(bytes, to, this.#unknownParts);
    }
    let to = at;
    for (let field = 0; field < COST_FIELDS; field++) {
      const column = costCDR[field] as Float64Array;
      to = this.#writeAmount(bytes, to, REPORTED + field, column[row] as number, MICRO);
    }
    return to;
  }

  #writeAll(bytes: Buffer, at: number, fields: Uint8Array): number {
    return copyBytes(bytes, at, fields, 0, fields.length);
  }

  /** An amount is text in JSON; NaN is not known. */
  #writeAmount(bytes: Buffer, at: number, field: number, units: number, decimals: number): number {
    let to = this.#writeBefore(bytes, at, field);
    if (Number.isNaN(units)) return this.#writeAll(bytes, to, this.#null);
    if (this.#isCsv) return writeUnits(bytes, to, units, decimals);
    bytes[to++] = QUOTE;
    to = writeUnits(bytes, to, units, decimals);
    bytes[to++] = QUOTE;
    return to;
  }
}
