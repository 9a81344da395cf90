import { rows } from "../../../kernel/index.ts";
import { CODED_FIELDS, type CodeColumn } from "../../../model/index.ts";
import { hasTable, type OpenedCell, type OpenedPlainValue } from "../../dialects/index.ts";
import { openSteps, type ReadText } from "../../dialects/values/index.ts";
import { NOT_FOUND } from "../call-block.ts";
import type { AmountForm, CallCells, CellUse, Field, FieldWriter } from "../call-cells.ts";
import { NameValues, NO_NAME } from "../name-table.ts";
import { cellsPut, type KernelPut, type PutSources, type PutWriter, setTurned } from "./cell-puts.ts";
import { CellText, type RowTexts, type TextSources } from "./dialect-texts.ts";
import type { FileTimes } from "./dialect-times.ts";

/** The tools for reading all fields of a file. */
export interface FieldSources extends TextSources, PutSources {
  /** A cache of the values of cells, by columns and steps. */
  readonly cellTexts: Map<string, CellText>;
  readonly times: FileTimes;
  /** The form of amounts, for fields that are read from their bytes. */
  readonly amounts: ReadonlyMap<CellUse, AmountForm>;
}

/** Fields whose texts are names, with the columns of their codes. */
export const NAME_COLUMNS: ReadonlyMap<string, CodeColumn | "carrier"> = new Map<
  string,
  CodeColumn | "carrier"
>([...CODED_FIELDS, ["carrier", "carrier"], ["callCarrier", "carrier"]]);

export class NameWriter implements PutWriter {
  readonly kernelPut: KernelPut | undefined;
  readonly #column: Uint32Array;
  readonly #shown: ShownTexts;
  readonly #text: CellText | undefined;
  /** Codes of names with their steps done, by the codes of the cells' texts; and the kernel's cache of these. */
  readonly #turned: NameValues | undefined;
  readonly #codes: Int32Array | undefined;
  readonly #constant: NameValues | undefined;
  readonly #given: Int32Array | undefined;
  /** Whether a name is `true` or `false`, which is a boolean in the record. */
  readonly #isFlag: NameValues | undefined;
  readonly #sources: FieldSources;

  /** `given` is the name if the value is blank. */
  constructor(field: Field, value: OpenedPlainValue | undefined, given: string, sources: FieldSources) {
    const { block } = sources.cells;
    this.#sources = sources;
    this.#column = block[NAME_COLUMNS.get(field) as CodeColumn];
    this.#shown = new ShownTexts(field, sources.cells);
    const constant = value?.kind === "constant" && value.text !== "" ? value.text : given;
    if (constant !== "") {
      this.#constant = new NameValues((_, names) => names.codeOfText(constant));
      this.#given = sources.putRoom.codes(constant, 1);
    }
    const hasFlags = field === "callTypeRecordingFlag" && hasTable(value);
    if (hasFlags) this.#isFlag = new NameValues((name) => (name === "true" || name === "false" ? 1 : 0));
    const put = { field, hasFlags, givenName: this.#given?.byteOffset ?? 0 };
    const isGiven = constant === "" || this.#given !== undefined;
    if (value?.kind !== "cell") {
      this.kernelPut = isGiven ? { ...put, columnIndexes: [], nones: 0 } : undefined;
      return;
    }
    const text = cellText(value, sources);
    this.#text = text;
    const read = text.isCut ? undefined : openSteps(value.steps, sources.settings);
    if (read !== undefined) {
      this.#turned = codesOfTurned(read);
      this.#codes = sources.putRoom.codes(`names ${JSON.stringify(value.steps)}`);
    }
    const cells = cellsPut(value, sources);
    const isTurned = read === undefined || this.#codes !== undefined;
    if (cells !== undefined && isGiven && isTurned)
      this.kernelPut = { ...put, ...cells, cuts: text.cuts, codes: this.#codes?.byteOffset ?? 0 };
  }

  put(row: number): boolean {
    const code = this.code(row);
    if (code === NO_NAME) return false;
    this.#column[row] = code;
    return true;
  }

  /** The code of the row's name, 0 if blank; NO_NAME if the row needs the slow path. */
  code(row: number): number {
    const { texts, cells } = this.#sources;
    let code = 0;
    if (this.#text !== undefined) {
      if (!(this.#text.isCut ? this.#text.find() : this.#text.findCell())) return NO_NAME;
      code = texts.code;
      if (code > 0 && this.#turned !== undefined) {
        const turned = this.#turned.of(cells.names, code);
        setTurned(this.#codes, code, turned);
        code = turned;
      }
    }
    if (code === 0 && this.#constant !== undefined) {
      code = this.#constant.of(cells.names, 0);
      setTurned(this.#given, 0, code);
    }
    if (code !== NO_NAME) this.#shown.putName(row, code, this.#isFlag?.of(cells.names, code) === 1);
    return code;
  }
}

/** The code of each text with its steps done; NO_NAME where that is no text. */
export function codesOfTurned(read: ReadText): NameValues {
  return new NameValues((text, names) => {
    const turned = read(text);
    return typeof turned === "string" ? names.codeOfText(turned) : NO_NAME;
  });
}

/** The value of a cell with its steps, shared by all fields that use it. */
export function cellText(cell: OpenedCell, sources: FieldSources): CellText {
  const { cellTexts } = sources;
  const { columns, join, none, steps } = cell;
  const key = JSON.stringify([columns, join, [...none], steps]);
  const known = cellTexts.get(key) ?? new CellText(cell, sources);
  cellTexts.set(key, known);
  return known;
}

/** Puts a text by its address, without a copy: an id, the other party's number, a location. */
export class TextWriter implements PutWriter {
  readonly kernelPut: KernelPut | undefined;
  readonly #text: CellText;
  readonly #operation: number;
  readonly #shown: ShownTexts;
  readonly #sources: FieldSources;

  constructor(field: Field, cell: OpenedCell, sources: FieldSources) {
    this.#text = cellText(cell, sources);
    this.#operation = sources.operationOf(field);
    this.#shown = new ShownTexts(field, sources.cells);
    this.#sources = sources;
    const cells = cell.steps.length === 0 || this.#text.isCut ? cellsPut(cell, sources) : undefined;
    if (cells !== undefined) this.kernelPut = { field, ...cells, cuts: this.#text.cuts };
  }

  put(row: number): boolean {
    const { texts, cells } = this.#sources;
    if (!this.#text.find()) return false;
    this.#shown.putFound(row, texts);
    return (
      texts.start === texts.end || cells.put(this.#operation, texts.start, texts.end, row, texts.isEscaped)
    );
  }
}

export class BlankWriter implements FieldWriter {
  readonly #shown: readonly ShownTexts[];

  constructor(fields: readonly string[], cells: CallCells) {
    this.#shown = fields.map((field) => new ShownTexts(field, cells));
  }

  put(row: number): boolean {
    for (const shown of this.#shown) shown.put(row, 0, 0);
    return true;
  }
}

/** Shows a text that rating does not read. */
export class ShownWriter implements FieldWriter {
  readonly #text: CellText;
  readonly #shown: ShownTexts;
  readonly #texts: RowTexts;

  constructor(field: string, cell: OpenedCell, sources: FieldSources) {
    this.#text = cellText(cell, sources);
    this.#shown = new ShownTexts(field, sources.cells);
    this.#texts = sources.texts;
  }

  put(row: number): boolean {
    if (!this.#text.find()) return false;
    this.#shown.putFound(row, this.#texts);
    return true;
  }
}

/** The texts of a field that results show. */
export class ShownTexts {
  readonly #starts: Int32Array | undefined;
  readonly #ends: Int32Array | undefined;
  readonly #cells: CallCells;
  readonly #hasQuotes = new NameValues((name) => (name.includes('"') ? 1 : 0));

  constructor(field: string, cells: CallCells) {
    this.#cells = cells;
    const column = cells.block.shown.get(field);
    if (column === undefined) return;
    this.#starts = cells.block.wholes(column);
    this.#ends = cells.block.wholes(column + rows.WHOLE_STRIDE);
    this.#starts.fill(0);
  }

  get isShown(): boolean {
    return this.#starts !== undefined;
  }

  put(row: number, start: number, end: number): void {
    if (this.#starts === undefined || this.#ends === undefined) return;
    this.#starts[row] = start === end ? 0 : start;
    this.#ends[row] = start === end ? 0 : end;
  }

  /** Shows the found text, unless its quotes are not doubled as in CSV. */
  putFound(row: number, texts: RowTexts): void {
    if (this.#starts === undefined) return;
    if (texts.hasQuotes) this.#starts[row] = NOT_FOUND;
    else this.put(row, texts.start, texts.end);
  }

  /** Leaves the text to the record. */
  putUnknown(row: number): void {
    if (this.#starts !== undefined) this.#starts[row] = NOT_FOUND;
  }

  /** Shows a name; a flag is no text, which a negative end tells. */
  putName(row: number, code: number, isFlag = false): void {
    if (this.#starts === undefined || this.#ends === undefined) return;
    const { names } = this.#cells;
    if (names.hasQuotes && code > 0 && this.#hasQuotes.of(names, code) === 1) this.#starts[row] = NOT_FOUND;
    else this.put(row, names.startOf(code), names.startOf(code + 1));
    if (isFlag) this.#ends[row] = -(this.#ends[row] as number);
  }
}
