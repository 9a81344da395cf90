/** R22: the destination lists of a book by direction and carrier. */
import { type CheckedDestination, type Direction, groupedBy } from "../../model/index.ts";
import { PackedTexts, type TextColumns, type TextList, textColumns } from "../prefixes/packed-texts.ts";
import type { PrefixIndex } from "../prefixes/prefix-index.ts";
import { type DestinationColumns, DestinationList } from "./destinations.ts";

/** The destination lists by direction and carrier, and their locations. */
export interface DestinationTables {
  /** The distinct locations. */
  readonly locations: TextList;
  readonly lists: Readonly<Record<Direction, ReadonlyMap<string, DestinationList>>>;
}

/** `DestinationTables` as plain data. */
export interface DestinationTableColumns {
  readonly locations: TextColumns;
  readonly lists: readonly {
    readonly direction: Direction;
    readonly carrier: string;
    readonly columns: DestinationColumns;
  }[];
}

/** The carrier key of the general list. */
export const GENERAL = "";

/** Opens the destinations of a book; `callTypes` are the indexes of call types by name. */
export function openDestinations(
  entries: readonly CheckedDestination[],
  index: PrefixIndex,
  callTypes: ReadonlyMap<string, number>,
): DestinationTables {
  const locations = [...new Set(entries.flatMap(({ location }) => location ?? []))];
  const names = { callTypes, locations: new Map(locations.map((location, at) => [location, at])) };
  const listsOf = (wanted: Direction): ReadonlyMap<string, DestinationList> => {
    const inDirection = entries.filter(({ direction }) => direction === wanted);
    const groups = groupedBy(inDirection, ({ locationCarrier = GENERAL }) => locationCarrier);
    return new Map(
      [...groups].map(([carrier, group]) => [carrier, DestinationList.of(index, group, names, locations)]),
    );
  };
  return { locations, lists: { outbound: listsOf("outbound"), inbound: listsOf("inbound") } };
}

export function destinationColumns({ locations, lists }: DestinationTables): DestinationTableColumns {
  const directions = ["outbound", "inbound"] as const;
  return {
    locations: textColumns(locations),
    lists: directions.flatMap((direction) =>
      [...lists[direction]].map(([carrier, { columns }]) => ({ direction, carrier, columns })),
    ),
  };
}

export function destinationsFrom({ locations, lists }: DestinationTableColumns): DestinationTables {
  const texts = new PackedTexts(locations);
  const listsOf = (wanted: Direction): ReadonlyMap<string, DestinationList> =>
    new Map(
      lists
        .filter(({ direction }) => direction === wanted)
        .map(({ carrier, columns }) => [carrier, new DestinationList(columns, texts)]),
    );
  return { locations: texts, lists: { outbound: listsOf("outbound"), inbound: listsOf("inbound") } };
}
