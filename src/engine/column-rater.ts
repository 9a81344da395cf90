/**
 * Rates the rows of columns, block by block. The steps of a block are the plain way of a call; whatever leaves that
 * way (a refusal, a markup without a cost, a call over the end of its rating period under the split rule, a day of a
 * clock change) is rated from its record by the one way there is for all calls.
 */
import { type BookTables, CALL_ERROR_CODES, type KnownNames, type OpenedNumber } from "../book/index.ts";
import { readFlags } from "./block-flags.ts";
import { findNumbers } from "./block-numbers.ts";
import { OtherPrices } from "./block-others.ts";
import { priceMinutes } from "./block-prices.ts";
import { findRates, findWholesaleRates } from "./block-rates.ts";
import { readStarts } from "./block-starts.ts";
import { chooseTariffs, WHOLESALE_TRAITS } from "./block-tariffs.ts";
import { findDestinations, findPrefixes, findTypes } from "./block-types.ts";
import { type BlockSide, measureMinutes } from "./block-usage.ts";
import type { CallColumns } from "./call-columns.ts";
import { BLOCK_ROWS, ColumnBlock } from "./column-block.ts";
import { type ComponentColumns, writeUnits, writeUnknown } from "./component-columns.ts";
import { knownNamesOf } from "./known-names-of.ts";
import { rate } from "./rate-call.ts";
import { ColumnKeys, OUTCOMES, type RatedColumns } from "./rated-columns.ts";
import {
  type CallResult,
  type FailedCall,
  type IgnoredCall,
  type PricedCall,
  RATING_METHODS,
  type ResultRecord,
  toRecord,
} from "./results/index.ts";

const RATED = OUTCOMES.indexOf("rated");
const ERROR = OUTCOMES.indexOf("error");
const IGNORED = OUTCOMES.indexOf("ignored");
const BY_RATE = RATING_METHODS.indexOf("rate");

/** Results that are held at most. */
const MOST_HELD = 1 << 14;

/** The columns of results and what fills them. */
export class ColumnRater implements RatedColumns {
  readonly book: BookTables;
  readonly capacity: number;
  readonly decimals: number;
  readonly keys: ColumnKeys;
  readonly outcome: Uint8Array;
  readonly error: Uint8Array;
  readonly day: Int32Array;
  readonly number: Int32Array;
  readonly tariff: Int32Array;
  readonly feature: Int32Array;
  readonly callType: Int32Array;
  readonly callTypeUsed: Int32Array;
  readonly period: Int32Array;
  readonly location: Int32Array;
  readonly method: Uint8Array;
  readonly chargedMilliseconds: Float64Array;
  readonly chargedBytes: Float64Array;
  readonly chargedEvents: Float64Array;
  readonly retail: ComponentColumns;
  readonly wholesale: ComponentColumns;
  readonly fromRecord: Uint8Array;
  length = 0;

  #columns: CallColumns | undefined;
  /** Results of rows rated from their records, for whoever asks for them next. */
  readonly #held = new Map<number, CallResult>();
  #reclassify = false;
  #bookDigest: string | undefined;
  readonly #block: ColumnBlock;
  readonly #retailSide: BlockSide;
  readonly #wholesaleSide: BlockSide;
  readonly #others = new OtherPrices();
  /** The class of each call type. */
  readonly #classes: Int32Array;

  constructor(book: BookTables, capacity: number) {
    const places = (): Int32Array => new Int32Array(capacity);
    const codes = (): Uint8Array => new Uint8Array(capacity);
    const amounts = (): Float64Array => new Float64Array(capacity);
    const components = (): ComponentColumns => [amounts(), amounts(), amounts(), amounts(), amounts()];
    this.book = book;
    this.capacity = capacity;
    this.decimals = book.settings.costDecimals;
    this.keys = new ColumnKeys(book);
    this.outcome = codes();
    this.error = codes();
    this.day = places();
    this.number = places();
    this.tariff = places();
    this.feature = places();
    this.callType = places();
    this.callTypeUsed = places();
    this.period = places();
    this.location = places();
    this.method = codes();
    this.chargedMilliseconds = amounts();
    this.chargedBytes = amounts();
    this.chargedEvents = amounts();
    this.retail = components();
    this.wholesale = components();
    this.fromRecord = codes();
    const block = new ColumnBlock(Math.min(capacity, BLOCK_ROWS));
    this.#block = block;
    this.#classes = Int32Array.from(book.callTypes.callTypes, ({ tariffClass }) => tariffClass);
    this.#retailSide = {
      isRetail: true,
      rate: block.rate,
      surchargeRate: block.surchargeRate,
      traits: 0,
      components: this.retail,
      usage: [this.chargedMilliseconds, this.chargedBytes, this.chargedEvents],
      usageFrom: () => block.first,
    };
    this.#wholesaleSide = {
      isRetail: false,
      rate: block.wholesaleRate,
      surchargeRate: block.wholesaleRate,
      traits: WHOLESALE_TRAITS,
      components: this.wholesale,
      usage: block.wholesaleUsage,
      usageFrom: () => 0,
    };
  }

  rate(columns: CallColumns, reclassify: boolean, bookDigest: string | undefined): void {
    this.length = columns.length;
    this.#columns = columns;
    this.#held.clear();
    this.#reclassify = reclassify;
    this.#bookDigest = bookDigest;
    const known = knownNamesOf(this.book, columns.names);
    const block = this.#block;
    block.columns = columns;
    block.reclassify = reclassify;
    for (let first = 0; first < columns.length; first += BLOCK_ROWS) {
      block.first = first;
      block.count = Math.min(BLOCK_ROWS, columns.length - first);
      this.#rateBlock(known);
    }
  }

  #rateBlock(known: KnownNames<OpenedNumber>): void {
    const { book } = this;
    const block = this.#block;
    const { first, count, isPlain, refused } = block;
    const end = first + count;
    readStarts(block, book);
    readFlags(block, known);
    findNumbers(block, book, known);
    findTypes(block, known);
    findPrefixes(block, book);
    findDestinations(block, book, known, this.#classes, this.callType, this.location);
    chooseTariffs(block, book, known);
    // R29 before R24's rate: a markup may need the calculated wholesale cost.
    findWholesaleRates(block, book, known, this);
    this.#priceWholesale();
    findRates(block, book, known, this);
    this.#price(this.#retailSide);

    this.outcome.fill(RATED, first, end);
    this.method.fill(BY_RATE, first, end);
    for (let at = 0; at < count; at++) {
      const row = first + at;
      this.day[row] = block.day[at] as number;
      this.number[row] = block.number[at] as number;
      this.period[row] = block.hasOwnPeriod[at] === 0 ? (block.period[at] as number) : -1;
      this.fromRecord[row] = isPlain[at] === 0 ? 1 : 0;
    }
    for (let at = 0; at < count; at++) {
      if (isPlain[at] !== 0) continue;
      if (refused[at] === 0) this.#rateRecord(first + at);
      else this.#refuse(first + at, (refused[at] as number) - 1);
    }
  }

  #refuse(row: number, error: number): void {
    this.outcome[row] = ERROR;
    this.error[row] = error;
  }

  #priceWholesale(): void {
    const { first, count, hasWholesale, wholesaleRate } = this.#block;
    if (!hasWholesale) {
      for (const column of this.wholesale) column.fill(Number.NaN, first, first + count);
      return;
    }
    this.#price(this.#wholesaleSide);
    for (let at = 0; at < count; at++) {
      if ((wholesaleRate[at] as number) < 0) writeUnknown(this.wholesale, first + at);
    }
  }

  #price(side: BlockSide): void {
    measureMinutes(this.#block, this.book, side);
    priceMinutes(this.#block, this.book, side);
    this.#others.price(this.#block, this.book, side, this.#wholesaleSide);
  }

  recordAt(row: number): ResultRecord {
    return toRecord(this.resultAt(row));
  }

  resultAt(row: number): CallResult {
    if (!(row >= 0 && row < this.length)) throw new RangeError(`There is no row ${row}.`);
    return this.#held.get(row) ?? this.#result(row);
  }

  #result(row: number): PricedCall | FailedCall | IgnoredCall {
    const columns = this.#columns as CallColumns;
    const bookDigest = this.#bookDigest;
    const options = {
      reclassify: this.#reclassify,
      line: columns.lineOf?.(row) ?? row + 1,
      ...(bookDigest !== undefined && { bookDigest }),
    };
    return rate(this.book, columns.recordOf(row), options, undefined);
  }

  /** Rates a row from its record. */
  #rateRecord(row: number): void {
    const result = this.#result(row);
    if (this.#held.size < MOST_HELD) this.#held.set(row, result);
    if (result.outcome === "error") {
      this.#refuse(row, CALL_ERROR_CODES.indexOf(result.error));
    } else if (result.outcome === "ignored") {
      this.outcome[row] = IGNORED;
    } else {
      this.#writeResult(row, result);
    }
  }

  #writeResult(row: number, result: PricedCall): void {
    const { places } = this.book;
    const { call, number, callType, period, retail, wholesale } = result.parts;
    const { tariff, featureID, lookedUp } = retail;
    this.outcome[row] = RATED;
    this.day[row] = result.day;
    this.number[row] = number.place;
    this.tariff[row] = (tariff && places.tariffPlaces.get(tariff)) ?? -1;
    this.feature[row] = (featureID === null ? undefined : places.featurePlaces.get(featureID)) ?? -1;
    this.callType[row] = callType;
    this.callTypeUsed[row] = lookedUp.callType;
    this.period[row] = call.tariffTime === "" ? period : -1;
    this.location[row] = lookedUp.locationPlace;
    this.method[row] = RATING_METHODS.indexOf(retail.method);
    this.chargedMilliseconds[row] = retail.chargedMilliseconds;
    this.chargedBytes[row] = retail.chargedBytes;
    this.chargedEvents[row] = retail.chargedEvents;
    writeUnits(this.retail, row, retail.components);
    writeUnits(this.wholesale, row, wholesale);
  }
}
