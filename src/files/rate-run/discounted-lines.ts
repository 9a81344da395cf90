/** Lines of rated calls that wait for their turn to be discounted, written in input order once it has come (R42). */
import {
  type CallToDiscount,
  callOfRow,
  type DiscountWindow,
  type DrawTurn,
  type HeldCall,
  PlannedRows,
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
  readonly note: Int32Array;
  readonly number: number;
  readonly tariff: number;
  readonly hasFeature: boolean;
  readonly callType: number;
  /** Whether its wholesale cost is known. */
  readonly isCovered: boolean;
}

/** What is held next. */
interface NextLine extends Partial<Pick<HeldLine, "calls" | "turn" | "row" | "result" | "record">> {
  readonly bytes?: number;
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
  readonly #planned: PlannedRows;
  readonly #run: DiscountWindow<CallRecord>["run"];
  readonly #window: TurnWindow<HeldLine>;
  /** The lines that are held, one after another. */
  readonly #held = new ByteSink(SINK_BYTES);
  /** Bytes of lines that are gone and no longer held, and where the lines end that were taken, of all that were held. */
  #gone = 0;
  #end = 0;
  /** Calls that came to a pool out of turn (R44). */
  late = 0;

  constructor(book: OpenedBook, { run, size }: DiscountWindow<CallRecord>) {
    this.#book = book;
    this.#planned = new PlannedRows(book.tables);
    this.#run = run;
    this.#window = new TurnWindow(size, (own) => this.#draw(own));
  }

  #draw(own: HeldLine): void {
    if (own.row !== undefined) own.discount = this.#run.draw(own.row.call);
    else if (own.result !== undefined) own.result = this.#run.apply(own.result) as RatedCall;
  }

  /** Takes the rows from `first` up to `end`, which were rated from their columns and counted. */
  addRows(taker: LineTaker, block: CallBlock, first: number, end: number): void {
    const { lines, rated, results } = taker;
    let row = first;
    if (this.#window.isEmpty) {
      row = this.#planned.next(block, rated, first, end);
      lines.put(results, block, first, row);
    }
    lines.put(this.#held, block, row, end);
    while (row < end) {
      const next = this.#planned.next(block, rated, row, end);
      this.#addPlainRows(taker, row, next);
      if (next < end) this.#addRow(taker, block, next);
      row = next + 1;
    }
  }

  /** Takes rows that no plan could apply to. */
  #addPlainRows(taker: LineTaker, first: number, end: number): void {
    for (let row = first; row < end; ) {
      const next = Math.min(end, row + this.#window.room);
      this.#addPlain(taker, taker.lines.bytesOf(row, next), next - row);
      row = next;
    }
  }

  #addRow(taker: LineTaker, block: CallBlock, row: number): void {
    const { lines, rated } = taker;
    const note = lines.noteOf(row);
    const held: HeldRow = {
      call: callOfRow(this.#book.tables, block, rated, row),
      note,
      number: rated.number[row] as number,
      tariff: rated.tariff[row] as number,
      hasFeature: (rated.feature[row] as number) >= 0,
      callType: rated.callType[row] as number,
      isCovered: isCovered(block, rated, row),
    };
    this.#add(taker, { bytes: note[0] as number, turn: this.#turnOf(held.call), row: held });
  }

  /** Takes a rated call that was not rated from its columns. */
  addResult(taker: LineTaker, result: RatedCall, record: CallRecord): void {
    this.#add(taker, { turn: this.#run.turnOf(result), result, record });
  }

  /** Takes the line of a call that was not rated. */
  addLine(taker: LineTaker, line: string): void {
    if (this.#window.isEmpty) {
      taker.results.put(line);
      return;
    }
    const { length } = this.#held;
    this.#held.put(line);
    this.#addPlain(taker, this.#held.length - length, 1);
  }

  /** Takes the next lines that were put, which have not to wait. */
  #addPlain(taker: LineTaker, bytes: number, calls: number): void {
    const { last } = this.#window;
    if (last === undefined) {
      this.#add(taker, { calls, bytes });
    } else {
      this.#end += bytes;
      last.end = this.#end;
      this.#takeAll(taker, this.#window.addBehind(last, calls));
    }
  }

  /** Takes the next line that was put, or a result that has none yet. */
  #add(taker: LineTaker, { calls = 1, bytes = 0, turn, row, result, record }: NextLine): void {
    const start = this.#end;
    const end = start + bytes;
    const line = { turn, calls, start, lineEnd: end, end, row, result, record, discount: undefined };
    this.#end = end;
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
