/** R26: which line of one tariff is for a call. */
import type { CheckedRateLine } from "../model/index.ts";
import { NO_PREFIX, type PrefixIndex } from "./prefix-index.ts";
import { PrefixTable } from "./prefix-table.ts";

/** No line. */
export const NO_LINE = -1;
/** A call type or period that no line names, so that only lines without one can match. */
export const UNNAMED = -2;
const ANY = -1;

/** How names of the book become the numbers the index compares. */
export interface LineNames {
  readonly callTypeOf: (name: string) => number;
  readonly periodOf: (name: string) => number;
}

/** The lines of one prefix: by call type, and those for any call type; each most specific first. */
interface LineGroup {
  readonly byCallType: readonly (readonly number[] | undefined)[];
  readonly anyCallType: readonly number[];
}

/**
 * The lines of one tariff by prefix, call type, period and date. A prefix with a single line, as in a
 * rate deck, costs four bytes beside the shared prefix index.
 */
export class LineIndex {
  /** By prefix: a line where it is the only one (>= 0), else a group (-1 - its place). */
  readonly #byPrefix: PrefixTable;
  readonly #groups: LineGroup[] = [];
  /** The lines without a prefix. */
  readonly #root: LineGroup;
  /** What each line asks of a call; undefined where no line of the tariff asks it. */
  readonly #callTypes: Int32Array | undefined;
  readonly #periods: Int32Array | undefined;
  readonly #startDays: Int32Array | undefined;
  readonly #endDays: Int32Array | undefined;

  constructor(index: PrefixIndex, lines: readonly CheckedRateLine[], names: LineNames) {
    this.#callTypes = column(lines, (line) => line.tariffType && names.callTypeOf(line.tariffType), ANY);
    this.#periods = column(lines, (line) => line.tariffTime && names.periodOf(line.tariffTime), ANY);
    this.#startDays = column(lines, (line) => line.startDate, FIRST_DAY);
    this.#endDays = column(lines, (line) => line.endDate, LAST_DAY);

    const byPrefix = new Map<string, number | number[]>();
    for (let line = 0; line < lines.length; line++) {
      const prefix = lines[line]?.prefix ?? "";
      const known = byPrefix.get(prefix);
      if (known === undefined) byPrefix.set(prefix, line);
      else if (typeof known === "number") byPrefix.set(prefix, [known, line]);
      else known.push(line);
    }
    const root = byPrefix.get("") ?? [];
    byPrefix.delete("");
    this.#root = this.#group(typeof root === "number" ? [root] : root);
    const entries = new Map<string, number>();
    for (const [prefix, own] of byPrefix) {
      if (typeof own === "number") entries.set(prefix, own);
      else entries.set(prefix, -this.#groups.push(this.#group(own)));
    }
    this.#byPrefix = new PrefixTable(index, entries);
  }

  /** Whether the lines are a deck, of which hardly two calls in a row meet the same one. */
  get isDeck(): boolean {
    return this.#byPrefix.isDense;
  }

  get byteLength(): number {
    const columns = [this.#callTypes, this.#periods, this.#startDays, this.#endDays];
    return columns.reduce((sum, own) => sum + (own?.byteLength ?? 0), this.#byPrefix.byteLength);
  }

  /**
   * The most specific line for a call: longest prefix, then call type, then period, then latest start.
   * `place` is the longest prefix of the book with which the other party's number begins.
   */
  find(index: PrefixIndex, place: number, callType: number, period: number, day: number): number {
    let at = this.#byPrefix.nearest(index, place);
    while (at !== NO_PREFIX) {
      const own = this.#byPrefix.valueAt(at);
      if (own >= 0) {
        if (this.#matches(own, callType, period, day)) return own;
      } else {
        const line = this.#findIn(this.#groups[-1 - own] as LineGroup, callType, period, day);
        if (line !== NO_LINE) return line;
      }
      at = this.#byPrefix.nearest(index, index.parent(at));
    }
    return this.#findIn(this.#root, callType, period, day);
  }

  #findIn(group: LineGroup, callType: number, period: number, day: number): number {
    const own = callType < group.byCallType.length ? group.byCallType[callType] : undefined;
    if (own !== undefined) {
      const line = this.#firstInForce(own, period, day);
      if (line !== NO_LINE) return line;
    }
    return this.#firstInForce(group.anyCallType, period, day);
  }

  #firstInForce(lines: readonly number[], period: number, day: number): number {
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as number;
      if (this.#isInForce(line, period, day)) return line;
    }
    return NO_LINE;
  }

  #matches(line: number, callType: number, period: number, day: number): boolean {
    const wanted = this.#callTypes === undefined ? ANY : this.#callTypes[line];
    return (wanted === ANY || wanted === callType) && this.#isInForce(line, period, day);
  }

  #isInForce(line: number, period: number, day: number): boolean {
    if (this.#periods !== undefined) {
      const wanted = this.#periods[line];
      if (wanted !== ANY && wanted !== period) return false;
    }
    if (this.#startDays !== undefined && day < (this.#startDays[line] as number)) return false;
    return this.#endDays === undefined || day <= (this.#endDays[line] as number);
  }

  /** Sorts the lines of one prefix so that the first that matches is the most specific. */
  #group(lines: readonly number[]): LineGroup {
    const startOf = (line: number): number => this.#startDays?.[line] ?? FIRST_DAY;
    const hasPeriod = (line: number): number => ((this.#periods?.[line] ?? ANY) === ANY ? 0 : 1);
    const sorted = [...lines].sort((a, b) => hasPeriod(b) - hasPeriod(a) || startOf(b) - startOf(a) || a - b);
    const byCallType: (number[] | undefined)[] = [];
    const anyCallType: number[] = [];
    for (const line of sorted) {
      const callType = this.#callTypes?.[line] ?? ANY;
      if (callType === ANY) {
        anyCallType.push(line);
        continue;
      }
      // Filled up, because arrays with holes are slow.
      while (byCallType.length <= callType) byCallType.push(undefined);
      const own = byCallType[callType];
      if (own === undefined) byCallType[callType] = [line];
      else own.push(line);
    }
    return { byCallType, anyCallType };
  }
}

const FIRST_DAY = -0x80000000;
const LAST_DAY = 0x7fffffff;

/** A column over the lines, or undefined where every line leaves it blank. */
function column(
  lines: readonly CheckedRateLine[],
  read: (line: CheckedRateLine) => number | "" | undefined,
  blank: number,
): Int32Array | undefined {
  let values: Int32Array | undefined;
  for (let line = 0; line < lines.length; line++) {
    const value = read(lines[line] as CheckedRateLine);
    if (value === undefined || value === "") continue;
    values ??= new Int32Array(lines.length).fill(blank);
    values[line] = value;
  }
  return values;
}
