/**
 * Some rows of columns on their way through rating. Each step is a small loop over all of them (`block-….ts`), so that
 * the processor can wait for the memory of many rows at once; what one step finds for the next stands here.
 */
import { CALL_ERROR_CODES, type CallErrorCode } from "../book/index.ts";
import type { CallColumns } from "./call-columns.ts";

/** Rows that go through the steps together: few enough that what stands here stays in the processor's cache. */
export const BLOCK_ROWS = 2_048;

/** What the steps find out, by place in the block. Where a row is no longer plain, the rest means nothing. */
export class ColumnBlock {
  /** The columns, the first row and how many rows there are. */
  columns!: CallColumns;
  reclassify = false;
  first = 0;
  count = 0;

  /** 0 where the row has left the plain way: it is refused, or else to be rated from its record. */
  readonly isPlain: Uint8Array;
  /** 1 more than the place of the error in CALL_ERROR_CODES where the row is refused, else 0. */
  readonly refused: Uint8Array;
  /** R11: where the call came from (ORIGIN), and 1 where it was recorded. */
  readonly origin: Uint8Array;
  readonly recorded: Uint8Array;
  /** R23: the local start and the period, and whether the clock decides that. */
  readonly day: Int32Array;
  readonly millisecond: Int32Array;
  readonly period: Int32Array;
  readonly hasOwnPeriod: Uint8Array;
  /** R21: the number's place, its carrier as `KnownNames.type` takes it, and whether it has origination surcharges. */
  readonly number: Int32Array;
  readonly carrier: Int32Array;
  readonly originates: Uint8Array;
  /** The other party's number, as `DialledNumber` has it. */
  readonly key: Float64Array;
  readonly digits: Int32Array;
  readonly dialledKey: Float64Array;
  /** R22: the place of the type of call by names, the longest prefix, and the class with the carrier's part of the kind. */
  readonly type: Int32Array;
  readonly place: Int32Array;
  readonly kind: Int32Array;
  /** R24, R28, R29: the row of the choices of tariffs. */
  readonly choice: Int32Array;
  /** R25: the tariff whose rate is sought, or NONE, and the type of call and the view (`RateViews`) with which it is. */
  readonly tariff: Int32Array;
  readonly lookedUp: Int32Array;
  readonly view: Int32Array;
  /** R25, R26: offsets of the retail rate and of the one whose surcharges apply; of the wholesale rate, or NO_RATE. */
  readonly rate: Int32Array;
  readonly surchargeRate: Int32Array;
  readonly wholesaleRate: Int32Array;
  /** Of the rate that is being priced: the offset of its shape, its price and the most usage proven exact. */
  readonly shape: Int32Array;
  readonly price: Float64Array;
  readonly proven: Float64Array;
  /** Places of the rows of which something is charged by the minute. */
  readonly charged: Int32Array;
  chargedCount = 0;
  /** Places of the rows that one side prices one by one. */
  readonly others: Int32Array;
  othersCount = 0;
  /** Whether a row of the block has a wholesale rate at all. */
  hasWholesale = false;
  /** What the wholesale rate charges for: nobody asks for it, but the kernel writes it somewhere. */
  readonly wholesaleUsage: readonly [Float64Array, Float64Array, Float64Array];

  constructor(rows: number) {
    const places = (): Int32Array => new Int32Array(rows);
    const flags = (): Uint8Array => new Uint8Array(rows);
    this.isPlain = flags();
    this.refused = flags();
    this.origin = flags();
    this.recorded = flags();
    this.day = places();
    this.millisecond = places();
    this.period = places();
    this.hasOwnPeriod = flags();
    this.number = places();
    this.carrier = places();
    this.originates = flags();
    this.key = new Float64Array(rows);
    this.digits = places();
    this.dialledKey = new Float64Array(rows);
    this.type = places();
    this.place = places();
    this.kind = places();
    this.choice = places();
    this.tariff = places();
    this.lookedUp = places();
    this.view = places();
    this.rate = places();
    this.surchargeRate = places();
    this.wholesaleRate = places();
    this.shape = places();
    this.price = new Float64Array(rows);
    this.proven = new Float64Array(rows);
    this.charged = places();
    this.others = places();
    this.wholesaleUsage = [new Float64Array(rows), new Float64Array(rows), new Float64Array(rows)];
  }
}

/** Refuses a row as a single call is refused. */
export function refuse(block: ColumnBlock, at: number, error: CallErrorCode): void {
  block.isPlain[at] = 0;
  block.refused[at] = CALL_ERROR_CODES.indexOf(error) + 1;
}

/** No rate: of a row without wholesale cost, or of one that is not plain. */
export const NO_RATE = -1;
