/** Writes rated calls from columns as lines of CSV or JSON: the same bytes as a record writer. */
import { type Kernel, rows, textTables, writing } from "../../kernel/index.ts";
import type { CallBlock, Cells } from "../call-blocks/index.ts";
import { inputField, inputValue, type LineFormat } from "../results/index.ts";
import type { ByteSink } from "./byte-sink.ts";
import { type BookColumns, type LineDiscount, LineOperations, type Operation } from "./line-operations.ts";

const COMMA = 0x2c;
/** Most kernel memory that writing takes: three text tables, lines, and texts of one call. */
export const WRITE_BYTES = 6 << 26;
/** Initial bytes of the kernel's output buffer for lines. */
const OUTPUT_BYTES = 1 << 18;
/** The row after the rows of a block, filled with the discounted values of one call. */
const NET_ROW = rows.BLOCK_ROWS;

/** A line that was put, and the indexes of its call's number and tariff. */
export interface PutLine {
  readonly note: Int32Array;
  readonly number: number;
  readonly tariff: number;
}

/** Memory for a text that the kernel cannot copy from the file; each operation has at most one such text. */
interface OddText {
  address: number;
  bytes: number;
  row: number;
}

/** Writes lines of one format for the results of one book, from rows in a kernel's memory. */
export class ResultLines {
  readonly #kernel: Kernel;
  readonly #isCsv: boolean;
  readonly #plan: LineOperations;
  readonly #tables: readonly Operation[];
  readonly #odd = new Map<Operation, OddText>();
  #names: readonly string[] = [];
  #output: number;
  #outputBytes = OUTPUT_BYTES;

  constructor(kernel: Kernel, book: BookColumns, how: LineFormat, shown: CallBlock["shown"] = new Map()) {
    this.#kernel = kernel;
    this.#isCsv = how.format === "csv";
    this.#plan = new LineOperations(kernel, book, how, { shown, nameOf: (code) => this.#names[code] });
    this.#tables = this.#plan.list.filter(({ table }) => table !== undefined);
    this.#output = kernel.memory.allocate(OUTPUT_BYTES);
  }

  /** Puts the lines of the rows from `first` up to `end`, all of which were rated from their columns. */
  put(sink: ByteSink, block: CallBlock, first: number, end: number): void {
    if (first === end) return;
    if (this.#names !== block.names) {
      this.#names = block.names;
      for (const { hasNames, table } of this.#tables) if (hasNames) table?.clear();
    }
    for (const { table } of this.#tables) table?.find(first, end);
    const { functions } = this.#kernel;
    let row = first;
    while (row < end) {
      const to = this.#output;
      functions.writeLines(this.#plan.writer, row, end, to, to + this.#outputBytes);
      const written = this.#field(writing.END) - to;
      sink.putBytes(this.#kernel.memory.views.workU8s, to, to + written);
      row = this.#field(writing.STOPPED_ROW);
      const reason = this.#field(writing.STOP_REASON);
      if (reason === writing.ODD_TEXT) this.#makeOddTexts(block, row);
      else if (reason === writing.NO_ROOM && written === 0) this.#enlargeOutput();
    }
    for (const [operation, odd] of this.#odd) this.#forget(operation, odd);
  }

  get noteWords(): number {
    return this.#plan.noteWords;
  }

  /** The note of a row's line: bytes of the line, then start and end of each part that discounts may change. */
  noteOf(row: number): Int32Array {
    const first = this.#firstOfNote(row);
    return this.#kernel.memory.views.workI32s.slice(first, first + this.#plan.noteWords);
  }

  /** Bytes of the lines of rows that were put, from `first` up to `end`. */
  bytesOf(first: number, end: number): number {
    const { workI32s } = this.#kernel.memory.views;
    let bytes = 0;
    for (let row = first; row < end; row++) bytes += workI32s[this.#firstOfNote(row)] as number;
    return bytes;
  }

  #firstOfNote(row: number): number {
    return (this.#plan.notes >> 2) + row * this.#plan.noteWords;
  }

  #field(field: number): number {
    return this.#kernel.memory.views.workI32s[(this.#plan.writer + field) >> 2] as number;
  }

  #enlargeOutput(): void {
    const { memory } = this.#kernel;
    memory.free(this.#output, this.#outputBytes);
    this.#outputBytes *= 2;
    this.#output = memory.allocate(this.#outputBytes);
  }

  /** Makes the texts of a row that the kernel cannot write: call fields, and the text at which the kernel stopped. */
  #makeOddTexts(block: CallBlock, row: number): void {
    const stopped = this.#field(writing.STOPPED_OPERATION);
    for (const operation of this.#plan.list) {
      const { kind, address, field } = operation;
      const input = inputField(field);
      if (input !== undefined) {
        this.#setOddText(operation, row, inputValue(block.recordOf(row), input));
      } else if (address === stopped) {
        const isLocation = kind === writing.LOCATION_TEXT;
        const text = textOf(isLocation ? block.location : block.id, row);
        const isEscaped = isLocation && block.isLocationEscaped[row] === 1;
        this.#setOddText(operation, row, isEscaped ? text.replaceAll('""', '"') : text);
      }
    }
  }

  #setOddText(operation: Operation, row: number, value: unknown): void {
    const { memory } = this.#kernel;
    const text = Buffer.from(this.#plan.textOfCall(operation, value));
    const odd = this.#odd.get(operation) ?? { address: 0, bytes: 0, row };
    this.#forget(operation, odd);
    if (odd.bytes < text.length) {
      if (odd.bytes > 0) memory.free(odd.address, odd.bytes);
      odd.bytes = text.length;
      odd.address = memory.allocate(odd.bytes);
    }
    odd.row = row;
    this.#odd.set(operation, odd);
    memory.views.workU8s.set(text, odd.address);
    this.#setText(operation, row, odd.address, text.length);
  }

  #forget(operation: Operation, { row }: OddText): void {
    this.#setText(operation, row, 0, textTables.NO_TEXT);
  }

  #setText({ texts }: Operation, row: number, start: number, length: number): void {
    const { workI32s } = this.#kernel.memory.views;
    if (texts === undefined) return;
    workI32s[(texts.starts >> 2) + row] = start;
    workI32s[(texts.lengths >> 2) + row] = length;
  }

  /** Puts the line at `start` in `from` again, with the discounted values of its call. */
  putDiscounted(
    sink: ByteSink,
    from: Buffer,
    start: number,
    { note, number, tariff }: PutLine,
    discount: LineDiscount,
  ): void {
    this.#fillNetRow(discount, number, tariff);
    const end = this.#isCsv ? "\n" : "}\n";
    const contentLength = (note[0] as number) - end.length;
    let copied = 0;
    /** Copies unchanged bytes; offsets count a comma after the last field, which `from` does not have. */
    const copyUpTo = (to: number): void => {
      if (copied < contentLength) sink.putBytes(from, start + copied, start + Math.min(to, contentLength));
      if (to > contentLength && copied <= contentLength) sink.put(",");
      copied = to;
    };
    for (const operation of this.#plan.changes) {
      copyUpTo(note[1 + 2 * operation.change] as number);
      const isKept = operation.hasFeature && discount.featureID === undefined;
      if (isKept) copyUpTo(note[2 + 2 * operation.change] as number);
      else this.#putChange(sink, operation, discount);
      copied = note[2 + 2 * operation.change] as number;
    }
    if (copied < contentLength) copyUpTo(contentLength);
    else if (sink.memory[sink.length - 1] === COMMA && (copied > contentLength || !this.#isCsv))
      sink.length--;
    sink.put(end);
  }

  #fillNetRow({ net, featureID }: LineDiscount, number: number, tariff: number): void {
    const { workI32s, workF64s } = this.#kernel.memory.views;
    for (const [part, units] of net.entries())
      workF64s[((rows.RETAIL + part * rows.COST_STRIDE) >> 3) + NET_ROW] = units;
    workI32s[(rows.NUMBER >> 2) + NET_ROW] = number;
    workI32s[(rows.TARIFF >> 2) + NET_ROW] = tariff;
    if (featureID !== undefined) workI32s[(rows.FEATURE >> 2) + NET_ROW] = this.#plan.planFeature(featureID);
  }

  #putChange(sink: ByteSink, operation: Operation, discount: LineDiscount): void {
    if (operation.kind === writing.TEXT) {
      sink.put(this.#plan.discountText(operation, discount));
      return;
    }
    operation.table?.find(NET_ROW, NET_ROW + 1);
    for (;;) {
      const to = this.#output;
      const limit = to + this.#outputBytes - this.#plan.slack;
      const end = this.#kernel.functions.writeOperation(
        this.#plan.writer,
        operation.address,
        NET_ROW,
        to,
        limit,
      );
      if (end >= 0) {
        sink.putBytes(this.#kernel.memory.views.workU8s, to, end);
        return;
      }
      this.#enlargeOutput();
    }
  }
}

function textOf({ bytes, start, end }: Cells, row: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset).toString("utf8", start[row], end[row]);
}
