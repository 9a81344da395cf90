/** Writes rated calls from columns as lines of CSV or JSON: the bytes that a record writer would give. */
import { type ColumnKeys, DIGEST_FIELD, type RatedColumns, RESULT_FIELDS } from "../../index.ts";
import type { CallBlock } from "../call-blocks/index.ts";
import type { FileFormat } from "../call-format.ts";
import { writeUnits } from "./amount-bytes.ts";
import type { ByteSink, Room } from "./byte-sink.ts";
import { CostFields } from "./cost-fields.ts";
import { FIELD_AT, LineFields } from "./line-fields.ts";
import { PlaceTuples } from "./place-tuples.ts";
import { ANEW, copyBytes, csvKind, doubledCsvKind, jsonKind, QUOTED } from "./text-bytes.ts";
import { copyText, TextPiece, TextPieces } from "./text-pieces.ts";

/** Bytes of a line at most that are neither texts of the book nor of the call: names of fields, numbers. */
const MOST_FIXED_BYTES = 4_000;
/** A byte of a call's text takes at most so many when it is escaped. */
const MOST_ESCAPED = 6;

const COMMA = 0x2c;
const QUOTE = 0x22;

/** Decimal places of what is counted in milliseconds. */
const MILLI = 3;

const ID = 0;
const LINE = 1;
const CHARGED_DURATION = FIELD_AT.chargedDuration as number;
const LOCATION = FIELD_AT.location as number;
const BASE = FIELD_AT.costBase as number;
const NET = FIELD_AT.cost as number;
const CALCULATED = FIELD_AT.costCarrier as number;
const SUGGESTED = FIELD_AT.costSuggestedRetail as number;

/** There is no third place. */
const NONE = 0;

/** Lines of one format for the results of one book. */
export class ResultLines {
  readonly #fields: LineFields;
  readonly #costs: CostFields;
  readonly #end: TextPiece;
  readonly #method: TextPiece;
  /** Texts of the book: of a number with the feature and the tariff, of a call type with the one it was rated as. */
  readonly #tariffed = new PlaceTuples();
  readonly #tariffs: TextPieces;
  readonly #typed = new PlaceTuples();
  readonly #types: TextPieces;
  readonly #periods: TextPieces;
  readonly #locations: TextPieces;
  /** Periods that records name, by code of the name; codes hold for one table of names. */
  #ownPeriods: TextPieces;
  readonly #makeOwnPeriods: () => TextPieces;
  #names: readonly string[] = [];

  constructor(keys: ColumnKeys, decimals: number, format: FileFormat, bookDigest?: string) {
    const fields = new LineFields(format);
    this.#fields = fields;
    this.#costs = new CostFields(fields, decimals);
    // R30: the digest is the same on every line, and its last field.
    const digest = bookDigest === undefined ? "" : fields.text(DIGEST_FIELD, bookDigest);
    const blanks = fields.isCsv ? ",".repeat(RESULT_FIELDS.length - 1 - SUGGESTED) : "";
    this.#end = new TextPiece(`${blanks}${digest}${fields.isCsv ? "" : "}"}\n`);
    this.#method = new TextPiece(fields.text("method", "rate"));
    this.#tariffs = new TextPieces((place) => {
      const [number, feature, tariff] = this.#tariffed.at(place);
      return [
        fields.text("numberID", keys.numberID(number)),
        fields.text("customerID", keys.customerID(number)),
        fields.text("featureID", keys.featureID(feature)),
        fields.text("tariffID", keys.tariffID(tariff)),
        fields.text("tariff", keys.tariff(tariff)),
      ].join("");
    });
    this.#types = new TextPieces((place) => {
      const [type, used] = this.#typed.at(place);
      return [
        fields.text("tariffType", keys.callType(type) ?? ""),
        fields.text("tariffTypeUsed", keys.callType(used) ?? ""),
        fields.text("tariffClass", keys.tariffClass(type)),
      ].join("");
    });
    this.#periods = new TextPieces((place) => fields.text("tariffTime", keys.period(place) ?? "default"));
    this.#locations = new TextPieces((place) => fields.text("location", keys.location(place)));
    this.#makeOwnPeriods = () => new TextPieces((code) => fields.text("tariffTime", this.#names[code]));
    this.#ownPeriods = this.#makeOwnPeriods();
  }

  /** Puts the line of a row that was rated from its columns. */
  put(sink: ByteSink, block: CallBlock, rated: RatedColumns, row: number): void {
    if (this.#names !== block.names) this.#forgetCodes(block.names);
    const fields = this.#fields;
    const costs = this.#costs;
    const tariff = this.#tariffed.placeOf(
      rated.number[row] as number,
      rated.feature[row] as number,
      rated.tariff[row] as number,
    );
    const type = this.#typed.placeOf(rated.callType[row] as number, rated.callTypeUsed[row] as number, NONE);
    const period = rated.period[row] as number;
    const periods = period >= 0 ? this.#periods : this.#ownPeriods;
    const periodPlace = period >= 0 ? period : (block.tariffTime[row] as number);
    const location = rated.location[row] as number;
    const idStart = block.id.start[row] as number;
    const idEnd = block.id.end[row] as number;
    const ownBytes =
      idEnd - idStart + (block.location.end[row] as number) - (block.location.start[row] as number);
    const room = sink.room(
      MOST_FIXED_BYTES +
        MOST_ESCAPED * ownBytes +
        this.#tariffs.lengthOf(tariff) +
        this.#types.lengthOf(type) +
        periods.lengthOf(periodPlace) +
        (location >= 0 ? this.#locations.lengthOf(location) : 0),
    );
    let at = sink.length;
    // R30: the id, or the line of a call without one.
    if (idStart < idEnd) {
      at = fields.writeBefore(room, at, ID);
      at = this.#writeText(room, at, block.id.bytes, idStart, idEnd, false);
      if (fields.isCsv) room.bytes[at++] = COMMA;
    } else {
      at = fields.writeBefore(room, at, LINE);
      at = writeUnits(room, at, block.line[row] as number, 0);
    }
    at = this.#tariffs.write(room, at, tariff);
    at = this.#types.write(room, at, type);
    at = periods.write(room, at, periodPlace);
    at =
      location >= 0
        ? this.#locations.write(room, at, location)
        : this.#writeOwnLocation(room, at, block, row);
    at = this.#method.write(room, at);
    at = fields.writeNumber(room, at, CHARGED_DURATION, rated.chargedMilliseconds[row] as number, MILLI);
    at = fields.writeNumber(room, at, CHARGED_DURATION + 1, rated.chargedBytes[row] as number, 0);
    at = fields.writeNumber(room, at, CHARGED_DURATION + 2, rated.chargedEvents[row] as number, 0);
    const start = at;
    at = costs.writeCost(room, at, BASE, rated.retail, row);
    // After discounts the same as before them: none was applied. In CSV the names of the fields do not differ, either.
    at = fields.isCsv
      ? copyText(room.view, at, room.view, start, at - start)
      : costs.writeCost(room, at, NET, rated.retail, row);
    at = costs.writeReported(room, at, block, row);
    at = costs.writeCost(room, at, CALCULATED, rated.wholesale, row);
    at = costs.writeSuggested(room, at, block, row);
    sink.length = this.#end.write(room, at);
  }

  #forgetCodes(names: readonly string[]): void {
    this.#names = names;
    this.#ownPeriods = this.#makeOwnPeriods();
  }

  #writeOwnLocation(room: Room, at: number, block: CallBlock, row: number): number {
    const { location, isLocationEscaped } = block;
    const start = location.start[row] as number;
    const end = location.end[row] as number;
    if (start === end) return this.#fields.writeNull(room, at, LOCATION);
    const to = this.#fields.writeBefore(room, at, LOCATION);
    return this.#writeText(room, to, location.bytes, start, end, isLocationEscaped[row] === 1);
  }

  /** A text of the file; where it is escaped, its quotes are doubled. */
  #writeText(
    { bytes }: Room,
    at: number,
    from: Uint8Array,
    start: number,
    end: number,
    isEscaped: boolean,
  ): number {
    const { isCsv } = this.#fields;
    const kind = !isCsv
      ? jsonKind(from, start, end)
      : isEscaped
        ? doubledCsvKind(from, start)
        : csvKind(from, start, end);
    if (kind === ANEW) {
      const raw = Buffer.from(from.buffer, from.byteOffset + start, end - start).toString("utf8");
      const text = this.#fields.valueText(isEscaped ? raw.replaceAll('""', '"') : raw);
      return at + bytes.write(text, at, "utf8");
    }
    let to = at;
    if (kind === QUOTED) bytes[to++] = QUOTE;
    to = copyBytes(bytes, to, from, start, end);
    if (kind === QUOTED) bytes[to++] = QUOTE;
    return to;
  }
}
