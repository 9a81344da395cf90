/** Cells that are fields of a call as they stand: the kernel puts all of those of a row at once. */
import { putting } from "../../../kernel/index.ts";
import type { OpenedCell, OpenedPlainValue } from "../../dialects/index.ts";
import { type CallCells, FIELDS, type Field } from "../call-cells.ts";
import { type FieldSources, isPutAsItIs, putsZeroAsBlank } from "./dialect-fields.ts";

/** A cell of a column, put by the operation of a field. */
export interface CellPut {
  readonly place: number;
  readonly field: Field;
  readonly isZeroBlank: boolean;
  readonly hasNones: boolean;
}

/** The field of a cell that is all that a value says, and that the kernel reads; undefined where more is to be done. */
export function cellPut(
  field: string,
  value: OpenedPlainValue | undefined,
  sources: FieldSources,
): CellPut | undefined {
  if (value?.kind !== "cell" || !(FIELDS as readonly string[]).includes(field)) return undefined;
  const place = onlyPlace(value, sources);
  if (place === undefined || !isPutAsItIs(field as Field, value.steps, sources)) return undefined;
  const { none, steps } = value;
  return { place, field: field as Field, isZeroBlank: putsZeroAsBlank(steps), hasNones: none.size > 0 };
}

function onlyPlace(
  { columns, join, isSum, none, add, or }: OpenedCell,
  { placeOf, putRoom }: FieldSources,
): number | undefined {
  if (join !== undefined || isSum || add.length + or.length > 0 || !putRoom.hasNones(none)) return undefined;
  const [place, ...more] = columns.map(placeOf).filter((place) => place >= 0);
  return more.length > 0 ? undefined : place;
}

/** Puts the cells of rows of one kind. */
export class CellPuts {
  readonly #cells: CallCells;
  readonly #list: number;
  readonly #count: number;

  constructor(puts: readonly CellPut[], first: number, { cells, operationOf }: FieldSources) {
    const { block } = cells;
    this.#cells = cells;
    this.#list = block.puts + first * putting.PUT_BYTES;
    this.#count = puts.length;
    for (const [at, { place, field, isZeroBlank, hasNones }] of puts.entries()) {
      const words = block.wholes(this.#list + at * putting.PUT_BYTES, putting.PUT_BYTES >> 2);
      words[putting.FOUND >> 2] = place;
      words[putting.PUT >> 2] = operationOf(field);
      words[putting.SHOWN >> 2] = block.shown.get(field) ?? 0;
      words[putting.IS_ZERO_BLANK >> 2] = isZeroBlank ? 1 : 0;
      words[putting.NONES >> 2] = hasNones ? block.nones : 0;
    }
  }

  /** False where the record has to say. */
  put(row: number): boolean {
    return this.#count === 0 || this.#cells.putFound(this.#list, this.#count, row);
  }
}
