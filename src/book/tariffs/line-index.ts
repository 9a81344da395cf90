/** R26: which line of one tariff is for a call. */
import { type CheckedRateLine, isBaseLine, type RateLines } from "../../model/index.ts";
import { NO_PREFIX, type PrefixIndex } from "../prefixes/prefix-index.ts";
import { NO_VALUE, PrefixTable, type PrefixTableColumns } from "../prefixes/prefix-table.ts";

/** No line. */
export const NO_LINE = -1;
/** A call type or period that no line names, so that only lines without one can match. */
export const UNNAMED = -2;
const ANY = -1;
/** Offset of the group of lines without a prefix. */
const ROOT = 0;
/** Where the lines begin within a group. */
const LINES = 2;

/** How names of the book become the numbers the index compares. */
interface LineNames {
  readonly callTypeOf: (name: string) => number;
  readonly periodOf: (name: string) => number;
}

/** What a tariff asks of a call line by line; undefined where no line of it asks that. */
interface Conditions {
  readonly callTypes: Int32Array | undefined;
  readonly periods: Int32Array | undefined;
  readonly startDays: Int32Array | undefined;
  readonly endDays: Int32Array | undefined;
}

/** What the lines of a tariff and of its parents ask of a call beside its number. */
export interface LineConditions {
  readonly asksCallType: boolean;
  readonly asksPeriod: boolean;
  /** Days on which other lines are in force than on the day before, ascending. */
  readonly changes: readonly number[];
}

/** What an index of lines consists of: plain data, which another thread can use as it is. */
export interface LineColumns extends Conditions {
  /** By prefix: a line where it is the only one (>= 0), else a group (-1 - its offset). */
  readonly byPrefix: PrefixTableColumns;
  /**
   * Groups of lines, one behind the other: the offset of the lines for any call type, that of the end, then the lines
   * themselves, by call type and the most specific first. The lines without a prefix are the first group.
   */
  readonly groups: Int32Array;
}

/**
 * The lines of one tariff by prefix, call type, period and date. A prefix with a single line, as in a
 * rate deck, costs four bytes beside the shared prefix index.
 */
export class LineIndex {
  readonly #byPrefix: PrefixTable;
  readonly #groups: Int32Array;
  readonly #callTypes: Int32Array | undefined;
  readonly #periods: Int32Array | undefined;
  readonly #startDays: Int32Array | undefined;
  readonly #endDays: Int32Array | undefined;

  constructor(columns: LineColumns) {
    this.#byPrefix = new PrefixTable(columns.byPrefix);
    this.#groups = columns.groups;
    this.#callTypes = columns.callTypes;
    this.#periods = columns.periods;
    this.#startDays = columns.startDays;
    this.#endDays = columns.endDays;
  }

  /** An index of lines of whose prefixes the places in the index are known, NO_PREFIX where a line has none. */
  static of(index: PrefixIndex, places: Int32Array, lines: RateLines, names: LineNames): LineIndex {
    const conditions: Conditions = {
      callTypes: column(lines, (line) => line.tariffType && names.callTypeOf(line.tariffType), ANY),
      periods: column(lines, (line) => line.tariffTime && names.periodOf(line.tariffTime), ANY),
      startDays: column(lines, (line) => line.startDate, FIRST_DAY),
      endDays: column(lines, (line) => line.endDate, LAST_DAY),
    };
    const byPrefix = PrefixTable.forPlaces(index, places);
    // R25: a base line ranks where base fields do, below every line.
    const baseLines = new Set(lines.where(isBaseLine));
    const before = new Int32Array(places.length);
    const shared = byPrefix.link(places, before);
    const groups = new LineGroups(conditions);
    // At ROOT, whether or not there are such lines.
    for (const line of linesWithout(places)) if (!baseLines.has(line)) groups.add(line);
    groups.close();
    for (const place of shared) {
      for (let line = byPrefix.valueAt(place); line !== NO_VALUE; line = before[line] as number)
        groups.add(line);
      byPrefix.set(place, -1 - groups.close());
    }
    return new LineIndex({ ...conditions, byPrefix: byPrefix.columns, groups: groups.words });
  }

  get columns(): LineColumns {
    return {
      byPrefix: this.#byPrefix.columns,
      groups: this.#groups,
      callTypes: this.#callTypes,
      periods: this.#periods,
      startDays: this.#startDays,
      endDays: this.#endDays,
    };
  }

  get byteLength(): number {
    const columns = [this.#groups, this.#callTypes, this.#periods, this.#startDays, this.#endDays];
    return columns.reduce((sum, own) => sum + (own?.byteLength ?? 0), this.#byPrefix.byteLength);
  }

  /**
   * The most specific line for a call: longest prefix, then call type, then period, then latest start.
   * `place` is the longest prefix of the book with which the other party's number begins.
   */
  find(index: PrefixIndex, place: number, callType: number, period: number, day: number): number {
    let at = this.#byPrefix.nearest(index, place);
    while (at !== NO_PREFIX) {
      const line = this.#findAmong(this.#byPrefix.valueAt(at), callType, period, day);
      if (line !== NO_LINE) return line;
      at = this.#byPrefix.nearest(index, index.parent(at));
    }
    return this.#findIn(ROOT, callType, period, day);
  }

  /** What `find` gives for no prefix, and from index 1 on for each prefix by its place. */
  findForAll(index: PrefixIndex, callType: number, period: number, day: number): Int32Array {
    const lines = new Int32Array(index.size + 1);
    lines[0] = this.#findIn(ROOT, callType, period, day);
    // By position a prefix comes behind the shorter ones that it begins with.
    for (let position = 0; position < index.size; position++) {
      const place = index.placeAt(position);
      const value = this.#byPrefix.valueAt(place);
      let line = value === NO_VALUE ? NO_LINE : this.#findAmong(value, callType, period, day);
      if (line === NO_LINE) line = lines[index.parent(place) + 1] as number;
      lines[place + 1] = line;
    }
    return lines;
  }

  /** The same among the lines of one prefix, given by its value in the table of prefixes. */
  #findAmong(value: number, callType: number, period: number, day: number): number {
    if (value < 0) return this.#findIn(-1 - value, callType, period, day);
    return this.#matches(value, callType, period, day) ? value : NO_LINE;
  }

  /** Lines that name the call's type come before those for any type. */
  #findIn(group: number, callType: number, period: number, day: number): number {
    const groups = this.#groups;
    const ofAnyType = groups[group] as number;
    const types = this.#callTypes;
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
    const wanted = this.#callTypes === undefined ? ANY : this.#callTypes[line];
    return (wanted === ANY || wanted === callType) && this.#isInForce(line, period, day);
  }

  /** What the lines ask of a call beside its number. */
  get conditions(): LineConditions {
    const changes = new Set(this.#startDays);
    for (const end of this.#endDays ?? []) changes.add(end + 1);
    // Where a line has no end, nothing changes.
    changes.delete(FIRST_DAY);
    changes.delete(LAST_DAY + 1);
    return {
      asksCallType: this.#callTypes !== undefined,
      asksPeriod: this.#periods !== undefined,
      changes: [...changes].sort((a, b) => a - b),
    };
  }

  #isInForce(line: number, period: number, day: number): boolean {
    if (this.#periods !== undefined) {
      const wanted = this.#periods[line];
      if (wanted !== ANY && wanted !== period) return false;
    }
    if (this.#startDays !== undefined && day < (this.#startDays[line] as number)) return false;
    return this.#endDays === undefined || day <= (this.#endDays[line] as number);
  }
}

const FIRST_DAY = -0x80000000;
const LAST_DAY = 0x7fffffff;

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

/** The lines without a prefix. */
function linesWithout(places: Int32Array): number[] {
  const lines: number[] = [];
  for (let line = places.indexOf(NO_PREFIX); line >= 0; line = places.indexOf(NO_PREFIX, line + 1))
    lines.push(line);
  return lines;
}

/** Groups of lines in the making. */
class LineGroups {
  readonly #conditions: Conditions;
  #words = new Int32Array(64);
  /** Where the last group begins, and where its next line comes. */
  #offset = 0;
  #next = LINES;

  constructor(conditions: Conditions) {
    this.#conditions = conditions;
  }

  get words(): Int32Array {
    return this.#words.slice(0, this.#offset);
  }

  /** Adds a line to the last group. There is always room for one, and for the beginning of the next group. */
  add(line: number): void {
    this.#words[this.#next++] = line;
    if (this.#next + LINES < this.#words.length) return;
    const larger = new Int32Array(2 * this.#words.length);
    larger.set(this.#words);
    this.#words = larger;
  }

  /** Sorts the last group, the lines of one prefix, and begins another one behind it; the offset of the first. */
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
    // Most prefixes of several lines have two.
    if (end - first > 2) words.subarray(first, end).sort((a, b) => this.#compare(a, b));
    else if (end - first === 2) {
      const [a, b] = [words[first] as number, words[first + 1] as number];
      if (this.#compare(a, b) < 0) return;
      words[first] = b;
      words[first + 1] = a;
    }
  }

  /** The most specific line first; those for any call type come last. */
  #compare(a: number, b: number): number {
    const { callTypes, periods, startDays } = this.#conditions;
    if (callTypes !== undefined) {
      // ANY is the highest number without a sign.
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
