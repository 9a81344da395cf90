/** The fields of a line of results: their order, and how each stands in a line of CSV or JSON. */
import { RESULT_FIELDS } from "../../index.ts";
import type { FileFormat } from "../call-format.ts";
import { csvCell } from "../csv-cell.ts";
import { writeUnits } from "./amount-bytes.ts";
import type { Room } from "./byte-sink.ts";
import { TextPiece } from "./text-pieces.ts";

const COMMA = 0x2c;
const QUOTE = 0x22;

/** Places of fields in a line. */
export const FIELD_AT = Object.fromEntries(RESULT_FIELDS.map((name, at) => [name, at])) as Readonly<
  Record<string, number>
>;

/** Writes values of fields, each with what stands before it. */
export class LineFields {
  readonly isCsv: boolean;
  readonly #before: readonly TextPiece[];
  readonly #null: TextPiece;

  constructor(format: FileFormat) {
    this.isCsv = format === "csv";
    this.#before = RESULT_FIELDS.map((name) => new TextPiece(this.#beforeText(name)));
    this.#null = new TextPiece(this.valueText(null));
  }

  #beforeText(name: string): string {
    if (this.isCsv) return name === "id" ? "" : ",";
    // A record has an id or a line, and either comes first.
    return `${name === "id" || name === "line" ? "{" : ","}${JSON.stringify(name)}:`;
  }

  valueText(value: string | null): string {
    return this.isCsv ? csvCell(value) : JSON.stringify(value);
  }

  /** A field as it stands in a line. */
  text(name: string, value: string | null | undefined): string {
    return this.#beforeText(name) + this.valueText(value ?? null);
  }

  /** The fields from a place up to another, all with the same value. */
  textOfAll(from: number, to: number, value: string | null): string {
    return RESULT_FIELDS.slice(from, to)
      .map((name) => this.text(name, value))
      .join("");
  }

  writeBefore(room: Room, at: number, field: number): number {
    if (this.isCsv && field > 0) {
      room.bytes[at] = COMMA;
      return at + 1;
    }
    return (this.#before[field] as TextPiece).write(room, at);
  }

  writeNull(room: Room, at: number, field: number): number {
    return this.#null.write(room, this.writeBefore(room, at, field));
  }

  writeNumber(room: Room, at: number, field: number, units: number, decimals: number): number {
    return writeUnits(room, this.writeBefore(room, at, field), units, decimals);
  }

  /** An amount is text in JSON; NaN is not known. */
  writeAmount(room: Room, at: number, field: number, units: number, decimals: number): number {
    if (Number.isNaN(units)) return this.writeNull(room, at, field);
    const { bytes } = room;
    let to = this.writeBefore(room, at, field);
    if (this.isCsv) return writeUnits(room, to, units, decimals);
    bytes[to++] = QUOTE;
    to = writeUnits(room, to, units, decimals);
    bytes[to++] = QUOTE;
    return to;
  }
}
