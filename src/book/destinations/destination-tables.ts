/** R22: the destination lists of a book by direction and carrier. */
import type { CheckedDestination, Direction } from "../../model/index.ts";
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
  const locationIndexes = new Map<string, number>();
  for (const { location } of entries) {
    if (location !== undefined && !locationIndexes.has(location))
      locationIndexes.set(location, locationIndexes.size);
  }
  const locations = [...locationIndexes.keys()];
  const listsOf = (direction: Direction): ReadonlyMap<string, DestinationList> => {
    const groups = new Map<string, CheckedDestination[]>();
    for (const entry of entries) {
      if (entry.direction !== direction) continue;
      const carrier = entry.locationCarrier ?? GENERAL;
      const group = groups.get(carrier);
      if (group === undefined) groups.set(carrier, [entry]);
      else group.push(entry);
    }
    const names = { callTypes, locations: locationIndexes };
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
