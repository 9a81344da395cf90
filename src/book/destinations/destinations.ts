/** R22: destinations by number, in the list of one carrier or in the general list. */
import { type CheckedDestination, madeOnce, NO_PREFIX_KEY, prefixKey } from "../../model/index.ts";
import { type DialledNumber, dialledKeyOf } from "../prefixes/canonical-number.ts";
import type { TextList } from "../prefixes/packed-texts.ts";
import { NO_PREFIX, type PrefixIndex } from "../prefixes/prefix-index.ts";
import { PrefixTable, type PrefixTableColumns } from "../prefixes/prefix-table.ts";

/** The part of a destination that calls need. */
export interface OpenedDestination {
  /** Index of the call type in the book. */
  readonly callType: number;
  readonly location: string | undefined;
  /** Index of the location in `CallTypeIndex.locations`, -1 where there is none. */
  readonly locationIndex: number;
}

/** The columns of a destination list: plain data, ready for transfer to another thread. */
export interface DestinationColumns {
  readonly prefixes: PrefixTableColumns;
  /** Distinct destinations: index of the call type and index of the location, in turn. */
  readonly destinations: Int32Array;
  /** Short codes as `DialledNumber.dialledKey`, and the destination index of each. */
  readonly shortCodes: Float64Array;
  readonly shortIndexes: Int32Array;
  /** The destination index of the entry for any caller, or NOWHERE. */
  readonly anyCaller: number;
}

/** Indexes of call types and of locations by name. */
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
  /** Cache of destinations by index. */
  readonly #opened: (OpenedDestination | undefined)[];

  constructor(columns: DestinationColumns, locations: TextList) {
    this.columns = columns;
    this.#locations = locations;
    this.#prefixes = new PrefixTable(columns.prefixes);
    const { shortIndexes } = columns;
    this.#shortCodes = new Map(
      Array.from(columns.shortCodes, (code, at) => [code, shortIndexes[at] as number]),
    );
    // A key has a 1 before the digits.
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
    const indexByDigits = new Map<string, number>();
    const shortCodes = new Map<number, number>();
    let anyCaller = NOWHERE;
    const destinations: number[] = [];
    // Many prefixes have equal destinations: store each distinct destination once.
    const known = new Map<string, number>();
    for (const { prefix, short, tariffType, location } of entries) {
      const callType = names.callTypes.get(tariffType) ?? NOWHERE;
      const locationIndex = location === undefined ? NOWHERE : (names.locations.get(location) ?? NOWHERE);
      const key = `${callType} ${locationIndex}`;
      const destinationIndex = madeOnce(known, key, () => {
        destinations.push(callType, locationIndex);
        return known.size;
      });
      if (prefix === "") anyCaller = destinationIndex;
      else if (short === true) shortCodes.set(dialledKeyOf(prefix), destinationIndex);
      else indexByDigits.set(prefix, destinationIndex);
    }
    const prefixes = index.prefixesOf(
      Float64Array.from(indexByDigits.keys(), (digits) => prefixKey(digits) ?? NO_PREFIX_KEY),
    );
    const table = PrefixTable.forPrefixes(index, prefixes);
    let next = 0;
    for (const value of indexByDigits.values()) table.set(prefixes[next++] as number, value);
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
  find(number: DialledNumber, index: PrefixIndex, prefix: number): OpenedDestination | undefined {
    if (this.#shortCodes.size > 0 && number.dialledKey !== 0) {
      const short = this.#shortCodes.get(number.dialledKey);
      if (short !== undefined) return this.#at(short);
    }
    const nearest = this.#prefixes.nearest(index, prefix);
    if (nearest !== NO_PREFIX) return this.#at(this.#prefixes.valueAt(nearest));
    const { anyCaller } = this.columns;
    return anyCaller === NOWHERE ? undefined : this.#at(anyCaller);
  }

  #at(destinationIndex: number): OpenedDestination {
    return this.#opened[destinationIndex] ?? this.#open(destinationIndex);
  }

  #open(destinationIndex: number): OpenedDestination {
    const { destinations } = this.columns;
    const locationIndex = destinations[2 * destinationIndex + 1] as number;
    const location = locationIndex === NOWHERE ? undefined : this.#locations.at(locationIndex);
    const opened = { callType: destinations[2 * destinationIndex] as number, location, locationIndex };
    this.#opened[destinationIndex] = opened;
    return opened;
  }

  /** The result of `find` in words, for explanations. */
  explain(number: DialledNumber, index: PrefixIndex, prefix: number): string {
    if (number.dialledKey !== 0 && this.#shortCodes.has(number.dialledKey))
      return "the short code as dialled";
    const nearest = this.#prefixes.nearest(index, prefix);
    return nearest === NO_PREFIX ? "any caller" : `the longest prefix, ${index.digits(nearest)}`;
  }
}
