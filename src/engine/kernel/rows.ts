/**
 * A block of rows on their way through the kernel: what one step finds for the next, in typed arrays by place in the
 * block. Each step is a small loop over the rows that are still on their way, so that the processor waits for the
 * memory of many rows at once; a row that a step refuses is written to the results and in no later step's way.
 */
import {
  type BookTables,
  CALL_ERROR_CODES,
  type CallErrorCode,
  FLAG,
  type KnownNames,
  NONE,
  type OpenedNumber,
  WHOLESALE_TRAITS,
} from "../../book/index.ts";
import type { CallColumns } from "../call-columns.ts";
import type { ComponentColumns } from "../component-columns.ts";
import { OUTCOMES } from "../rated-columns.ts";

/** Rows that go through the steps together: few enough that what stands here stays in the processor's cache. */
export const BLOCK_ROWS = 1_024;

export const RATED: number = OUTCOMES.indexOf("rated");
export const ERROR: number = OUTCOMES.indexOf("error");
export const IGNORED: number = OUTCOMES.indexOf("ignored");

/** Bits of `flags`: R11's surcharges that the call attracts (FLAG), and R23: its record names its period. */
export const ORIGIN_BITS: number = FLAG.ORIGIN;
export const RECORDED_BIT: number = FLAG.RECORDED;
export const SURCHARGE_BITS: number = ORIGIN_BITS | RECORDED_BIT;
export const OWN_PERIOD_BIT = 64;

/** No rate: of a row without wholesale cost. */
export const NO_RATE = -1;

/** Where the kernel writes what it finds, by row. */
export interface KernelResults {
  readonly outcome: Uint8Array;
  readonly error: Uint8Array;
  readonly fromRecord: Uint8Array;
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
}

/** One side of the cost of a block's calls. */
export interface Side {
  readonly isRetail: boolean;
  /** By how many bits the traits of its tariff are shifted in a choice. */
  readonly traitsShift: number;
  /** The rows that have a rate on this side. */
  readonly rows: Int32Array;
  count: number;
  /** R25: the tariff, and the call type with which its lines are sought. */
  readonly tariff: Int32Array;
  readonly callType: Int32Array;
  /** R25, R26: offsets of the rate, negative where there is none, and of the one whose surcharges apply (R28). */
  readonly rate: Int32Array;
  readonly surchargeRate: Int32Array;
  /** By row of the results. */
  readonly components: ComponentColumns;
  /** Milliseconds, bytes and events as charged, and what the first row of the block is in them. */
  readonly usage: readonly [Float64Array, Float64Array, Float64Array];
  usageFirst: number;
}

/** The block. */
export class KernelRows {
  readonly book: BookTables;
  readonly results: KernelResults;
  columns!: CallColumns;
  known!: KnownNames<OpenedNumber>;
  reclassify = false;
  /** The class of each call type of the book. */
  readonly classes: Int32Array;
  /** The first row in columns and results, and how many there are. */
  first = 0;
  count = 0;

  /** Places of the rows that are still on their way, in order. */
  readonly live: Int32Array;
  liveCount = 0;
  /** Places of the rows that have to be rated from their records. */
  readonly slow: Int32Array;
  slowCount = 0;

  /** R3, R11, R23. */
  readonly flags: Uint8Array;
  /** R23: the local start's time of day, and the period. */
  readonly millisecond: Int32Array;
  readonly period: Int32Array;
  /** R21: the carrier, as `KnownNames.type` takes it. */
  readonly carrier: Int32Array;
  /** R22: the place of the type of call by names, and the other party's number as `DialledNumber` has it. */
  readonly type: Int32Array;
  readonly key: Float64Array;
  readonly digits: Int32Array;
  readonly dialledKey: Float64Array;
  /** R22: the longest prefix of the other party's number. */
  readonly prefix: Int32Array;
  /** R24, R28, R29: the offset of the choices of tariffs. */
  readonly choice: Int32Array;
  /** Of the side that is being priced: the offset of the rate's shape, and the rows to be priced one by one. */
  readonly shape: Int32Array;
  readonly others: Int32Array;
  othersCount = 0;

  readonly retail: Side;
  readonly wholesale: Side;

  constructor(book: BookTables, results: KernelResults, rows: number) {
    const places = (): Int32Array => new Int32Array(rows);
    const amounts = (): Float64Array => new Float64Array(rows);
    this.book = book;
    this.results = results;
    this.classes = Int32Array.from(book.callTypes.callTypes, ({ tariffClass }) => tariffClass);
    this.live = places();
    this.slow = places();
    this.flags = new Uint8Array(rows);
    this.millisecond = places();
    this.period = places();
    this.carrier = places();
    this.type = places();
    this.key = amounts();
    this.digits = places();
    this.dialledKey = amounts();
    this.prefix = places();
    this.choice = places();
    this.shape = places();
    this.others = places();
    const side = (): Pick<
      Side,
      "rows" | "count" | "tariff" | "callType" | "rate" | "surchargeRate" | "usageFirst"
    > => ({
      rows: places(),
      count: 0,
      tariff: places(),
      callType: places(),
      rate: places(),
      surchargeRate: places(),
      usageFirst: 0,
    });
    this.retail = {
      ...side(),
      isRetail: true,
      traitsShift: 0,
      components: results.retail,
      usage: [results.chargedMilliseconds, results.chargedBytes, results.chargedEvents],
    };
    this.wholesale = {
      ...side(),
      isRetail: false,
      traitsShift: WHOLESALE_TRAITS,
      components: results.wholesale,
      // No result says it.
      usage: [amounts(), amounts(), amounts()],
    };
  }
}

/** Leaves a row to its record, also where a side has been priced: without choices, the other side passes over it. */
export function leave(rows: KernelRows, at: number): void {
  rows.choice[at] = NONE;
  rows.slow[rows.slowCount++] = at;
}

/** Refuses a row as a single call is refused. */
export function refuse({ results, first }: KernelRows, at: number, error: CallErrorCode): void {
  results.outcome[first + at] = ERROR;
  results.error[first + at] = CALL_ERROR_CODES.indexOf(error);
  results.fromRecord[first + at] = 1;
}
