/** Fills a row of columns from cells that hold the fields of a call; what is not plain is left to its record. */

import { isCallDay, LOCAL_TIME, NO_TIME, readColumnStart } from "../../engine/index.ts";
import type { CallRecord } from "../../index.ts";
import { CALL_FIELDS, REPORTED_COSTS } from "../../model/index.ts";
import type { CallBlock } from "./call-block.ts";
import type { CellReader } from "./cell-reader.ts";
import { clockIn, isoDateIn, ODD } from "./cell-values.ts";
import { NO_NAME } from "./name-table.ts";

const MICRO_PENCE = 6;

/** The fields that rating reads, and the others of those that tell duplicates. */
export const FIELDS = [
  "carrierCallID",
  "aLegID",
  ...CALL_FIELDS,
] as const satisfies readonly (keyof CallRecord)[];

/** The place of each field's cell, NO_CELL where there is none. */
export type Places = Readonly<Record<(typeof FIELDS)[number], number>>;

export class CallFields {
  readonly #cells: CellReader;
  readonly #block: CallBlock;
  readonly #places: Places;
  readonly #costs: readonly number[];
  /** The date last read, as `isoDateIn` gives it, and its day; -1 where there is none. */
  #date = -1;
  #day = -1;

  /** `columns` are the fields that the cells hold, in order. */
  constructor(columns: readonly string[], cells: CellReader) {
    this.#cells = cells;
    this.#block = cells.block;
    this.#places = Object.fromEntries(FIELDS.map((field) => [field, columns.indexOf(field)])) as Places;
    this.#costs = REPORTED_COSTS.map((field) => this.#places[field]);
  }

  /** Fills a row from the cells; false where its record has to say. */
  fill(row: number): boolean {
    const cells = this.#cells;
    const block = this.#block;
    const places = this.#places;
    return (
      cells.pointTo(block.id, row, places.id) &&
      cells.pointTo(block.carrierCallID, row, places.carrierCallID) &&
      noteLeg(block, row, !cells.isBlank(places.aLegID)) &&
      cells.pointTo(block.external, row, places.external) &&
      this.#name(block.target, row, places.target) &&
      this.#name(block.numberID, row, places.numberID) &&
      this.#carrier(row) &&
      this.#name(block.chargeBand, row, places.chargeBand) &&
      this.#name(block.tariffTypeCarrier, row, places.tariffTypeCarrier) &&
      this.#name(block.tariffType, row, places.tariffType) &&
      this.#name(block.tariffTime, row, places.tariffTime) &&
      this.#name(block.directionFlag, row, places.callTypeDirectionFlag) &&
      this.#name(block.originationFlag, row, places.callTypeOriginationTypeFlag) &&
      this.#name(block.recordingFlag, row, places.callTypeRecordingFlag) &&
      cells.pointToLocation(row, places.location) &&
      this.#start(row, places.startDate, places.startTime) &&
      put(block.duration, row, cells.usage(places.duration, "duration")) &&
      put(block.bytes, row, cells.usage(places.bytes, "bytes")) &&
      put(block.events, row, cells.usage(places.events, "events")) &&
      this.#reported(row) &&
      this.#amount(block.costSuggestedRetail, row, places.costSuggestedRetail)
    );
  }

  #name(column: Uint32Array, row: number, place: number): boolean {
    if (place < 0) return true;
    const code = this.#cells.code(place);
    column[row] = code;
    return code !== NO_NAME;
  }

  #carrier(row: number): boolean {
    const cells = this.#cells;
    const places = this.#places;
    const ofCall = cells.code(places.callCarrier);
    const code = ofCall === 0 ? cells.code(places.carrier) : ofCall;
    this.#block.carrier[row] = code;
    // Both must be readable, whichever counts.
    return code !== NO_NAME && (ofCall === 0 || cells.code(places.carrier) !== NO_NAME);
  }

  /** R23 */
  #start(row: number, datePlace: number, timePlace: number): boolean {
    const block = this.#block;
    const cells = this.#cells;
    const isDated = this.#isoDay(datePlace);
    if (isDated && cells.isBlank(timePlace)) {
      block.startDay[row] = this.#day;
      block.startMillisecond[row] = NO_TIME;
      block.startOffset[row] = LOCAL_TIME;
      return true;
    }
    const clock =
      timePlace < 0
        ? -1
        : clockIn(cells.bytes, cells.start[timePlace] as number, cells.end[timePlace] as number);
    if (isDated && clock >= 0) {
      block.startDay[row] = this.#day;
      block.startMillisecond[row] = clock;
      block.startOffset[row] = LOCAL_TIME;
      return true;
    }
    const start = readColumnStart(cells.text(datePlace), cells.text(timePlace));
    if (start === undefined) return false;
    block.startDay[row] = start.day;
    block.startMillisecond[row] = start.millisecond;
    block.startOffset[row] = start.offset;
    return true;
  }

  /** Whether a cell is a date on which calls can lie; then `#day` is its day. */
  #isoDay(place: number): boolean {
    if (place < 0) return false;
    const cells = this.#cells;
    const date = isoDateIn(cells.bytes, cells.start[place] as number, cells.end[place] as number);
    if (date < 0) return false;
    if (date !== this.#date) {
      const read = readColumnStart(cells.text(place), "");
      this.#date = date;
      this.#day = read === undefined || !isCallDay(read.day) ? -1 : read.day;
    }
    return this.#day >= 0;
  }

  #reported(row: number): boolean {
    const { costCDR } = this.#block;
    for (let at = 0; at < costCDR.length; at++) {
      if (!this.#amount(costCDR[at] as Float64Array, row, this.#costs[at] as number)) return false;
    }
    return true;
  }

  #amount(column: Float64Array, row: number, place: number): boolean {
    return put(column, row, this.#cells.microPence(place, MICRO_PENCE, asItStands));
  }
}

/** Notes whether a call is a further leg of another; always true. */
export function noteLeg(block: CallBlock, row: number, hasALegID: boolean): true {
  block.hasALegID[row] = hasALegID ? 1 : 0;
  return true;
}

/** Puts what was read of a cell; false where nothing was. */
export function put(column: Float64Array, row: number, value: number): boolean {
  column[row] = value;
  return value !== ODD;
}

/** An amount that is in pence already, or a text that means itself. */
export function asItStands(text: string): string {
  return text;
}
