/** R22: destinations by number, in each carrier's own list and in the general one. */
import type { CheckedDestination } from "../model/index.ts";
import { type DialledNumber, dialledKeyOf } from "./canonical-number.ts";
import { NO_PREFIX, type PrefixIndex } from "./prefix-index.ts";
import { PrefixTable } from "./prefix-table.ts";

/** A destination as a call uses it. */
export interface OpenedDestination {
  /** Place of its call type in the book. */
  readonly callType: number;
  readonly location: string | undefined;
  /** Place of the location among the book's (`CallTypeIndex.locations`), -1 where there is none. */
  readonly locationPlace: number;
}

/** The destinations of one carrier (or of all) in one direction. */
export class DestinationList {
  readonly #destinations: OpenedDestination[] = [];
  readonly #shortCodes = new Map<number, number>();
  readonly #prefixes: PrefixTable;
  #anyCaller: OpenedDestination | undefined;

  constructor(
    index: PrefixIndex,
    entries: readonly CheckedDestination[],
    callTypeOf: (name: string) => number,
    placeOfLocation: (location: string) => number,
  ) {
    const prefixes = new Map<string, number>();
    const shared = new Map<string, number>();
    for (const entry of entries) {
      const place = this.#share(entry, callTypeOf, placeOfLocation, shared);
      if (entry.prefix === "") this.#anyCaller = this.#destinations[place];
      else if (entry.short === true) this.#shortCodes.set(dialledKeyOf(entry.prefix), place);
      else prefixes.set(entry.prefix, place);
    }
    this.#prefixes = new PrefixTable(index, prefixes);
  }

  /** Many prefixes lead to one destination: each is stored once. */
  #share(
    entry: CheckedDestination,
    callTypeOf: (name: string) => number,
    placeOfLocation: (location: string) => number,
    shared: Map<string, number>,
  ): number {
    const key = `${entry.tariffType}\u0000${entry.location ?? ""}`;
    const known = shared.get(key);
    if (known !== undefined) return known;
    const place = this.#destinations.length;
    const { location } = entry;
    this.#destinations.push({
      callType: callTypeOf(entry.tariffType),
      location,
      locationPlace: location === undefined ? -1 : placeOfLocation(location),
    });
    shared.set(key, place);
    return place;
  }

  /** The destination of a number: a short code as dialled, then the longest prefix, then any caller. */
  find(number: DialledNumber, index: PrefixIndex, place: number): OpenedDestination | undefined {
    if (this.#shortCodes.size > 0 && number.dialledKey !== 0) {
      const short = this.#shortCodes.get(number.dialledKey);
      if (short !== undefined) return this.#destinations[short];
    }
    const nearest = this.#prefixes.nearest(index, place);
    if (nearest !== NO_PREFIX) return this.#destinations[this.#prefixes.valueAt(nearest)];
    return this.#anyCaller;
  }

  /** How `find` came to its answer, for explanations. */
  explain(number: DialledNumber, index: PrefixIndex, place: number): string {
    if (number.dialledKey !== 0 && this.#shortCodes.has(number.dialledKey))
      return "the short code as dialled";
    const nearest = this.#prefixes.nearest(index, place);
    return nearest === NO_PREFIX ? "any caller" : `the longest prefix, ${index.digits(nearest)}`;
  }

  get byteLength(): number {
    return this.#prefixes.byteLength;
  }
}
