/** Lines of rated calls that wait for their turn to be discounted, written in input order once it has come (R42). */
import {
  type CallToDiscount,
  callOfRow,
  type DiscountWindow,
  type DrawTurn,
  type HeldCall,
  TurnWindow,
} from "../../discounts/index.ts";
import { type AppliedDiscount, featureOf, plansOf, type RowResults } from "../../engine/index.ts";
import type { CallRecord, OpenedBook, RatedCall } from "../../index.ts";
import type { ColumnCounts } from "../../totals/index.ts";
import type { CallBlock } from "../call-blocks/index.ts";
import { ByteSink, type ResultLines } from "../result-bytes/index.ts";

const SINK_BYTES = 1 << 16;
/** Discounts are counted exactly in doubles where each component is below it: five of them add up to a safe integer. */
export const MOST_DISCOUNTED = 2 ** 50;

/** A line, or a result that becomes one, with the lines directly behind it that had not to wait. */
interface HeldLine extends HeldCall {
  /** Where they lie among all lines that were held; a result has no line yet. */
  readonly start: number;
  readonly lineEnd: number;
  end: number;
  readonly row: HeldRow | undefined;
  result: RatedCall | undefined;
  /** The call of a result. */
  readonly record: CallRecord | undefined;
  discount: AppliedDiscount | undefined;
}

/** What is to be known of a row that may be discounted. */
interface HeldRow {
  readonly call: CallToDiscount;
  readonly changes: Int32Array;
  readonly contentLength: number;
  readonly number: number;
  readonly tariff: number;
  readonly hasFeature: boolean;
  readonly callType: number;
  /** Whether its wholesale cost is known. */
  readonly isCovered: boolean;
}

/** A result that was not made from columns, and its call. */
interface MadeResult {
  readonly result: RatedCall;
  readonly record: CallRecord;
}

/** Where lines go, and what is told of them. */
export interface LineTaker {
  readonly lines: ResultLines;
  readonly rated: RowResults;
  readonly counts: ColumnCounts;
  readonly results: ByteSink;
  /** Takes a result whose turn has come. */
  readonly takeResult: (result: RatedCall, call: CallRecord) => void;
}

/** Holds no more calls than its window. */
export class DiscountedLines {
  readonly #book: OpenedBook;
  readonly #run: DiscountWindow<CallRecord>["run"];
  readonly #window: TurnWindow<HeldLine>;
  /** The lines that are held, one after another. */
  readonly #held = new ByteSink(SINK_BYTES);
  /** Bytes of lines that are gone and no longer held. */
  #gone = 0;
  /** Calls that came to a pool out of turn (R44). */
  late = 0;

  constructor(book: OpenedBook, { run, size }: DiscountWindow<CallRecord>) {
    this.#book = book;
    this.#run = run;
    this.#window = new TurnWindow(size, (own) => this.#draw(own));
  }

  #draw(own: HeldLine): void {
    if (own.row !== undefined) own.discount = this.#run.draw(own.row.call);
    else if (own.result !== undefined) own.result = this.#run.apply(own.result) as RatedCall;
  }

  /** Takes the rows from `first` up to `end`, which were rated from their columns and counted. */
  addRows(taker: LineTaker, block: CallBlock, first: number, end: number): void {
    taker.lines.findTexts(block, first, end);
    for (let row = first; row < end; row++) this.#addRow(taker, block, row);
  }

  #addRow(taker: LineTaker, block: CallBlock, row: number): void {
    const { lines, rated, results } = taker;
    const call = callOfRow(this.#book.tables, block, rated, row);
    if (call === undefined && this.#window.isEmpty) {
      lines.putFound(results, block, row, row + 1);
      return;
    }
    const start = this.#end;
    lines.putFound(this.#held, block, row, row + 1);
    if (call === undefined) {
      this.#addBehind(taker);
      return;
    }
    const held: HeldRow = {
      call,
      changes: lines.changes,
      contentLength: lines.contentLength,
      number: rated.number[row] as number,
      tariff: rated.tariff[row] as number,
      hasFeature: (rated.feature[row] as number) >= 0,
      callType: rated.callType[row] as number,
      isCovered: isCovered(block, rated, row),
    };
    this.#add(taker, start, held, undefined);
  }

  /** Takes a rated call that was not rated from its columns. */
  addResult(taker: LineTaker, result: RatedCall, record: CallRecord): void {
    this.#add(taker, this.#end, undefined, { result, record });
  }

  /** Takes the line of a call that was not rated. */
  addLine(taker: LineTaker, line: string): void {
    if (this.#window.isEmpty) {
      taker.results.put(line);
      return;
    }
    this.#held.put(line);
    this.#addBehind(taker);
  }

  /** Where the lines end that were held so far. */
  get #end(): number {
    return this.#gone + this.#held.length;
  }

  /** Takes the line that was put last, which has not to wait, behind the one before it. */
  #addBehind(taker: LineTaker): void {
    const { last } = this.#window;
    if (last === undefined) throw new Error("a line was held behind none");
    last.end = this.#end;
    this.#takeAll(taker, this.#window.addBehind(last));
  }

  #add(taker: LineTaker, start: number, row: HeldRow | undefined, made: MadeResult | undefined): void {
    const end = this.#end;
    const turn = row === undefined ? made && this.#run.turnOf(made.result) : this.#turnOf(row.call);
    const line: HeldLine = {
      turn,
      calls: 1,
      start,
      lineEnd: end,
      end,
      row,
      result: made?.result,
      record: made?.record,
      discount: undefined,
    };
    if (turn === undefined) this.#draw(line);
    this.#takeAll(taker, this.#window.add(line));
  }

  #turnOf(call: CallToDiscount): DrawTurn | undefined {
    return this.#run.mayDraw(call.number) ? call.turn : undefined;
  }

  /** Writes what is still held. */
  finish(taker: LineTaker): void {
    this.#takeAll(taker, this.#window.finish());
  }

  #takeAll(taker: LineTaker, done: readonly HeldLine[]): void {
    const last = done.at(-1);
    if (last === undefined) return;
    const { lines, results } = taker;
    const { bytes } = this.#held;
    // Lines that stay as they are go together.
    let from = (done[0] as HeldLine).start;
    for (const own of done) {
      const { row, discount, result } = own;
      if (discount === undefined && result === undefined) continue;
      results.putBytes(bytes, from - this.#gone, own.start - this.#gone);
      from = own.lineEnd;
      if (result !== undefined) {
        if (result.late) this.late++;
        taker.takeResult(result, own.record ?? {});
      } else if (row !== undefined && discount !== undefined) {
        const net = discount.components.map(Number);
        this.#count(taker, row, net);
        if (discount.late) this.late++;
        lines.putDiscounted(results, bytes, own.start - this.#gone, row, {
          net,
          featureID: row.hasFeature ? undefined : (featureOf(null, discount) ?? undefined),
          discountPlans: plansOf(discount),
          late: discount.late,
        });
      }
    }
    results.putBytes(bytes, from - this.#gone, last.end - this.#gone);
    // What waits is moved only where more than that is gone.
    const gone = last.end - this.#gone;
    if (2 * gone < this.#held.length) return;
    this.#held.dropFirst(gone);
    this.#gone = last.end;
  }

  #count({ counts }: LineTaker, { call, callType, isCovered }: HeldRow, net: readonly number[]): void {
    const units = call.components.reduce<number>(
      (sum, own, at) => sum + Number(own) - (net[at] as number),
      0,
    );
    counts.takeOff(units, callType, isCovered);
  }
}

/** Whether the wholesale cost of a row is known: reported or calculated. */
function isCovered({ costCDR }: CallBlock, { wholesale }: RowResults, row: number): boolean {
  if (!Number.isNaN(wholesale[0][row])) return true;
  for (const column of costCDR) if (!Number.isNaN(column[row])) return true;
  return false;
}
