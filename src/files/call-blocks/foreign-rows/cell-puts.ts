/** Fields of a call that the kernel puts, all of a row at once: cells as they stand, cut, or what their names stand for. */
import { putting } from "../../../kernel/index.ts";
import type { OpenedCell } from "../../dialects/index.ts";
import type { CallCells, Field, FieldWriter } from "../call-cells.ts";
import type { ColumnPlaces } from "./dialect-texts.ts";
import type { PutRoom } from "./put-room.ts";

/** What fields of a file are put with. */
export interface PutSources {
  readonly cells: CallCells;
  readonly putRoom: PutRoom;
  readonly placeOf: ColumnPlaces;
  /** The operation that puts a cell into a field. */
  readonly operationOf: (field: Field) => number;
}

/** What the kernel does for a field; whatever is not given it does not do. */
export interface KernelPut {
  readonly field: Field;
  /** The columns of which the first counts that says something, and where those texts stand that say nothing. */
  readonly places: readonly number[];
  readonly nones: number;
  /** Where it stands how a text is cut, what names and quantities stand for, and what is given. */
  readonly cuts?: number;
  readonly codes?: number;
  readonly numbers?: number;
  readonly givenName?: number;
  readonly hasFlags?: boolean;
  readonly isZeroBlank?: boolean;
  readonly sign?: number;
  readonly unit?: number;
}

/** Puts a field, be it by the kernel or by itself. */
export interface PutWriter extends FieldWriter {
  /** What the kernel does, where it can: undefined where it cannot. */
  readonly kernelPut: KernelPut | undefined;
}

/** The cells of a value, where the kernel finds them. */
export function cellsPut(
  { columns, join, isSum, none, add, or }: OpenedCell,
  { placeOf, putRoom }: PutSources,
): Pick<KernelPut, "places" | "nones"> | undefined {
  const places = columns.map(placeOf).filter((place) => place >= 0);
  if (join !== undefined || isSum || add.length + or.length > 0) return undefined;
  const nones = putRoom.nones(none);
  return nones === undefined || places.length > MOST_FOUND ? undefined : { places, nones };
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
    for (const [at, { kernelPut }] of writers.entries()) {
      if (kernelPut === undefined) continue;
      const words = block.wholes(this.#list + at * putting.PUT_BYTES, putting.PUT_BYTES >> 2);
      const set = (word: number, value: number | boolean | undefined): void => {
        words[word >> 2] = Number(value ?? 0);
      };
      words.set(kernelPut.places, putting.FOUND >> 2);
      set(putting.FOUND_COUNT, kernelPut.places.length);
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

  /** Of some writers those whose fields the kernel puts; undefined where there are none, or no room for them. */
  static of(writers: readonly FieldWriter[], sources: PutSources): CellPuts | undefined {
    const puts = writers.filter(isPut);
    const first = puts.length === 0 ? undefined : sources.putRoom.take(puts.length);
    return first === undefined ? undefined : new CellPuts(puts, first, sources);
  }

  /** Whether it puts the field of a writer. */
  has(writer: FieldWriter): boolean {
    return this.#writers.includes(writer);
  }

  /** False where the record has to say. */
  put(row: number): boolean {
    return this.#cells.putFound(this.#list, this.#writers, row);
  }
}

function isPut(writer: FieldWriter): writer is PutWriter {
  return "kernelPut" in writer && writer.kernelPut !== undefined;
}
