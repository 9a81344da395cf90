/** Where the texts of a UK standard CDR stand that results show, as the call's record has them (see `CallBlock.shown`). */
import { rows } from "../../kernel/index.ts";
import { isoDate, type OpenedDialect } from "../uk-cdr/index.ts";
import { type CallBlock, NOT_FOUND } from "./call-block.ts";
import type { CallCells, Field } from "./call-cells.ts";
import { NameValues, NO_NAME } from "./name-table.ts";
import { NAMED_FIELDS, type NamedField, type NamedFields } from "./uk-cdr-names.ts";

/** Fields whose record has the cell as it stands. */
const AS_WRITTEN: readonly string[] = ["id", "carrierCallID", "aLegID", "external", "location"];
const CLOCK_BYTES = 8;
const COLON = 58;

/** Columns of one shown field. */
interface ShownField {
  readonly field: Field;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export class ShownUkCdr {
  readonly #cells: CallCells;
  readonly #columns: Readonly<Record<Field, number>>;
  readonly #names: NamedFields;
  readonly #fields: readonly ShownField[];
  /** The codes of dates as records have them. */
  readonly #dates: NameValues;
  /** Whether a time of day may be written in the record as in the file. */
  readonly #isTimeKept: boolean;

  constructor(
    block: CallBlock,
    cells: CallCells,
    columns: Readonly<Record<Field, number>>,
    names: NamedFields,
    dialect: OpenedDialect,
  ) {
    this.#cells = cells;
    this.#columns = columns;
    this.#names = names;
    this.#fields = [...block.shown]
      .filter(([field]) => Object.hasOwn(columns, field))
      .map(([field, address]) => ({
        field: field as Field,
        starts: block.wholes(address),
        ends: block.wholes(address + rows.WHOLE_STRIDE),
      }));
    this.#dates = new NameValues((name, table) => table.codeOfText(isoDate(name, dialect.dateFormat)));
    this.#isTimeKept = dialect.timeIs !== "ring" && dialect.timeZone !== "utc";
  }

  /** Puts the texts of the row whose cells were found and trimmed. */
  put(row: number): void {
    const { names } = this.#cells;
    for (const { field, starts, ends } of this.#fields) {
      const column = this.#columns[field];
      const isBlank = column < 0 || this.#cells.cellStart[column] === this.#cells.cellEnd[column];
      starts[row] = NOT_FOUND;
      if (isNamed(field)) {
        const code = this.#names.codeOf(field);
        const isText = code !== NO_NAME && (code === 0 || field !== "callTypeRecordingFlag");
        if (isText) {
          starts[row] = code === 0 ? 0 : names.startOf(code);
          ends[row] = names.startOf(code + 1);
        }
      } else if (isBlank) {
        if (!this.#mayBeCounted(field, row)) starts[row] = 0;
      } else if (field === "startDate") {
        const code = this.#isTimeKept ? this.#dates.of(names, this.#cells.cellCode(column)) : NO_NAME;
        if (code > 0) {
          starts[row] = names.startOf(code);
          ends[row] = names.startOf(code + 1);
        }
      } else if (
        AS_WRITTEN.includes(field) ||
        (field === "startTime" && this.#isTimeKept && this.#isClock(column)) ||
        (field === "duration" && !this.#names.countsEvents)
      ) {
        starts[row] = this.#cells.cellStart[column] as number;
        ends[row] = this.#cells.cellEnd[column] as number;
      }
    }
  }

  /** Whether other cells of the row may say what its own does not. */
  #mayBeCounted(field: Field, row: number): boolean {
    if (field === "events") return this.#names.countsEvents;
    return field === "bytes" && !Number.isNaN(this.#cells.block.bytes[row]);
  }

  /** Whether a cell is written `HH:mm:ss`; that these are numbers was found by reading it. */
  #isClock(column: number): boolean {
    const { memory, cellStart, cellEnd } = this.#cells;
    const start = cellStart[column] as number;
    return (
      (cellEnd[column] as number) - start === CLOCK_BYTES &&
      memory[start + 2] === COLON &&
      memory[start + 5] === COLON
    );
  }
}

function isNamed(field: Field): field is NamedField & Field {
  return (NAMED_FIELDS as readonly string[]).includes(field);
}
