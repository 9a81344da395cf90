/** A book for the checks: its records by index, and the names and ids that references can mean. */
import {
  type BookListName,
  BUILT_IN_INTERVALS,
  type CheckedLists,
  type CheckedSettings,
  type CheckedTariff,
  didYouMean,
  holdsName,
  isPlainRecord,
  madeOnce,
  quoteValue,
  RESERVED_ROUNDINGS,
  readText,
  safely,
} from "../../model/index.ts";
import { type BookIssue, type LineWarnings, type RecordsInPlace, SomeWarnings } from "../read-records.ts";

/**
 * A limit on the work for suggestions in one check: a hundred thousand wrong references would otherwise be compared
 * with a hundred thousand names each. References beyond the limit get no suggestion.
 */
class SuggestionBudget {
  #left = 10_000_000;

  /** The candidates near a name in length, or that hold it, until the budget is spent. */
  *within(name: string, candidates: Iterable<string>): Generator<string> {
    const farthest = Math.max(2, Math.floor(name.length / 3));
    const holds = holdsName(name);
    for (const candidate of candidates) {
      if (this.#left <= 0) return;
      const isNear = Math.abs(candidate.length - name.length) <= farthest;
      this.#left -= isNear ? name.length * candidate.length + 10 : 5;
      if (isNear || holds(candidate)) yield candidate;
    }
  }
}

/** A record of a list with the key of an earlier record. */
interface Duplicate {
  readonly recordIndex: number;
  /** Index of the first record with the key. */
  readonly first: number;
}

/** The names or ids of one kind of record, each with the index of the first record that has the name or id. */
export class ReferenceNames {
  readonly duplicates: Duplicate[] = [];
  readonly #recordIndexes = new Map<string, number>();
  readonly #suggestions = new Map<string, string>();
  readonly #isUnreadable: boolean;
  readonly #budget: SuggestionBudget;

  /** Every name counts as known in a list that could not be read at all (R2: no flood of problems). */
  constructor(budget: SuggestionBudget, isUnreadable = false) {
    this.#budget = budget;
    this.#isUnreadable = isUnreadable;
  }

  get size(): number {
    return this.#recordIndexes.size;
  }

  add(name: string, recordIndex: number): void {
    const first = this.#recordIndexes.get(name);
    if (first === undefined) this.#recordIndexes.set(name, recordIndex);
    else this.duplicates.push({ recordIndex, first });
  }

  /** Adds names that every book has, but for those that a record has: the schema says whether it may. */
  addBuiltIn(names: Iterable<string>): void {
    for (const name of names) if (!this.has(name)) this.add(name, -1);
  }

  has(name: string): boolean {
    return this.#recordIndexes.has(name) || this.#isUnreadable;
  }

  recordIndexOf(name: string): number | undefined {
    return this.#recordIndexes.get(name);
  }

  /** The end of a message about an unknown name: the names that it may mean, or else `otherwise`. */
  repair(name: string, otherwise: string): string {
    const meant = madeOnce(this.#suggestions, name, () => {
      // Any two names of one or two letters are near each other.
      const candidates = name.length < 3 ? [] : this.#budget.within(name, this.#recordIndexes.keys());
      return didYouMean(name, candidates, "", JSON.stringify);
    });
    return meant === "" ? `; ${otherwise}` : meant;
  }
}

export const LISTS_WITH_IDS = [
  "tariffs",
  "customers",
  "numbers",
  "services",
  "features",
  "discountPlans",
  "fixedFeeTariffs",
  "standardFeatures",
  "featureTypes",
  "transactionTypes",
] as const satisfies readonly BookListName[];

/** The lists whose records are referred to by a unique name, and the field with the name. */
export const NAME_FIELDS = {
  callTypes: "name",
  callDirections: "name",
  callOrigins: "name",
  callRecordings: "name",
  roundings: "name",
  discountPlans: "discountPlanName",
  standardFeatures: "name",
  featureTypes: "featureTypeName",
  transactionTypes: "transactionTypeName",
  serviceChargeIntervals: "name",
  featureDiscountSchemes: "name",
} as const satisfies { readonly [L in BookListName]?: string };

type RecordOf<L extends BookListName> = CheckedLists[L][number];
export type ListWithIDs = (typeof LISTS_WITH_IDS)[number];
export type ListWithNames = keyof typeof NAME_FIELDS;

/** What a record of each list is called in messages. */
export const RECORD_WORDS: Readonly<Record<ListWithIDs | ListWithNames | "ratingPeriods", string>> = {
  tariffs: "tariff",
  customers: "customer",
  numbers: "number",
  services: "service",
  features: "feature",
  discountPlans: "discount plan",
  fixedFeeTariffs: "fixed fee tariff",
  standardFeatures: "standard feature",
  featureTypes: "feature type",
  transactionTypes: "transaction type",
  serviceChargeIntervals: "interval of service charges",
  featureDiscountSchemes: "discount scheme",
  callTypes: "call type",
  callDirections: "call direction",
  callOrigins: "call origin",
  callRecordings: "call recording",
  roundings: "rounding preset",
  ratingPeriods: "rating period",
};

/** A book whose records are checked against each other, with the problems and warnings found. */
export class BookUnderCheck {
  readonly settings: CheckedSettings;
  readonly records: RecordsInPlace;
  readonly problems: BookIssue[] = [];
  readonly warnings: BookIssue[] = [];
  readonly ids: Readonly<Record<ListWithIDs, ReferenceNames>>;
  readonly names: Readonly<Record<ListWithNames, ReferenceNames>>;
  /** Names of periods, with `default`. */
  readonly periods: ReferenceNames;
  readonly budget = new SuggestionBudget();
  readonly lineWarnings: LineWarnings;
  readonly #data: unknown;
  readonly #entries = new Map<BookListName, readonly (readonly [number, unknown])[]>();

  constructor(settings: CheckedSettings, records: RecordsInPlace, data: unknown, lineWarnings: LineWarnings) {
    this.settings = settings;
    this.records = records;
    this.lineWarnings = lineWarnings;
    this.#data = data;
    const ids = LISTS_WITH_IDS.map((list) => [list, this.known(list, "id")] as const);
    this.ids = Object.fromEntries(ids) as Record<ListWithIDs, ReferenceNames>;
    const lists = Object.keys(NAME_FIELDS) as ListWithNames[];
    const names = lists.map((list) => [list, this.known(list, NAME_FIELDS[list])] as const);
    this.names = Object.fromEntries(names) as Record<ListWithNames, ReferenceNames>;
    this.names.roundings.addBuiltIn(RESERVED_ROUNDINGS);
    this.names.serviceChargeIntervals.addBuiltIn(BUILT_IN_INTERVALS.map(({ name }) => name));
    this.periods = this.known("ratingPeriods", "name");
    this.periods.addBuiltIn(["default"]);
  }

  /** The names in one field of a list. A record with a problem of its own counts with its raw value. */
  known(list: BookListName, field: string, fold: (name: string) => string = (name) => name): ReferenceNames {
    const known = new ReferenceNames(this.budget, this.isUnreadable(list));
    const records = this.records[list] as readonly (Readonly<Record<string, unknown>> | undefined)[];
    for (let recordIndex = 0; recordIndex < records.length; recordIndex++) {
      const record = records[recordIndex];
      const name = record === undefined ? this.rawText(list, recordIndex, field) : record[field];
      if (typeof name === "string") known.add(fold(name), recordIndex);
    }
    return known;
  }

  /** Whether the value of a list is given but is no array. */
  isUnreadable(list: BookListName): boolean {
    const raw = this.#rawList(list);
    return raw !== undefined && raw !== null && raw !== "" && !safely(() => Array.isArray(raw), false);
  }

  /** Whether a list has records at all, valid or not. */
  hasRecords(list: BookListName): boolean {
    return this.records[list].length > 0;
  }

  /** The raw value of a text field of a record, also of a record that failed its schema. */
  rawText(list: BookListName, recordIndex: number, field: string): string | undefined {
    const raw = this.#rawList(list);
    const record: unknown = safely(() => (Array.isArray(raw) ? raw[recordIndex] : undefined), undefined);
    if (!isPlainRecord(record)) return undefined;
    const text = readText(safely(() => record[field], undefined));
    return typeof text === "string" && text !== "" ? text : undefined;
  }

  #rawList(list: BookListName): unknown {
    const data = this.#data;
    return isPlainRecord(data) ? safely(() => data[list], undefined) : undefined;
  }

  problem(path: string, message: string): void {
    this.problems.push({ path, message });
  }

  /** The problems that a check finds; they are taken out of `problems`. */
  problemsOf(check: () => void): readonly BookIssue[] {
    const before = this.problems.length;
    check();
    return this.problems.splice(before);
  }

  warn(path: string, message: string): void {
    this.warnings.push({ path, message });
  }

  /**
   * Warns of tariffs and their lines: `find` adds the warnings of one tariff, with paths that continue the tariff's.
   * `what` is as in `SomeWarnings`.
   */
  warnOfTariffs(
    what: string,
    find: (warnings: SomeWarnings, tariff: CheckedTariff, tariffIndex: number) => void,
  ): void {
    const warnings = new SomeWarnings(this);
    for (const [tariffIndex, tariff] of this.each("tariffs")) {
      const found = this.lineWarnings.about(tariff.base, what, (ofTariff) =>
        find(ofTariff, tariff, tariffIndex),
      );
      warnings.addFound(`tariffs[${tariffIndex}]`, found);
    }
    warnings.close("tariffs", what);
  }

  /** R20: an id that another record refers to must exist. */
  checkID(path: () => string, list: ListWithIDs, id: string | undefined): void {
    if (id === undefined || this.ids[list].has(id)) return;
    const word = RECORD_WORDS[list];
    this.problem(path(), `${shownID(id)} is the id of no ${word}; add the ${word} or correct the id`);
  }

  /** R20: a name that another record refers to must exist. `path` is called only for a missing name. */
  checkName(path: () => string, list: ListWithNames | "ratingPeriods", name: string | undefined): void {
    if (name === undefined) return;
    const known = list === "ratingPeriods" ? this.periods : this.names[list];
    if (known.has(name)) return;
    const repair = known.repair(name, `add it to ${list} or correct the name`);
    this.problem(path(), `${quoteValue(name)} is no ${RECORD_WORDS[list]}${repair}`);
  }

  each<L extends BookListName>(list: L): readonly (readonly [recordIndex: number, record: RecordOf<L>])[] {
    const entries = madeOnce(this.#entries, list, () =>
      [...this.records[list].entries()].filter(([, record]) => record !== undefined),
    );
    return entries as readonly (readonly [number, RecordOf<L>])[];
  }

  all<L extends BookListName>(list: L): readonly RecordOf<L>[] {
    return this.each(list).map(([, record]) => record);
  }

  withID<L extends ListWithIDs>(list: L, id: string | undefined): RecordOf<L> | undefined {
    return this.records[list][id === undefined ? -1 : (this.ids[list].recordIndexOf(id) ?? -1)];
  }

  named<L extends ListWithNames>(list: L, name: string | undefined): RecordOf<L> | undefined {
    return this.records[list][name === undefined ? -1 : (this.names[list].recordIndexOf(name) ?? -1)];
  }

  /** The currency of a record; blank is the book's. */
  currencyOf(record: { readonly currency?: string }): string {
    return record.currency ?? this.settings.currency;
  }
}

/** An id for messages: without quotes where they are not needed. */
export function shownID(id: string): string {
  return /^[\w.-]{1,40}$/.test(id) ? id : quoteValue(id);
}
