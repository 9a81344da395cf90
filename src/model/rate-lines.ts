/**
 * The lines of a tariff as columns. A rate deck has hundreds of thousands of lines and some thousand different
 * prices: a line is its prefix and the place of a checked record that equal lines share, so that reading, checking and
 * opening spend their time on different lines, not on all.
 */
import * as z from "zod";
import { writtenAs } from "./field.ts";
import { NO_PREFIX_KEY, prefixKey, prefixText } from "./prefix-key.ts";
import { type CheckedRateLine, rateLineSchema } from "./rate-line.ts";
import { writtenList } from "./record-list.ts";
import { isPlainRecord } from "./record-schema.ts";
import { safely } from "./safely.ts";

/** Checked lines in the order of a tariff's `rates`. */
export class RateLines {
  static readonly NONE = new RateLines(new Float64Array(0), new Int32Array(0), []);
  /** By line: the key of its prefix, NO_PREFIX_KEY where it has none. */
  readonly prefixKeys: Float64Array;
  /** By line: which of the distinct lines it is, its prefix apart. */
  readonly kinds: Int32Array;
  /** The distinct lines without their prefixes. */
  readonly distinct: readonly CheckedRateLine[];
  readonly #made: (CheckedRateLine | undefined)[] = [];
  #all: readonly CheckedRateLine[] | undefined;

  constructor(prefixKeys: Float64Array, kinds: Int32Array, distinct: readonly CheckedRateLine[]) {
    this.prefixKeys = prefixKeys;
    this.kinds = kinds;
    this.distinct = distinct;
  }

  get length(): number {
    return this.kinds.length;
  }

  /** What a line says beside its prefix. */
  withoutPrefix(line: number): CheckedRateLine {
    return this.distinct[this.kinds[line] as number] as CheckedRateLine;
  }

  /** A line as a record: the same object each time. */
  at(line: number): CheckedRateLine | undefined {
    const key = this.prefixKeys[line];
    if (key === undefined) return undefined;
    if (key === NO_PREFIX_KEY) return this.withoutPrefix(line);
    this.#made[line] ??= { ...this.withoutPrefix(line), prefix: prefixText(key) };
    return this.#made[line];
  }

  /** All lines as records. */
  get all(): readonly CheckedRateLine[] {
    this.#all ??= Array.from(this.kinds, (_, line) => this.at(line) as CheckedRateLine);
    return this.#all;
  }

  /** The places of the lines that a test picks. It is asked once for each distinct line, without its prefix. */
  where(test: (line: CheckedRateLine) => boolean): number[] {
    const isPicked = this.distinct.map(test);
    const places: number[] = [];
    if (!isPicked.includes(true)) return places;
    for (let line = 0; line < this.length; line++) {
      if (isPicked[this.kinds[line] as number] === true) places.push(line);
    }
    return places;
  }
}

/** A tariff's lines (R2, R26); faults carry a line's place among them. */
export const rateLines: z.ZodType<RateLines> = z.unknown().transform((value, context): RateLines => {
  const fault = (path: readonly PropertyKey[], message: string): void => {
    context.addIssue({ code: "custom", path: [...path], message });
  };
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
      // What is remembered of a line is what its schema was given, so it is given what cannot change any more.
      const copy: unknown = isPlainRecord(record) ? safely(() => ({ ...record }), record) : record;
      reader.knownKind(copy);
      const checked = rateLineSchema.schema.safeParse(copy);
      if (!checked.success) {
        for (const issue of checked.error.issues) fault([line, ...issue.path], issue.message);
        continue;
      }
      kind = reader.add(checked.data);
    }
    prefixKeys[line] = reader.prefixKey;
    kinds[line] = kind;
  }
  return new RateLines(prefixKeys, kinds, reader.distinct);
});

writtenAs(rateLines, () => writtenList(rateLineSchema, "lines"));

const UNKNOWN = -1;
const FIELD_NAMES: ReadonlyMap<string, number> = new Map(
  rateLineSchema.fieldNames.map((name, place) => [name, place]),
);

/** Where reading a line has come to: the fields and values read so far, shared by all lines that begin alike. */
class Step {
  kind = UNKNOWN;
  // Most steps go on in one way only, and a Map for each would take longer than reading the line.
  #field = UNKNOWN;
  #value: unknown;
  #next: Step | undefined;
  #others: Map<number, Map<unknown, Step>> | undefined;

  next(field: number, value: unknown): Step {
    if (this.#field === field && this.#value === value) return this.#next as Step;
    return this.#others?.get(field)?.get(value) ?? this.#add(field, value);
  }

  #add(field: number, value: unknown): Step {
    const step = new Step();
    if (this.#next === undefined) {
      this.#field = field;
      this.#value = value;
      this.#next = step;
      return step;
    }
    this.#others ??= new Map();
    const ofField = this.#others.get(field);
    if (ofField === undefined) this.#others.set(field, new Map([[value, step]]));
    else ofField.set(value, step);
    return step;
  }
}

/** Knows lines that say the same as one that was checked before, whatever their prefixes. */
class LineReader {
  readonly distinct: CheckedRateLine[] = [];
  /** Of the line read last. */
  prefixKey = NO_PREFIX_KEY;
  readonly #first = new Step();
  #last: Step | undefined;

  /** The kind of a line that says what a checked one said, or UNKNOWN: then its schema has the word. */
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
      // A getter or a Proxy that throws: the schema says so.
      return UNKNOWN;
    }
  }

  /** Takes in the line that was read last, as its schema checked it. */
  add(line: CheckedRateLine): number {
    const { prefix = "", ...rest } = line;
    this.prefixKey = prefixKey(prefix) ?? NO_PREFIX_KEY;
    const kind = this.distinct.push(rest) - 1;
    if (this.#last !== undefined) this.#last.kind = kind;
    return kind;
  }
}
