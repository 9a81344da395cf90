/** Fills a row of columns from the cells of a UK standard CDR, as `RowReader` would make a call of them. */

import { DAY_MS } from "../../calendar/index.ts";
import { isCallDay, LOCAL_TIME, MAX_CALL_AMOUNT, NO_TIME } from "../../engine/index.ts";
import { REPORTED_COSTS } from "../../model/index.ts";
import { callDay, type OpenedDialect, penceOf, poundsToPence } from "../uk-cdr/index.ts";
import type { CallBlock } from "./call-block.ts";
import { FIELDS, noteLeg, type Places, put } from "./call-fields.ts";
import type { CellReader } from "./cell-reader.ts";
import { looseClockIn, ODD, unitsIn } from "./cell-values.ts";
import { NO_NAME } from "./name-table.ts";
import { NameValues } from "./name-values.ts";
import { NAMED_FIELDS, NamedFields, type NameOf } from "./uk-cdr-names.ts";

/** Whole micro-pence; a unit of an amount in pounds is 100 pence. */
const DECIMALS = { pence: 6, pounds: 8 } as const;
const MAX_MICRO_PENCE = MAX_CALL_AMOUNT * 1e6;
/** Digits of a ring time at most, in seconds. */
const RING_DIGITS = 6;
const NO_DAY = -1;

/**
 * Whether the calls of a file can be read from their cells: no column that is carried along has the name of a
 * field, and what the dialect gives itself are names.
 */
export function isScannable(columns: readonly string[], dialect: OpenedDialect): boolean {
  const isField = (name: string): boolean => (FIELDS as readonly string[]).includes(name);
  const isNamed = (name: string): boolean => (NAMED_FIELDS as readonly string[]).includes(name);
  const tables = [dialect.set, ...[...dialect.callTypes.values()].map(({ set }) => set)];
  const given = tables.flatMap((table) => [...table.keys()]);
  return !columns.some(isField) && given.every((field) => !isField(field) || isNamed(field));
}

export class UkCdrFields {
  readonly #cells: CellReader;
  readonly #block: CallBlock;
  readonly #dialect: OpenedDialect;
  readonly #places: Places;
  readonly #costs: readonly number[];
  readonly #names: NamedFields;
  readonly #sent: number;
  readonly #received: number;
  readonly #ring: number;
  readonly #currency: number;
  readonly #isOwnCurrency: NameValues;
  readonly #days: NameValues;
  /** Places of the cells that are read. */
  readonly #read: readonly number[];

  constructor(columns: readonly string[], dialect: OpenedDialect, cells: CellReader) {
    this.#cells = cells;
    this.#block = cells.block;
    this.#dialect = dialect;
    this.#places = Object.fromEntries(
      FIELDS.map((field) => [field, columns.findIndex((own) => dialect.fields.get(own)?.includes(field))]),
    ) as Places;
    this.#costs = REPORTED_COSTS.map((field) => this.#places[field]);
    const callType = columns.indexOf("Call Type");
    this.#names = new NamedFields(this.#places, callType, dialect, cells);
    this.#sent = columns.indexOf("Bytes Transmitted");
    this.#received = columns.indexOf("Bytes Received");
    this.#ring = dialect.timeIs === "ring" ? columns.indexOf("Ring time") : -1;
    this.#currency = columns.indexOf("Currency");
    this.#isOwnCurrency = new NameValues((name) => (name === "" || name === dialect.currency ? 1 : 0));
    this.#days = new NameValues((text) => callDay(text, dialect) ?? NO_DAY);
    const read = [
      ...Object.values(this.#places),
      ...[callType, this.#sent, this.#received, this.#ring, this.#currency],
    ];
    this.#read = [...new Set(read)].filter((place) => place >= 0);
  }

  /** Fills a row from the cells; false where its record has to say. */
  fill(row: number): boolean {
    const cells = this.#cells;
    const block = this.#block;
    const places = this.#places;
    for (const place of this.#read) if (!cells.trim(place)) return false;
    return (
      this.#isInOwnCurrency() &&
      this.#names.begin() &&
      cells.pointTo(block.id, row, places.id) &&
      cells.pointTo(block.carrierCallID, row, places.carrierCallID) &&
      noteLeg(block, row, !cells.isBlank(places.aLegID)) &&
      cells.pointTo(block.external, row, places.external) &&
      this.#name(block.target, row, "target") &&
      this.#name(block.numberID, row, "numberID") &&
      this.#carrier(row) &&
      this.#name(block.chargeBand, row, "chargeBand") &&
      this.#name(block.tariffTypeCarrier, row, "tariffTypeCarrier") &&
      this.#name(block.tariffType, row, "tariffType") &&
      this.#name(block.tariffTime, row, "tariffTime") &&
      this.#name(block.directionFlag, row, "callTypeDirectionFlag") &&
      this.#name(block.originationFlag, row, "callTypeOriginationTypeFlag") &&
      this.#name(block.recordingFlag, row, "callTypeRecordingFlag") &&
      cells.pointToLocation(row, places.location) &&
      this.#start(row) &&
      this.#usage(row) &&
      this.#bytes(row) &&
      this.#reported(row) &&
      put(block.costSuggestedRetail, row, this.#amount(places.costSuggestedRetail))
    );
  }

  #isInOwnCurrency(): boolean {
    const code = this.#cells.code(this.#currency);
    return code !== NO_NAME && this.#isOwnCurrency.of(this.#cells.names, code) === 1;
  }

  #name(column: Uint32Array, row: number, field: NameOf): boolean {
    const code = this.#names.code(field);
    column[row] = code;
    return code !== NO_NAME;
  }

  #carrier(row: number): boolean {
    const ofCall = this.#names.code("callCarrier");
    const own = this.#names.code("carrier");
    this.#block.carrier[row] = ofCall === 0 ? own : ofCall;
    return ofCall !== NO_NAME && own !== NO_NAME;
  }

  /** R23: the start of what is charged, which is the answer. */
  #start(row: number): boolean {
    const { startDay, startMillisecond, startOffset } = this.#block;
    const cells = this.#cells;
    const { startDate, startTime } = this.#places;
    const date = cells.code(startDate);
    if (date === NO_NAME) return false;
    let day = this.#days.of(cells.names, date);
    if (day === NO_DAY) return false;
    startOffset[row] = LOCAL_TIME;
    if (cells.isBlank(startTime)) {
      startDay[row] = day;
      startMillisecond[row] = NO_TIME;
      return true;
    }
    let clock = looseClockIn(cells.bytes, cells.start[startTime] as number, cells.end[startTime] as number);
    if (clock < 0) return false;
    if (!cells.isBlank(this.#ring)) {
      const ring = this.#digits(this.#ring, RING_DIGITS);
      if (ring === ODD) return false;
      const moment = clock + ring * 1_000;
      day += Math.floor(moment / DAY_MS);
      clock = moment % DAY_MS;
      if (!isCallDay(day)) return false;
    }
    startDay[row] = day;
    startMillisecond[row] = clock;
    if (this.#dialect.timeZone === "utc") startOffset[row] = 0;
    return true;
  }

  /** A cell of digits alone, of which there are not more than `most`; NaN where blank, ODD for anything else. */
  #digits(place: number, most: number): number {
    if (place < 0) return Number.NaN;
    const start = this.#cells.start[place] as number;
    const end = this.#cells.end[place] as number;
    return end - start > most ? ODD : unitsIn(this.#cells.bytes, start, end, 0);
  }

  /** Duration may count events. */
  #usage(row: number): boolean {
    const { duration, events } = this.#block;
    const cells = this.#cells;
    const places = this.#places;
    if (this.#names.countsEvents && !cells.isBlank(places.duration)) {
      duration[row] = Number.NaN;
      return put(
        events,
        row,
        cells.usage(cells.isBlank(places.events) ? places.duration : places.events, "events"),
      );
    }
    return (
      put(duration, row, cells.usage(places.duration, "duration")) &&
      put(events, row, cells.usage(places.events, "events"))
    );
  }

  /** Bytes sent and received stand in for a total that is blank or nil. */
  #bytes(row: number): boolean {
    let total = this.#cells.usage(this.#places.bytes, "bytes");
    if (!(total > 0)) {
      const sent = this.#digits(this.#sent, Number.POSITIVE_INFINITY);
      const received = this.#digits(this.#received, Number.POSITIVE_INFINITY);
      const isGiven = !(Number.isNaN(sent) && Number.isNaN(received));
      // Of 15 digits each at most.
      if (isGiven) total = (sent || 0) + (received || 0);
    }
    return put(this.#block.bytes, row, total);
  }

  #amount(place: number): number {
    const { unit } = this.#dialect;
    return this.#cells.microPence(place, DECIMALS[unit], unit === "pounds" ? poundsToPence : penceOf);
  }

  /** R15 */
  #reported(row: number): boolean {
    const { costCDR } = this.#block;
    for (let at = 0; at < costCDR.length; at++) {
      const amount = this.#amount(this.#costs[at] as number);
      if (amount === ODD) return false;
      // A part of nothing is a mere filler; a total of nothing is a price.
      (costCDR[at] as Float64Array)[row] = amount === 0 && at > 0 ? Number.NaN : amount;
    }
    return this.#dialect.ngcsCharges === "within" || this.#addUp(row);
  }

  /** Charges beside the price are added to it. */
  #addUp(row: number): boolean {
    const [totals, services, accesses] = this.#block.costCDR;
    const price = totals[row] as number;
    const service = services[row] as number;
    const access = accesses[row] as number;
    if (Number.isNaN(price)) return true;
    // Sums of three whole numbers of at most 10^15.
    const total = price + (service || 0) + (access || 0);
    const basic = price + service;
    totals[row] = total;
    services[row] = basic;
    return Math.abs(total) <= MAX_MICRO_PENCE && !(Math.abs(basic) > MAX_MICRO_PENCE);
  }
}
