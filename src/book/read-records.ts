/** The first half of checking a book: each record by its schema, all problems at once (R2). */
import {
  BOOK_LIST_NAMES,
  BOOK_LISTS,
  type BookListName,
  type CheckedLists,
  type CheckedSettings,
  isForbiddenKey,
  isPlainRecord,
  NestedFaults,
  type RecordSchema,
  readComposite,
  safely,
  settingsSchema,
  UNREADABLE,
  withWrittenLines,
} from "../model/index.ts";
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

  /** Adds a warning with the number of unlisted ones; `what` is such as "pairs of tied default tariffs". */
  close(path: string, what: string): void {
    if (this.#count > SHOWN)
      this.#sink.warn(path, `has ${this.#count - SHOWN} more ${what}; the first ${SHOWN} are listed`);
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
  readonly problems: BookIssue[];
  readonly warnings: BookIssue[];
}

/** Checked records of an earlier opening, by the raw object that was checked. */
export type PriorRecords = ReadonlyMap<unknown, unknown>;

/** Checks settings and each record of each list by its schema, except raw records in `prior`. */
export function readRecords(data: unknown, prior?: PriorRecords): RecordsRead {
  const problems: BookIssue[] = [];
  const warnings: BookIssue[] = [];
  const records: Record<string, readonly unknown[]> = {};
  for (const list of BOOK_LIST_NAMES) records[list] = [];
  const read = {
    records: records as unknown as RecordsInPlace,
    prefixes: new BookPrefixes(),
    problems,
    warnings,
  };
  if (!isPlainRecord(data) || !safely(() => Object.keys(data).length >= 0, false)) {
    problems.push({ path: "", message: "The book is not an object with settings and lists." });
    return { settings: undefined, ...read };
  }
  const settings = settingsSchema.schema.safeParse(data);
  if (!settings.success) {
    for (const issue of settings.error.issues)
      problems.push({ path: pathText(issue.path), message: issue.message });
  }
  for (const list of BOOK_LIST_NAMES) {
    try {
      records[list] = readList(list, data[list], problems, warnings, prior);
    } catch {
      problems.push({ path: list, message: UNREADABLE });
    }
  }
  return { settings: settings.success ? settings.data : undefined, ...read };
}

function readList(
  list: BookListName,
  value: unknown,
  problems: BookIssue[],
  warnings: BookIssue[],
  prior: PriorRecords | undefined,
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
    this.#known = records.unknownFields === "carried" ? new Set(records.fieldNames) : undefined;
  }

  note(record: unknown, index: number): void {
    if (this.#known === undefined || !isPlainRecord(record)) return;
    for (const key of safely(() => Object.keys(record), [])) {
      if (this.#known.has(key) || isForbiddenKey(key)) continue;
      const found = this.#found.get(key);
      if (found === undefined) this.#found.set(key, { index, count: 1 });
      else found.count++;
    }
  }

  tell(sink: ConstructorParameters<typeof SomeWarnings>[0]): void {
    const warnings = new SomeWarnings(sink);
    for (const [key, { index, count }] of this.#found) {
      const others = count === 1 ? "" : ` (and in ${count - 1} more of these records)`;
      const message = `is not a known field; it is carried along untouched${others}`;
      warnings.add(pathText([this.#list, index, key]), message);
    }
    warnings.close(this.#list, "unknown fields, which are carried along untouched");
  }
}

/** A path as text: `tariffs[3].rates[12].cost`. */
function pathText(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else text += text === "" ? String(part) : `.${String(part)}`;
  }
  return text;
}
