/** Writes rated calls from columns as lines of CSV or JSON: the bytes that a record writer would give. */
import type { RatedColumns } from "../../index.ts";
import { perComponent } from "../../model/index.ts";
import type { CallBlock, Cells } from "../call-blocks/index.ts";
import { csvCell } from "../record-writer.ts";
import { inputFields, inputValue, type LineFormat } from "../result-columns.ts";
import { writeUnits } from "./amount-bytes.ts";
import { type ByteSink, copyText } from "./byte-sink.ts";
import { BASIC, CostRows } from "./cost-rows.ts";
import {
  AMOUNT,
  type BookColumns,
  COST,
  type Constant,
  DISCOUNT,
  ID,
  LINE,
  type LineDiscount,
  LineOperations,
  LOCATION,
  METHOD,
  type Operation,
  SAME_COST,
  SUGGESTED,
  TARIFF_TEXTS,
  TEXT,
  TYPE_TEXTS,
  USAGE,
} from "./line-operations.ts";
import { MOST_ESCAPED, TextBytes } from "./text-bytes.ts";
import type { TextTable } from "./text-table.ts";

const COMMA = 0x2c;
const QUOTE = 0x22;
const ZERO = 0x30;
const LINE_FEED = 0x0a;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Rows of calls and what they were rated to. */
export interface RatedRows {
  readonly block: CallBlock;
  readonly rated: RatedColumns;
}

/** A line that was put, and places of its call. */
export interface PutLine {
  readonly start: number;
  readonly changes: readonly number[];
  readonly contentLength: number;
  readonly number: number;
  readonly tariff: number;
}

/** Lines of one format for the results of one book. */
export class ResultLines {
  readonly #isCsv: boolean;
  readonly #plan: LineOperations;
  readonly #constants: DataView;
  /** Bytes that must always be there, beside a text that is to be copied. */
  readonly #slack: number;
  readonly #inputs: readonly string[];
  readonly #texts: TextBytes;
  #names: readonly string[] = [];
  readonly #reported = new CostRows();
  readonly #wholesale = new CostRows();
  /** No discount was applied: after discounts is as before. */
  readonly #retail = new CostRows();
  /** In the order of their columns in operations. */
  readonly #costs = [this.#retail, this.#retail, this.#wholesale, this.#reported];

  /** Of the line put last: where each part begins and ends that discounts may change, and what it has before its end. */
  readonly changes: number[] = [];
  contentLength = 0;
  readonly #net = new CostRows();
  readonly #netColumns = perComponent(() => new Float64Array(1));

  constructor(book: BookColumns, how: LineFormat) {
    this.#plan = new LineOperations(book, how, (code) => this.#names[code]);
    this.#isCsv = how.format === "csv";
    this.#texts = new TextBytes(how.format);
    this.#constants = this.#plan.constants;
    this.#slack = this.#plan.mostBytes;
    this.#inputs = inputFields(how.columns);
  }

  /** Puts the lines of the rows from `first` up to `end`, all of which were rated from their columns. */
  put(sink: ByteSink, rows: RatedRows, first: number, end: number): void {
    if (first === end) return;
    this.#readCosts(rows, first, end);
    this.#findTexts(rows, first, end);
    const { block, rated } = rows;
    const isCsv = this.#isCsv;
    const slack = this.#slack;
    const constants = this.#constants;
    const operations = this.#plan.list;
    const usages = [rated.chargedMilliseconds, rated.chargedBytes, rated.chargedEvents];
    let at = sink.length;
    const { changes } = this;
    for (let row = first; row < end; row++) {
      const line = at;
      sink.reserve(at, slack);
      let { memory, view } = sink;
      if (!isCsv) memory[at++] = OPENING_BRACE;
      let lastCost = 0;
      for (let step = 0; step < operations.length; step++) {
        const operation = operations[step] as Operation;
        const { before, change } = operation;
        if (change >= 0) changes[2 * change] = at - line;
        switch (operation.kind) {
          case TEXT:
          case DISCOUNT:
            at = copyText(view, at, constants, before.start, before.length);
            break;
          case ID:
            at = this.#fileText(sink, at, operation, block.id, row);
            ({ memory, view } = sink);
            break;
          case LINE:
            // R30: the line of a call without an id.
            if (block.id.start[row] === block.id.end[row])
              at = this.#number(sink, at, operation, block.line[row] as number);
            else at = this.#constant(sink, at, operation.blank);
            break;
          case TARIFF_TEXTS:
          case TYPE_TEXTS: {
            const { lengths, starts, texts } = operation.texts;
            const length = lengths[row] as number;
            if (at + length + slack > memory.length) {
              sink.reserve(at, length + slack);
              ({ memory, view } = sink);
            }
            at = copyText(view, at, texts, starts[row] as number, length);
            break;
          }
          case LOCATION: {
            const place = rated.location[row] as number;
            if (place >= 0) {
              operation.texts.begin(1);
              operation.texts.find(0, place, 0, 0);
              at = this.#tableText(sink, at, operation.texts, 0);
            } else {
              this.#texts.isEscaped = block.isLocationEscaped[row] === 1;
              at = this.#fileText(sink, at, operation, block.location, row);
              this.#texts.isEscaped = false;
            }
            ({ memory, view } = sink);
            break;
          }
          case METHOD: {
            const { start, length } = operation.methods[rated.method[row] as number] as Constant;
            at = copyText(view, at, constants, start, length);
            break;
          }
          case USAGE: {
            const units = (usages[operation.column] as Float64Array)[row] as number;
            if (before.length > 0) at = copyText(view, at, constants, before.start, before.length);
            if (units === 0) memory[at++] = ZERO;
            else at = writeUnits(sink, at, units, operation.decimals);
            memory[at++] = COMMA;
            break;
          }
          case COST: {
            lastCost = at;
            const { amounts, blank, nil } = operation;
            const cost = this.#costs[operation.column] as CostRows;
            const state = cost.state[row] as number;
            const total = cost.total[row] as number;
            if (state === 0) {
              // Nothing is known, or the total alone.
              if (Number.isNaN(total)) {
                at = copyText(view, at, constants, blank.start, blank.length);
              } else {
                at = this.#amount(sink, at, amounts[0] as Operation, total);
                at = this.#constant(sink, at, operation.unknownParts);
              }
              break;
            }
            at = this.#amount(sink, at, amounts[0] as Operation, total);
            at = this.#amount(sink, at, amounts[1] as Operation, cost.basic[row] as number);
            if (state === BASIC) {
              at = copyText(view, at, constants, nil.start, nil.length);
            } else {
              for (let part = 2; part < amounts.length; part++)
                at = this.#amount(sink, at, amounts[part] as Operation, cost.amount(part, row));
            }
            break;
          }
          case SAME_COST:
            at = copyText(view, at, view, lastCost, at - lastCost);
            break;
          case AMOUNT: {
            const cost = this.#costs[operation.column] as CostRows;
            at = this.#amount(sink, at, operation, cost.amount(operation.part, row));
            break;
          }
          case SUGGESTED:
            at = this.#amount(sink, at, operation, block.costSuggestedRetail[row] as number);
            break;
          default: {
            const field = this.#inputs[operation.column] as string;
            at = this.#input(sink, at, operation, inputValue(block.recordOf(row), field));
            ({ memory, view } = sink);
          }
        }
        if (change >= 0) changes[2 * change + 1] = at - line;
      }
      // What stands last takes along the comma that goes before another.
      if (memory[at - 1] === COMMA) at--;
      this.contentLength = at - line;
      if (!isCsv) memory[at++] = CLOSING_BRACE;
      memory[at++] = LINE_FEED;
    }
    sink.length = at;
  }

  /** Puts a line again that `put` has written to `from` at `start`, with what discounts make of the call. */
  putDiscounted(
    sink: ByteSink,
    from: Buffer,
    { start, changes, contentLength, number, tariff }: PutLine,
    discount: LineDiscount,
  ): void {
    for (const [part, column] of this.#netColumns.entries()) column[0] = discount.net[part] as number;
    this.#net.readCalculated(this.#netColumns, 0, 1);
    let copied = 0;
    /** Copies what stays as it is; the comma at the end of all of it is not there. */
    const copyUpTo = (end: number): void => {
      if (copied < contentLength) sink.putBytes(from, start + copied, start + Math.min(end, contentLength));
      if (end > contentLength && copied <= contentLength) sink.put(",");
      copied = end;
    };
    for (const operation of this.#plan.changes) {
      copyUpTo(changes[2 * operation.change] as number);
      const isKept = operation.hasFeature && discount.featureID === undefined;
      if (isKept) copyUpTo(changes[2 * operation.change + 1] as number);
      else this.#putChange(sink, operation, discount, number, tariff);
      copied = changes[2 * operation.change + 1] as number;
    }
    if (copied < contentLength) copyUpTo(contentLength);
    else if (sink.memory[sink.length - 1] === COMMA && (copied > contentLength || !this.#isCsv))
      sink.length--;
    sink.put(this.#isCsv ? "\n" : "}\n");
  }

  #putChange(
    sink: ByteSink,
    operation: Operation,
    discount: LineDiscount,
    number: number,
    tariff: number,
  ): void {
    const { texts, kind, part, amounts, nil } = operation;
    if (kind === DISCOUNT) {
      sink.put(this.#plan.discountText(operation, discount));
      return;
    }
    sink.reserve(sink.length, this.#slack);
    if (kind === TARIFF_TEXTS) {
      texts.begin(1);
      texts.find(0, number, this.#plan.planFeature(discount.featureID as string), tariff);
      sink.length = this.#tableText(sink, sink.length, texts, 0);
      return;
    }
    if (kind === AMOUNT) {
      sink.length = this.#amount(sink, sink.length, operation, this.#net.amount(part, 0));
      return;
    }
    const isBasic = this.#net.state[0] === BASIC;
    for (const [at, amount] of amounts.entries())
      if (at < 2 || !isBasic) sink.length = this.#amount(sink, sink.length, amount, this.#net.amount(at, 0));
    if (isBasic) sink.length = this.#constant(sink, sink.length, nil);
  }

  #readCosts({ block, rated }: RatedRows, first: number, end: number): void {
    const { costs } = this.#plan;
    if (costs.has("costBase") || costs.has("cost")) this.#retail.readCalculated(rated.retail, first, end);
    if (costs.has("costCarrier")) this.#wholesale.readCalculated(rated.wholesale, first, end);
    if (costs.has("costCDR")) this.#reported.readReported(block.costCDR, first, end);
  }

  #findTexts({ block, rated }: RatedRows, first: number, end: number): void {
    if (this.#names !== block.names) {
      this.#names = block.names;
      for (const { kind, texts } of this.#plan.list) if (kind === TYPE_TEXTS) texts.clear();
    }
    const { number, feature, tariff, callType, callTypeUsed, period } = rated;
    for (const { kind, texts } of this.#plan.list) {
      if (kind !== TARIFF_TEXTS && kind !== TYPE_TEXTS) continue;
      texts.begin(end);
      for (let row = first; row < end; row++) {
        if (kind === TARIFF_TEXTS) {
          texts.find(row, number[row] as number, feature[row] as number, tariff[row] as number);
        } else {
          const place = period[row] as number;
          const named = place < 0 ? -1 - (block.tariffTime[row] as number) : place;
          texts.find(row, callType[row] as number, callTypeUsed[row] as number, named);
        }
      }
    }
  }

  #constant(sink: ByteSink, at: number, { start, length }: Constant): number {
    return copyText(sink.view, at, this.#constants, start, length);
  }

  #tableText(sink: ByteSink, at: number, table: TextTable, row: number): number {
    const length = table.lengths[row] as number;
    sink.reserve(at, length + this.#slack);
    return copyText(sink.view, at, table.texts, table.starts[row] as number, length);
  }

  #number(sink: ByteSink, at: number, { before, decimals }: Operation, units: number): number {
    const to = writeUnits(sink, before.length === 0 ? at : this.#constant(sink, at, before), units, decimals);
    sink.memory[to] = COMMA;
    return to + 1;
  }

  /** An amount is text in JSON; NaN is not known. */
  #amount(sink: ByteSink, at: number, { before, blank, decimals }: Operation, units: number): number {
    if (Number.isNaN(units)) return this.#constant(sink, at, blank);
    const { memory } = sink;
    let to = before.length === 0 ? at : this.#constant(sink, at, before);
    if (units === 0) memory[to++] = ZERO;
    else to = writeUnits(sink, to, units, decimals);
    if (!this.#isCsv) memory[to++] = QUOTE;
    memory[to] = COMMA;
    return to + 1;
  }

  #fileText(sink: ByteSink, at: number, { before, blank }: Operation, cells: Cells, row: number): number {
    const start = cells.start[row] as number;
    const end = cells.end[row] as number;
    if (start === end) return this.#constant(sink, at, blank);
    sink.reserve(at, MOST_ESCAPED * (end - start) + this.#slack);
    const to = before.length === 0 ? at : this.#constant(sink, at, before);
    return this.#texts.write(sink, to, cells.bytes, start, end);
  }

  /** A field of a call as it was read. */
  #input(sink: ByteSink, at: number, { before, blank }: Operation, value: unknown): number {
    if (value === undefined) return this.#constant(sink, at, blank);
    const text = `${this.#isCsv ? csvCell(value) : JSON.stringify(value)},`;
    sink.reserve(at, 3 * text.length + this.#slack);
    const to = this.#constant(sink, at, before);
    return to + sink.memory.write(text, to, "utf8");
  }
}
