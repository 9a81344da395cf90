/** The preview of a change: prices the same calls before and after, and compares the costs. */
import type { OpenedBook } from "../book/index.ts";
import { type BatchOptions, type CallColumns, type RatedColumns, rateColumns } from "../engine/index.ts";
import type { CallRecord } from "../model/index.ts";
import { knownOptions } from "../names/index.ts";
import { type BillPeriod, billDaysOf } from "./bills/bill-days.ts";
import { figuresOf, type PreviewFigures, reportOf } from "./build-report.ts";
import { type ChangeOptions, describedChange } from "./change.ts";
import { Collector } from "./collector.ts";
import { defaultBasis } from "./default-wholesale.ts";
import type { PreviewReport } from "./preview-report.ts";
import type { PreviewSide } from "./side.ts";

/** How a preview is made. */
export interface PreviewOptions extends Omit<BatchOptions, "bookDigest">, ChangeOptions {
  /**
   * Whether calls are compared after discounts (R40 to R44), on each side by the plans of its book and from full pools;
   * default false. The charged costs of records are not discounted again. Calls must come nearly in order of start.
   */
  readonly discounts?: boolean;
  /**
   * Which wholesale cost of a call counts: `"reported"`, the carrier's reported cost with the calculated cost (R29) as
   * fallback, or `"calculated"`, the other way round. Default: `"calculated"` where the two books have different
   * wholesale tariffs, so that a carrier's new prices show, else `"reported"`. The default does not compare lines of
   * tariffs in books of `openShared`.
   */
  readonly wholesale?: "reported" | "calculated";
  /**
   * First and last day of the bills, `YYYY-MM-DD`, at most 3,660 days: one bill for each customer, as from `invoices`
   * for these days. Default: a bill for each billing period (R41) in which previewed calls start.
   */
  readonly period?: BillPeriod;
  /** Whether bills are compared with VAT, too (R78), as of the day after each bill's last day; default false. */
  readonly vat?: boolean;
  /** How many movers of each kind and direction a report names; 0 … 1,000, default 10. */
  readonly movers?: number;
  /** How many calls each line of a breakdown keeps as examples; 0 … 100, default 1. */
  readonly examples?: number;
}

/** The options of every function that makes a preview (knownOptions). */
export const PREVIEW_OPTIONS = {
  reclassify: "flag",
  duplicates: ["report", "keep"],
  discounts: "flag",
  wholesale: ["reported", "calculated"],
  period: "any",
  vat: "flag",
  movers: "any",
  examples: "any",
  change: "text",
  madeOn: "text",
  bookDigests: "any",
  goal: "any",
} as const;

const checkOptions = knownOptions<PreviewOptions>("previewChange", { ...PREVIEW_OPTIONS, onWarning: "any" });

/** A preview that takes calls one after another. */
export interface Preview {
  /**
   * Prices one call on both sides. `line` is the line of its file, from 1; default: the position among the calls added.
   *
   * @throws RangeError where `call` is a result, or the record of a result, without the fields of its call
   * @throws CallOrderError with `discounts`, where a call is too far out of order
   */
  add(call: CallRecord, line?: number): void;
  /**
   * Prices many calls, held in columns, on both sides: as `add` of each row's record and line, and several times as
   * fast. The caller may refill the columns when the function returns.
   *
   * @throws CallOrderError with `discounts`, as `add`
   */
  addColumns(columns: CallColumns): void;
  /**
   * The report of the calls so far, at any time; with `discounts`, no later call may start before one of these calls.
   *
   * @throws CallOrderError with `discounts`, where such a call was added
   */
  report(): PreviewReport;
}

/**
 * A preview for callers that read their calls themselves: prices each added call with `before` and with `after`.
 * `before` is a book, or `"recorded"` for the charged cost of each record: `cost` with `costBase` as fallback, in
 * pence. Without `discounts`, against a book that has plans, `costBase` comes first and `cost` is the fallback, so that
 * costs before discounts are compared with one another. Memory does not grow with the calls, except for the index of
 * ids (none with `duplicates: "keep"`).
 *
 * @throws TypeError where an option is not known
 * @throws RangeError where an option is out of range, or the two books have different currencies
 * @example
 * const preview = createPreview(book, book);
 * for (const one of calls) preview.add(one);
 * preview.report().totals.retail; // => { before: "7.64", after: "7.64", difference: "0", percent: "0" }
 *
 * const quick = createPreview(book, book);
 * quick.addColumns(columnsFromRecords(calls)); // or columns that a reader of its own fills
 * quick.report().totals.retail.after; // => "7.64"
 */
export function createPreview(before: PreviewSide, after: OpenedBook, options: PreviewOptions = {}): Preview {
  const collector = openCollector(before, after, options);
  return {
    add: (call, line) => collector.add(call, line),
    addColumns: (columns) => collector.addColumns(columns),
    report: () => {
      collector.finish();
      return reportOf(collector);
    },
  };
}

/** The sums of a preview; `heldBefore`: cached results of the book before for columns that will be added. */
export function openCollector(
  before: PreviewSide,
  after: OpenedBook,
  options: PreviewOptions,
  heldBefore?: ReadonlyMap<CallColumns, RatedColumns>,
): Collector {
  checkOptions(options);
  requireOneCurrency(before, after);
  const hasDiscounts = options.discounts === true;
  const hasPlans = [before, after].some(
    (side) => side !== "recorded" && side.tables.discounts.plans.size > 0,
  );
  return new Collector(before, after, {
    hasDiscounts,
    change: describedChange(options, { hasBookBefore: before !== "recorded", discounts: hasDiscounts }),
    compares: hasPlans && !hasDiscounts ? "base" : "charged",
    wholesale: options.wholesale ?? defaultBasis(before, after),
    billing: {
      period: options.period === undefined ? undefined : billDaysOf(options.period),
      hasVAT: options.vat === true,
    },
    movers: wholeNumber("movers", options.movers ?? 10, 1_000),
    examples: wholeNumber("examples", options.examples ?? 1, 100),
    reclassify: options.reclassify === true,
    keepsDuplicates: options.duplicates === "keep",
    onWarning: options.onWarning,
    heldBefore,
  });
}

/**
 * Rates the same calls before and after a change and reports the effect (R16, R30): totals and
 * breakdowns that add up to the last digit, the largest movers, calls that gain or lose their price, fixed
 * charges, and examples explained on both sides. Amounts are pence. Neither books nor calls are changed.
 *
 * @throws TypeError, RangeError as `createPreview`
 * @example
 * const dearer = reviseBook(book, {
 *   upsert: { tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "1.26", baseCostConnection: 2 }] },
 * });
 * previewChange(book, dearer, calls).totals.retail;
 * // => { before: "7.64", after: "7.822", difference: "0.182", percent: "2.38" }
 */
export function previewChange(
  before: PreviewSide,
  after: OpenedBook,
  calls: Iterable<CallRecord>,
  options?: PreviewOptions,
): PreviewReport;
export function previewChange(
  before: PreviewSide,
  after: OpenedBook,
  calls: AsyncIterable<CallRecord>,
  options?: PreviewOptions,
): Promise<PreviewReport>;
export function previewChange(
  before: PreviewSide,
  after: OpenedBook,
  calls: Iterable<CallRecord> | AsyncIterable<CallRecord>,
  options: PreviewOptions = {},
): PreviewReport | Promise<PreviewReport> {
  const preview = createPreview(before, after, options);
  if (Symbol.asyncIterator in calls) return previewAsync(preview, calls);
  for (const call of calls) preview.add(call);
  return preview.report();
}

async function previewAsync(preview: Preview, calls: AsyncIterable<CallRecord>): Promise<PreviewReport> {
  for await (const call of calls) preview.add(call);
  return preview.report();
}

function requireOneCurrency(before: PreviewSide, after: OpenedBook): void {
  if (before === "recorded") return;
  const { currency, currencyDecimals } = before.settings;
  const other = after.settings;
  if (currency !== other.currency) {
    throw new RangeError(
      `A preview compares amounts of one currency; the books are in ${currency} and ${other.currency}.`,
    );
  }
  if (currencyDecimals === other.currencyDecimals) return;
  throw new RangeError(
    `A preview compares amounts of one unit; the books have currencyDecimals ${currencyDecimals} and ${other.currencyDecimals}.`,
  );
}

function wholeNumber(name: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new RangeError(`${name} must be a whole number from 0 to ${max}, not ${value}.`);
}

/** A preview that rates the calls with the book before only once. */
export class HeldPreview {
  readonly #before: OpenedBook;
  readonly #options: PreviewOptions;
  readonly #heldBefore: ReadonlyMap<CallColumns, RatedColumns>;

  constructor(
    before: OpenedBook,
    calls: readonly CallColumns[],
    options: Pick<PreviewOptions, "reclassify" | "duplicates" | "wholesale">,
  ) {
    this.#before = before;
    this.#options = { ...options, movers: 0, examples: 0 };
    const reclassify = options.reclassify === true;
    this.#heldBefore = new Map(
      calls.map((columns) => [columns, rateColumns(before, columns, { reclassify })]),
    );
  }

  figures(after: OpenedBook): PreviewFigures {
    const collector = openCollector(this.#before, after, this.#options, this.#heldBefore);
    for (const columns of this.#heldBefore.keys()) collector.addColumns(columns);
    return figuresOf(collector);
  }
}
