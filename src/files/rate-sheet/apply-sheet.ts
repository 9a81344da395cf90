/** Puts a sheet into a tariff of a book, with the effects on the destinations of its prefixes. */
import { DestinationReach, inheritedMarkup, recordKey, unreachedText } from "../../book/index.ts";
import { parseCivilDate } from "../../calendar/index.ts";
import {
  type BookData,
  type ChargeBand,
  currencyOfRaw,
  type Destination,
  isBlank,
  isMarkupType,
  quoteValue,
  type RateLine,
  readFlag,
  type Tariff,
} from "../../model/index.ts";
import { knownOptions } from "../../names/index.ts";
import { meantText } from "../preset-files.ts";
import { compareRates, type RateComparison } from "./compare-rates.ts";
import { mergeLines } from "./merge-lines.ts";
import type { RateSheet, SheetProblem } from "./rate-sheet.ts";

/** The list of destinations of a sheet: those of its carrier, or the general destinations. */
type SheetList = Pick<RateSheet, "carrier" | "direction">;

/**
 * The destinations of a sheet's list whose prefix has left the book with a tariff's lines: the tariff had lines for the
 * prefix, and now no tariff has a line for the prefix, not even an ended line.
 */
function goneDestinations(
  before: BookData,
  after: BookData,
  tariffIndex: number,
  list: SheetList,
): readonly Destination[] {
  const left = prefixesOf([before.tariffs?.[tariffIndex]]);
  for (const prefix of prefixesOf(after.tariffs ?? [])) left.delete(prefix);
  if (left.size === 0) return [];
  return (after.destinations ?? []).filter(
    (destination) =>
      left.has(String(destination.prefix)) && readFlag(destination.short) !== true && isOf(list, destination),
  );
}

function prefixesOf(tariffs: readonly (Pick<Tariff, "rates"> | undefined)[]): Set<string> {
  const prefixes = new Set<string>();
  for (const tariff of tariffs) {
    for (const { prefix } of tariff?.rates ?? []) if (!isBlank(prefix)) prefixes.add(String(prefix));
  }
  return prefixes;
}

/** The location of the longest destination with which a prefix begins; one of the sheet's list goes before others. */
function locationsOf(
  prefixes: Iterable<string>,
  { destinations }: BookData,
  list: SheetList,
): Map<string, string> {
  const known = new Map<string, string>();
  const ofList = new Set<string>();
  for (const destination of destinations ?? []) {
    const prefix = String(destination.prefix);
    const isOfList = isOf(list, destination);
    if (readFlag(destination.short) === true || (!isOfList && ofList.has(prefix))) continue;
    known.set(prefix, isBlank(destination.location) ? "" : destination.location);
    if (isOfList) ofList.add(prefix);
  }
  const locations = new Map<string, string>();
  for (const prefix of prefixes) {
    for (let length = prefix.length; length > 0; length--) {
      const location = known.get(prefix.slice(0, length));
      if (location === undefined) continue;
      locations.set(prefix, location);
      break;
    }
  }
  return locations;
}

function isOf({ carrier, direction }: SheetList, destination: Destination): boolean {
  const { locationCarrier } = destination;
  return (
    wayOf(destination) === direction && (isBlank(locationCarrier) ? undefined : locationCarrier) === carrier
  );
}

/**
 * The prefixes of the lines of a tariff to which no destination of the book leads, in the direction of the sheet:
 * destinations of inbound calls give outbound calls no call type (R22).
 */
function unreachedPrefixes(
  data: BookData,
  { tariffClass }: Tariff,
  lines: readonly RateLine[],
  { direction }: Pick<RateSheet, "direction">,
): readonly string[] {
  const isOfSheet = (record: Destination | ChargeBand): boolean => wayOf(record) === direction;
  const reach = new DestinationReach({
    callTypes: data.callTypes ?? [],
    destinations: (data.destinations ?? []).filter(isOfSheet).map(({ prefix, tariffType, short }) => ({
      prefix: String(prefix ?? ""),
      tariffType,
      short: readFlag(short) === true,
    })),
    chargeBands: (data.chargeBands ?? []).filter(isOfSheet),
  });
  const prefixes = lines.flatMap(({ prefix, tariffType }) =>
    isBlank(prefix) || !isBlank(tariffType) ? [] : [String(prefix)],
  );
  return reach.unreachedPrefixes(tariffClass, prefixes);
}

/** Destinations of a call type for prefixes without one in the sheet's list; existing destinations are not replaced. */
function missingDestinations(
  data: BookData,
  sheet: RateSheet,
  prefixes: readonly string[],
  tariffType: string,
): readonly Destination[] {
  const { carrier, direction, locations } = sheet;
  const known = new Set((data.destinations ?? []).map(destinationKey));
  return [...new Set(prefixes)]
    .map((prefix): Destination => {
      const location = locations.get(prefix);
      return {
        prefix,
        tariffType,
        ...(location !== undefined && location !== "" && { location }),
        ...(carrier !== undefined && { locationCarrier: carrier }),
        ...(direction !== "outbound" && { direction }),
      };
    })
    .filter((destination) => !known.has(destinationKey(destination)));
}

/** Adds a problem where destinations of a call type could not lead to the tariff's lines. */
function checkAddedType(
  data: BookData,
  { tariffClass }: Tariff,
  wanted: string,
  problems: SheetProblem[],
): void {
  const callTypes = data.callTypes ?? [];
  const type = callTypes.find(({ name }) => String(name) === wanted);
  const names = callTypes.filter((own) => own.tariffClass === tariffClass).map(({ name }) => String(name));
  if (type === undefined) {
    problems.push(
      ofSheet(`the book has no call type ${quoteValue(wanted)} for destinations${meantText(wanted, names)}`),
    );
  } else if (tariffClass !== "surcharges" && type.tariffClass !== tariffClass) {
    const what = `destinations of ${quoteValue(wanted)} would be of the class ${type.tariffClass}, and the tariff is of ${tariffClass}`;
    problems.push(ofSheet(`${what}; name a call type of that class`));
  }
}

/** How a sheet is applied. */
export interface ApplyOptions {
  /** First date (`YYYY-MM-DD`) of the sheet, for rows without a date. */
  readonly from?: string | undefined;
  /** Whether destinations of prefixes that have left the book are removed, too (`goneDestinations`). */
  readonly removeDestinations?: boolean | undefined;
  /**
   * A call type of the tariff's class: destinations of this call type are added for prefixes of the sheet to which no
   * destination leads, so that their lines have calls. Existing destinations, of other classes too, are not changed.
   */
  readonly addDestinations?: string | undefined;
}

const checkOptions = knownOptions<ApplyOptions>("applySheet", {
  from: "any",
  removeDestinations: "flag",
  addDestinations: "text",
});

/** A book with a sheet in it. */
export interface AppliedSheet {
  /** The book with the sheet; where there are problems, the given book. */
  readonly data: BookData;
  /** Problems that keep the whole sheet from being applied. */
  readonly problems: readonly SheetProblem[];
  /** Index of the tariff in the book's list. */
  readonly tariffIndex: number;
  /** The sheet's lines compared with the lines that they replace, end or confirm. */
  readonly comparison: RateComparison;
  /** Old lines that now end the day before a new line begins. */
  readonly ended: number;
  /** Old lines of the sheet's kind that the sheet does not have, and which stay. */
  readonly untouched: number;
  /** Old lines of later dates than the sheet's first line for the same calls, which the sheet does not have: taken out. */
  readonly withdrawn: number;
  /** For each line of the tariff the row of the sheet; undefined for old lines. */
  readonly lineRows: readonly (number | undefined)[];
  readonly destinations: UpsertCount;
  readonly chargeBands: UpsertCount;
  /** Names of call types that the book did not have. */
  readonly callTypes: readonly string[];
  /** The locations of lines that are gone, by prefix, from the book; for people. */
  readonly goneLocations: ReadonlyMap<string, string>;
  /**
   * Destinations of the sheet's list, its carrier's or the general one, whose prefix no tariff has a line for any more.
   * They stay, and calls to them keep their call type, unless `removeDestinations` is set.
   */
  readonly goneDestinations: readonly Destination[];
  /** Destinations that `addDestinations` has added. */
  readonly addedDestinations: readonly Destination[];
  /** Sentences about lines to which no destination leads; these do not keep the sheet from being applied. */
  readonly warnings: readonly string[];
}

/**
 * Puts a sheet into a tariff, which is found by its name or id. Pure: the given book is not changed.
 *
 * A sheet concerns the lines of its kind, those with a prefix alone or with a call type alone; all other lines stay.
 * Without dates, the sheet's lines replace the old lines of its kind. Lines with a startDate, from the sheet or from
 * `from`, end the older lines the day before; where nothing but the date would change, the older line goes on.
 *
 * @example
 * const data = { tariffs: [{ id: 1, name: "A-Z", tariffClass: "international", rates: [{ prefix: "49", cost: 2 }] }] };
 * const sheet = await readRateSheet("Prefix,Rate\n49,0.025\n", "prefixes");
 * applySheet(data, "A-Z", sheet, { from: "2026-11-01" }).data.tariffs?.[0]?.rates;
 * // => [
 * //   { prefix: "49", cost: 2, endDate: "2026-10-31" },
 * //   { prefix: "49", startDate: "2026-11-01", cost: "2.5" },
 * // ]
 */
export function applySheet(
  data: BookData,
  tariff: string,
  sheet: RateSheet,
  options: ApplyOptions = {},
): AppliedSheet {
  checkOptions(options);
  const from = isBlank(options.from) ? undefined : options.from;
  const problems: SheetProblem[] = [...sheet.problems];
  const tariffIndex = findTariff(data, tariff, problems);
  const target = data.tariffs?.[tariffIndex];
  if (from !== undefined && parseCivilDate(from) === undefined) {
    problems.push(ofSheet(`${quoteValue(from)} is not a date; write YYYY-MM-DD`));
  }
  const refused: AppliedSheet = { data, problems, tariffIndex, ...NOT_APPLIED };
  if (target === undefined || problems.length > 0) return refused;
  const callTypes = newCallTypes(data, sheet, problems);
  checkCurrency(data, target, sheet, problems);
  const { addDestinations } = options;
  if (addDestinations !== undefined) checkAddedType(data, target, addDestinations, problems);
  if (problems.length > 0) return refused;

  const merged = mergeLines(target.rates ?? [], sheet, from);
  checkMarkup(data, target, merged.after, sheet, problems);
  if (problems.length > 0) return refused;
  const destinations = upsert(data.destinations ?? [], sheet.destinations, destinationKey);
  const chargeBands = upsert(data.chargeBands ?? [], sheet.chargeBands, chargeBandKey);
  const { tariffClass } = target;
  const imported: BookData = {
    ...data,
    ...(callTypes.length > 0 && {
      callTypes: [...(data.callTypes ?? []), ...callTypes.map((name) => ({ name, tariffClass }))],
    }),
    ...(sheet.destinations.length > 0 && { destinations: destinations.records }),
    ...(sheet.chargeBands.length > 0 && { chargeBands: chargeBands.records }),
    tariffs: (data.tariffs ?? []).with(tariffIndex, { ...target, rates: merged.rates as RateLine[] }),
  };
  const comparison = compareRates(merged.before, merged.after);
  const gone = goneDestinations(data, imported, tariffIndex, sheet);
  const kept = options.removeDestinations === true ? withoutDestinations(imported, gone) : imported;
  const missing =
    addDestinations === undefined
      ? []
      : missingDestinations(
          kept,
          sheet,
          unreachedPrefixes(kept, target, merged.after, sheet),
          addDestinations,
        );
  const result =
    missing.length === 0 ? kept : { ...kept, destinations: [...(kept.destinations ?? []), ...missing] };
  return {
    data: result,
    problems,
    tariffIndex,
    comparison,
    ended: merged.ended,
    untouched: merged.untouched,
    withdrawn: merged.withdrawn,
    lineRows: merged.rows,
    destinations: destinations.count,
    chargeBands: chargeBands.count,
    callTypes,
    goneLocations: locationsOf(prefixesOf([{ rates: comparison.gone }]), data, sheet),
    goneDestinations: gone,
    addedDestinations: missing,
    warnings: warningsOf(result, target, merged.after, sheet),
  };
}

function warningsOf(data: BookData, tariff: Tariff, lines: readonly RateLine[], sheet: RateSheet): string[] {
  const [prefix, ...others] = unreachedPrefixes(data, tariff, lines, sheet);
  if (prefix === undefined) return [];
  const unreached = unreachedText({ count: others.length + 1, prefix }, tariff.tariffClass);
  return [`the sheet has ${unreached}, with "destinations": true in the mapping, say`];
}

function withoutDestinations(data: BookData, gone: readonly Destination[]): BookData {
  if (gone.length === 0) return data;
  const left = new Set(gone);
  return { ...data, destinations: (data.destinations ?? []).filter((destination) => !left.has(destination)) };
}

function ofSheet(message: string): SheetProblem {
  return { row: undefined, column: undefined, message };
}

/** The outcome of a sheet that is not applied. */
const NOT_APPLIED = {
  comparison: { new: [], gone: [], changed: [], unchanged: 0, common: 0 },
  ended: 0,
  untouched: 0,
  withdrawn: 0,
  lineRows: [],
  destinations: { added: 0, changed: 0 },
  chargeBands: { added: 0, changed: 0 },
  callTypes: [],
  goneLocations: new Map(),
  goneDestinations: [],
  addedDestinations: [],
  warnings: [],
} satisfies Partial<AppliedSheet>;

/** Index of the tariff with a name, else with an id; -1 and a problem where there is no such tariff, or several. */
function findTariff({ tariffs }: BookData, wanted: string, problems: SheetProblem[]): number {
  const list = tariffs ?? [];
  const named = list.flatMap((tariff, index) => (String(tariff.name) === wanted ? [index] : []));
  if (named.length === 1) return named[0] ?? -1;
  if (named.length > 1) {
    const choices = named.map((tariffIndex) => {
      const { id, tariffClass, retail } = list[tariffIndex] as Tariff;
      return `${id} (${tariffClass}, ${isBlank(retail) ? "retail" : retail})`;
    });
    problems.push(
      ofSheet(`the book has several tariffs named ${quoteValue(wanted)}; name its id: ${choices.join(", ")}`),
    );
    return -1;
  }
  const index = list.findIndex((tariff) => String(tariff.id) === wanted);
  if (index >= 0) return index;
  const names = list.map(({ name }) => String(name));
  problems.push(ofSheet(`the book has no tariff ${quoteValue(wanted)}${meantText(wanted, names)}`));
  return -1;
}

/** The sheet's call types that the book lacks; a problem each, unless the mapping adds them. */
function newCallTypes({ callTypes }: BookData, sheet: RateSheet, problems: SheetProblem[]): string[] {
  const known = new Set((callTypes ?? []).map(({ name }) => String(name)));
  const missing: string[] = [];
  for (const [index, name] of sheet.callTypes.entries()) {
    if (known.has(name)) continue;
    missing.push(name);
    if (sheet.newCallTypes) continue;
    problems.push({
      row: sheet.callTypeRows[index],
      column: undefined,
      message: `the book has no call type ${quoteValue(name)}${meantText(name, known)} "newCallTypes": true adds what is missing`,
    });
  }
  return missing;
}

function checkCurrency(data: BookData, tariff: Tariff, sheet: RateSheet, problems: SheetProblem[]): void {
  if (sheet.currency === undefined) return;
  const currency = currencyOfRaw(data, tariff);
  if (currency === sheet.currency) return;
  problems.push(
    ofSheet(`the sheet is in ${sheet.currency} and the tariff in ${currency}; money is never converted`),
  );
}

/**
 * Adds a problem where prices of the sheet would be percentages: lines without a charge type have that of a parent's
 * line, of the tariff's base, or of its parents' (R25), and a price list is in money.
 */
function checkMarkup(
  data: BookData,
  tariff: Tariff,
  lines: readonly RateLine[],
  sheet: RateSheet,
  problems: SheetProblem[],
): void {
  const [, ...parents] = chainOf(data, tariff);
  if (![tariff, ...parents].some(hasMarkup)) return;
  const bases = (tariff.rates ?? []).filter((line) => readFlag(line.base) === true);
  const markup = inheritedMarkup([{ ...tariff, rates: [...bases, ...lines] }, ...parents]);
  if (markup === undefined) return;
  const { lineIndex, chargeType, from } = markup;
  const whose =
    from === undefined
      ? `the base charge type of the tariff is ${chargeType}`
      : `the line ${lineInWords(from.line)} of its parent ${quoteValue(from.tariff.name)} is ${chargeType}`;
  problems.push({
    row: sheet.lineRows[lineIndex - bases.length],
    column: undefined,
    message: `the price would be a percentage, because ${whose}; write "set": { "chargeType": "perMinute" } in the mapping for prices of a minute, "${chargeType}" for percentages`,
  });
}

/** A tariff, its parent, its parent's parent … */
function chainOf({ tariffs }: BookData, tariff: Tariff): readonly Tariff[] {
  const chain = new Set<Tariff>();
  for (let next: Tariff | undefined = tariff; next !== undefined && !chain.has(next); ) {
    chain.add(next);
    const { parentTariff }: Tariff = next;
    next = isBlank(parentTariff) ? undefined : tariffs?.find(({ id }) => String(id) === String(parentTariff));
  }
  return [...chain];
}

function hasMarkup({ baseType, rates }: Tariff): boolean {
  const types = [baseType, ...(rates ?? []).map(({ chargeType }) => chargeType)];
  return types.some((type) => !isBlank(type) && isMarkupType(type));
}

/** The calls of a line, for people: `for 49, "Germany", "Evening"`. */
function lineInWords({
  prefix,
  tariffType,
  tariffTime,
}: Pick<RateLine, "prefix" | "tariffType" | "tariffTime">): string {
  const names = [tariffType, tariffTime].filter((name) => !isBlank(name)).map((name) => quoteValue(name));
  const shown = [...(isBlank(prefix) ? [] : [String(prefix)]), ...names];
  return `for ${shown.length === 0 ? "all calls" : shown.join(", ")}`;
}

function wayOf({ direction }: Destination | ChargeBand): string {
  return isBlank(direction) ? "outbound" : direction;
}

function destinationKey(record: Destination): string {
  return JSON.stringify(recordKey("destinations", record));
}

function chargeBandKey(record: ChargeBand): string {
  return JSON.stringify(recordKey("chargeBands", record));
}

/** Numbers of records that were added and changed. */
export interface UpsertCount {
  readonly added: number;
  readonly changed: number;
}

/** A list with some records changed, which keep what the new ones do not say, in order; new records at the end. */
function upsert<T extends object>(
  old: readonly T[],
  next: readonly T[],
  keyOf: (record: T) => string,
): { readonly records: readonly T[]; readonly count: UpsertCount } {
  if (next.length === 0) return { records: old, count: { added: 0, changed: 0 } };
  const records = [...old];
  const indexes = new Map<string, number>();
  for (const [index, record] of old.entries()) indexes.set(keyOf(record), index);
  let added = 0;
  let changed = 0;
  for (const record of next) {
    const key = keyOf(record);
    const index = indexes.get(key);
    if (index === undefined) {
      indexes.set(key, records.push(record) - 1);
      added++;
      continue;
    }
    const known = records[index] as T;
    const merged = { ...known, ...record };
    if (isSame(known, merged)) continue;
    records[index] = merged;
    changed++;
  }
  return { records, count: { added, changed } };
}

/** Whether two records have the same values; blank fields and defaults do not count. */
function isSame(old: object, next: object): boolean {
  const before = Object.entries(old).filter(([, value]) => isSaid(value));
  const after = new Map(Object.entries(next).filter(([, value]) => isSaid(value)));
  return (
    before.length === after.size &&
    before.every(([name, value]) => after.has(name) && String(after.get(name)) === String(value))
  );
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && value !== "outbound" && value !== false;
}
