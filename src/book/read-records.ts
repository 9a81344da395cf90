/** The first half of checking a book: each record by its schema, all problems at once (R2). */
import {
  BOOK_LIST_NAMES,
  BOOK_LISTS,
  type BookListName,
  type CheckedLists,
  type CheckedSettings,
  checkBySchema,
  isForbiddenKey,
  isPlainRecord,
  madeOnce,
  NestedFaults,
  pathText,
  type RateValues,
  type RecordSchema,
  readComposite,
  safely,
  settingsSchema,
  UNREADABLE,
  withWrittenLines,
} from "../model/index.ts";
import { didYouMean } from "../names/index.ts";
import { BookPrefixes } from "./prefixes/book-prefixes.ts";

/** How many warnings of one kind a check lists one by one. */
const SHOWN = 100;

/** The receiver of warnings. */
interface WarningSink {
  warn(path: string, message: string): void;
}

/** Warnings of one kind: the first hundred are listed and the others counted, so that other kinds stay visible. */
export class SomeWarnings {
  readonly #sink: WarningSink;
  #count = 0;

  constructor(sink: WarningSink) {
    this.#sink = sink;
  }

  add(path: string, message: string): void {
    this.#count++;
    if (this.#count <= SHOWN) this.#sink.warn(path, message);
  }

  /** The warnings that `find` adds. */
  static foundBy(find: (warnings: SomeWarnings) => void): FoundWarnings {
    const listed: BookIssue[] = [];
    const warnings = new SomeWarnings({ warn: (path, message) => listed.push({ path, message }) });
    find(warnings);
    return { listed, count: warnings.#count };
  }

  /** Adds warnings that were found; their paths continue `path`. */
  addFound(path: string, { listed, count }: FoundWarnings): void {
    for (const warning of listed) this.add(path + warning.path, warning.message);
    this.#count += count - listed.length;
  }

  /** Adds a warning with the number of unlisted ones; `what` is such as "pairs of tied default tariffs". */
  close(path: string, what: string): void {
    if (this.#count > SHOWN)
      this.#sink.warn(path, `has ${this.#count - SHOWN} more ${what}; the first ${SHOWN} are listed`);
  }
}

/** Warnings of one kind about one record: the first hundred, and how many there are. */
interface FoundWarnings {
  readonly listed: readonly BookIssue[];
  readonly count: number;
}

/** The warnings about the lines of tariffs. A revision keeps those of the tariffs that it reuses without their lines. */
export class LineWarnings {
  /** By the base of a tariff's record, which stands for the record; then by kind. */
  readonly #found = new Map<RateValues, Map<string, FoundWarnings>>();
  /** Whether there were too many lines to compare all of them, so that warnings may be missing. */
  isCutShort = false;

  /** The warnings of one kind about a tariff: those found before, else those that `find` adds. */
  about(base: RateValues, kind: string, find: (warnings: SomeWarnings) => void): FoundWarnings {
    const known = this.#found.get(base)?.get(kind);
    if (known !== undefined) return known;
    const found = SomeWarnings.foundBy(find);
    if (found.count > 0) madeOnce(this.#found, base, () => new Map<string, FoundWarnings>()).set(kind, found);
    return found;
  }

  /** Takes over the warnings about a tariff. */
  keep(base: RateValues, before: LineWarnings): void {
    const kinds = before.#found.get(base);
    if (kinds !== undefined) this.#found.set(base, kinds);
  }
}

/** A problem or a warning of a book, with the path of the field or record at fault. */
export interface BookIssue {
  /** Such as `tariffs[3].rates[12].cost`; "" for the book as a whole. */
  readonly path: string;
  /** The fault; continues a sentence that begins with the path. */
  readonly message: string;
}

/** The records of each list by index; undefined for a record with a problem of its own. */
export type RecordsInPlace = {
  readonly [L in BookListName]: readonly (CheckedLists[L][number] | undefined)[];
};

/** A book's records after the check by their schemas. */
export interface RecordsRead {
  /** Undefined where a setting is wrong. */
  readonly settings: CheckedSettings | undefined;
  readonly records: RecordsInPlace;
  /** The prefixes of the records; filled on demand. */
  readonly prefixes: BookPrefixes;
  /** Of a revision those about tariffs without their lines; the checks add the others. */
  readonly lineWarnings: LineWarnings;
  readonly problems: BookIssue[];
  readonly warnings: BookIssue[];
}

/** What a revision reuses of an earlier opening. */
export interface PriorRecords {
  /** By list: the checked records by the raw object that was checked. */
  readonly checked: Readonly<Record<BookListName, ReadonlyMap<unknown, unknown>>>;
  /** The warnings about lines of tariffs that are reused without their lines. */
  readonly lineWarnings: LineWarnings;
}

/** Checks settings and each record of each list by its schema, except the raw records of `prior`. */
export function readRecords(data: unknown, prior?: PriorRecords): RecordsRead {
  const problems: BookIssue[] = [];
  const warnings: BookIssue[] = [];
  const records: Record<string, readonly unknown[]> = {};
  for (const list of BOOK_LIST_NAMES) records[list] = [];
  const read = {
    records: records as unknown as RecordsInPlace,
    prefixes: new BookPrefixes(),
    lineWarnings: prior?.lineWarnings ?? new LineWarnings(),
    problems,
    warnings,
  };
  if (!isPlainRecord(data) || !safely(() => Object.keys(data).length >= 0, false)) {
    problems.push({ path: "", message: "The book is not an object with settings and lists." });
    return { settings: undefined, ...read };
  }
  const settings = checkBySchema(settingsSchema.schema, data);
  if ("faults" in settings) problems.push(...settings.faults);
  for (const list of BOOK_LIST_NAMES) {
    try {
      records[list] = readList(list, data[list], problems, warnings, prior?.checked[list]);
    } catch {
      problems.push({ path: list, message: UNREADABLE });
    }
  }
  return { settings: "faults" in settings ? undefined : settings.value, ...read };
}

function readList(
  list: BookListName,
  value: unknown,
  problems: BookIssue[],
  warnings: BookIssue[],
  prior: ReadonlyMap<unknown, unknown> | undefined,
): readonly unknown[] {
  if (value === undefined || value === null || value === "") return [];
  if (!Array.isArray(value)) {
    problems.push({ path: list, message: "is not a list of records" });
    return [];
  }
  const records: RecordSchema<unknown> = BOOK_LISTS[list];
  const isTariffs = list === "tariffs";
  const unknown = new UnknownFields(list, records);
  const result: unknown[] = new Array(value.length);
  for (let index = 0; index < value.length; index++) {
    const record: unknown = value[index];
    unknown.note(record, index);
    const checked =
      prior?.get(record) ?? readComposite(records.schema, isTariffs ? withWrittenLines(record) : record);
    if (!(checked instanceof NestedFaults)) {
      result[index] = checked;
      continue;
    }
    for (const { path, message } of checked.issues) {
      problems.push({ path: pathText([list, index, ...path]), message });
    }
  }
  unknown.tell({ warn: (path, message) => warnings.push({ path, message }) });
  return result;
}

/** Unknown fields of lists whose records may carry any: listed once each (R2), the first hundred of a list. */
class UnknownFields {
  readonly #list: string;
  readonly #known: ReadonlySet<string> | undefined;
  readonly #found = new Map<string, { index: number; count: number }>();

  constructor(list: string, records: RecordSchema<unknown>) {
    this.#list = list;
    this.#known = records.unknownFields === "carried" ? new Set(Object.keys(records.fields)) : undefined;
  }

  note(record: unknown, index: number): void {
    if (this.#known === undefined || !isPlainRecord(record)) return;
    for (const key of safely(() => Object.keys(record), [])) {
      if (this.#known.has(key) || isForbiddenKey(key)) continue;
      madeOnce(this.#found, key, () => ({ index, count: 0 })).count++;
    }
  }

  tell(sink: ConstructorParameters<typeof SomeWarnings>[0]): void {
    const warnings = new SomeWarnings(sink);
    let told = 0;
    for (const [key, { index, count }] of this.#found) {
      const more = count === 1 ? "" : ` (and in ${count - 1} more of these records)`;
      // Names are compared for the warnings that are shown alone: a book may have any number of unknown fields.
      const nearest = told++ < SHOWN ? didYouMean(key, this.#known ?? []) : "";
      warnings.add(
        pathText([this.#list, index, key]),
        `is not a known field; it is carried along untouched${more}${nearest}`,
      );
    }
    warnings.close(this.#list, "unknown fields, which are carried along untouched");
  }
}
