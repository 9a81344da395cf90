/** Opening a book: check everything, resolve everything, once (R20, R25). */
import { openPeriods, openZone } from "../calendar/index.ts";
import {
  BOOK_LIST_NAMES,
  type BookData,
  type CheckedFeature,
  type CheckedLists,
  type CheckedRounding,
  type CheckedSettings,
  type CheckedTariff,
  resolveFeature,
  TARIFF_CLASSES,
} from "../model/index.ts";
import { CallTypeIndex } from "./call-type-index.ts";
import { DialledNumber } from "./canonical-number.ts";
import { checkReferences } from "./checks/index.ts";
import { compareIDs } from "./id-order.ts";
import { IgnoredNumbers } from "./ignored-numbers.ts";
import { LineIndex } from "./line-index.ts";
import { NumberIndex } from "./number-index.ts";
import { type BookTables, OpenedBook, type OpenedCustomer, type OpenedNumber } from "./opened-book.ts";
import { OpenedTariff, type TariffSurroundings } from "./opened-tariff.ts";
import { PrefixIndex } from "./prefix-index.ts";
import type { ComponentRounding } from "./rate.ts";
import { RateTable } from "./rate-table.ts";
import { type BookIssue, type RecordsRead, readRecords } from "./read-records.ts";
import {
  DefaultTariffs,
  type OpenedFeature,
  RememberedSelections,
  type Selection,
  whyNotAllowed,
} from "./select-tariff.ts";

/** What `checkBook` finds. */
export interface BookCheck {
  /** What keeps the book from being opened. Empty: `openBook` will open it. */
  readonly problems: readonly BookIssue[];
  /** What a person should look at; it spoils some calls at most. */
  readonly warnings: readonly BookIssue[];
}

/** Thrown by `openBook`: all problems of the book at once. */
export class BookError extends Error {
  override readonly name = "BookError";
  readonly problems: readonly BookIssue[];

  constructor(problems: readonly BookIssue[]) {
    const shown = problems.slice(0, 5).map(issueText);
    const more = problems.length > shown.length ? `\n… and ${problems.length - shown.length} more` : "";
    const count = problems.length === 1 ? "a problem" : `${problems.length} problems`;
    super(`The book has ${count}:\n${shown.join("\n")}${more}`);
    this.problems = problems;
  }
}

/**
 * A problem or warning as one line.
 *
 * @example
 * issueText({ path: "tariffs[3].rates[12].cost", message: '"1,25" is not an amount; write 1.25' });
 * // => 'tariffs[3].rates[12].cost: "1,25" is not an amount; write 1.25'
 */
export function issueText(issue: BookIssue): string {
  return issue.path === "" ? issue.message : `${issue.path}: ${issue.message}`;
}

/**
 * Every problem and warning of a book, each with its path (R2, R20). Never throws.
 *
 * @example
 * checkBook({ tariffs: [{ id: 1, name: "UK", tariffClass: "national", baseCost: "1,25" }] }).problems;
 * // => [{ path: "tariffs[0].baseCost", message: '"1,25" is not an amount; write 1.25' }]
 */
export function checkBook(data: unknown): BookCheck {
  return checkTogether(readRecords(data), data);
}

/**
 * Opens a book for rating: checks it whole and works out everything that depends on the book alone.
 * Amounts in the data are pence (fields of type Currency pounds), durations seconds.
 *
 * @throws BookError with every problem of the book
 * @example
 * const book = openBook({ tariffs: [{ id: 1, name: "UK", tariffClass: "national", baseCost: "1.2" }] });
 * book.settings.currency; // => "GBP"
 */
export function openBook(data: BookData): OpenedBook {
  return openFrom(data);
}

/** A book's records once checked, and what opening them gave. */
interface Opening {
  readonly settings: CheckedSettings;
  readonly lists: CheckedLists;
  readonly warnings: readonly BookIssue[];
  readonly tables: BookTables;
}

/** Opens data, or finishes an opening that a revision began. */
export function openFrom(data: BookData, opening: Opening = open(data)): OpenedBook {
  const copy: Record<string, unknown> = { ...data };
  for (const list of BOOK_LIST_NAMES) if (data[list]) copy[list] = [...data[list]];
  const { lists, tables, warnings } = opening;
  // The lines of a tariff on its own live in its tables now; keeping them would keep every row of a rate deck.
  const tariffs = lists.tariffs.map((tariff) =>
    tables.tariffs.get(tariff.id)?.isStandalone === true ? { ...tariff, rates: [] } : tariff,
  );
  return new OpenedBook(copy as BookData, { ...lists, tariffs }, tables, warnings);
}

function open(data: BookData): Opening {
  const read = readRecords(data);
  const { settings, warnings } = issueProblems(read, data);
  // No problems: every record passed its schema.
  const lists = read.records as unknown as CheckedLists;
  return { settings, lists, warnings, tables: openTables(settings, lists) };
}

/** Throws where the records of a book have problems, alone or together; else gives settings and warnings. */
export function issueProblems(
  read: RecordsRead,
  data: unknown,
): { readonly settings: CheckedSettings; readonly warnings: readonly BookIssue[] } {
  const { problems, warnings } = checkTogether(read, data);
  if (problems.length > 0 || read.settings === undefined) throw new BookError(problems);
  return { settings: read.settings, warnings };
}

function checkTogether(read: RecordsRead, data: unknown): BookCheck {
  if (read.settings === undefined) return { problems: read.problems, warnings: read.warnings };
  const across = checkReferences(read.settings, read.records, data);
  return {
    problems: [...read.problems, ...across.problems],
    warnings: [...read.warnings, ...across.warnings],
  };
}

/** Works out a book's tables. Of `prior`, the tables of the book it revises, all that did not change is shared. */
export function openTables(settings: CheckedSettings, lists: CheckedLists, prior?: BookTables): BookTables {
  const prefixes =
    prior === undefined ? new PrefixIndex(prefixesOf(lists)) : prior.prefixes.extended(prefixesOf(lists));
  const callTypes = prior?.callTypes ?? new CallTypeIndex(lists, prefixes);
  const periods =
    prior?.periods ??
    openPeriods(
      lists.ratingPeriods.map(({ name, weekdays = [], from, to }) => ({
        name,
        weekdays,
        fromMinute: from,
        toMinute: to,
      })),
      lists.holidays.map(({ date, countsAs }) => ({ day: date, countsAs })),
    );
  const rates = prior?.rates ?? new RateTable(settings.costDecimals);
  const names = {
    callTypeOf: (name: string) => callTypes.placeOf(name),
    periodOf: (name: string) => periods.indexByName.get(name) ?? -3,
  };
  const tariffs = openTariffs(lists.tariffs, {
    surroundings: {
      rates,
      presets: openPresets(lists.roundings),
      currency: settings.currency,
      periodRule: settings.periodRule,
    },
    lineIndex: (tariff) => new LineIndex(prefixes, tariff.rates, names),
    prior: prior?.tariffs ?? new Map(),
  });
  const retailDefaults = new DefaultTariffs(tariffs.values(), false);
  const { numbers } = openParties(settings, lists, tariffs);
  return {
    settings,
    zone: prior?.zone ?? openZone(settings.timeZone),
    periods,
    hasPeriods: lists.ratingPeriods.length > 0,
    ambiguousTime: settings.ambiguousTime,
    prefixes,
    dialled: new DialledNumber(settings),
    callTypes,
    numbers: new NumberIndex(numbers, settings),
    ignored: new IgnoredNumbers(lists.ignoredNumbers, settings),
    rates,
    tariffs,
    retailDefaults,
    wholesaleDefaults: new DefaultTariffs(tariffs.values(), true),
    wholesaleSelected: TARIFF_CLASSES.map(() => new RememberedSelections()),
  };
}

/** Every prefix of the book's destinations and lines, for the one index they share. */
function* prefixesOf(lists: CheckedLists): Generator<string> {
  for (const destination of lists.destinations) {
    if (!destination.short && destination.prefix !== "") yield destination.prefix;
  }
  for (const tariff of lists.tariffs) {
    for (const line of tariff.rates) if (line.prefix !== undefined) yield line.prefix;
  }
}

function openPresets(roundings: readonly CheckedRounding[]): ReadonlyMap<string, ComponentRounding> {
  const presets = new Map<string, ComponentRounding>([
    ["none", { kind: "none" }],
    ["asBasic", { kind: "asBasic" }],
  ]);
  for (const { name, mode, multiple } of roundings) {
    presets.set(name, multiple === 0 ? { kind: "none" } : { kind: "named", mode, multiple });
  }
  return presets;
}

interface TariffTools {
  readonly surroundings: TariffSurroundings;
  readonly lineIndex: (tariff: CheckedTariff) => LineIndex;
  /** The tariffs of the book that is being revised. */
  readonly prior: ReadonlyMap<string, OpenedTariff>;
}

/** Opens tariffs, parents before their children. Chains have been checked to be short and without cycles. */
function openTariffs(
  records: readonly CheckedTariff[],
  tools: TariffTools,
): ReadonlyMap<string, OpenedTariff> {
  const byID = new Map(records.map((record) => [record.id, record]));
  const parents = new Set(records.map((record) => record.parentTariff));
  const opened = new Map<string, OpenedTariff>();
  const open = (record: CheckedTariff): OpenedTariff => {
    const known = opened.get(record.id);
    if (known !== undefined) return known;
    const above = record.parentTariff === undefined ? undefined : byID.get(record.parentTariff);
    const parent = above === undefined ? undefined : open(above);
    const inChain = parent !== undefined || parents.has(record.id);
    const before = tools.prior.get(record.id);
    if (before?.isOpenedFrom(record, parent) === true) {
      opened.set(record.id, before);
      return before;
    }
    const tariff = new OpenedTariff(record, parent, inChain, tools.lineIndex(record), tools.surroundings);
    opened.set(record.id, tariff);
    return tariff;
  };
  for (const record of records) open(record);
  return opened;
}

/** Opens customers and numbers with their features, every tariff name looked up (R20, R24). */
function openParties(
  settings: CheckedSettings,
  lists: CheckedLists,
  tariffs: ReadonlyMap<string, OpenedTariff>,
): { numbers: OpenedNumber[] } {
  const retail = new Map<string, OpenedTariff>();
  for (const tariff of tariffs.values()) {
    if (!tariff.isWholesale) retail.set(`${tariff.record.tariffClass} ${tariff.record.name}`, tariff);
  }
  const lookUp = (
    byClass: Partial<Record<string, string>>,
    customer: Pick<OpenedCustomer, "record" | "currency">,
    featureID: string | null,
    namedBy: string,
  ): readonly (Selection | undefined)[] =>
    TARIFF_CLASSES.map((tariffClass) => {
      const name = byClass[tariffClass];
      const tariff = name === undefined ? undefined : retail.get(`${tariffClass} ${name}`);
      if (tariff === undefined) return undefined;
      const refusal = whyNotAllowed(tariff, customer.record, customer.currency);
      return { tariff, refusal, featureID, namedBy };
    });

  const templates = new Map(lists.standardFeatures.map((template) => [template.name, template]));
  const owned = ownedFeatures(
    lists.features.map((feature) =>
      resolveFeature(
        feature,
        feature.standardFeature === undefined ? undefined : templates.get(feature.standardFeature),
      ),
    ),
  );
  const openFeatures = (
    features: readonly CheckedFeature[] | undefined,
    customer: Pick<OpenedCustomer, "record" | "currency">,
  ): OpenedFeature[] =>
    (features ?? []).map((record) => ({
      record,
      named: lookUp(record.tariffs, customer, record.id, `feature ${record.id}`),
    }));

  const customers = new Map<string, OpenedCustomer>();
  for (const record of lists.customers) {
    const who = { record, currency: record.currency ?? settings.currency };
    customers.set(record.id, {
      ...who,
      features: openFeatures(owned.byCustomer.get(record.id), who),
      defaults: lookUp(record.defaultTariffs, who, null, `customer ${record.id}'s default`),
      selected: TARIFF_CLASSES.map(() => new RememberedSelections()),
    });
  }
  const numbers: OpenedNumber[] = [];
  for (const record of lists.numbers) {
    const customer = customers.get(record.customerID);
    if (customer === undefined) continue;
    numbers.push({
      record,
      billableFrom: record.billableFrom ?? Number.NEGATIVE_INFINITY,
      billableTo: record.billableTo ?? Number.POSITIVE_INFINITY,
      callCarrier: record.callCarrier ?? "",
      numberType: record.numberType ?? "",
      customer,
      features: openFeatures(owned.byNumber.get(record.id), customer),
      named: lookUp(record.tariffs, customer, null, `number ${record.id}`),
    });
  }
  return { numbers };
}

/** Features by owner, latest start first (blank = always, so last), then highest id (R24). */
function ownedFeatures(features: readonly CheckedFeature[]): {
  byCustomer: ReadonlyMap<string, readonly CheckedFeature[]>;
  byNumber: ReadonlyMap<string, readonly CheckedFeature[]>;
} {
  const start = (feature: CheckedFeature): number => feature.startDate ?? Number.NEGATIVE_INFINITY;
  const sorted = [...features].sort((a, b) =>
    start(a) === start(b) ? compareIDs(b.id, a.id) : start(a) < start(b) ? 1 : -1,
  );
  const byCustomer = new Map<string, CheckedFeature[]>();
  const byNumber = new Map<string, CheckedFeature[]>();
  const put = (
    map: Map<string, CheckedFeature[]>,
    owner: string | undefined,
    feature: CheckedFeature,
  ): void => {
    if (owner === undefined) return;
    const own = map.get(owner);
    if (own === undefined) map.set(owner, [feature]);
    else own.push(feature);
  };
  for (const feature of sorted) {
    put(byCustomer, feature.customerID, feature);
    put(byNumber, feature.numberID, feature);
  }
  return { byCustomer, byNumber };
}
