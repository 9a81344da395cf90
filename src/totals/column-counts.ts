/** Totals of calls in columns, for a tally and a reconciliation: the kernel adds them up without a result per call. */
import type { OpenedBook } from "../book/index.ts";
import { CALL_DECIMALS, MICRO, type RowResults } from "../engine/index.ts";
import { counting, type Kernel, rows } from "../kernel/index.ts";
import { madeOnce, TARIFF_CLASSES, type TariffClass } from "../model/index.ts";
import { formatUnits } from "../money/index.ts";
import type { ReconciliationCollector } from "./reconcile.ts";
import type { ClassTotals, TallyReport } from "./tally.ts";

/** Kinds of calls (carrier, call type, customer's currency) that the kernel counts apart before its totals are read. */
const MOST_ENTRIES = 1 << 12;
/** Slots of the hash table: at least half of the slots stay free, which keeps probing short. */
const SLOTS = 2 * MOST_ENTRIES;

interface ClassCount {
  calls: number;
  withoutWholesale: number;
  retail: bigint;
  /** Retail cost of the calls whose wholesale cost is known. */
  covered: bigint;
  /** Wholesale cost of these calls: `reported` in micro-pence where the carrier reports a cost, else `calculated`. */
  reported: bigint;
  calculated: bigint;
}

/** Totals of entries that have left the table. */
function noCounts() {
  return {
    rated: 0,
    reported: 0n,
    calculated: 0n,
    suggested: 0n,
    currencies: new Map<string, CurrencyCount>(),
  };
}

/** Counts of the calls of customers who are billed in one currency (R24). */
interface CurrencyCount {
  discounts: bigint;
  readonly classes: Map<TariffClass, ClassCount>;
}

/** Rows in the memory of a kernel. */
interface CountedRows extends Pick<RowResults, "decimals" | "keys"> {
  readonly kernel: Kernel;
}

interface NamedCodes {
  readonly names: readonly string[];
}

class CountTable {
  readonly address: number;
  readonly #kernel: Kernel;
  readonly #entries: number;
  readonly #slots: number;

  constructor(kernel: Kernel, currencies: Int32Array | undefined) {
    const { memory } = kernel;
    this.#kernel = kernel;
    this.address = memory.allocate(counting.TABLE_BYTES);
    this.#entries = memory.allocate(MOST_ENTRIES * counting.ENTRY_BYTES);
    this.#slots = memory.allocate(4 * SLOTS);
    this.#set(counting.ENTRIES, this.#entries);
    this.#set(counting.MOST_ENTRIES, MOST_ENTRIES);
    this.#set(counting.SLOTS, this.#slots);
    this.#set(counting.SLOT_MASK, SLOTS - 1);
    if (currencies === undefined) return;
    const address = memory.allocate(4 * currencies.length);
    memory.views.workI32s.set(currencies, address >> 2);
    this.#set(counting.CURRENCIES, address);
  }

  #set(field: number, value: number): void {
    this.#kernel.memory.views.workI32s[(this.address + field) >> 2] = value;
  }

  field(field: number): number {
    return this.#kernel.memory.views.workI32s[(this.address + field) >> 2] as number;
  }

  get length(): number {
    return this.field(counting.ENTRY_COUNT);
  }

  get isFull(): boolean {
    return this.length === MOST_ENTRIES;
  }

  word(entry: number, field: number): number {
    const address = this.#entries + entry * counting.ENTRY_BYTES + field;
    return this.#kernel.memory.views.workI32s[address >> 2] as number;
  }

  number(entry: number, field: number): number {
    const address = this.#entries + entry * counting.ENTRY_BYTES + field;
    return this.#kernel.memory.views.workF64s[address >> 3] as number;
  }

  sum(entry: number, field: number): bigint {
    const carried = BigInt(this.number(entry, field + 8)) * BigInt(counting.SUM_CARRY);
    return carried + BigInt(this.number(entry, field));
  }

  clear(): void {
    const { workU8s } = this.#kernel.memory.views;
    workU8s.fill(0, this.#entries, this.#entries + this.length * counting.ENTRY_BYTES);
    workU8s.fill(0, this.#slots, this.#slots + 4 * SLOTS);
    this.#set(counting.ENTRY_COUNT, 0);
  }
}

/** A row that was counted: the indexes of its number and call type, and whether its wholesale cost is known. */
interface CountedCall {
  readonly number: number;
  readonly callType: number;
  readonly isCovered: boolean;
}

/** Counts rated rows of a kernel's memory. */
export class ColumnCounts {
  #rows: CountedRows;
  #table: CountTable;
  #reconciliation: ReconciliationCollector;
  #settled = noCounts();
  /** For the entries in the table: the names of their codes, and how many entries have a line in the reconciliation. */
  #names: readonly string[] = [];
  #told = 0;
  /** The currencies of customers, the book's first. */
  readonly #currencies: readonly string[];
  /** Indexes in `#currencies`, by index of the number; undefined where there is one currency. */
  readonly #currencyOfNumber: Int32Array | undefined;

  /** @param reconciliation gets each line in the order of the lines' first calls */
  constructor(book: OpenedBook, countedRows: CountedRows, reconciliation: ReconciliationCollector) {
    const ofNumbers = book.tables.byIndex.numbers.map(({ customer }) => customer.currency);
    const currencies = [...new Set([book.settings.currency, ...ofNumbers])];
    this.#currencies = currencies;
    this.#currencyOfNumber =
      currencies.length === 1
        ? undefined
        : Int32Array.from(ofNumbers, (currency) => currencies.indexOf(currency));
    this.#rows = countedRows;
    this.#table = new CountTable(countedRows.kernel, this.#currencyOfNumber);
    this.#reconciliation = reconciliation;
  }

  /** Switches to rows in the memory of another kernel. */
  moveTo(countedRows: CountedRows): void {
    this.#settle();
    this.#rows = countedRows;
    this.#table = new CountTable(countedRows.kernel, this.#currencyOfNumber);
  }

  /**
   * Counts rows from `first` up to `end` that the kernel has rated and can add up: each component of their retail cost
   * is nearer to zero than `most`. `others` lists the rows that are not counted. Returns the first row that was not
   * examined, where the next `count` is to start, or `end`.
   */
  count({ names }: NamedCodes, first: number, end: number, most: number): number {
    if (names !== this.#names || this.#table.isFull) this.#settle();
    this.#names = names;
    return this.#rows.kernel.functions.countRows(this.#table.address, first, end, most);
  }

  /** Rows that were not counted, in order; valid until the next rows are rated. */
  get others(): Int32Array {
    const first = rows.SLOW >> 2;
    const { workI32s } = this.#rows.kernel.memory.views;
    return workI32s.subarray(first, first + this.#table.field(counting.LISTED));
  }

  /** Adds to the reconciliation the lines whose first call is before `row`: so lines are in the order of calls. */
  tellLines(row: number): void {
    const { length } = this.#table;
    for (; this.#told < length; this.#told++) {
      if (this.#table.word(this.#told, counting.FIRST_ROW) >= row) return;
      this.#lineOf(this.#told);
    }
  }

  #lineOf(entry: number) {
    const carrier = this.#names[this.#table.word(entry, counting.OF_CARRIER)] as string;
    const callType = this.#rows.keys.callType(this.#table.word(entry, counting.OF_CALL_TYPE)) ?? "";
    return this.#reconciliation.lineOf(carrier, callType);
  }

  #countOf(currencyIndex: number): CurrencyCount {
    const currency = this.#currencies[currencyIndex] as string;
    return madeOnce(this.#settled.currencies, currency, () => ({ discounts: 0n, classes: new Map() }));
  }

  #classOf({ classes }: CurrencyCount, callType: number): ClassCount {
    const tariffClass = this.#rows.keys.tariffClass(callType) as TariffClass;
    return madeOnce(classes, tariffClass, () => {
      return { calls: 0, withoutWholesale: 0, retail: 0n, covered: 0n, reported: 0n, calculated: 0n };
    });
  }

  /** Subtracts a discount from the retail cost of a row that was counted. */
  takeOff(units: number, { number, callType, isCovered }: CountedCall): void {
    const count = this.#countOf(this.#currencyOfNumber?.[number] ?? 0);
    const classCount = this.#classOf(count, callType);
    const taken = BigInt(units);
    count.discounts += taken;
    classCount.retail -= taken;
    if (isCovered) classCount.covered -= taken;
  }

  /** Adds the entries of the table to the tally and to the lines of the reconciliation, and empties the table. */
  #settle(): void {
    const table = this.#table;
    const { length } = table;
    if (length === 0) return;
    for (let entry = 0; entry < length; entry++) this.#addEntry(entry);
    table.clear();
    this.#told = 0;
  }

  #addEntry(entry: number): void {
    const table = this.#table;
    const calls = table.number(entry, counting.CALLS);
    const withoutReported = table.number(entry, counting.WITHOUT_REPORTED);
    const withoutCalculated = table.number(entry, counting.WITHOUT_CALCULATED);
    const withoutWholesale = table.number(entry, counting.WITHOUT_WHOLESALE);
    const retail = table.sum(entry, counting.RETAIL_SUM);
    const reported = table.sum(entry, counting.REPORTED_SUM);
    const calculated = table.sum(entry, counting.CALCULATED_SUM);
    const bothCalculated = table.sum(entry, counting.BOTH_CALCULATED_SUM);
    const settled = this.#settled;
    settled.rated += calls;
    settled.reported += reported;
    settled.calculated += calculated;
    settled.suggested += table.sum(entry, counting.SUGGESTED_SUM);
    const count = this.#countOf(table.word(entry, counting.OF_CURRENCY));
    const classCount = this.#classOf(count, table.word(entry, counting.OF_CALL_TYPE));
    classCount.calls += calls;
    classCount.withoutWholesale += withoutWholesale;
    classCount.retail += retail;
    classCount.covered += retail - table.sum(entry, counting.UNCOVERED_SUM);
    classCount.reported += reported;
    classCount.calculated += calculated - bothCalculated;
    this.#lineOf(entry).addCounts({
      calls: calls - withoutReported - withoutCalculated + withoutWholesale,
      callsThatDiffer: table.number(entry, counting.DIFFERING),
      withoutReported,
      withoutCalculated,
      reported: this.#atCallScale(table.sum(entry, counting.BOTH_REPORTED_SUM), MICRO),
      calculated: this.#atCallScale(bothCalculated, this.#rows.decimals),
    });
  }

  #atCallScale(units: bigint, decimals: number): bigint {
    return units * 10n ** BigInt(CALL_DECIMALS - decimals);
  }

  /** The counts as the report of a tally. Resets the counts; the next ones go to the reconciliation `next`. */
  take(next: ReconciliationCollector): TallyReport {
    this.#settle();
    const { rated, reported, calculated, suggested, currencies } = this.#settled;
    this.#settled = noCounts();
    this.#reconciliation = next;
    const at = (units: bigint): string => formatUnits(units, this.#rows.decimals);
    const [bookCurrency] = this.#currencies;
    const otherCounts = [...currencies].filter(([currency]) => currency !== bookCurrency);
    return {
      read: rated,
      rated,
      errors: 0,
      ignored: 0,
      errorsByCode: [],
      totals: {
        ...this.#retailOf(currencies.get(bookCurrency as string)),
        costCDR: formatUnits(reported, MICRO),
        costCarrier: at(calculated),
        costSuggestedRetail: formatUnits(suggested, MICRO),
      },
      byClass: this.#classesOf(currencies.get(bookCurrency as string)),
      ...(otherCounts.length > 0 && {
        otherCurrencies: otherCounts.map(([currency, count]) => {
          const byClass = this.#classesOf(count);
          return {
            currency,
            calls: byClass.reduce((sum, { calls }) => sum + calls, 0),
            ...this.#retailOf(count),
            byClass: byClass.map(({ tariffClass, calls, retail }) => ({ tariffClass, calls, retail })),
          };
        }),
      }),
    };
  }

  #retailOf(count: CurrencyCount | undefined): Readonly<Record<"costBase" | "cost", string>> {
    const classes = [...(count?.classes.values() ?? [])];
    const retail = classes.reduce((sum, classCount) => sum + classCount.retail, 0n);
    const { decimals } = this.#rows;
    return {
      costBase: formatUnits(retail + (count?.discounts ?? 0n), decimals),
      cost: formatUnits(retail, decimals),
    };
  }

  #classesOf(count: CurrencyCount | undefined): readonly ClassTotals[] {
    return TARIFF_CLASSES.flatMap((tariffClass) => {
      const classCount = count?.classes.get(tariffClass);
      return classCount === undefined ? [] : [this.#totalsOf(tariffClass, classCount)];
    });
  }

  #totalsOf(tariffClass: TariffClass, classCount: ClassCount): ClassTotals {
    const { calls, withoutWholesale, retail, covered, reported, calculated } = classCount;
    const { decimals } = this.#rows;
    const wholesale = this.#atCallScale(reported, MICRO) + this.#atCallScale(calculated, decimals);
    const margin = this.#atCallScale(covered, decimals) - wholesale;
    // Discounts of calls that an earlier report has change the margin, whatever the wholesale cost of these calls.
    const isKnown = withoutWholesale < calls || covered !== 0n;
    return {
      tariffClass,
      calls,
      retail: formatUnits(retail, decimals),
      wholesale: isKnown ? formatUnits(wholesale, CALL_DECIMALS) : null,
      margin: isKnown ? formatUnits(margin, CALL_DECIMALS) : null,
      withoutWholesale,
    };
  }
}
