/** Collects the calls of a live page: those that the book prices, by columns, the other parties' numbers cut. */
import type { BookTables } from "../../book/index.ts";
import { CODE_COLUMNS } from "../../engine/index.ts";
import {
  type CallColumns,
  type CallRecord,
  type OpenedBook,
  OUTCOMES,
  type RatedColumns,
} from "../../index.ts";
import { CALL_FIELDS, isBlank, REPORTED_COSTS } from "../../model/index.ts";
import { CARRIED_COLUMNS, type CarriedColumn, NUMBER_COLUMNS } from "./carried-month.ts";
import { type PackedColumn, packColumn } from "./packed-columns.ts";

const RATED = OUTCOMES.indexOf("rated");

/** Texts and their places in a list, "" at place 0. */
class Places {
  readonly texts: string[] = [""];
  readonly #places = new Map<string, number>([["", 0]]);

  of(text: string): number {
    let place = this.#places.get(text);
    if (place === undefined) {
      place = this.texts.push(text) - 1;
      this.#places.set(text, place);
    }
    return place;
  }
}

/** The calls so far. */
export class CarriedCalls {
  readonly records: (readonly [row: number, record: CallRecord])[] = [];
  /** Numbers, tariffs and call types that the calls come to, by their places in the book. */
  readonly met = { numbers: new Set<number>(), tariffs: new Set<number>(), callTypes: new Set<number>() };
  readonly #book: BookTables;
  readonly #names = new Places();
  readonly #externals = new Places();
  /** By tariff, as it stands in the book, what the other parties' numbers are of the calls that it prices. */
  readonly #externalsOf = new Map<number, Set<string>>();
  /** What numbers are cut to. */
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

  /** Adds the rows of columns that the book prices, but for those that were read before. */
  add(columns: CallColumns, rated: RatedColumns, isRepeated: (row: number) => boolean): void {
    const { met } = this;
    for (let row = 0; row < columns.length; row++) {
      if (rated.outcome[row] !== RATED || isRepeated(row)) continue;
      met.numbers.add(rated.number[row] as number);
      const tariff = rated.tariff[row] as number;
      met.tariffs.add(tariff);
      met.callTypes.add(rated.callType[row] as number).add(rated.callTypeUsed[row] as number);
      const isRecord = columns.byRecord[row] !== 0 || rated.fromRecord[row] !== 0;
      const external = isRecord ? this.#addRecord(columns.recordOf(row)) : this.#addRow(columns, row);
      const known = this.#externalsOf.get(tariff);
      if (known === undefined) this.#externalsOf.set(tariff, new Set([external]));
      else known.add(external);
    }
  }

  /** Gives what the other party's number is cut to. */
  #addRow(columns: CallColumns, row: number): string {
    const values = this.#values;
    for (const name of CODE_COLUMNS) {
      values[name].push(this.#names.of(columns.names[columns[name][row] as number] as string));
    }
    const { bytes, start, end } = columns.external;
    let text = "";
    for (let at = start[row] as number; at < (end[row] as number); at++) {
      text += String.fromCharCode(bytes[at] as number);
    }
    const external = this.#cutNumber(text);
    values.external.push(this.#externals.of(external));
    for (const name of NUMBER_COLUMNS) values[name].push(columns[name][row] as number);
    for (const [at, name] of REPORTED_COSTS.entries()) {
      values[name].push((columns.costCDR as readonly Float64Array[])[at]?.[row] as number);
    }
    return external;
  }

  /** A record with the fields that rating reads, but for its id; gives what the other party's number is cut to. */
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
   * The shortest number that finds the same prefixes: the longest that the book knows of it. A short code stays, and a
   * number of which the book knows nothing is left out.
   */
  #cutNumber(text: string): string {
    let cut = this.#cut.get(text);
    if (cut === undefined) {
      cut = this.#cutAnew(text);
      this.#cut.set(text, cut);
    }
    return cut;
  }

  #cutAnew(text: string): string {
    const { dialled, prefixes } = this.#book;
    dialled.read(text);
    if (dialled.dialledKey !== 0 && this.#shortCodes.has(String(dialled.dialledKey).slice(1))) return text;
    const place = prefixes.longest(dialled);
    if (place < 0) return "";
    const digits = prefixes.digits(place);
    // What is left must not read as a short code, which it was not.
    if (!this.#shortCodes.has(digits)) return `+${digits}`;
    return this.#shortCodes.has(`00${digits}`) ? text : `00${digits}`;
  }

  /** The digits that the other parties' numbers begin with, and the short codes among them as dialled. */
  prefixesMet(): ReadonlySet<string> {
    return this.#prefixesOf([
      ...this.externals,
      ...this.records.map(([, { external }]) => String(external ?? "")),
    ]);
  }

  /** The same of the calls that one of these tariffs prices. */
  prefixesMetBy(tariffs: readonly number[]): ReadonlySet<string> {
    return this.#prefixesOf(new Set(tariffs.flatMap((tariff) => [...(this.#externalsOf.get(tariff) ?? [])])));
  }

  #prefixesOf(numbers: Iterable<string>): ReadonlySet<string> {
    const { dialled, prefixes } = this.#book;
    const met = new Set<string>();
    for (const text of numbers) {
      dialled.read(text);
      if (dialled.dialledKey !== 0) met.add(String(dialled.dialledKey).slice(1));
      for (let place = prefixes.longest(dialled); place >= 0; place = prefixes.parent(place)) {
        met.add(prefixes.digits(place));
      }
    }
    return met;
  }

  /** The columns as they are written. */
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
