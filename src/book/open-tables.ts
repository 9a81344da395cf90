/** Works out the tables of a book that has been checked. */
import { openPeriods, openZone } from "../calendar/index.ts";
import {
  type CheckedLists,
  type CheckedRounding,
  type CheckedSettings,
  TARIFF_CLASSES,
} from "../model/index.ts";
import { CallLayouts } from "./call-layouts.ts";
import { CallTypeIndex } from "./call-type-index.ts";
import { DialledNumber } from "./canonical-number.ts";
import { DiscountTables } from "./discount-tables.ts";
import { IgnoredNumbers } from "./ignored-numbers.ts";
import { LineIndex } from "./line-index.ts";
import { NumberIndex } from "./number-index.ts";
import { openParties } from "./open-parties.ts";
import { openTariffs } from "./open-tariffs.ts";
import type { BookPlaces, BookTables, OpenedNumber } from "./opened-book.ts";
import type { OpenedTariff } from "./opened-tariff.ts";
import { PrefixIndex } from "./prefix-index.ts";
import type { ComponentRounding } from "./rate.ts";
import { RateTable } from "./rate-table.ts";
import { DefaultTariffs, RememberedSelections } from "./select-tariff.ts";

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
    layouts: new CallLayouts(),
    callTypes,
    numbers: new NumberIndex(numbers, settings),
    ignored: new IgnoredNumbers(lists.ignoredNumbers, settings),
    discounts: new DiscountTables(lists.discountPlans, numbers),
    rates,
    tariffs,
    places: openPlaces(numbers, tariffs, lists),
    names: new WeakMap(),
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

function openPlaces(
  numbers: readonly OpenedNumber[],
  byID: ReadonlyMap<string, OpenedTariff>,
  lists: CheckedLists,
): BookPlaces {
  const tariffs = [...byID.values()];
  const features = lists.features.map(({ id }) => id);
  return {
    numbers,
    tariffs,
    features,
    tariffPlaces: new Map(tariffs.map((tariff, place) => [tariff, place])),
    featurePlaces: new Map(features.map((id, place) => [id, place])),
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
