/** Totals of calls in columns, for a tally and a reconciliation: the kernel adds them up without a result per call. */
import { CALL_DECIMALS, MICRO, type RowResults } from "../engine/index.ts";
import { counting, type Kernel, rows } from "../kernel/index.ts";
import { madeOnce, TARIFF_CLASSES, type TariffClass } from "../model/index.ts";
import { formatUnits } from "../money/index.ts";
import type { ReconciliationCollector } from "./reconcile.ts";
import type { ClassTotals, TallyReport } from "./tally.ts";

/** Pairs of carrier and call type that the kernel counts separately before its totals are read. */
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
    discounts: 0n,
    reported: 0n,
    calculated: 0n,
    suggested: 0n,
    classes: new Map<TariffClass, ClassCount>(),
  };
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

  constructor(kernel: Kernel) {
    const { memory } = kernel;
    this.#kernel = kernel;
    this.address = memory.allocate(counting.TABLE_BYTES);
    this.#entries = memory.allocate(MOST_ENTRIES * counting.ENTRY_BYTES);
    this.#slots = memory.allocate(4 * SLOTS);
    this.#set(counting.ENTRIES, this.#entries);
    this.#set(counting.MOST_ENTRIES, MOST_ENTRIES);
    this.#set(counting.SLOTS, this.#slots);
    this.#set(counting.SLOT_MASK, SLOTS - 1);
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

/** Counts rated rows of a kernel's memory. */
export class ColumnCounts {
  #rows: CountedRows;
  #table: CountTable;
  #reconciliation: ReconciliationCollector;
  #settled = noCounts();
  /** For the entries in the table: the names of their codes, and how many entries have a line in the reconciliation. */
  #names: readonly string[] = [];
  #told = 0;

  /** @param reconciliation gets each line in the order of the lines' first calls */
  constructor(countedRows: CountedRows, reconciliation: ReconciliationCollector) {
    this.#rows = countedRows;
    this.#table = new CountTable(countedRows.kernel);
    this.#reconciliation = reconciliation;
  }

  /** Switches to rows in the memory of another kernel. */
  moveTo(countedRows: CountedRows): void {
    this.#settle();
    this.#rows = countedRows;
    this.#table = new CountTable(countedRows.kernel);
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

  #classOf(callType: number): ClassCount {
    const tariffClass = this.#rows.keys.tariffClass(callType) as TariffClass;
    return madeOnce(this.#settled.classes, tariffClass, () => {
      return { calls: 0, withoutWholesale: 0, retail: 0n, covered: 0n, reported: 0n, calculated: 0n };
    });
  }

  /** Subtracts a discount from the retail cost of a row that was counted. */
  takeOff(units: number, callType: number, isCovered: boolean): void {
    const classCount = this.#classOf(callType);
    const taken = BigInt(units);
    this.#settled.discounts += taken;
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
    const classCount = this.#classOf(table.word(entry, counting.OF_CALL_TYPE));
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
    const { rated, discounts, reported, calculated, suggested, classes } = this.#settled;
    this.#settled = noCounts();
    this.#reconciliation = next;
    const at = (units: bigint): string => formatUnits(units, this.#rows.decimals);
    const retail = [...classes.values()].reduce((sum, classCount) => sum + classCount.retail, 0n);
    return {
      read: rated,
      rated,
      errors: 0,
      ignored: 0,
      errorsByCode: [],
      totals: {
        costBase: at(retail + discounts),
        cost: at(retail),
        costCDR: formatUnits(reported, MICRO),
        costCarrier: at(calculated),
        costSuggestedRetail: formatUnits(suggested, MICRO),
      },
      byClass: TARIFF_CLASSES.flatMap((tariffClass) => {
        const classCount = classes.get(tariffClass);
        return classCount === undefined ? [] : [this.#totalsOf(tariffClass, classCount)];
      }),
    };
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
