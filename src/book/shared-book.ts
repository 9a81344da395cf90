/** An opened book as plain data, with large tables in shared memory. */
import type { Zone } from "../calendar/index.ts";
import type { CheckedLists, CheckedSettings } from "../model/index.ts";
import type { DestinationTableColumns } from "./destinations/destination-tables.ts";
import type { PrefixColumns } from "./prefixes/prefix-index.ts";
import type { BookIssue } from "./read-records.ts";
import type { RateColumns } from "./tariffs/rate-table.ts";
import type { TariffLineColumns } from "./tariffs/tariff-lines.ts";

/** The tables that grow with lines, prefixes and destinations, and the zone, which is slow to work out. */
export interface LargeColumns {
  readonly zone: Zone;
  readonly prefixes: PrefixColumns;
  readonly destinations: DestinationTableColumns;
  readonly rates: RateColumns;
  readonly tariffs: readonly { readonly id: string; readonly lines: TariffLineColumns }[];
}

/**
 * An opened book for transfer to another thread (`shareBook`), by `workerData` or `postMessage`. The contents are
 * internal and may change with any version.
 */
export interface SharedBook {
  /** The version that made the data: no other version can open it. */
  readonly engine: string;
  /** Bytes of the tables that all threads share. */
  readonly sharedBytes: number;
  /** @internal */
  readonly settings: CheckedSettings;
  /** Records without destinations and without the lines of tariffs. @internal */
  readonly records: CheckedLists;
  /** @internal */
  readonly warnings: readonly BookIssue[];
  /** @internal */
  readonly columns: LargeColumns;
}
