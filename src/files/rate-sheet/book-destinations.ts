/** What a book's destinations have to do with the prefixes of a price list. */
import { DestinationReach, unreachedText } from "../../book/index.ts";
import {
  type BookData,
  type Destination,
  isBlank,
  type RateLine,
  readFlag,
  type Tariff,
} from "../../model/index.ts";
import type { RateSheet } from "./rate-sheet.ts";

/** The list of destinations that a sheet speaks of: those of its carrier, or the general ones. */
type SheetList = Pick<RateSheet, "carrier" | "direction">;

/**
 * The destinations of a sheet's list whose prefix has left the book with a tariff's lines: there were lines for it, and
 * now no tariff has one, ended ones included.
 */
export function goneDestinations(
  before: BookData,
  after: BookData,
  tariffIndex: number,
  list: SheetList,
): readonly Destination[] {
  const left = prefixesOf([before.tariffs?.[tariffIndex]]);
  for (const prefix of prefixesOf(after.tariffs ?? [])) left.delete(prefix);
  if (left.size === 0) return [];
  return (after.destinations ?? []).filter(
    (own) => left.has(String(own.prefix)) && readFlag(own.short) !== true && isOf(list, own),
  );
}

function prefixesOf(tariffs: readonly (Tariff | undefined)[]): Set<string> {
  const prefixes = new Set<string>();
  for (const tariff of tariffs) {
    for (const { prefix } of tariff?.rates ?? []) if (!isBlank(prefix)) prefixes.add(String(prefix));
  }
  return prefixes;
}

/**
 * What the book calls the places of prefixes: the location of the longest destination that each begins with, in the sheet's list before any other.
 */
export function placesOf(
  prefixes: Iterable<string>,
  { destinations }: BookData,
  list: SheetList,
): Map<string, string> {
  const known = new Map<string, string>();
  const ofList = new Set<string>();
  for (const own of destinations ?? []) {
    const prefix = String(own.prefix);
    const isOfList = isOf(list, own);
    if (readFlag(own.short) === true || (!isOfList && ofList.has(prefix))) continue;
    known.set(prefix, isBlank(own.location) ? "" : own.location);
    if (isOfList) ofList.add(prefix);
  }
  const places = new Map<string, string>();
  for (const prefix of prefixes) {
    for (let length = prefix.length; length > 0; length--) {
      const place = known.get(prefix.slice(0, length));
      if (place === undefined) continue;
      places.set(prefix, place);
      break;
    }
  }
  return places;
}

function isOf({ carrier, direction }: SheetList, own: Destination): boolean {
  const way = isBlank(own.direction) ? "outbound" : own.direction;
  return way === direction && (isBlank(own.locationCarrier) ? undefined : own.locationCarrier) === carrier;
}

/** The lines of a tariff to which no destination of the book leads, in words; undefined where there are none. */
export function unreachedLines(
  data: BookData,
  { tariffClass }: Tariff,
  lines: readonly RateLine[],
): string | undefined {
  const reach = new DestinationReach({
    callTypes: data.callTypes ?? [],
    destinations: (data.destinations ?? []).map(({ prefix, tariffType, short }) => ({
      prefix: String(prefix),
      tariffType,
      short: readFlag(short) === true,
    })),
    chargeBands: data.chargeBands ?? [],
  });
  const unreached = reach.unreached(
    tariffClass,
    lines.flatMap(({ prefix, tariffType }) =>
      isBlank(prefix) || !isBlank(tariffType) ? [] : [String(prefix)],
    ),
  );
  return unreached && unreachedText(unreached, tariffClass);
}
