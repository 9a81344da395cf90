/** Costs in a line: a total and its components, or that they are not known. */
import { COMPONENTS, type RatedColumns, RESULT_FIELDS } from "../../index.ts";
import type { CallBlock } from "../call-blocks/index.ts";
import type { Room } from "./byte-sink.ts";
import { FIELD_AT, type LineFields } from "./line-fields.ts";
import { TextPiece } from "./text-pieces.ts";

/** Decimal places of what is counted in micro-pence. */
const MICRO = 6;

/** The total and the components of each cost stand one after another. */
const COST_FIELDS = 1 + COMPONENTS.length;
const REPORTED = FIELD_AT.costCDR as number;
const SUGGESTED = FIELD_AT.costSuggestedRetail as number;

type Components = RatedColumns["retail"];

export class CostFields {
  readonly #fields: LineFields;
  readonly #decimals: number;
  /** By place of a total: all its amounts where they are not known, and those behind basic where they are nil. */
  readonly #unknown: readonly TextPiece[];
  readonly #nil: readonly TextPiece[];
  /** The reported components where none is. */
  readonly #unknownParts: TextPiece;

  /** Calculated amounts have `decimals` places. */
  constructor(fields: LineFields, decimals: number) {
    const all = (from: number, to: number, value: string | null): TextPiece =>
      new TextPiece(fields.textOfAll(from, to, value));
    this.#fields = fields;
    this.#decimals = decimals;
    this.#unknown = RESULT_FIELDS.map((_, at) => all(at, at + COST_FIELDS, null));
    this.#nil = RESULT_FIELDS.map((_, at) => all(at + 2, at + COST_FIELDS, "0"));
    this.#unknownParts = all(REPORTED + 1, REPORTED + COST_FIELDS, null);
  }

  /** A calculated cost, whose total has the place `total`; not known where its components are NaN. */
  writeCost(room: Room, at: number, total: number, components: Components, row: number): number {
    const basic = components[0][row] as number;
    if (Number.isNaN(basic)) return (this.#unknown[total] as TextPiece).write(room, at);
    const fields = this.#fields;
    const decimals = this.#decimals;
    let sum = basic;
    let isBasicAlone = true;
    for (let next = 1; next < components.length; next++) {
      const units = (components[next] as Float64Array)[row] as number;
      if (units === 0) continue;
      sum += units;
      isBasicAlone = false;
    }
    let to = fields.writeAmount(room, at, total, sum, decimals);
    to = fields.writeAmount(room, to, total + 1, basic, decimals);
    if (isBasicAlone) return (this.#nil[total] as TextPiece).write(room, to);
    for (let next = 1; next < components.length; next++) {
      const units = (components[next] as Float64Array)[row] as number;
      to = fields.writeAmount(room, to, total + 1 + next, units, decimals);
    }
    return to;
  }

  /** What the carrier reported: nothing, a total alone, or any of the amounts. */
  writeReported(room: Room, at: number, { costCDR }: CallBlock, row: number): number {
    let parts = 0;
    for (let field = 1; field < COST_FIELDS; field++)
      if (!Number.isNaN((costCDR[field] as Float64Array)[row])) parts++;
    const total = costCDR[0][row] as number;
    if (parts === 0) {
      if (Number.isNaN(total)) return (this.#unknown[REPORTED] as TextPiece).write(room, at);
      return this.#unknownParts.write(room, this.#fields.writeAmount(room, at, REPORTED, total, MICRO));
    }
    let to = at;
    for (let field = 0; field < COST_FIELDS; field++) {
      const column = costCDR[field] as Float64Array;
      to = this.#fields.writeAmount(room, to, REPORTED + field, column[row] as number, MICRO);
    }
    return to;
  }

  writeSuggested(room: Room, at: number, { costSuggestedRetail }: CallBlock, row: number): number {
    return this.#fields.writeAmount(room, at, SUGGESTED, costSuggestedRetail[row] as number, MICRO);
  }
}
