/** Data of lines whose calls wait for their turn to be discounted (R42): in columns, to spare the garbage collector. */

import type { BookTables, OpenedNumber } from "../../book/index.ts";
import {
  type CallToDiscount,
  compareTurns,
  type DiscountWindow,
  type DrawTurn,
  type HeldCalls,
  startOfRow,
} from "../../discounts/index.ts";
import {
  type AppliedDiscount,
  ColumnKeys,
  idOfRow,
  periodOfRow,
  planOfRow,
  type RowResults,
} from "../../engine/index.ts";
import type { CallRecord, RatedCall } from "../../index.ts";
import { COMPONENTS, type PerComponent, perComponent, type TariffClass } from "../../model/index.ts";
import type { CallBlock, Cells } from "../call-blocks/index.ts";
import type { PutLine } from "../result-bytes/index.ts";

/** A result that was not made from columns, and its call. */
interface MadeResult {
  readonly result: RatedCall;
  readonly record: CallRecord;
}

/** A row's line, and the keys of its call in the counts. */
interface HeldLine extends PutLine {
  readonly callType: number;
  readonly hasFeature: boolean;
  /** Whether its wholesale cost is known. */
  readonly isCovered: boolean;
}

// The whole numbers of an entry, followed by the note of its line.
const CALLS = 0;
const NUMBER = 1;
const TARIFF = 2;
const CALL_TYPE = 3;
const DAY = 4;
const HAS_FEATURE = 5;
const IS_COVERED = 6;
const NOTE = 7;

// The doubles of an entry: offset of its line in the bytes of all lines ever held, then its turn, usage and cost.
const START = 0;
/** NaN where the call does not wait, or waits no longer. */
const INSTANT = 1;
/** NaN where the id is no whole number. */
const ID = 2;
const MILLISECONDS = 3;
const BYTES = 4;
const EVENTS = 5;
const RETAIL = 6;
const DOUBLES = RETAIL + COMPONENTS.length;

const FIRST_ENTRIES = 1 << 8;
/** Whole numbers of up to this many digits are exact in doubles. */
const MOST_DIGITS = 15;
const ZERO = 0x30;
const NINE = 0x39;

/** Entries in line order: each is a line, or a result that becomes a line, with the next lines that need not wait. */
export class HeldLines implements HeldCalls {
  length = 0;
  readonly #book: BookTables;
  readonly #keys: ColumnKeys;
  readonly #run: DiscountWindow<CallRecord>["run"];
  readonly #wholesEach: number;
  #wholes = new Int32Array(0);
  #doubles = new Float64Array(0);
  readonly #tariffTimes: string[] = [];
  readonly #discountPlans: (string | undefined)[] = [];
  /** Ids that are no whole numbers. */
  readonly #ids: (string | null)[] = [];
  readonly #made: (MadeResult | undefined)[] = [];
  readonly #discounts: (AppliedDiscount | undefined)[] = [];

  constructor(book: BookTables, run: DiscountWindow<CallRecord>["run"], noteWords: number) {
    this.#book = book;
    this.#keys = new ColumnKeys(book);
    this.#run = run;
    this.#wholesEach = NOTE + noteWords;
  }

  /** Adds lines that need not wait: as an entry only where the queue is empty. */
  addPlain(start: number, calls: number): void {
    if (this.length === 0) this.#add(start, calls);
    else (this.#wholes[(this.length - 1) * this.#wholesEach + CALLS] as number) += calls;
  }

  /** Adds a result; a result that cannot come to a pool is discounted at once. */
  addResult(start: number, made: MadeResult): void {
    const entry = this.#add(start, 1);
    this.#made[entry] = made;
    const turn = this.#run.turnOf(made.result);
    if (turn === undefined) this.draw(entry);
    else this.#setTurn(entry, turn.instant, Number.NaN, turn.id);
  }

  /** Adds the line of a row that a plan could apply to; a row that cannot come to a pool is discounted at once. */
  addRow(start: number, block: CallBlock, rated: RowResults, row: number, note: Int32Array): void {
    const entry = this.#add(start, 1);
    const whole = entry * this.#wholesEach;
    const wholes = this.#wholes;
    wholes[whole + NUMBER] = rated.number[row] as number;
    wholes[whole + TARIFF] = rated.tariff[row] as number;
    wholes[whole + CALL_TYPE] = rated.callType[row] as number;
    wholes[whole + DAY] = rated.day[row] as number;
    wholes[whole + HAS_FEATURE] = (rated.feature[row] as number) < 0 ? 0 : 1;
    wholes[whole + IS_COVERED] = isCovered(block, rated, row) ? 1 : 0;
    wholes.set(note, whole + NOTE);
    const double = entry * DOUBLES;
    const doubles = this.#doubles;
    doubles[double + MILLISECONDS] = rated.chargedMilliseconds[row] as number;
    doubles[double + BYTES] = rated.chargedBytes[row] as number;
    doubles[double + EVENTS] = rated.chargedEvents[row] as number;
    for (let part = 0; part < COMPONENTS.length; part++)
      doubles[double + RETAIL + part] = (rated.retail[part] as Float64Array)[row] as number;
    this.#tariffTimes[entry] = periodOfRow(block, rated, row);
    this.#discountPlans[entry] = planOfRow(this.#book, block, rated, row);
    if (!this.#run.mayDraw(this.#numberOf(entry))) {
      this.draw(entry);
      return;
    }
    const id = wholeNumberIn(block.id, row);
    this.#setTurn(
      entry,
      startOfRow(block, row, this.#book),
      id,
      Number.isNaN(id) ? idOfRow(block, row) : null,
    );
  }

  /** Adds an entry that does not wait. */
  #add(start: number, calls: number): number {
    const entry = this.length++;
    if (this.length * DOUBLES > this.#doubles.length) this.#grow();
    this.#wholes[entry * this.#wholesEach + CALLS] = calls;
    this.#doubles[entry * DOUBLES + START] = start;
    this.#doubles[entry * DOUBLES + INSTANT] = Number.NaN;
    this.#tariffTimes.push("");
    this.#discountPlans.push(undefined);
    this.#ids.push(null);
    this.#made.push(undefined);
    this.#discounts.push(undefined);
    return entry;
  }

  #grow(): void {
    const entries = Math.max(FIRST_ENTRIES, 2 * this.length);
    const wholes = new Int32Array(entries * this.#wholesEach);
    const doubles = new Float64Array(entries * DOUBLES);
    wholes.set(this.#wholes);
    doubles.set(this.#doubles);
    this.#wholes = wholes;
    this.#doubles = doubles;
  }

  #setTurn(entry: number, instant: number, wholeID: number, id: string | null): void {
    this.#doubles[entry * DOUBLES + INSTANT] = instant;
    this.#doubles[entry * DOUBLES + ID] = wholeID;
    this.#ids[entry] = id;
  }

  callsOf(entry: number): number {
    return this.#whole(entry, CALLS);
  }

  isWaiting(entry: number): boolean {
    return !Number.isNaN(this.#double(entry, INSTANT));
  }

  compare(a: number, b: number): number {
    const difference = this.#double(a, INSTANT) - this.#double(b, INSTANT);
    return difference === 0 ? compareTurns(this.#turnOf(a), this.#turnOf(b)) : difference;
  }

  draw(entry: number): void {
    const made = this.#made[entry];
    if (made === undefined) this.#discounts[entry] = this.#run.draw(this.#callOf(entry));
    else this.#made[entry] = { ...made, result: this.#run.apply(made.result) as RatedCall };
    this.#doubles[entry * DOUBLES + INSTANT] = Number.NaN;
  }

  #callOf(entry: number): CallToDiscount {
    const keys = this.#keys;
    const callType = this.#whole(entry, CALL_TYPE);
    return {
      number: this.#numberOf(entry),
      day: this.#whole(entry, DAY),
      tariffClass: keys.tariffClass(callType) as TariffClass,
      tariffType: keys.callType(callType) ?? "",
      tariffTime: this.#tariffTimes[entry] as string,
      discountPlan: this.#discountPlans[entry],
      components: this.componentsOf(entry),
      chargedMilliseconds: this.#double(entry, MILLISECONDS),
      chargedBytes: this.#double(entry, BYTES),
      chargedEvents: this.#double(entry, EVENTS),
      turn: this.#turnOf(entry),
    };
  }

  #turnOf(entry: number): DrawTurn {
    const id = this.#double(entry, ID);
    const instant = this.#double(entry, INSTANT);
    return { instant, id: Number.isNaN(id) ? (this.#ids[entry] as string | null) : String(id) };
  }

  #numberOf(entry: number): OpenedNumber {
    return this.#book.byIndex.numbers[this.#whole(entry, NUMBER)] as OpenedNumber;
  }

  /** Offset of an entry's line in the bytes of all lines ever held. */
  startOf(entry: number): number {
    return this.#double(entry, START);
  }

  /** The result that becomes a line. */
  madeOf(entry: number): MadeResult | undefined {
    return this.#made[entry];
  }

  /** The discount of a row, once its call has drawn; undefined for a row without discount. */
  discountOf(entry: number): AppliedDiscount | undefined {
    return this.#discounts[entry];
  }

  /** The retail cost of a row before discounts. */
  componentsOf(entry: number): PerComponent<number> {
    return perComponent((_, part) => this.#double(entry, RETAIL + part));
  }

  /** The data of a row's line that putting the line again needs. */
  lineOf(entry: number): HeldLine {
    const first = entry * this.#wholesEach;
    return {
      note: this.#wholes.subarray(first + NOTE, first + this.#wholesEach),
      number: this.#whole(entry, NUMBER),
      tariff: this.#whole(entry, TARIFF),
      callType: this.#whole(entry, CALL_TYPE),
      hasFeature: this.#whole(entry, HAS_FEATURE) === 1,
      isCovered: this.#whole(entry, IS_COVERED) === 1,
    };
  }

  dropFirst(count: number): void {
    if (count === 0) return;
    this.#wholes.copyWithin(0, count * this.#wholesEach, this.length * this.#wholesEach);
    this.#doubles.copyWithin(0, count * DOUBLES, this.length * DOUBLES);
    for (const list of [this.#tariffTimes, this.#discountPlans, this.#ids, this.#made, this.#discounts])
      list.splice(0, count);
    this.length -= count;
  }

  #whole(entry: number, field: number): number {
    return this.#wholes[entry * this.#wholesEach + field] as number;
  }

  #double(entry: number, field: number): number {
    return this.#doubles[entry * DOUBLES + field] as number;
  }
}

/** The id of a row that is a whole number without a leading zero and exact in a double; NaN for other ids. */
function wholeNumberIn({ bytes, start, end }: Cells, row: number): number {
  const first = start[row] as number;
  const last = end[row] as number;
  if (last === first || last - first > MOST_DIGITS || bytes[first] === ZERO) return Number.NaN;
  let id = 0;
  for (let at = first; at < last; at++) {
    const digit = bytes[at] as number;
    if (digit < ZERO || digit > NINE) return Number.NaN;
    id = 10 * id + digit - ZERO;
  }
  return id;
}

/** Whether the wholesale cost of a row is known: reported or calculated. */
function isCovered({ costCDR }: CallBlock, { wholesale }: RowResults, row: number): boolean {
  if (!Number.isNaN(wholesale[0][row])) return true;
  for (const column of costCDR) if (!Number.isNaN(column[row])) return true;
  return false;
}
