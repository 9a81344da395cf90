/** R26: finds the line of one tariff for a call. */
import { type CheckedRateLine, isBaseLine, type RateLines } from "../../model/index.ts";
import { NO_PREFIX, type PrefixIndex } from "../prefixes/prefix-index.ts";
import { NO_VALUE, PrefixTable, type PrefixTableColumns } from "../prefixes/prefix-table.ts";

export const NO_LINE = -1;
/** Stands for a call type or period that no line names, so that only lines for any of them match. */
export const UNNAMED = -2;
const ANY = -1;
/** Offset of the group of lines without a prefix. */
const ROOT = 0;
/** Offset of the first line within a group. */
const LINES = 2;

/** Converts names of the book to the indexes that are compared. */
interface LineNames {
  readonly callTypeOf: (name: string) => number;
  readonly periodOf: (name: string) => number;
}

/** The conditions of the lines, a column each; undefined where no line has the condition. */
interface Conditions {
  readonly callTypes: Int32Array | undefined;
  readonly periods: Int32Array | undefined;
  readonly startDays: Int32Array | undefined;
  readonly endDays: Int32Array | undefined;
}

/** The conditions that lines of a tariff and its parents have beside the prefix. */
export interface LineConditions {
  readonly asksCallType: boolean;
  readonly asksPeriod: boolean;
  /** Days on which a line begins, or is the first day after its end, ascending. */
  readonly changes: readonly number[];
}

/** The columns of a line index: plain data, ready for transfer to another thread. */
export interface LineColumns extends Conditions {
  /** By prefix: the index of its only line (>= 0), or its group of lines (-1 - offset). */
  readonly byPrefix: PrefixTableColumns;
  /**
   * Groups of lines in turn: the offset of the lines for any call type, the offset of the end, then the indexes of the
   * lines, by call type and the most specific first. The first group (ROOT) has the lines without a prefix.
   */
  readonly groups: Int32Array;
}

/**
 * The lines of one tariff by prefix, call type, period and date. In a rate deck a prefix with a single line takes
 * four bytes beside the shared prefix index.
 */
export class LineIndex {
  readonly columns: LineColumns;
  readonly #byPrefix: PrefixTable;

  constructor(columns: LineColumns) {
    this.columns = columns;
    this.#byPrefix = new PrefixTable(columns.byPrefix);
  }

  /** Indexes lines. `prefixes` holds the prefix of each line in `index`, or NO_PREFIX. */
  static of(index: PrefixIndex, prefixes: Int32Array, lines: RateLines, names: LineNames): LineIndex {
    const conditions: Conditions = {
      callTypes: column(lines, (line) => line.tariffType && names.callTypeOf(line.tariffType), ANY),
      periods: column(lines, (line) => line.tariffTime && names.periodOf(line.tariffTime), ANY),
      startDays: column(lines, (line) => line.startDate, FIRST_DAY),
      endDays: column(lines, (line) => line.endDate, LAST_DAY),
    };
    const byPrefix = PrefixTable.forPrefixes(index, prefixes);
    // R25: base lines rank with the base fields, below every line.
    const baseLines = new Set(lines.where(isBaseLine));
    const before = new Int32Array(prefixes.length);
    const shared = byPrefix.link(prefixes, before);
    const groups = new LineGroups(conditions);
    // This group comes first, at ROOT, even if empty.
    for (const line of linesWithoutPrefix(prefixes)) if (!baseLines.has(line)) groups.add(line);
    groups.close();
    for (const prefix of shared) {
      for (let line = byPrefix.valueAt(prefix); line !== NO_VALUE; line = before[line] as number)
        groups.add(line);
      byPrefix.set(prefix, -1 - groups.close());
    }
    return new LineIndex({ ...conditions, byPrefix: byPrefix.columns, groups: groups.words });
  }

  get byteLength(): number {
    const { groups, callTypes, periods, startDays, endDays } = this.columns;
    const columns = [groups, callTypes, periods, startDays, endDays];
    return columns.reduce((sum, values) => sum + (values?.byteLength ?? 0), this.#byPrefix.byteLength);
  }

  /**
   * The most specific line for a call: longest prefix, then call type, then period, then latest start.
   * `prefix` is the longest prefix of the book with which the other party's number begins.
   */
  find(index: PrefixIndex, prefix: number, callType: number, period: number, day: number): number {
    let at = this.#byPrefix.nearest(index, prefix);
    while (at !== NO_PREFIX) {
      const line = this.#findAmong(this.#byPrefix.valueAt(at), callType, period, day);
      if (line !== NO_LINE) return line;
      at = this.#byPrefix.nearest(index, index.parent(at));
    }
    return this.#findIn(ROOT, callType, period, day);
  }

  /** The results of `find`: for no prefix at index 0, for each prefix at prefix + 1. */
  findForAll(index: PrefixIndex, callType: number, period: number, day: number): Int32Array {
    const lines = new Int32Array(index.size + 1);
    lines[0] = this.#findIn(ROOT, callType, period, day);
    // In order of position, so that the parent of a prefix comes before the prefix.
    for (let position = 0; position < index.size; position++) {
      const prefix = index.prefixAt(position);
      const value = this.#byPrefix.valueAt(prefix);
      let line = value === NO_VALUE ? NO_LINE : this.#findAmong(value, callType, period, day);
      if (line === NO_LINE) line = lines[index.parent(prefix) + 1] as number;
      lines[prefix + 1] = line;
    }
    return lines;
  }

  /** The most specific line of one prefix; `value` is the prefix's value in `byPrefix`. */
  #findAmong(value: number, callType: number, period: number, day: number): number {
    if (value < 0) return this.#findIn(-1 - value, callType, period, day);
    return this.#matches(value, callType, period, day) ? value : NO_LINE;
  }

  /** The most specific line of a group: lines for the call's type come before lines for any type. */
  #findIn(group: number, callType: number, period: number, day: number): number {
    const { groups, callTypes: types } = this.columns;
    const ofAnyType = groups[group] as number;
    if (callType >= 0 && types !== undefined) {
      let first = group + LINES;
      for (let end = ofAnyType; first < end; ) {
        const middle = (first + end) >>> 1;
        if ((types[groups[middle] as number] as number) < callType) first = middle + 1;
        else end = middle;
      }
      for (let next = first; next < ofAnyType; next++) {
        const line = groups[next] as number;
        if (types[line] !== callType) break;
        if (this.#isInForce(line, period, day)) return line;
      }
    }
    const end = groups[group + 1] as number;
    for (let next = ofAnyType; next < end; next++) {
      const line = groups[next] as number;
      if (this.#isInForce(line, period, day)) return line;
    }
    return NO_LINE;
  }

  #matches(line: number, callType: number, period: number, day: number): boolean {
    const { callTypes } = this.columns;
    const wanted = callTypes === undefined ? ANY : callTypes[line];
    return (wanted === ANY || wanted === callType) && this.#isInForce(line, period, day);
  }

  /** The conditions of the lines beside the prefix; takes time by the number of lines. */
  get conditions(): LineConditions {
    const { callTypes, periods, startDays, endDays } = this.columns;
    const changes = new Set(startDays);
    for (const end of endDays ?? []) changes.add(end + 1);
    // FIRST_DAY and LAST_DAY stand for blank dates, on which nothing changes.
    changes.delete(FIRST_DAY);
    changes.delete(LAST_DAY + 1);
    return {
      asksCallType: callTypes !== undefined,
      asksPeriod: periods !== undefined,
      changes: [...changes].sort((a, b) => a - b),
    };
  }

  #isInForce(line: number, period: number, day: number): boolean {
    const { periods, startDays, endDays } = this.columns;
    if (periods !== undefined) {
      const wanted = periods[line];
      if (wanted !== ANY && wanted !== period) return false;
    }
    if (startDays !== undefined && day < (startDays[line] as number)) return false;
    return endDays === undefined || day <= (endDays[line] as number);
  }
}

/** Stand for blank dates. */
export const FIRST_DAY = -0x80000000;
export const LAST_DAY = 0x7fffffff;

/** A column over the lines, or undefined where every line leaves it blank. */
function column(
  lines: RateLines,
  read: (line: CheckedRateLine) => number | "" | undefined,
  blank: number,
): Int32Array | undefined {
  const values = lines.patterns.map((line) => {
    const value = read(line);
    return value === "" ? undefined : value;
  });
  if (values.every((value) => value === undefined)) return undefined;
  return lines.spread(values.map((value) => value ?? blank));
}

function linesWithoutPrefix(prefixes: Int32Array): number[] {
  const lines: number[] = [];
  for (let line = prefixes.indexOf(NO_PREFIX); line >= 0; line = prefixes.indexOf(NO_PREFIX, line + 1))
    lines.push(line);
  return lines;
}

/** Builds the groups of lines. */
class LineGroups {
  readonly #conditions: Conditions;
  #words = new Int32Array(64);
  /** Offset of the open group, and of its next line. */
  #offset = 0;
  #next = LINES;

  constructor(conditions: Conditions) {
    this.#conditions = conditions;
  }

  get words(): Int32Array {
    return this.#words.slice(0, this.#offset);
  }

  /** Adds a line to the open group. Keeps room for another line and for the header of the next group. */
  add(line: number): void {
    this.#words[this.#next++] = line;
    if (this.#next + LINES < this.#words.length) return;
    const larger = new Int32Array(2 * this.#words.length);
    larger.set(this.#words);
    this.#words = larger;
  }

  /** Sorts the open group (the lines of one prefix) and opens the next. Returns the offset of the sorted group. */
  close(): number {
    const words = this.#words;
    const offset = this.#offset;
    const end = this.#next;
    let anyType = offset + LINES;
    this.#sort(words, anyType, end);
    const types = this.#conditions.callTypes;
    while (types !== undefined && anyType < end && types[words[anyType] as number] !== ANY) anyType++;
    words[offset] = anyType;
    words[offset + 1] = end;
    this.#offset = end;
    this.#next = end + LINES;
    return offset;
  }

  #sort(words: Int32Array, first: number, end: number): void {
    // Fast path: most prefixes with several lines have two.
    if (end - first > 2) words.subarray(first, end).sort((a, b) => this.#compare(a, b));
    else if (end - first === 2) {
      const [a, b] = [words[first] as number, words[first + 1] as number];
      if (this.#compare(a, b) < 0) return;
      words[first] = b;
      words[first + 1] = a;
    }
  }

  /** By call type, lines for any call type last; then the most specific first. */
  #compare(a: number, b: number): number {
    const { callTypes, periods, startDays } = this.#conditions;
    if (callTypes !== undefined) {
      // As an unsigned number, ANY is the largest.
      const order = ((callTypes[a] as number) >>> 0) - ((callTypes[b] as number) >>> 0);
      if (order !== 0) return order;
    }
    if (periods !== undefined) {
      const order = (periods[a] === ANY ? 1 : 0) - (periods[b] === ANY ? 1 : 0);
      if (order !== 0) return order;
    }
    if (startDays !== undefined) {
      const order = (startDays[b] as number) - (startDays[a] as number);
      if (order !== 0) return order;
    }
    return a - b;
  }
}
