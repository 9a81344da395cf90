/** Collects the calls of a live page that the book prices, in columns, with the other parties' numbers cut. */
import type { BookTables } from "../../book/index.ts";
import { CODE_COLUMNS } from "../../engine/index.ts";
import {
  type CallColumns,
  type CallRecord,
  type OpenedBook,
  OUTCOMES,
  type RatedColumns,
} from "../../index.ts";
import { CALL_FIELDS, isBlank, madeOnce, REPORTED_COSTS } from "../../model/index.ts";
import { CARRIED_COLUMNS, type CarriedColumn, NUMBER_COLUMNS } from "./carried-month.ts";
import { type PackedColumn, packColumn } from "./packed-columns.ts";

const RATED = OUTCOMES.indexOf("rated");

/** Dictionary codes of texts: indexes in a list, code 0 for "". */
class Dictionary {
  readonly texts: string[] = [""];
  readonly #codes = new Map<string, number>([["", 0]]);

  codeOf(text: string): number {
    return madeOnce(this.#codes, text, () => this.texts.push(text) - 1);
  }
}

export class CarriedCalls {
  readonly records: (readonly [row: number, record: CallRecord])[] = [];
  /** Indexes, in the book, of the numbers, tariffs and call types of the calls. */
  readonly met = { numbers: new Set<number>(), tariffs: new Set<number>(), callTypes: new Set<number>() };
  readonly #book: BookTables;
  readonly #names = new Dictionary();
  readonly #externals = new Dictionary();
  /** The cut numbers of the other parties, by index of the tariff that prices the calls. */
  readonly #externalsOf = new Map<number, Set<string>>();
  readonly #cut = new Map<string, string>();
  readonly #shortCodes: ReadonlySet<string>;
  readonly #values = Object.fromEntries(CARRIED_COLUMNS.map((name) => [name, []])) as unknown as Record<
    CarriedColumn,
    number[]
  >;

  constructor(book: OpenedBook) {
    this.#book = book.tables;
    this.#shortCodes = new Set(
      book.records.destinations.filter(({ short }) => short).map(({ prefix }) => prefix),
    );
  }

  get length(): number {
    return this.#values.target.length;
  }
  get names(): readonly string[] {
    return this.#names.texts;
  }
  get externals(): readonly string[] {
    return this.#externals.texts;
  }

  /** Adds the rows of columns that the book prices, except those that are left out, such as repeated calls. */
  add(columns: CallColumns, rated: RatedColumns, isLeftOut: (row: number) => boolean): void {
    const { met } = this;
    for (let row = 0; row < columns.length; row++) {
      if (rated.outcome[row] !== RATED || isLeftOut(row)) continue;
      met.numbers.add(rated.number[row] as number);
      const tariffIndex = rated.tariff[row] as number;
      met.tariffs.add(tariffIndex);
      met.callTypes.add(rated.callType[row] as number).add(rated.callTypeUsed[row] as number);
      const isRecord = columns.byRecord[row] !== 0 || rated.fromRecord[row] !== 0;
      const external = isRecord ? this.#addRecord(columns.recordOf(row)) : this.#addRow(columns, row);
      const known = this.#externalsOf.get(tariffIndex);
      if (known === undefined) this.#externalsOf.set(tariffIndex, new Set([external]));
      else known.add(external);
    }
  }

  /** Adds a row; returns the cut number of the other party. */
  #addRow(columns: CallColumns, row: number): string {
    const values = this.#values;
    for (const name of CODE_COLUMNS) {
      values[name].push(this.#names.codeOf(columns.names[columns[name][row] as number] as string));
    }
    const { bytes, start, end } = columns.external;
    let text = "";
    for (let at = start[row] as number; at < (end[row] as number); at++) {
      text += String.fromCharCode(bytes[at] as number);
    }
    const external = this.#cutNumber(text);
    values.external.push(this.#externals.codeOf(external));
    for (const name of NUMBER_COLUMNS) values[name].push(columns[name][row] as number);
    for (const [at, name] of REPORTED_COSTS.entries()) {
      values[name].push((columns.costCDR as readonly Float64Array[])[at]?.[row] as number);
    }
    return external;
  }

  /** Adds a record with the fields that rating reads, except its id; returns the cut number of the other party. */
  #addRecord(call: CallRecord): string {
    const fields = call as Readonly<Record<string, unknown>>;
    const kept: Record<string, unknown> = {};
    for (const name of CALL_FIELDS) {
      const value = fields[name];
      if (name === "id" || isBlank(value)) continue;
      if (name === "external") kept[name] = this.#cutNumber(String(value));
      else kept[name] = typeof value === "object" || typeof value === "bigint" ? String(value) : value;
    }
    this.records.push([this.length, kept as CallRecord]);
    for (const name of CARRIED_COLUMNS) this.#values[name].push(0);
    return String(kept.external ?? "");
  }

  /**
   * The shortest number that finds the same prefixes: the number's longest prefix in the book. A short code stays, and
   * a number without a prefix in the book is left out.
   */
  #cutNumber(text: string): string {
    return madeOnce(this.#cut, text, () => this.#computeCut(text));
  }

  #computeCut(text: string): string {
    const { dialled, prefixes } = this.#book;
    dialled.read(text);
    if (dialled.dialledKey !== 0 && this.#shortCodes.has(String(dialled.dialledKey).slice(1))) return text;
    const prefix = prefixes.longest(dialled);
    if (prefix < 0) return "";
    const digits = prefixes.digits(prefix);
    // The cut number must not read as a short code, because the whole number is none.
    if (!this.#shortCodes.has(digits)) return `+${digits}`;
    return this.#shortCodes.has(`00${digits}`) ? text : `00${digits}`;
  }

  /** The texts that columns hold by code, and the charge bands of calls that are carried as records. */
  namesMet(): ReadonlySet<string> {
    const bands = this.records.flatMap(([, { chargeBand, tariffTypeCarrier }]) => [
      String(chargeBand ?? ""),
      String(tariffTypeCarrier ?? ""),
    ]);
    return new Set([...this.names, ...bands]);
  }

  /** The digits of the prefixes of the other parties' numbers, and the numbers that are short codes, as dialled. */
  prefixesMet(): ReadonlySet<string> {
    return this.#prefixesOf([
      ...this.externals,
      ...this.records.map(([, { external }]) => String(external ?? "")),
    ]);
  }

  /** As `prefixesMet`, for the calls that one of these tariffs prices. */
  prefixesMetBy(tariffIndexes: readonly number[]): ReadonlySet<string> {
    return this.#prefixesOf(
      new Set(tariffIndexes.flatMap((tariffIndex) => [...(this.#externalsOf.get(tariffIndex) ?? [])])),
    );
  }

  #prefixesOf(numbers: Iterable<string>): ReadonlySet<string> {
    const { dialled, prefixes } = this.#book;
    const met = new Set<string>();
    for (const text of numbers) {
      dialled.read(text);
      if (dialled.dialledKey !== 0) met.add(String(dialled.dialledKey).slice(1));
      for (let prefix = prefixes.longest(dialled); prefix >= 0; prefix = prefixes.parent(prefix)) {
        met.add(prefixes.digits(prefix));
      }
    }
    return met;
  }

  pack(): { readonly columns: Record<CarriedColumn, PackedColumn>; readonly bytes: readonly Uint8Array[] } {
    const packed = CARRIED_COLUMNS.map((name) => [name, packColumn(this.#values[name])] as const);
    return {
      columns: Object.fromEntries(packed.map(([name, { how }]) => [name, how])) as Record<
        CarriedColumn,
        PackedColumn
      >,
      bytes: packed.map(([, { bytes }]) => bytes),
    };
  }
}
