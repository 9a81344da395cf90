/** R22: the call type of a call, from its own field, its charge band or the other party's number. */
import { type CheckedLists, type Direction, TARIFF_CLASSES } from "../../model/index.ts";
import type { DialledNumber } from "../prefixes/canonical-number.ts";
import type { TextList } from "../prefixes/packed-texts.ts";
import type { PrefixIndex } from "../prefixes/prefix-index.ts";
import type { CallFacts } from "./call-facts.ts";
import { type DestinationTables, GENERAL } from "./destination-tables.ts";
import type { DestinationList, OpenedDestination } from "./destinations.ts";

/** A call type of the book by its place. */
export interface OpenedCallType {
  readonly name: string;
  /** Place of its class in TARIFF_CLASSES. */
  readonly tariffClass: number;
}

/** A call type found, and how. */
export interface CallTypeMatch {
  /** Place of the call type. */
  readonly callType: number;
  /** The destination's location, where a destination decided, and its place in `locations`. */
  readonly location: string | undefined;
  readonly locationIndex: number;
}

type BandTable = ReadonlyMap<string, ReadonlyMap<string, CallTypeMatch>>;

/** Everything R22 looks things up in. */
export class CallTypeIndex {
  readonly callTypes: readonly OpenedCallType[];
  /** The distinct locations of the destinations. */
  readonly locations: TextList;
  /** @internal */
  readonly destinations: DestinationTables;
  readonly #indexByName: ReadonlyMap<string, number>;
  readonly #own: readonly CallTypeMatch[];
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
    this.#own = lists.callTypes.map((_, callType) => ({
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

  /** The place of a call type by name, or -1. */
  placeOf(name: string): number {
    return this.#indexByName.get(name) ?? -1;
  }

  /** The direction of a call; a flag that is not listed is outbound. */
  directionOf(call: CallFacts): Direction {
    return this.directionNamed(call.directionFlag);
  }

  /** The direction that a flag names. */
  directionNamed(flag: string): Direction {
    return (flag === "" ? undefined : this.#directions.get(flag)) ?? "outbound";
  }

  /** The call type the record itself names, if the book knows it. */
  ofRecord(call: CallFacts): CallTypeMatch | undefined {
    if (call.tariffType === "") return undefined;
    const place = this.#indexByName.get(call.tariffType);
    return place === undefined ? undefined : this.#own[place];
  }

  /** The call type by the carrier's charge band, else by any carrier's. */
  byChargeBand(call: CallFacts, carrier: string, direction: Direction): CallTypeMatch | undefined {
    const band = call.chargeBand === "" ? call.tariffTypeCarrier : call.chargeBand;
    if (band === "") return undefined;
    const table = this.#bands[direction];
    // A carrier's own table has any carrier's bands behind its own.
    return (table.get(carrier) ?? table.get(GENERAL))?.get(band);
  }

  /** The destination of the other party's number in the carrier's own list, else in the general one. */
  byNumber(
    number: DialledNumber,
    index: PrefixIndex,
    place: number,
    carrier: string,
    direction: Direction,
  ): OpenedDestination | undefined {
    const lists = this.#destinations[direction];
    const own = carrier === "" ? undefined : lists.get(carrier)?.find(number, index, place);
    return own ?? lists.get(GENERAL)?.find(number, index, place);
  }

  /** The lists that `byNumber` asks, the first first. */
  listsFor(carrier: string, direction: Direction): readonly DestinationList[] {
    const lists = this.#destinations[direction];
    const own = carrier === "" ? undefined : lists.get(carrier);
    const general = lists.get(GENERAL);
    return [own, general].filter((list) => list !== undefined);
  }

  /** The destination in one carrier's own list alone, for a tariff's locationLookupCarrier. */
  inListOf(
    carrier: string,
    number: DialledNumber,
    index: PrefixIndex,
    place: number,
    direction: Direction,
  ): OpenedDestination | undefined {
    return this.#destinations[direction].get(carrier)?.find(number, index, place);
  }

  /** In words, how `byNumber` came to its answer. */
  explainNumber(
    number: DialledNumber,
    index: PrefixIndex,
    place: number,
    carrier: string,
    direction: Direction,
  ): string {
    const lists = this.#destinations[direction];
    const own = carrier === "" ? undefined : lists.get(carrier);
    if (own?.find(number, index, place) !== undefined) {
      return `${own.explain(number, index, place)} in ${carrier}'s own list`;
    }
    return `${lists.get(GENERAL)?.explain(number, index, place) ?? "nothing"} in the general list`;
  }

  get byteLength(): number {
    let bytes = 0;
    for (const lists of Object.values(this.#destinations))
      for (const list of lists.values()) bytes += list.byteLength;
    return bytes;
  }

  #readBands(lists: Pick<CheckedLists, "chargeBands">, direction: Direction): BandTable {
    const table = new Map<string, Map<string, CallTypeMatch>>();
    for (const entry of lists.chargeBands) {
      if (entry.direction !== direction) continue;
      const match = this.#own[this.placeOf(entry.tariffType)];
      if (match === undefined) continue;
      const carrier = entry.callCarrier ?? GENERAL;
      const bands = table.get(carrier);
      if (bands === undefined) table.set(carrier, new Map([[entry.chargeBand, match]]));
      else bands.set(entry.chargeBand, match);
    }
    for (const [band, match] of table.get(GENERAL) ?? []) {
      for (const bands of table.values()) if (!bands.has(band)) bands.set(band, match);
    }
    return table;
  }
}

/** Call types by name: their places in the book. */
export function callTypeIndexes(callTypes: CheckedLists["callTypes"]): ReadonlyMap<string, number> {
  return new Map(callTypes.map(({ name }, place) => [name, place]));
}
