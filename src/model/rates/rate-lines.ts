/**
 * The lines of a tariff as columns. A rate deck has hundreds of thousands of lines and some thousand different prices.
 * A line is a prefix and the index of a checked record, which equal lines share, so that reading, checking and opening
 * take time for each distinct record only.
 */
import * as z from "zod";
import { madeOnce } from "../by-key.ts";
import {
  type CheckedBy,
  checkSpan,
  composite,
  date,
  flag,
  isPlainRecord,
  NestedFaults,
  prefix,
  type RecordFault,
  readComposite,
  recordSchema,
  safely,
  text,
  type WrittenBy,
  writtenAs,
  writtenList,
} from "../fields/index.ts";
import { type PlainPrice, plainPrices } from "./plain-price.ts";
import { NO_PREFIX_KEY, prefixKey, prefixText } from "./prefix-key.ts";
import { RATE_VALUES } from "./rate-values.ts";
import { markedFields, WrittenLines } from "./written-lines.ts";

export const rateLineSchema = recordSchema(
  {
    /**
     * True: a base line. On its dates, a base line replaces all of the tariff's base fields and applies to every call:
     * call type, prefix, period and plan stay blank (R25).
     */
    base: flag,
    /** Call type; blank = any. */
    tariffType: text,
    /** Digits with which the other party's canonical number begins; blank = any. */
    prefix: prefix as z.ZodType as z.ZodType<string, string>,
    /** Rating period; blank = any. */
    tariffTime: text,
    /** First and last date (inclusive, `YYYY-MM-DD`) of the call; blank = open. */
    startDate: date,
    endDate: date,
    discountPlan: text,
    ...RATE_VALUES,
  },
  { check: checkLine },
);

/**
 * One line of a tariff's `rates`: the calls to which the line applies, and their rate values (R25, R26). Every field is
 * optional; a blank value is inherited.
 */
export interface RateLine extends WrittenBy<typeof rateLineSchema> {}

/** A checked line: dates as day numbers, amounts as scaled whole numbers. */
export type CheckedRateLine = CheckedBy<typeof rateLineSchema>;

function* checkLine(record: object): Generator<RecordFault> {
  yield* checkSpan(record, "startDate", "endDate");
  const { costMin, costMax } = record as CheckedRateLine;
  if (costMin !== undefined && costMax !== undefined && costMin > costMax) {
    yield { field: "costMax", message: "is less than costMin" };
  }
  if (!isBaseLine(record)) return;
  for (const field of FOR_SOME_CALLS) {
    if ((record as CheckedRateLine)[field] === undefined) continue;
    yield {
      field,
      message:
        field === "discountPlan"
          ? "is set on a base line; leave it blank, as baseDiscountPlan holds on every date"
          : "is set on a base line, which is for every call; leave it blank, or leave base out",
    };
  }
}

/** Fields that are blank on a base line. */
const FOR_SOME_CALLS = ["tariffType", "prefix", "tariffTime", "discountPlan"] as const;

/** Whether a line replaces the base fields (R25) and is not one of the lines of R26. */
export function isBaseLine(line: CheckedRateLine): boolean {
  return line.base === true;
}

/** The prices of kinds of lines, which replace the prices of their patterns. */
interface KindPrices {
  readonly patternOfKind: Int32Array;
  /** By pattern: the fields of the prices. */
  readonly fields: readonly (readonly PlainPrice[])[];
  /** By kind: the index in `values` of its first price; its prices are in the order of the pattern's fields. */
  readonly starts: Int32Array;
  /** Micro-pence. */
  readonly values: Float64Array;
}

/**
 * Checked lines in the order of a tariff's `rates`. Lines that differ in their prefixes only have one kind; kinds that
 * differ in their plain prices only have one pattern. A deck of half a million lines has some ten patterns.
 */
export class RateLines {
  static readonly NONE = new RateLines(new Float64Array(0), new Int32Array(0), []);
  /** By line: the key of its prefix, NO_PREFIX_KEY where it has none. */
  readonly prefixKeys: Float64Array;
  /** By line: index of its kind. */
  readonly kinds: Int32Array;
  /** Records of lines without prefixes. A price that kinds replace is present here, as 0. */
  readonly patterns: readonly CheckedRateLine[];
  /** Undefined where each pattern is one kind. */
  readonly prices: KindPrices | undefined;
  readonly #made: (CheckedRateLine | undefined)[] = [];
  #all: readonly CheckedRateLine[] | undefined;

  constructor(
    prefixKeys: Float64Array,
    kinds: Int32Array,
    patterns: readonly CheckedRateLine[],
    prices?: KindPrices,
  ) {
    this.prefixKeys = prefixKeys;
    this.kinds = kinds;
    this.patterns = patterns;
    this.prices = prices;
  }

  get length(): number {
    return this.kinds.length;
  }

  get kindCount(): number {
    return this.prices?.patternOfKind.length ?? this.patterns.length;
  }

  patternOfKind(kind: number): number {
    return this.prices === undefined ? kind : (this.prices.patternOfKind[kind] as number);
  }

  /** The pattern of a line: its record without its prefix and its prices. */
  patternOf(line: number): CheckedRateLine {
    return this.patterns[this.patternOfKind(this.kinds[line] as number)] as CheckedRateLine;
  }

  /** The record of a kind: its lines without their prefixes. */
  kindAt(kind: number): CheckedRateLine {
    const pattern = this.patternOfKind(kind);
    const record = this.patterns[pattern] as CheckedRateLine;
    const fields = this.prices?.fields[pattern] ?? [];
    if (fields.length === 0) return record;
    const start = this.prices?.starts[kind] as number;
    const priced: { -readonly [F in keyof CheckedRateLine]: CheckedRateLine[F] } = { ...record };
    for (const [index, field] of fields.entries())
      priced[field] = this.prices?.values[start + index] as number;
    return priced;
  }

  /** The price of each kind; NaN where blank. */
  pricesOfKinds(field: PlainPrice): Float64Array {
    const values = Float64Array.from(this.patterns, (pattern) => pattern[field] ?? Number.NaN);
    if (this.prices === undefined) return values;
    const { patternOfKind, fields, starts, values: ofKinds } = this.prices;
    const indices = Int32Array.from(fields, (names) => names.indexOf(field));
    const prices = new Float64Array(patternOfKind.length);
    for (let kind = 0; kind < prices.length; kind++) {
      const pattern = patternOfKind[kind] as number;
      const index = indices[pattern] as number;
      prices[kind] = (index < 0 ? values[pattern] : ofKinds[(starts[kind] as number) + index]) as number;
    }
    return prices;
  }

  /** A line as a record: the same object each time. */
  at(line: number): CheckedRateLine | undefined {
    const key = this.prefixKeys[line];
    if (key === undefined) return undefined;
    let record = this.#made[line];
    if (record === undefined) {
      record = this.kindAt(this.kinds[line] as number);
      if (key !== NO_PREFIX_KEY) record = { ...record, prefix: prefixText(key) };
      this.#made[line] = record;
    }
    return record;
  }

  get all(): readonly CheckedRateLine[] {
    this.#all ??= Array.from(this.kinds, (_, line) => this.at(line) as CheckedRateLine);
    return this.#all;
  }

  /** Spreads values by pattern to values by line. */
  spread(byPattern: ArrayLike<number>): Int32Array {
    const { prices } = this;
    if (prices === undefined) return this.kinds.map((kind) => byPattern[kind] as number);
    const { patternOfKind } = prices;
    return this.kinds.map((kind) => byPattern[patternOfKind[kind] as number] as number);
  }

  /**
   * Indexes of the lines whose pattern and whose record with prices pass the tests. Each test runs once for each
   * pattern or kind.
   */
  where(
    ofPattern: (pattern: CheckedRateLine) => boolean,
    ofKind?: (line: CheckedRateLine) => boolean,
  ): number[] {
    const isPicked = this.patterns.map(ofPattern);
    const lineIndexes: number[] = [];
    if (!isPicked.includes(true)) return lineIndexes;
    const isKindPicked = new Uint8Array(this.kindCount);
    for (let kind = 0; kind < isKindPicked.length; kind++) {
      if (isPicked[this.patternOfKind(kind)] !== true) continue;
      if (ofKind === undefined || ofKind(this.kindAt(kind))) isKindPicked[kind] = 1;
    }
    for (let line = 0; line < this.length; line++) {
      if (isKindPicked[this.kinds[line] as number] === 1) lineIndexes.push(line);
    }
    return lineIndexes;
  }
}

const readLines = composite((given, fault): RateLines => {
  const known = given instanceof WrittenLines ? checkedLines(given) : undefined;
  if (known !== undefined) return known;
  const value = given instanceof WrittenLines ? given.toRecords() : given;
  if (!Array.isArray(value)) {
    fault([], "is not a list of lines");
    return z.NEVER;
  }
  const reader = new LineReader();
  const prefixKeys = new Float64Array(value.length);
  const kinds = new Int32Array(value.length);
  for (let line = 0; line < value.length; line++) {
    const record: unknown = value[line];
    let kind = reader.knownKind(record);
    if (kind === UNKNOWN) {
      // The reader remembers the copy that the schema checks: a getter could return another value on the second read.
      const copy: unknown = isPlainRecord(record) ? safely(() => ({ ...record }), record) : record;
      reader.knownKind(copy);
      const checked = readComposite(rateLineSchema.schema, copy);
      if (checked instanceof NestedFaults) {
        for (const issue of checked.issues) fault([line, ...issue.path], issue.message);
        continue;
      }
      kind = reader.add(checked);
    }
    prefixKeys[line] = reader.prefixKey;
    kinds[line] = kind;
  }
  return new RateLines(prefixKeys, kinds, reader.patterns);
});

writtenAs(readLines, () => writtenList(rateLineSchema, "lines"));

/** A tariff's lines (R2, R26); faults carry the index of a line. */
export const rateLines = readLines as z.ZodType as z.ZodType<RateLines, readonly RateLine[]>;

/** Checks written lines by their kinds; undefined where a kind has a fault. */
function checkedLines(written: WrittenLines): RateLines | undefined {
  const { prefixKeys, kinds, patterns, patternOfKind, priceTexts } = written;
  const checked: CheckedRateLine[] = [];
  const fields: (readonly PlainPrice[])[] = [];
  for (const pattern of patterns) {
    const marked = markedFields(pattern);
    const isPrefixed = marked.includes("prefix");
    const sample: Record<string, unknown> = { ...pattern };
    for (const name of marked) sample[name] = name === "prefix" ? undefined : "0";
    const read = readComposite(rateLineSchema.schema, sample);
    // R25: a base line may not have a prefix. The schema checks prefixes that are not written as plain digits.
    if (read instanceof NestedFaults || read.prefix !== undefined) return undefined;
    if (isPrefixed && isBaseLine(read)) return undefined;
    checked.push(read);
    fields.push(marked.filter((name): name is PlainPrice => name !== "prefix"));
  }
  const counts = fields.map((names) => names.length);
  const starts = startsOf(patternOfKind, counts);
  const values = plainPrices(priceTexts, starts[patternOfKind.length] as number);
  const lines = new RateLines(prefixKeys, kinds, checked, { patternOfKind, fields, starts, values });
  return boundsAgree(lines) ? lines : undefined;
}

/** By kind: the index of its first value, given the count of values of each pattern; the last entry is the total. */
function startsOf(patternOfKind: Int32Array, countOfPattern: readonly number[]): Int32Array {
  const starts = new Int32Array(patternOfKind.length + 1);
  for (let kind = 0; kind < patternOfKind.length; kind++) {
    const pattern = patternOfKind[kind] as number;
    starts[kind + 1] = (starts[kind] as number) + (countOfPattern[pattern] as number);
  }
  return starts;
}

/** Whether every costMin is at most its costMax (R10): patterns were checked with prices of 0. */
function boundsAgree(lines: RateLines): boolean {
  const minimums = lines.pricesOfKinds("costMin");
  const maximums = lines.pricesOfKinds("costMax");
  for (let kind = 0; kind < minimums.length; kind++) {
    if ((minimums[kind] as number) > (maximums[kind] as number)) return false;
  }
  return true;
}

const UNKNOWN = -1;
const FIELD_NAMES: ReadonlyMap<string, number> = new Map(
  Object.keys(rateLineSchema.fields).map((name, fieldIndex) => [name, fieldIndex]),
);

/** A node of a trie of fields and values, shared by all lines that begin with the same fields and values. */
class LineStep {
  kind = UNKNOWN;
  // Most nodes have one child only, and a Map for each node would take longer than reading the line.
  #field = UNKNOWN;
  #value: unknown;
  #next: LineStep | undefined;
  #furtherSteps: Map<number, Map<unknown, LineStep>> | undefined;

  next(field: number, value: unknown): LineStep {
    if (this.#field === field && this.#value === value) return this.#next as LineStep;
    return this.#furtherSteps?.get(field)?.get(value) ?? this.#add(field, value);
  }

  #add(field: number, value: unknown): LineStep {
    const step = new LineStep();
    if (this.#next === undefined) {
      this.#field = field;
      this.#value = value;
      this.#next = step;
      return step;
    }
    this.#furtherSteps ??= new Map();
    madeOnce(this.#furtherSteps, field, () => new Map<unknown, LineStep>()).set(value, step);
    return step;
  }
}

/** Recognises lines that equal a line checked before, except for their prefixes. */
class LineReader {
  readonly patterns: CheckedRateLine[] = [];
  /** The key of the prefix of the line read last. */
  prefixKey = NO_PREFIX_KEY;
  readonly #first = new LineStep();
  #last: LineStep | undefined;

  /** The kind of a line that equals a checked line, or UNKNOWN: then the schema must check the line. */
  knownKind(record: unknown): number {
    this.#last = undefined;
    this.prefixKey = NO_PREFIX_KEY;
    if (typeof record !== "object" || record === null) return UNKNOWN;
    try {
      if (Array.isArray(record)) return UNKNOWN;
      let step = this.#first;
      for (const key of Object.keys(record)) {
        const field = FIELD_NAMES.get(key);
        let value: unknown = (record as Readonly<Record<string, unknown>>)[key];
        if (field === undefined) return UNKNOWN;
        if (value === "" || value === null || value === undefined) continue;
        if (typeof value === "object" || typeof value === "bigint") return UNKNOWN;
        if (key === "prefix") {
          const read = typeof value === "string" ? prefixKey(value) : undefined;
          if (read === undefined) return UNKNOWN;
          this.prefixKey = read;
          value = "";
        }
        step = step.next(field, value);
      }
      this.#last = step;
      return step.kind;
    } catch {
      // A getter or a Proxy that throws: the schema reports the fault.
      return UNKNOWN;
    }
  }

  /** Adds a new kind: the line that was read last, as checked by its schema. */
  add(line: CheckedRateLine): number {
    const { prefix = "", ...rest } = line;
    this.prefixKey = prefixKey(prefix) ?? NO_PREFIX_KEY;
    const kind = this.patterns.push(rest) - 1;
    if (this.#last !== undefined) this.#last.kind = kind;
    return kind;
  }
}
