/**
 * Changes of rows that both books rate in columns. Only rows that are kept as examples get an object; the lines of rows
 * are cached by indexes of the book before.
 */
import type { OpenedBook } from "../book/index.ts";
import {
  type CallColumns,
  idOfRow,
  OUTCOMES,
  periodOfRow,
  type RatedColumns,
  rateColumns,
  reportedMicroPence,
  sumOf,
  unitsOf,
} from "../engine/index.ts";
import { type CallRecord, copyOf } from "../model/index.ts";
import { UnitSum, type Units } from "../money/index.ts";
import { differenceOf, type Sides } from "./comparison.ts";
import { type CallDiscounts, NO_DISCOUNTS } from "./discounted-sides.ts";
import type { CallChange, KeptCall, Line, Lines } from "./lines.ts";
import type { Costs } from "./side.ts";
import { compareWholesale, unknownWholesale, type WholesaleBasis } from "./wholesale.ts";

const RATED = OUTCOMES.indexOf("rated");

/** Decimal places of a penny in the reported costs of rows. */
const REPORTED_DECIMALS = 6;

/** Greater than any tariff index. */
const TARIFF_INDEX_LIMIT = 2 ** 26;

/** Results of both sides. */
export type RatedTwice = Sides<RatedColumns>;

interface RowOptions {
  readonly reclassify: boolean;
  readonly wholesale: WholesaleBasis;
  /** Cached results of the book before for columns that are previewed again and again. */
  readonly heldBefore: ReadonlyMap<CallColumns, RatedColumns> | undefined;
}

/** The lines of the breakdowns: by customer and number, and by class, call type, tariff and period. */
interface BreakdownLines {
  readonly numbers: Lines;
  readonly kinds: Lines;
}

/** Costs that are overwritten for each row. */
type RowCosts = { -readonly [F in keyof Costs]: Costs[F] };

function rowCosts(decimals: number): RowCosts {
  return {
    retail: 0,
    calculated: 0,
    decimals,
    reported: 0,
    reportedDecimals: REPORTED_DECIMALS,
  };
}

/** The change of a row, reused for all rows that need not wait: id and record of a row are read only on demand. */
export class RowChange implements CallChange {
  line = 0;
  arrival = 0;
  size: Units = 0;
  /** The currency in which the customers of both sides are billed. */
  currency = "";
  direction: -1 | 0 | 1 = 0;
  readonly before: RowCosts;
  readonly after: RowCosts;
  readonly wholesale = unknownWholesale();
  #columns: CallColumns | undefined;
  #row = 0;
  #id: string | null | undefined;
  /** Reads the row's record, where the change outlives the columns. */
  #readCall: (() => CallRecord) | undefined;
  #discounts = NO_DISCOUNTS;
  #kept: KeptCall | undefined;

  constructor(before: OpenedBook, after: OpenedBook) {
    this.before = rowCosts(before.settings.costDecimals);
    this.after = rowCosts(after.settings.costDecimals);
  }

  /** Compares the costs. */
  compare(): void {
    const { before, after } = this;
    const difference = differenceOf(before, after, before.decimals === after.decimals);
    this.size = difference < 0 ? -difference : difference;
    this.direction = difference < 0 ? -1 : difference > 0 ? 1 : 0;
  }

  /** Takes discounts off the costs. */
  discount(discounts: CallDiscounts): void {
    const { before, after } = discounts;
    if (before !== undefined) this.before.retail = sumOf(before.components);
    if (after !== undefined) this.after.retail = sumOf(after.components);
    this.#discounts = discounts;
    this.compare();
  }

  /** Lets the columns be filled anew. */
  detach(): void {
    this.#id = this.id;
    this.#readCall = recordLater(this.#columns as CallColumns, this.#row);
    this.#columns = undefined;
  }

  point(columns: CallColumns, row: number, line: number, arrival: number): void {
    this.line = line;
    this.arrival = arrival;
    this.#columns = columns;
    this.#row = row;
    this.#id = undefined;
    this.#kept = undefined;
  }

  get id(): string | null {
    if (this.#id === undefined) this.#id = idOfRow(this.#columns as CallColumns, this.#row);
    return this.#id;
  }

  readonly keep = (): KeptCall => {
    const { id, line, arrival, size } = this;
    // Copied, because the caller may change the record later.
    this.#kept ??= {
      id,
      line,
      arrival,
      size,
      call: this.#readCall?.() ?? copyOf((this.#columns as CallColumns).recordOf(this.#row)),
      discounts: this.#discounts,
      only: undefined,
    };
    return this.#kept;
  };
}

/** Rates rows with both books, and compares the costs of rows whose amounts doubles add up exactly. */
export class RowChanges {
  readonly #before: OpenedBook;
  readonly #after: OpenedBook;
  readonly #options: RowOptions;
  #change: RowChange;
  /** Whether some customers are billed in other currencies than the books'. */
  readonly #hasCurrencies: boolean;
  /** Results whose arrays the next columns reuse. */
  #rated: RatedTwice | undefined;

  constructor(before: OpenedBook, after: OpenedBook, options: RowOptions) {
    this.#before = before;
    this.#after = after;
    this.#options = options;
    this.#change = new RowChange(before, after);
    this.#hasCurrencies = [before, after].some(hasOtherCurrencies);
  }

  /** Rates columns; the results are valid until the next columns are rated. */
  rate(columns: CallColumns): RatedTwice {
    const { reclassify, heldBefore } = this.#options;
    const into = this.#rated;
    const held = heldBefore?.get(columns);
    this.#rated = {
      before: held ?? rateColumns(this.#before, columns, { reclassify, ...(into && { into: into.before }) }),
      after: rateColumns(this.#after, columns, { reclassify, ...(into && { into: into.after }) }),
    };
    return this.#rated;
  }

  /** The change of a row, valid until the next row; undefined where the row needs the `CallResult` of each side. */
  changeOf(
    columns: CallColumns,
    { before, after }: RatedTwice,
    row: number,
    line: number,
    arrival: number,
  ): RowChange | undefined {
    if (before.fromRecord[row] !== 0 || after.fromRecord[row] !== 0) return undefined;
    if (before.outcome[row] !== RATED || after.outcome[row] !== RATED) return undefined;
    const currency = this.#currencyOf(before, after, row);
    if (currency === undefined) return undefined;
    const change = this.#change;
    const { wholesale: basis } = this.#options;
    const reported = reportedMicroPence(columns.costCDR, row);
    // The calculated cost is not needed where the reported cost counts.
    const isCalculated = basis === "calculated" || Number.isNaN(reported);
    if (!fillCosts(change.before, before, row, reported, isCalculated)) return undefined;
    if (!fillCosts(change.after, after, row, reported, isCalculated)) return undefined;
    change.currency = currency;
    if (currency === this.#after.settings.currency)
      compareWholesale(change.wholesale, basis, change.before, change.after);
    else compareWholesale(change.wholesale, basis, undefined, undefined);
    change.compare();
    change.point(columns, row, line, arrival);
    return change;
  }

  /** Gives away the change of the last row, which is then valid for as long as its call waits for discounts. */
  take(): RowChange {
    const change = this.#change;
    change.detach();
    this.#change = new RowChange(this.#before, this.#after);
    return change;
  }

  /** The currency in which a row's customer is billed; undefined where it is another one after the change. */
  #currencyOf(before: RatedColumns, after: RatedColumns, row: number): string | undefined {
    if (!this.#hasCurrencies) return this.#after.settings.currency;
    const currencyIn = ({ tables }: OpenedBook, { number }: RatedColumns) =>
      tables.byIndex.numbers[number[row] as number]?.customer.currency;
    const currency = currencyIn(this.#before, before);
    return currency === currencyIn(this.#after, after) ? currency : undefined;
  }
}

/** Reads the record of a row when the columns may have been filled anew. */
function recordLater(columns: CallColumns, row: number): () => CallRecord {
  if (columns.recordLater !== undefined) return columns.recordLater(row);
  // Copied, because the caller may change the record until then.
  const call = copyOf(columns.recordOf(row));
  return () => call;
}

function hasOtherCurrencies({ records, settings }: OpenedBook): boolean {
  return records.customers.some(({ currency = settings.currency }) => currency !== settings.currency);
}

/** A cache of the lines of rows. */
export class RowLines {
  readonly #lines: BreakdownLines;
  /** Lines by number index of the book before. */
  readonly #numbers: Line[] = [];
  /** Lines by the period's name, then by a key of call type index and tariff index. */
  readonly #kinds = new Map<string, Map<number, Line>>();

  constructor(lines: BreakdownLines) {
    this.#lines = lines;
  }

  numberOf({ before }: RatedTwice, row: number): Line {
    const numberIndex = before.number[row] as number;
    let line = this.#numbers[numberIndex];
    if (line === undefined) {
      const { keys } = before;
      line = this.#lines.numbers.of(keys.customerID(numberIndex) ?? null, keys.numberID(numberIndex) ?? null);
      this.#numbers[numberIndex] = line;
    }
    return line;
  }

  kindOf(columns: CallColumns, { before }: RatedTwice, row: number): Line {
    const callTypeIndex = before.callType[row] as number;
    const tariffIndex = before.tariff[row] as number;
    const period = periodOfRow(columns, before, row);
    let lines = this.#kinds.get(period);
    if (lines === undefined) {
      lines = new Map();
      this.#kinds.set(period, lines);
    }
    const key = callTypeIndex * TARIFF_INDEX_LIMIT + tariffIndex + 1;
    let line = lines.get(key);
    if (line === undefined) {
      const { keys } = before;
      line = this.#lines.kinds.of(
        keys.tariffClass(callTypeIndex) ?? null,
        keys.callType(callTypeIndex) ?? null,
        keys.tariffID(tariffIndex) ?? null,
        period,
      );
      lines.set(key, line);
    }
    return line;
  }
}

/** Copies the costs of a row on one side; false where doubles do not add the costs up exactly. */
function fillCosts(
  costs: RowCosts,
  rated: RatedColumns,
  row: number,
  reported: number,
  isCalculated: boolean,
): boolean {
  const retail = unitsOf(rated.retail, row);
  const calculated = isCalculated ? unitsOf(rated.wholesale, row) : Number.NaN;
  costs.retail = retail;
  costs.calculated = Number.isNaN(calculated) ? undefined : calculated;
  costs.reported = Number.isNaN(reported) ? undefined : reported;
  return Math.abs(retail) < UnitSum.MOST && !isLarge(calculated) && !isLarge(reported);
}

/** Whether an amount is known, and too large for exact sums of doubles. */
function isLarge(units: number): boolean {
  return Math.abs(units) >= UnitSum.MOST;
}
