/** Revises an opened book: adds, replaces and removes records without opening all of it again. */

import {
  BOOK_LIST_NAMES,
  type BookData,
  type BookListName,
  type BookSettings,
  type Id,
  isBlank,
  madeOnce,
  readFlag,
} from "../model/index.ts";
import { knownOptions } from "../names/index.ts";
import { shownID } from "./checks/index.ts";
import { BookError, issueProblems, openFrom, openingOf } from "./open-book.ts";
import type { BookSource, OpenedBook } from "./opened-book.ts";
import { type BookIssue, LineWarnings, type PriorRecords, readRecords } from "./read-records.ts";

/**
 * The changes to a book. An upserted record replaces the record with the same key in its place, or comes last; a record
 * that is removed and upserted comes last.
 */
export interface BookRevision {
  /** Settings to change; the others stay. */
  readonly settings?: BookSettings;
  /** Records to add or replace, by list. `ratingPeriods` are replaced as a whole: their order counts. */
  readonly upsert?: { readonly [L in BookListName]?: BookData[L] };
  /** Records to remove: an id, a name, a date, or for lists without one of these a record with its key fields. */
  readonly remove?: { readonly [L in BookListName]?: readonly (Id | object)[] };
}

const checkRevision = knownOptions<BookRevision>("reviseBook", {
  settings: "any",
  upsert: "any",
  remove: "any",
});

const KEY_FIELDS: Readonly<Record<BookListName, readonly string[]>> = {
  ratingPeriods: ["name"],
  holidays: ["date"],
  callTypes: ["name"],
  destinations: ["prefix", "locationCarrier", "direction", "short"],
  chargeBands: ["chargeBand", "callCarrier", "direction"],
  callDirections: ["name"],
  callOrigins: ["name"],
  callRecordings: ["name"],
  roundings: ["name"],
  tariffs: ["id"],
  customers: ["id"],
  numbers: ["id"],
  services: ["id"],
  features: ["id"],
  ignoredNumbers: ["number", "startDate"],
  discountPlans: ["id"],
  fixedFeeTariffs: ["id"],
  standardFeatures: ["id"],
  featureTypes: ["id"],
  transactionTypes: ["id"],
  serviceChargeIntervals: ["name"],
  featureDiscountSchemes: ["name"],
  vatRates: ["name", "startDate"],
};

const checkLists = knownOptions<{ readonly [L in BookListName]?: unknown }>(
  "reviseBook",
  Object.fromEntries(BOOK_LIST_NAMES.map((list) => [list, "any"])) as Record<BookListName, "any">,
);

/** The values that stand for blank key fields. */
const BLANK_KEYS: Readonly<Record<string, string>> = { direction: "outbound", short: "false" };

/** Lists that the tables of rate lines depend on: a change to one of these lists opens the book afresh. */
const LISTS_BELOW_LINES: ReadonlySet<BookListName> = new Set([
  "ratingPeriods",
  "holidays",
  "callTypes",
  "destinations",
  "chargeBands",
  "callDirections",
  "roundings",
  "discountPlans",
]);

/**
 * A new opened book with some records changed; `opened` stays unchanged and valid. The result equals
 * opening the changed data afresh, problems and warnings included, but shares every table that did not
 * change: adding a number or changing a tariff does not touch the lines of other tariffs.
 * Changes to settings, periods, holidays, call types, destinations, charge bands, directions, roundings
 * and discount plans open the book afresh.
 *
 * Pass new record objects: changes made in place to records of `opened` are not noticed.
 *
 * @throws BookError with every problem of the revised book, or for a record that is upserted or removed twice, at
 *   `upsert.tariffs[1].id`; `opened` is unharmed
 * @throws RangeError where a record to remove is not in the book
 * @throws TypeError for a book that `openShared` opened
 * @example
 * const revised = reviseBook(book, { upsert: { numbers: [{ id: 1008, customerID: 7, number: "020 7946 0019" }] } });
 * rateCall(revised, { id: 1, target: "02079460019", tariffType: "UK", startDate: "2026-10-01", duration: 60 }).outcome; // => "rated"
 */
export function reviseBook(opened: OpenedBook, revision: BookRevision): OpenedBook {
  const { source } = opened;
  if (source === undefined) {
    throw new TypeError(
      "A book opened by openShared has no records to revise; revise the book that was shared, and share that.",
    );
  }
  checkRevision(revision);
  checkLists(revision.upsert ?? {});
  checkLists(revision.remove ?? {});
  refuseLists(revision.settings ?? {});
  refuseRepeated(revision);
  const before = source.data;
  const changed = new Set<BookListName>();
  const data: Record<string, unknown> = { ...before, ...revision.settings };
  for (const list of BOOK_LIST_NAMES) {
    const upsert = revision.upsert?.[list] ?? [];
    const remove = revision.remove?.[list] ?? [];
    if (upsert.length === 0 && remove.length === 0) continue;
    changed.add(list);
    data[list] = revisedList(list, before[list] ?? [], upsert, remove);
  }
  const isFresh = revision.settings !== undefined || [...changed].some((list) => LISTS_BELOW_LINES.has(list));
  if (isFresh) return openFrom(data as BookData);
  return openRevised(opened, source, data as BookData);
}

/** Settings stand beside the lists of a book: a list among them would take the place of all its records. */
function refuseLists(settings: object): void {
  const lists = BOOK_LIST_NAMES.filter((list) => Object.hasOwn(settings, list));
  if (lists.length === 0) return;
  const message = "is a list and no setting; change its records by upsert and remove";
  throw new BookError(lists.map((list) => ({ path: `settings.${list}`, message })));
}

/** Refuses a record that a revision upserts or removes twice: only one of the two would have an effect. */
function refuseRepeated({ upsert, remove }: BookRevision): void {
  const problems = BOOK_LIST_NAMES.flatMap((list) => [
    // Several rating periods may share a name, and the list is replaced as a whole.
    ...(list === "ratingPeriods" ? [] : repeatedRecords(list, upsert?.[list] ?? [])),
    ...repeatedRemovals(list, remove?.[list] ?? []),
  ]);
  if (problems.length > 0) throw new BookError(problems);
}

function repeatedRecords(list: BookListName, records: readonly object[]): BookIssue[] {
  const [keyField = "", ...others] = KEY_FIELDS[list];
  const isSame = others.length === 0 ? "" : `, and ${others.join(", ")} are the same`;
  return repetitions(records, (record) => keyOf(list, record)).flatMap(({ at, first }) => {
    const key = (records[at] as Readonly<Record<string, unknown>>)[keyField];
    // A record without its key is refused for that, and a destination of any number has the prefix "".
    if (isBlank(key) && others.length === 0) return [];
    const message = `${shownID(String(key ?? ""))} is already the ${keyField} of upsert.${list}[${first}]${isSame}; leave one of them out, or give one another ${keyField}`;
    return [{ path: `upsert.${list}[${at}].${keyField}`, message }];
  });
}

function repeatedRemovals(list: BookListName, entries: readonly (Id | object)[]): BookIssue[] {
  return repetitions(entries, (entry) => keyOfEntry(list, entry)).map(({ at, first }) => ({
    path: `remove.${list}[${at}]`,
    message: `is the same record as remove.${list}[${first}]; leave one of them out`,
  }));
}

/** The entries whose key an earlier entry has, each with the index of the first. */
function repetitions<T>(
  entries: readonly T[],
  keyOfOne: (entry: T) => string,
): { at: number; first: number }[] {
  const firsts = new Map<string, number>();
  return entries.flatMap((entry, at) => {
    const first = madeOnce(firsts, keyOfOne(entry), () => at);
    return first === at ? [] : [{ at, first }];
  });
}

function revisedList(
  list: BookListName,
  current: readonly object[],
  upsert: readonly object[],
  remove: readonly (Id | object)[],
): readonly object[] {
  if (list === "ratingPeriods" && upsert.length > 0) return [...upsert];
  const gone = new Set(remove.map((entry) => keyOfEntry(list, entry)));
  const incoming = new Map(upsert.map((record) => [keyOf(list, record), record]));
  const result: object[] = [];
  for (const record of current) {
    const key = keyOf(list, record);
    if (gone.has(key)) {
      gone.delete(key);
      continue;
    }
    const replacement = incoming.get(key);
    if (replacement !== undefined) incoming.delete(key);
    result.push(replacement ?? record);
  }
  const [missing] = gone;
  if (missing !== undefined)
    throw new RangeError(`${list} has no record ${missing.replaceAll("\u0000", ", ")} to remove.`);
  return [...result, ...incoming.values()];
}

function keyOf(list: BookListName, record: object): string {
  return recordKey(list, record).join("\u0000");
}

/** The key that an entry of `remove` names. */
function keyOfEntry(list: BookListName, entry: Id | object): string {
  return typeof entry === "object" ? keyOf(list, entry) : String(entry);
}

/** The values of a record's key fields, unique in its list (entries of `ratingPeriods` may share a name). */
export function recordKey(list: BookListName, record: object): readonly string[] {
  const fields = record as Readonly<Record<string, unknown>>;
  return KEY_FIELDS[list].map((field) => {
    const value = fields[field];
    if (isBlank(value)) return BLANK_KEYS[field] ?? "";
    return String(field === "short" ? (readFlag(value) ?? value) : value);
  });
}

/** Opens changed data with the checked records and tables of the old book. */
function openRevised(opened: OpenedBook, source: BookSource, data: BookData): OpenedBook {
  const prior = priorRecords(opened, source, data);
  const read = readRecords(data, prior);
  const { settings, warnings } = issueProblems(read, data);
  return openFrom(data, openingOf(settings, read, warnings, opened.tables));
}

/**
 * The checked records to reuse. A standalone tariff is reused without its lines: the lines have not changed, and no
 * list that they depend on has. It is read again where its lines are needed: it has become a parent, or has base lines
 * and the checks did not come to all lines.
 */
function priorRecords({ tables }: OpenedBook, source: BookSource, data: BookData): PriorRecords {
  const checked = {} as Record<BookListName, Map<unknown, unknown>>;
  for (const list of BOOK_LIST_NAMES) {
    const raw: readonly object[] = source.data[list] ?? [];
    checked[list] = new Map(raw.map((record, recordIndex) => [record, source.records[list][recordIndex]]));
  }
  const lineWarnings = new LineWarnings();
  const parents = new Set((data.tariffs ?? []).map((tariff) => String(tariff.parentTariff ?? "")));
  for (const [tariffIndex, { id, base }] of source.records.tariffs.entries()) {
    const tariff = tables.tariffs.get(id);
    if (tariff?.isStandalone !== true) continue;
    if (parents.has(id) || (source.lineWarnings.isCutShort && tariff.hasBaseLines))
      checked.tariffs.delete(source.data.tariffs?.[tariffIndex]);
    else lineWarnings.keep(base, source.lineWarnings);
  }
  return { checked, lineWarnings };
}
