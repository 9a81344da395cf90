/** R22: destinations by number, in each carrier's own list and in the general one. */
import { type CheckedDestination, NO_PREFIX_KEY, prefixKey } from "../../model/index.ts";
import { type DialledNumber, dialledKeyOf } from "../prefixes/canonical-number.ts";
import type { TextList } from "../prefixes/packed-texts.ts";
import { NO_PREFIX, type PrefixIndex } from "../prefixes/prefix-index.ts";
import { PrefixTable, type PrefixTableColumns } from "../prefixes/prefix-table.ts";

/** A destination as a call uses it. */
export interface OpenedDestination {
  /** Place of its call type in the book. */
  readonly callType: number;
  readonly location: string | undefined;
  /** Place of the location among the book's (`CallTypeIndex.locations`), -1 where there is none. */
  readonly locationIndex: number;
}

/** What a list of destinations consists of: plain data, which another thread can use as it is. */
export interface DestinationColumns {
  readonly prefixes: PrefixTableColumns;
  /** Of each different destination its call type and the place of its location, in turn. */
  readonly destinations: Int32Array;
  /** Short codes as `DialledNumber.dialledKey`, and the place of the destination of each. */
  readonly shortCodes: Float64Array;
  readonly shortIndexes: Int32Array;
  /** The place of the destination of any caller, or NOWHERE. */
  readonly anyCaller: number;
}

/** Places of call types and of locations by name. */
interface DestinationNames {
  readonly callTypes: ReadonlyMap<string, number>;
  readonly locations: ReadonlyMap<string, number>;
}

const NOWHERE = -1;

/** The destinations of one carrier (or of all) in one direction. */
export class DestinationList {
  /** @internal */
  readonly columns: DestinationColumns;
  readonly #locations: TextList;
  readonly #prefixes: PrefixTable;
  readonly #shortCodes: ReadonlyMap<number, number>;
  /** Digits of the longest short code, 0 where there is none. */
  readonly shortCodeDigits: number;
  /** The destinations that calls have met. */
  readonly #opened: (OpenedDestination | undefined)[];

  constructor(columns: DestinationColumns, locations: TextList) {
    this.columns = columns;
    this.#locations = locations;
    this.#prefixes = new PrefixTable(columns.prefixes);
    const { shortIndexes } = columns;
    this.#shortCodes = new Map(
      Array.from(columns.shortCodes, (code, at) => [code, shortIndexes[at] as number]),
    );
    // A 1 stands before the digits.
    const largest = columns.shortCodes.reduce((most, code) => Math.max(most, code), 1);
    this.shortCodeDigits = String(largest).length - 1;
    this.#opened = new Array(columns.destinations.length / 2).fill(undefined);
  }

  static of(
    index: PrefixIndex,
    entries: readonly CheckedDestination[],
    names: DestinationNames,
    locations: TextList,
  ): DestinationList {
    const prefixes = new Map<string, number>();
    const shortCodes = new Map<number, number>();
    let anyCaller = NOWHERE;
    const destinations: number[] = [];
    // Many prefixes lead to one destination: each is stored once.
    const known = new Map<string, number>();
    for (const { prefix, short, tariffType, location } of entries) {
      const callType = names.callTypes.get(tariffType) ?? NOWHERE;
      const locationIndex = location === undefined ? NOWHERE : (names.locations.get(location) ?? NOWHERE);
      const key = `${callType} ${locationIndex}`;
      let place = known.get(key);
      if (place === undefined) {
        place = known.size;
        known.set(key, place);
        destinations.push(callType, locationIndex);
      }
      if (prefix === "") anyCaller = place;
      else if (short === true) shortCodes.set(dialledKeyOf(prefix), place);
      else prefixes.set(prefix, place);
    }
    const places = index.placesOf(
      Float64Array.from(prefixes.keys(), (prefix) => prefixKey(prefix) ?? NO_PREFIX_KEY),
    );
    const table = PrefixTable.forPlaces(index, places);
    let next = 0;
    for (const value of prefixes.values()) table.set(places[next++] as number, value);
    const columns = {
      prefixes: table.columns,
      destinations: Int32Array.from(destinations),
      shortCodes: Float64Array.from(shortCodes.keys()),
      shortIndexes: Int32Array.from(shortCodes.values()),
      anyCaller,
    };
    return new DestinationList(columns, locations);
  }

  /** The destination of a number: a short code as dialled, then the longest prefix, then any caller. */
  find(number: DialledNumber, index: PrefixIndex, place: number): OpenedDestination | undefined {
    if (this.#shortCodes.size > 0 && number.dialledKey !== 0) {
      const short = this.#shortCodes.get(number.dialledKey);
      if (short !== undefined) return this.#at(short);
    }
    const nearest = this.#prefixes.nearest(index, place);
    if (nearest !== NO_PREFIX) return this.#at(this.#prefixes.valueAt(nearest));
    const { anyCaller } = this.columns;
    return anyCaller === NOWHERE ? undefined : this.#at(anyCaller);
  }

  #at(place: number): OpenedDestination {
    return this.#opened[place] ?? this.#open(place);
  }

  #open(place: number): OpenedDestination {
    const { destinations } = this.columns;
    const locationIndex = destinations[2 * place + 1] as number;
    const location = locationIndex === NOWHERE ? undefined : this.#locations.at(locationIndex);
    const opened = { callType: destinations[2 * place] as number, location, locationIndex };
    this.#opened[place] = opened;
    return opened;
  }

  /** How `find` came to its answer, for explanations. */
  explain(number: DialledNumber, index: PrefixIndex, place: number): string {
    if (number.dialledKey !== 0 && this.#shortCodes.has(number.dialledKey))
      return "the short code as dialled";
    const nearest = this.#prefixes.nearest(index, place);
    return nearest === NO_PREFIX ? "any caller" : `the longest prefix, ${index.digits(nearest)}`;
  }

  get byteLength(): number {
    return this.#prefixes.byteLength + this.columns.destinations.byteLength;
  }
}
