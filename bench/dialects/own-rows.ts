/** The rows of a foreign file under our own names: every field of a call that a reading of the row gives. */
import type { CallRecord } from "tollbook";
import type { openCallDialect, ReadableField } from "tollbook/files";
import type { ForeignCell } from "./foreign-cells.ts";
import type { OwnField } from "./programs.ts";

type OpenedDialect = ReturnType<typeof openCallDialect>;

/** The fields that calls read by a dialect may have, without those of the start. */
export function fieldsGiven({ legs }: OpenedDialect): readonly ReadableField[] {
  const given = new Set(legs.flatMap(({ fields, set }) => [...fields.keys(), ...set.keys()]));
  given.delete("start");
  return [...given] as readonly ReadableField[];
}

/** Makes rows of our own, CSV with a header or JSON lines. */
export class OwnRows {
  readonly #own: Readonly<Record<string, OwnField>>;
  /** Fields that no single column of the program's holds. */
  readonly #appended: readonly ReadableField[];
  readonly #isJson: boolean;
  /** Whether starts are a date and a time, as that of the first row is. */
  #haveTimes: boolean | undefined;

  constructor(own: Readonly<Record<string, OwnField>>, given: readonly ReadableField[], isJson: boolean) {
    const held = new Set<string>(Object.values(own));
    this.#own = own;
    this.#appended = given.filter((field) => !held.has(field));
    this.#isJson = isJson;
  }

  /** The text of a row, of whose cells `call` was read. */
  textOf(cells: readonly ForeignCell[], call: CallRecord): string {
    const isFirst = this.#haveTimes === undefined;
    this.#haveTimes ??= call.startTime !== undefined;
    const row = [
      ...cells.flatMap((cell) => this.#ownCells(cell, call)),
      ...this.#appended.map((field) => ({ column: field, value: call[field], isQuoted: false })),
    ];
    if (this.#isJson)
      return `${JSON.stringify(Object.fromEntries(row.map(({ column, value }) => [column, value])))}\n`;
    const header = isFirst ? `${row.map(({ column }) => `"${column}"`).join(",")}\n` : "";
    return `${header}${row.map(cellText).join(",")}\n`;
  }

  /** A field stands where its column does; all other columns stand there under names that say nothing. */
  #ownCells(cell: ForeignCell, call: CallRecord): readonly ForeignCell[] {
    const field = this.#own[cell.column];
    if (field === undefined) return [{ ...cell, column: `${cell.column}_` }];
    if (field !== "start") return [{ ...cell, column: field, value: call[field] ?? null }];
    const { startDate, startTime } = call;
    const date = { ...cell, column: "startDate", value: startDate };
    return this.#haveTimes ? [date, { ...cell, column: "startTime", value: startTime }] : [date];
  }
}

function cellText({ value, isQuoted }: ForeignCell): string {
  const text = value === null || value === undefined ? "" : String(value);
  return isQuoted || /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
