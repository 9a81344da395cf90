/** Fields of a row that the kernel puts in one go: cells unchanged, cut, or mapped to a code or number. */
import { putting } from "../../../kernel/index.ts";
import type { OpenedCell } from "../../dialects/index.ts";
import type { CallCells, Field, FieldWriter } from "../call-cells.ts";
import type { ColumnIndexes } from "./dialect-texts.ts";
import type { PutRoom } from "./put-room.ts";

/** The tools for putting the fields of a file. */
export interface PutSources {
  readonly cells: CallCells;
  readonly putRoom: PutRoom;
  readonly columnIndexOf: ColumnIndexes;
  /** The operation that puts a cell into a field. */
  readonly operationOf: (field: Field) => number;
}

/** How the kernel puts a field; a step that is not given is not done. */
export interface KernelPut {
  readonly field: Field;
  /** The columns: their first cell that is not blank counts. `nones`: address of the texts that count as blank. */
  readonly columnIndexes: readonly number[];
  readonly nones: number;
  /** Addresses of the list of cuts, the meanings of names as codes and as quantities, and the dialect's constant. */
  readonly cuts?: number;
  readonly codes?: number;
  readonly numbers?: number;
  readonly givenName?: number;
  readonly hasFlags?: boolean;
  readonly isZeroBlank?: boolean;
  readonly sign?: number;
  readonly unit?: number;
}

export interface PutWriter extends FieldWriter {
  /** How the kernel puts the field; undefined if only the host can. */
  readonly kernelPut: KernelPut | undefined;
}

/** The cells of a value; undefined if the kernel cannot find them. */
export function cellsPut(
  { columns, join, isSum, none, add, or }: OpenedCell,
  { columnIndexOf, putRoom }: PutSources,
): Pick<KernelPut, "columnIndexes" | "nones"> | undefined {
  const columnIndexes = columns.map(columnIndexOf).filter((index) => index >= 0);
  if (join !== undefined || isSum || add.length + or.length > 0) return undefined;
  const nones = putRoom.nones(none);
  return nones === undefined || columnIndexes.length > MOST_FOUND ? undefined : { columnIndexes, nones };
}

const MOST_FOUND = putting.MOST_FOUND;

/** Puts fields of rows of one kind. */
export class CellPuts {
  readonly #cells: CallCells;
  readonly #list: number;
  readonly #writers: readonly FieldWriter[];

  private constructor(writers: readonly PutWriter[], first: number, { cells, operationOf }: PutSources) {
    const { block } = cells;
    this.#cells = cells;
    this.#list = block.puts + first * putting.PUT_BYTES;
    this.#writers = writers;
    for (const [index, { kernelPut }] of writers.entries()) {
      if (kernelPut === undefined) continue;
      const words = block.wholes(this.#list + index * putting.PUT_BYTES, putting.PUT_BYTES >> 2);
      const set = (word: number, value: number | boolean | undefined): void => {
        words[word >> 2] = Number(value ?? 0);
      };
      words.set(kernelPut.columnIndexes, putting.FOUND >> 2);
      set(putting.FOUND_COUNT, kernelPut.columnIndexes.length);
      set(putting.PUT, operationOf(kernelPut.field));
      set(putting.SHOWN, block.shown.get(kernelPut.field));
      set(putting.NONES, kernelPut.nones);
      set(putting.CUTS, kernelPut.cuts);
      set(putting.CODES, kernelPut.codes);
      set(putting.NUMBERS, kernelPut.numbers);
      set(putting.GIVEN_NAME, kernelPut.givenName);
      set(putting.HAS_FLAGS, kernelPut.hasFlags);
      set(putting.IS_ZERO_BLANK, kernelPut.isZeroBlank);
      set(putting.SIGN, kernelPut.sign);
      set(putting.UNIT, kernelPut.unit);
    }
  }

  /** The writers whose fields the kernel puts; undefined if there are none, or no room for them. */
  static of(writers: readonly FieldWriter[], sources: PutSources): CellPuts | undefined {
    const puts = writers.filter(isPut);
    const first = puts.length === 0 ? undefined : sources.putRoom.take(puts.length);
    return first === undefined ? undefined : new CellPuts(puts, first, sources);
  }

  /** Whether the field of a writer is among the puts. */
  has(writer: FieldWriter): boolean {
    return this.#writers.includes(writer);
  }

  /** False if the row needs the slow path. */
  put(row: number): boolean {
    return this.#cells.putFound(this.#list, this.#writers, row);
  }
}

function isPut(writer: FieldWriter): writer is PutWriter {
  return "kernelPut" in writer && writer.kernelPut !== undefined;
}
