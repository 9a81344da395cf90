/** Queue of lines whose rated calls wait for their turn to be discounted, written in input order after that (R42). */
import { type DiscountWindow, PlannedRows, TurnWindow } from "../../discounts/index.ts";
import { featureOf, plansOf, type RowResults } from "../../engine/index.ts";
import type { CallRecord, OpenedBook, RatedCall } from "../../index.ts";
import type { ColumnCounts } from "../../totals/index.ts";
import type { CallBlock } from "../call-blocks/index.ts";
import { ByteSink, type ResultLines } from "../result-bytes/index.ts";
import { HeldLines } from "./held-lines.ts";

const SINK_BYTES = 1 << 16;
/** Doubles are exact where each component is below this limit: five components add up to a safe integer. */
export const MOST_DISCOUNTED = 2 ** 50;

/** The destination of lines and of their counts. */
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
  readonly #planned: PlannedRows;
  readonly #turns: TurnWindow;
  readonly #held: HeldLines;
  readonly #lines = new ByteSink(SINK_BYTES);
  /** Offsets in the bytes of all lines ever held: the end of the lines dropped, and the end of the lines added. */
  #gone = 0;
  #end = 0;
  /** Calls that came to a pool out of turn (R44). */
  late = 0;

  constructor({ tables }: OpenedBook, { run, size }: DiscountWindow<CallRecord>, noteWords: number) {
    this.#planned = new PlannedRows(tables);
    this.#held = new HeldLines(tables, run, noteWords);
    this.#turns = new TurnWindow(size, this.#held);
  }

  /** Takes the rows from `first` up to `end`, which were rated from their columns and counted. */
  addRows(taker: LineTaker, block: CallBlock, first: number, end: number): void {
    const { lines, rated, results } = taker;
    let row = first;
    if (this.#held.length === 0) {
      row = this.#planned.next(block, rated, first, end);
      lines.put(results, block, first, row);
    }
    lines.put(this.#lines, block, row, end);
    while (row < end) {
      const next = this.#planned.next(block, rated, row, end);
      this.#addPlainRows(taker, row, next);
      if (next < end) {
        const note = lines.noteOf(next);
        this.#held.addRow(this.#end, block, rated, next, note);
        this.#added(taker, note[0] as number, 1);
      }
      row = next + 1;
    }
  }

  /** Takes rows that no plan could apply to, after their lines were put. */
  #addPlainRows(taker: LineTaker, first: number, end: number): void {
    for (let row = first; row < end; ) {
      const next = Math.min(end, row + this.#turns.room);
      this.#addPlain(taker, taker.lines.bytesOf(row, next), next - row);
      row = next;
    }
  }

  /** Takes a rated call that was not rated from its columns. */
  addResult(taker: LineTaker, result: RatedCall, record: CallRecord): void {
    this.#held.addResult(this.#end, { result, record });
    this.#added(taker, 0, 1);
  }

  /** Takes the line of a call that was not rated. */
  addLine(taker: LineTaker, line: string): void {
    if (this.#held.length === 0) {
      taker.results.put(line);
      return;
    }
    const { length } = this.#lines;
    this.#lines.put(line);
    this.#addPlain(taker, this.#lines.length - length, 1);
  }

  #addPlain(taker: LineTaker, bytes: number, calls: number): void {
    this.#held.addPlain(this.#end, calls);
    this.#added(taker, bytes, calls);
  }

  #added(taker: LineTaker, bytes: number, calls: number): void {
    this.#end += bytes;
    this.#takeFirst(taker, this.#turns.add(calls));
  }

  /** Writes what is still held. */
  finish(taker: LineTaker): void {
    this.#takeFirst(taker, this.#turns.finish());
  }

  /** Writes the first entries, which are done. */
  #takeFirst(taker: LineTaker, count: number): void {
    if (count === 0) return;
    const held = this.#held;
    const { lines, results, takeResult } = taker;
    const { bytes } = this.#lines;
    const end = count < held.length ? held.startOf(count) : this.#end;
    // Unchanged lines are copied together.
    let from = held.startOf(0);
    for (let entry = 0; entry < count; entry++) {
      const made = held.madeOf(entry);
      const discount = held.discountOf(entry);
      if (made === undefined && discount === undefined) continue;
      const start = held.startOf(entry);
      results.putBytes(bytes, from - this.#gone, start - this.#gone);
      from = start;
      if (made !== undefined) {
        if (made.result.late) this.late++;
        takeResult(made.result, made.record);
      } else if (discount !== undefined) {
        const line = held.lineOf(entry);
        const net = discount.components.map(Number);
        taker.counts.takeOff(sumOf(held.componentsOf(entry)) - sumOf(net), line);
        if (discount.late) this.late++;
        from += line.note[0] as number;
        lines.putDiscounted(results, bytes, start - this.#gone, line, {
          net,
          featureID: line.hasFeature ? undefined : (featureOf(null, discount) ?? undefined),
          discountPlans: plansOf(discount),
          late: discount.late,
        });
      }
    }
    results.putBytes(bytes, from - this.#gone, end - this.#gone);
    held.dropFirst(count);
    // Move the waiting bytes only where at least as many bytes are gone.
    const gone = end - this.#gone;
    if (2 * gone < this.#lines.length) return;
    this.#lines.dropFirst(gone);
    this.#gone = end;
  }
}

/** The sum of components, each nearer to zero than MOST_DISCOUNTED. */
function sumOf(components: readonly number[]): number {
  return components.reduce((sum, units) => sum + units, 0);
}
