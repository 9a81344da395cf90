/** Writes rated calls from columns as lines of CSV or JSON: the bytes that a record writer would give. */
import type { ComponentColumns } from "../../engine/index.ts";
import { type ColumnKeys, DIGEST_FIELD, type RatedColumns, RESULT_FIELDS } from "../../index.ts";
import { perComponent } from "../../model/index.ts";
import type { CallBlock } from "../call-blocks/index.ts";
import type { FileFormat } from "../call-format.ts";
import { csvCell } from "../csv-cell.ts";
import { writeUnits } from "./amount-bytes.ts";
import type { ByteSink, Room } from "./byte-sink.ts";
import { CostFields } from "./cost-fields.ts";
import { FIELD_AT, LineFields } from "./line-fields.ts";
import { PlaceTuples } from "./place-tuples.ts";
import { ANEW, copyBytes, csvKind, doubledCsvKind, jsonKind, QUOTED } from "./text-bytes.ts";
import { copyText, MOST_BEHIND, TextPiece, TextPieces } from "./text-pieces.ts";

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

/** How lines are written. */
export interface LineOptions {
  readonly format: FileFormat;
  readonly bookDigest?: string | undefined;
  /** Whether calls can have discounts: CSV then has columns for what is said of them. */
  readonly hasDiscounts?: boolean;
}

/** Where parts of a line begin that discounts change: counted from its beginning. */
export interface LineParts {
  tariff: number;
  type: number;
  net: number;
  reported: number;
  end: number;
}

/** A line that was put, and places of its call. */
export interface PutLine {
  readonly start: number;
  readonly parts: Readonly<LineParts>;
  readonly number: number;
  readonly tariff: number;
}

/** What discounts make of a call. */
export interface LineDiscount {
  /** Retail after discounts, as the columns before them. */
  readonly net: readonly number[];
  /** The feature of the line; undefined where it is the one of the columns. */
  readonly featureID: string | undefined;
  readonly discountPlans: string | undefined;
  readonly late: boolean;
}

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

  /** Where the parts of the line lie that was put last. */
  readonly parts: LineParts = { tariff: 0, type: 0, net: 0, reported: 0, end: 0 };
  readonly #endWith: (discountPlans: string | undefined, late: boolean) => string;
  readonly #discountedEnds = new Map<string, TextPiece>();
  /** Features of discount plans; in triples they stand below -1, the place of no feature. */
  readonly #planFeatures: string[] = [];
  readonly #net: ComponentColumns = perComponent(() => new Float64Array(1));

  constructor(keys: ColumnKeys, decimals: number, { format, bookDigest, hasDiscounts = false }: LineOptions) {
    const fields = new LineFields(format);
    this.#fields = fields;
    this.#costs = new CostFields(fields, decimals);
    // R30: the digest is the same on every line, and its last field.
    const digest = bookDigest === undefined ? "" : fields.text(DIGEST_FIELD, bookDigest);
    const blanks = fields.isCsv ? ",".repeat(RESULT_FIELDS.length - 1 - SUGGESTED) : "";
    this.#endWith = (discountPlans, late) => {
      const said = fields.isCsv
        ? `,${csvCell(discountPlans)},${late ? "true" : ""}`
        : JSON.stringify({ discountPlans, late: late || undefined }).replace(/^\{(.+)\}$/s, ",$1");
      const discounts = hasDiscounts && said !== "{}" ? said : "";
      return `${blanks}${discounts}${digest}${fields.isCsv ? "" : "}"}\n`;
    };
    this.#end = new TextPiece(this.#endWith(undefined, false));
    this.#method = new TextPiece(fields.text("method", "rate"));
    this.#tariffs = new TextPieces((place) => {
      const [number, feature, tariff] = this.#tariffed.at(place);
      return [
        fields.text("numberID", keys.numberID(number)),
        fields.text("customerID", keys.customerID(number)),
        fields.text("featureID", feature < -1 ? this.#planFeatures[-2 - feature] : keys.featureID(feature)),
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
    const { parts } = this;
    let at = sink.length;
    const line = at;
    // R30: the id, or the line of a call without one.
    if (idStart < idEnd) {
      at = fields.writeBefore(room, at, ID);
      at = this.#writeText(room, at, block.id.bytes, idStart, idEnd, false);
      if (fields.isCsv) room.bytes[at++] = COMMA;
    } else {
      at = fields.writeBefore(room, at, LINE);
      at = writeUnits(room, at, block.line[row] as number, 0);
    }
    parts.tariff = at - line;
    at = this.#tariffs.write(room, at, tariff);
    parts.type = at - line;
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
    parts.net = at - line;
    // After discounts the same as before them: none was applied. In CSV the names of the fields do not differ, either.
    at = fields.isCsv
      ? copyText(room.view, at, room.view, start, at - start)
      : costs.writeCost(room, at, NET, rated.retail, row);
    parts.reported = at - line;
    at = costs.writeReported(room, at, block, row);
    at = costs.writeCost(room, at, CALCULATED, rated.wholesale, row);
    at = costs.writeSuggested(room, at, block, row);
    parts.end = at - line;
    sink.length = this.#end.write(room, at);
  }

  /** Puts a line again that `put` has written to `from` at `start`, with what discounts make of the call. */
  putDiscounted(
    sink: ByteSink,
    from: Buffer,
    { start, parts, number, tariff }: PutLine,
    { net, featureID, discountPlans, late }: LineDiscount,
  ): void {
    if (featureID === undefined) {
      sink.putBytes(from, start, start + parts.net);
    } else {
      sink.putBytes(from, start, start + parts.tariff);
      const known = this.#planFeatures.indexOf(featureID);
      const feature = -2 - (known === -1 ? this.#planFeatures.push(featureID) - 1 : known);
      const piece = this.#tariffed.placeOf(number, feature, tariff);
      const room = sink.room(this.#tariffs.lengthOf(piece) + MOST_BEHIND);
      sink.length = this.#tariffs.write(room, sink.length, piece);
      sink.putBytes(from, start + parts.type, start + parts.net);
    }
    for (const [at, column] of this.#net.entries()) column[0] = net[at] as number;
    sink.length = this.#costs.writeCost(sink.room(MOST_FIXED_BYTES), sink.length, NET, this.#net, 0);
    sink.putBytes(from, start + parts.reported, start + parts.end);
    const end = this.#discountedEnd(discountPlans, late);
    sink.length = end.write(sink.room(end.length + MOST_BEHIND), sink.length);
  }

  #discountedEnd(discountPlans: string | undefined, late: boolean): TextPiece {
    const key = `${late} ${discountPlans}`;
    const known = this.#discountedEnds.get(key);
    if (known !== undefined) return known;
    const end = new TextPiece(this.#endWith(discountPlans, late));
    this.#discountedEnds.set(key, end);
    return end;
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
