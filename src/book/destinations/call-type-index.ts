/** R22: finds the call type of a call by its `tariffType`, its charge band or the other party's number. */
import { type CheckedLists, type Direction, madeOnce, TARIFF_CLASSES } from "../../model/index.ts";
import type { DialledNumber } from "../prefixes/canonical-number.ts";
import type { TextList } from "../prefixes/packed-texts.ts";
import type { PrefixIndex } from "../prefixes/prefix-index.ts";
import type { CallFacts } from "./call-facts.ts";
import { type DestinationTables, GENERAL } from "./destination-tables.ts";
import type { DestinationList, OpenedDestination } from "./destinations.ts";

/** A call type of the book. */
export interface OpenedCallType {
  readonly name: string;
  /** Index of the class in TARIFF_CLASSES. */
  readonly tariffClass: number;
}

/** A call type found, with the location of the destination that led to it. */
export interface CallTypeMatch {
  /** Index of the call type in the book. */
  readonly callType: number;
  /** Location of the destination, and its index in `locations`; undefined and -1 where no destination decided. */
  readonly location: string | undefined;
  readonly locationIndex: number;
}

type BandTable = ReadonlyMap<string, ReadonlyMap<string, CallTypeMatch>>;

/** The look-up tables of R22. */
export class CallTypeIndex {
  readonly callTypes: readonly OpenedCallType[];
  /** The distinct locations of the destinations. */
  readonly locations: TextList;
  /** @internal */
  readonly destinations: DestinationTables;
  readonly #indexByName: ReadonlyMap<string, number>;
  /** By index of a call type: the match without a location. */
  readonly #matches: readonly CallTypeMatch[];
  readonly #directions: ReadonlyMap<string, Direction>;
  readonly #bands: Readonly<Record<Direction, BandTable>>;
  readonly #destinations: Readonly<Record<Direction, ReadonlyMap<string, DestinationList>>>;

  constructor(
    lists: Pick<CheckedLists, "callTypes" | "callDirections" | "chargeBands">,
    destinations: DestinationTables,
  ) {
    this.callTypes = lists.callTypes.map(({ name, tariffClass }) => ({
      name,
      tariffClass: TARIFF_CLASSES.indexOf(tariffClass),
    }));
    this.#indexByName = callTypeIndexes(lists.callTypes);
    this.#matches = lists.callTypes.map((_, callType) => ({
      callType,
      location: undefined,
      locationIndex: -1,
    }));
    this.#directions = new Map(lists.callDirections.map(({ name, direction }) => [name, direction]));
    this.locations = destinations.locations;
    this.destinations = destinations;
    this.#destinations = destinations.lists;
    this.#bands = {
      outbound: this.#readBands(lists, "outbound"),
      inbound: this.#readBands(lists, "inbound"),
    };
  }

  /** The index of a call type by name, or -1. */
  placeOf(name: string): number {
    return this.#indexByName.get(name) ?? -1;
  }

  /** The direction of a call; outbound where the flag is not listed. */
  directionOf(call: CallFacts): Direction {
    return this.directionNamed(call.directionFlag);
  }

  /** The direction that a flag names; outbound where it is not listed. */
  directionNamed(flag: string): Direction {
    return (flag === "" ? undefined : this.#directions.get(flag)) ?? "outbound";
  }

  /** The call type that the record names, if the book has it. */
  ofRecord(call: CallFacts): CallTypeMatch | undefined {
    if (call.tariffType === "") return undefined;
    const index = this.#indexByName.get(call.tariffType);
    return index === undefined ? undefined : this.#matches[index];
  }

  /** The call type by the charge bands of the carrier, else by those for any carrier. */
  byChargeBand(call: CallFacts, carrier: string, direction: Direction): CallTypeMatch | undefined {
    const band = call.chargeBand === "" ? call.tariffTypeCarrier : call.chargeBand;
    if (band === "") return undefined;
    const table = this.#bands[direction];
    // The table of a carrier includes the bands for any carrier.
    return (table.get(carrier) ?? table.get(GENERAL))?.get(band);
  }

  /** The destination of the other party's number in the list of the carrier, else in the general list. */
  byNumber(
    number: DialledNumber,
    index: PrefixIndex,
    prefix: number,
    carrier: string,
    direction: Direction,
  ): OpenedDestination | undefined {
    const lists = this.#destinations[direction];
    const ofCarrier = carrier === "" ? undefined : lists.get(carrier)?.find(number, index, prefix);
    return ofCarrier ?? lists.get(GENERAL)?.find(number, index, prefix);
  }

  /** The lists that `byNumber` searches, in order. */
  listsFor(carrier: string, direction: Direction): readonly DestinationList[] {
    const lists = this.#destinations[direction];
    const carrierList = carrier === "" ? undefined : lists.get(carrier);
    const general = lists.get(GENERAL);
    return [carrierList, general].filter((list) => list !== undefined);
  }

  /** The destination in the list of one carrier alone, for a tariff's locationLookupCarrier. */
  inListOf(
    carrier: string,
    number: DialledNumber,
    index: PrefixIndex,
    prefix: number,
    direction: Direction,
  ): OpenedDestination | undefined {
    return this.#destinations[direction].get(carrier)?.find(number, index, prefix);
  }

  /** The result of `byNumber` in words, for explanations. */
  explainNumber(
    number: DialledNumber,
    index: PrefixIndex,
    prefix: number,
    carrier: string,
    direction: Direction,
  ): string {
    const lists = this.#destinations[direction];
    const carrierList = carrier === "" ? undefined : lists.get(carrier);
    if (carrierList?.find(number, index, prefix) !== undefined) {
      return `${carrierList.explain(number, index, prefix)} in ${carrier}'s own list`;
    }
    return `${lists.get(GENERAL)?.explain(number, index, prefix) ?? "nothing"} in the general list`;
  }

  #readBands(lists: Pick<CheckedLists, "chargeBands">, direction: Direction): BandTable {
    const table = new Map<string, Map<string, CallTypeMatch>>();
    for (const entry of lists.chargeBands) {
      if (entry.direction !== direction) continue;
      const match = this.#matches[this.placeOf(entry.tariffType)];
      if (match === undefined) continue;
      const carrier = entry.callCarrier ?? GENERAL;
      madeOnce(table, carrier, () => new Map<string, CallTypeMatch>()).set(entry.chargeBand, match);
    }
    for (const [band, match] of table.get(GENERAL) ?? []) {
      for (const bands of table.values()) if (!bands.has(band)) bands.set(band, match);
    }
    return table;
  }
}

/** The indexes of call types by name. */
export function callTypeIndexes(callTypes: CheckedLists["callTypes"]): ReadonlyMap<string, number> {
  return new Map(callTypes.map(({ name }, index) => [name, index]));
}
