/** The opened book: all tables that rating needs, worked out once and shared by any number of callers. */
import type { AmbiguousTime, PeriodTable, Zone } from "../calendar/index.ts";
import type { KernelForm } from "../kernel/index.ts";
import type { BookData, CheckedLists, CheckedSettings } from "../model/index.ts";
import type { CallFlags } from "./destinations/call-flags.ts";
import type { CallTypeIndex } from "./destinations/call-type-index.ts";
import type { IgnoredNumbers } from "./destinations/ignored-numbers.ts";
import type { DiscountTables } from "./fees/discount-tables.ts";
import type { FixedFees } from "./fees/fixed-fees.ts";
import type { NumberIndex } from "./number-index.ts";
import type { OpenedCustomer, OpenedNumber } from "./opened-number.ts";
import type { DialledNumber } from "./prefixes/canonical-number.ts";
import type { PrefixIndex } from "./prefixes/prefix-index.ts";
import type { BookIssue, LineWarnings } from "./read-records.ts";
import type { OpenedTariff } from "./tariffs/opened-tariff.ts";
import type { RateTable } from "./tariffs/rate-table.ts";
import type { DefaultTariffs, RememberedSelections } from "./tariffs/select-tariff.ts";

/** Records by the indexes that columns hold. */
export interface RecordsByIndex {
  readonly numbers: readonly OpenedNumber[];
  readonly tariffs: readonly OpenedTariff[];
  readonly features: readonly string[];
  readonly tariffIndexes: ReadonlyMap<OpenedTariff, number>;
  readonly featureIndexes: ReadonlyMap<string, number>;
}

/** The tables that rating needs. Internal: the fields may change with any version. */
export interface BookTables {
  readonly settings: CheckedSettings;
  readonly zone: Zone;
  readonly periods: PeriodTable;
  /** Whether the book has rating periods at all; if not, a call's time of day has no effect. */
  readonly hasPeriods: boolean;
  readonly ambiguousTime: AmbiguousTime;
  readonly prefixes: PrefixIndex;
  /** Buffer for the other party's number of the call being rated: each call fills it before any look-up. */
  readonly dialled: DialledNumber;
  readonly callFlags: CallFlags;
  readonly callTypes: CallTypeIndex;
  readonly customers: ReadonlyMap<string, OpenedCustomer>;
  readonly numbers: NumberIndex;
  readonly ignored: IgnoredNumbers;
  readonly discounts: DiscountTables;
  readonly fixedFees: FixedFees;
  readonly rates: RateTable;
  readonly tariffs: ReadonlyMap<string, OpenedTariff>;
  /** Numbers, tariffs and the ids of features in the order of their indexes in columns. */
  readonly byIndex: RecordsByIndex;
  /** The kernels that rate calls of this book in this thread, by form; made for the first call. */
  readonly kernels: Map<KernelForm, unknown>;
  /** How many calls were rated one by one, and the rater that serves such calls once there are many. */
  readonly single: { calls: number; rater: unknown };
  readonly retailDefaults: DefaultTariffs;
  readonly wholesaleDefaults: DefaultTariffs;
  /** By class: the wholesale tariffs selected so far, by carrier and number type. */
  readonly wholesaleSelected: readonly RememberedSelections[];
}

/** The data of a book and its checked records, before drops and tables. */
export interface BookSource {
  readonly data: BookData;
  readonly records: CheckedLists;
  readonly lineWarnings: LineWarnings;
}

/**
 * A book that has been checked and opened (`openBook`). An opened book never changes: any number of callers may
 * share one, and the same call always gets the same answer.
 */
export class OpenedBook {
  /** The book's settings with their defaults applied. */
  readonly settings: CheckedSettings;
  /** The warnings of `checkBook`. */
  readonly warnings: readonly BookIssue[];
  /** @internal */
  readonly tables: BookTables;
  /** The data and records to revise; undefined in a book that `openShared` opened. @internal */
  readonly source: BookSource | undefined;
  /**
   * The checked records with the end dates of drops (R20), without the lines of standalone tariffs; in a shared book
   * without any lines and destinations. @internal
   */
  readonly records: CheckedLists;

  /** @internal Use `openBook`. */
  constructor(
    source: BookSource | undefined,
    records: CheckedLists,
    tables: BookTables,
    warnings: readonly BookIssue[],
  ) {
    // Freeze the objects that callers see: a write into one must not change the cost of calls.
    Object.freeze(tables.settings.droppedStatuses);
    this.settings = Object.freeze(tables.settings);
    this.warnings = Object.freeze(warnings.map((warning) => Object.freeze({ ...warning })));
    this.tables = tables;
    this.source = source;
    this.records = records;
    Object.freeze(this);
  }
}

/** The currency in which a customer is billed (R24): the book's for a blank one, and for a customer it does not have. */
export function currencyOf({ tables }: Pick<OpenedBook, "tables">, customerID: string | null): string {
  const customer = customerID === null ? undefined : tables.customers.get(customerID);
  return customer?.currency ?? tables.settings.currency;
}
