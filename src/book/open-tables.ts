/** Works out the tables of a book that has been checked. */
import { openPeriods, openZone, type PeriodTable, type Zone } from "../calendar/index.ts";
import {
  type CheckedLists,
  type CheckedRounding,
  type CheckedSettings,
  TARIFF_CLASSES,
} from "../model/index.ts";
import { CallFlags } from "./destinations/call-flags.ts";
import { CallTypeIndex, callTypeIndexes } from "./destinations/call-type-index.ts";
import { destinationsFrom, openDestinations } from "./destinations/destination-tables.ts";
import { IgnoredNumbers } from "./destinations/ignored-numbers.ts";
import { DiscountTables } from "./fees/discount-tables.ts";
import { FixedFees } from "./fees/fixed-fees.ts";
import { NumberIndex } from "./number-index.ts";
import { openParties } from "./open-parties.ts";
import type { BookTables, RecordsByIndex } from "./opened-book.ts";
import type { OpenedNumber } from "./opened-number.ts";
import type { BookPrefixes } from "./prefixes/book-prefixes.ts";
import { DialledNumber } from "./prefixes/canonical-number.ts";
import { PrefixIndex } from "./prefixes/prefix-index.ts";
import type { LargeColumns } from "./shared-book.ts";
import { LineIndex } from "./tariffs/line-index.ts";
import { openTariffs, type TariffTools } from "./tariffs/open-tariffs.ts";
import type { OpenedTariff } from "./tariffs/opened-tariff.ts";
import type { ComponentRounding } from "./tariffs/rate.ts";
import { RateTable } from "./tariffs/rate-table.ts";
import { DefaultTariffs, RememberedSelections } from "./tariffs/select-tariff.ts";
import { openLines, tariffLinesFrom } from "./tariffs/tariff-lines.ts";

/** The tables made of lines, prefixes and destinations: worked out here, or shared by another thread. */
interface LargeTables {
  readonly zone: Zone;
  readonly periods: PeriodTable;
  readonly prefixes: PrefixIndex;
  readonly callTypes: CallTypeIndex;
  readonly rates: RateTable;
  readonly linesOf: TariffTools["linesOf"];
}

/** Works out a book's tables. `prior` are the tables of the book being revised: unchanged ones are shared. */
export function openTables(
  settings: CheckedSettings,
  lists: CheckedLists,
  known: BookPrefixes,
  prior?: BookTables,
): BookTables {
  const keys = allPrefixes(lists, known);
  const prefixes = prior?.prefixes.extended(keys) ?? PrefixIndex.ofKeys(keys);
  const prefixesOf = known.prefixesIn(prefixes);
  const openCallTypes = (): CallTypeIndex => {
    const indexes = callTypeIndexes(lists.callTypes);
    return new CallTypeIndex(lists, openDestinations(lists.destinations, prefixes, indexes));
  };
  const callTypes = prior?.callTypes ?? openCallTypes();
  const periods = prior?.periods ?? periodsOf(lists);
  const names = {
    callTypeOf: (name: string) => callTypes.placeOf(name),
    periodOf: (name: string) => periods.indexByName.get(name) ?? -3,
  };
  const rates = prior?.rates ?? new RateTable(settings.costDecimals);
  const tools = { rates, presets: openPresets(lists.roundings) };
  const large: LargeTables = {
    zone: prior?.zone ?? openZone(settings.timeZone),
    periods,
    prefixes,
    callTypes,
    rates,
    linesOf: (tariff, bases, inChain) =>
      openLines(
        LineIndex.of(prefixes, prefixesOf(tariff.rates), tariff.rates, names),
        tariff.rates,
        bases,
        inChain,
        tools,
      ),
  };
  return tablesOf(settings, lists, large, prior?.tariffs);
}

/** The tables of a book whose large tables another thread has worked out. The records come without lines. */
export function openSharedTables(
  settings: CheckedSettings,
  lists: CheckedLists,
  columns: LargeColumns,
): BookTables {
  const linesByID = new Map(columns.tariffs.map(({ id, lines }) => [id, lines]));
  return tablesOf(settings, lists, {
    zone: columns.zone,
    periods: periodsOf(lists),
    prefixes: new PrefixIndex(columns.prefixes),
    callTypes: new CallTypeIndex(lists, destinationsFrom(columns.destinations)),
    rates: new RateTable(settings.costDecimals, columns.rates),
    linesOf: ({ id }) => {
      const lines = linesByID.get(id);
      if (lines === undefined) throw new Error(`tariff ${id} was shared without its lines`);
      return tariffLinesFrom(lines);
    },
  });
}

function tablesOf(
  settings: CheckedSettings,
  lists: CheckedLists,
  { linesOf, ...large }: LargeTables,
  prior: ReadonlyMap<string, OpenedTariff> = new Map(),
): BookTables {
  const tariffs = openTariffs(lists.tariffs, {
    surroundings: {
      rates: large.rates,
      presets: openPresets(lists.roundings),
      currency: settings.currency,
      periodRule: settings.periodRule,
    },
    linesOf,
    prior,
  });
  const retailDefaults = new DefaultTariffs(tariffs.values(), false);
  const wholesaleDefaults = new DefaultTariffs(tariffs.values(), true);
  const { customers, numbers } = openParties(settings, lists, tariffs);
  const byIndex = indexRecords(numbers, tariffs, lists);
  return {
    ...large,
    settings,
    hasPeriods: lists.ratingPeriods.length > 0,
    ambiguousTime: settings.ambiguousTime,
    dialled: new DialledNumber(settings),
    callFlags: new CallFlags(lists),
    customers,
    numbers: new NumberIndex(numbers, settings),
    ignored: new IgnoredNumbers(lists.ignoredNumbers, settings),
    discounts: new DiscountTables(lists.discountPlans, numbers),
    fixedFees: new FixedFees(lists.fixedFeeTariffs),
    tariffs,
    byIndex,
    kernels: new Map(),
    single: { calls: 0, rater: undefined },
    retailDefaults,
    wholesaleDefaults,
    wholesaleSelected: TARIFF_CLASSES.map(() => new RememberedSelections()),
  };
}

function periodsOf(lists: CheckedLists): PeriodTable {
  return openPeriods(
    lists.ratingPeriods.map(({ name, weekdays = [], from, to }) => ({
      name,
      weekdays,
      fromMinute: from,
      toMinute: to,
    })),
    lists.holidays.map(({ date, countsAs }) => ({ day: date, countsAs })),
  );
}

/** The keys of the prefixes of a book's destinations and lines, for the index that both share. */
function allPrefixes(lists: CheckedLists, prefixes: BookPrefixes): Float64Array {
  for (const { short, prefix } of lists.destinations) if (!short) prefixes.add(prefix);
  for (const { rates } of lists.tariffs) prefixes.keyIndexesOf(rates);
  return prefixes.keys;
}

function indexRecords(
  numbers: readonly OpenedNumber[],
  byID: ReadonlyMap<string, OpenedTariff>,
  lists: CheckedLists,
): RecordsByIndex {
  const tariffs = [...byID.values()];
  const features = lists.features.map(({ id }) => id);
  return {
    numbers,
    tariffs,
    features,
    tariffIndexes: new Map(tariffs.map((tariff, tariffIndex) => [tariff, tariffIndex])),
    featureIndexes: new Map(features.map((id, featureIndex) => [id, featureIndex])),
  };
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
