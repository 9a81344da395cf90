/** The opened book: everything rating looks up, worked out once and shared by any number of callers. */
import type { AmbiguousTime, PeriodTable, Zone } from "../calendar/index.ts";
import type { KernelForm } from "../kernel/index.ts";
import type { BookData, CheckedCustomer, CheckedLists, CheckedSettings } from "../model/index.ts";
import type { CallFlags } from "./destinations/call-flags.ts";
import type { CallTypeIndex } from "./destinations/call-type-index.ts";
import type { IgnoredNumbers } from "./destinations/ignored-numbers.ts";
import type { DiscountTables } from "./fees/discount-tables.ts";
import type { FixedFees } from "./fees/fixed-fees.ts";
import type { IndexedNumber, NumberIndex } from "./number-index.ts";
import type { DialledNumber } from "./prefixes/canonical-number.ts";
import type { PrefixIndex } from "./prefixes/prefix-index.ts";
import type { BookIssue } from "./read-records.ts";
import type { OpenedTariff } from "./tariffs/opened-tariff.ts";
import type { RateTable } from "./tariffs/rate-table.ts";
import type {
  Choices,
  DefaultTariffs,
  OpenedFeature,
  RememberedSelections,
  Selection,
} from "./tariffs/select-tariff.ts";

/** A customer ready for rating. */
export interface OpenedCustomer {
  readonly record: CheckedCustomer;
  readonly currency: string;
  /** Latest start first, then highest id (R24). */
  readonly features: readonly OpenedFeature[];
  /** The customer's default tariff by class. */
  readonly defaults: readonly (Selection | undefined)[];
  /** By class: the default tariffs selected so far for this customer's calls. */
  readonly selected: readonly RememberedSelections[];
}

/**
 * A number ready for rating. What every call asks of it stands beside its record: checked records have
 * as many shapes as there are blank fields, and reading from them is slow.
 */
export interface OpenedNumber extends IndexedNumber {
  /** Its index among the numbers of the book. */
  readonly numberIndex: number;
  /** "" where blank. */
  readonly callCarrier: string;
  readonly numberType: string;
  readonly customer: OpenedCustomer;
  readonly features: readonly OpenedFeature[];
  /** The number's own tariff by class. */
  readonly named: readonly (Selection | undefined)[];
  /** The choices of tariffs made so far for this number's calls. */
  readonly choices: Choices[];
}

/** Records by the indexes that stand for them in columns. */
export interface RecordsByIndex {
  readonly numbers: readonly OpenedNumber[];
  readonly tariffs: readonly OpenedTariff[];
  readonly features: readonly string[];
  readonly tariffIndexes: ReadonlyMap<OpenedTariff, number>;
  readonly featureIndexes: ReadonlyMap<string, number>;
}

/** What rating looks up. Internal: its shape may change with any version. */
export interface BookTables {
  readonly settings: CheckedSettings;
  readonly zone: Zone;
  readonly periods: PeriodTable;
  /** Whether the book has rating periods at all, so that a call's time of day decides something. */
  readonly hasPeriods: boolean;
  readonly ambiguousTime: AmbiguousTime;
  readonly prefixes: PrefixIndex;
  /** The other party's number of the call being rated; every call reads its own before it is looked at. */
  readonly dialled: DialledNumber;
  /** What the flags of calls mean. */
  readonly callFlags: CallFlags;
  readonly callTypes: CallTypeIndex;
  readonly customers: ReadonlyMap<string, OpenedCustomer>;
  readonly numbers: NumberIndex<OpenedNumber>;
  readonly ignored: IgnoredNumbers;
  readonly discounts: DiscountTables;
  readonly fixedFees: FixedFees;
  readonly rates: RateTable;
  readonly tariffs: ReadonlyMap<string, OpenedTariff>;
  /** Numbers, tariffs and the ids of features in the order in which columns count them. */
  readonly byIndex: RecordsByIndex;
  /** The kernels that rate calls of this book in this thread, by form, once a call was rated. */
  readonly kernels: Map<KernelForm, unknown>;
  /** How many calls were rated one by one, and what rates them when there are many. */
  readonly single: { calls: number; rater: unknown };
  readonly retailDefaults: DefaultTariffs;
  readonly wholesaleDefaults: DefaultTariffs;
  /** By class: the wholesale tariffs selected so far, by carrier and number type. */
  readonly wholesaleSelected: readonly RememberedSelections[];
}

/** Data of a book, and its records as checked, without what the book works out of them. */
export interface BookSource {
  readonly data: BookData;
  readonly records: CheckedLists;
}

/**
 * A book that has been checked and opened (`openBook`). It never changes: any number of callers may
 * share it, and the same call always gets the same answer.
 */
export class OpenedBook {
  /** The book's settings with their defaults applied. */
  readonly settings: CheckedSettings;
  /** What `checkBook` warned of. */
  readonly warnings: readonly BookIssue[];
  /** @internal */
  readonly tables: BookTables;
  /** What the book was opened from, for revisions; undefined in a book that was shared. @internal */
  readonly source: BookSource | undefined;
  /** Its records as checked, with the ends that drops give them (R20); the lines of tariffs on their own are left out, of a shared book all lines and destinations. @internal */
  readonly records: CheckedLists;

  /** @internal Use `openBook`. */
  constructor(
    source: BookSource | undefined,
    records: CheckedLists,
    tables: BookTables,
    warnings: readonly BookIssue[],
  ) {
    // Callers see these, and what they write into them must not change what calls cost.
    Object.freeze(tables.settings.droppedStatuses);
    this.settings = Object.freeze(tables.settings);
    this.warnings = Object.freeze(warnings.map((warning) => Object.freeze({ ...warning })));
    this.tables = tables;
    this.source = source;
    this.records = records;
    Object.freeze(this);
  }
}
