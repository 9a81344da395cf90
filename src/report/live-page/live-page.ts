/** A page that carries the engine and a month of calls, and prices the calls again by any percentage. */

import { CallHasher, DuplicateIndex } from "../../engine/index.ts";
import {
  type BookData,
  type CallColumns,
  type CallRecord,
  columnsFromRecords,
  createPreview,
  type IncreaseRequest,
  increaseBook,
  isActionError,
  openBook,
  type PreviewReport,
  type RatedColumns,
  rateColumns,
} from "../../index.ts";
import { isBlank } from "../../model/index.ts";
import { knownOptions } from "../../names/index.ts";
import type { PreviewFigures } from "../../preview/index.ts";
import { carriedBook, tariffsInUse } from "./carried-book.ts";
import { CarriedCalls } from "./carried-calls.ts";
import { type CarriedMonth, passedThrough, readMonth } from "./carried-month.ts";
import { livePageText } from "./live-html.ts";
import { Repricing } from "./reprice.ts";

/** How a live page is made. */
export interface LivePageOptions {
  /** As in `RateOptions`. */
  readonly reclassify?: boolean;
  /** Whether repeated calls count again; default "report": repeated calls do not count. */
  readonly duplicates?: "report" | "keep";
  /** Which wholesale cost of a call counts where it has both, as in `PreviewOptions`; default "reported". */
  readonly wholesale?: "reported" | "calculated";
}

const checkOptions = knownOptions<LivePageOptions>("createLivePage", {
  reclassify: "flag",
  duplicates: ["report", "keep"],
  wholesale: ["reported", "calculated"],
});

/** A live page that takes calls. */
export interface LivePage {
  /** Adds calls held in columns; the caller may refill the columns when the function returns. */
  addColumns(columns: CallColumns): void;
  /** The page with the calls so far. */
  format(): Promise<string>;
}

/**
 * A live page for callers that read their calls themselves, with the parameters of `formatLivePage`.
 *
 * @throws BookError where the book has problems
 * @throws RangeError where an increase is not of a tariff by a percentage, or the increases are not alike
 */
export function createLivePage(
  book: BookData,
  increases: readonly IncreaseRequest[],
  options: LivePageOptions = {},
): LivePage {
  checkOptions(options);
  return new LivePageMaker(book, increases, options);
}

/**
 * A month of calls as one page that prices the calls again: a slider and a field for each class of calls raise the
 * tariffs that `increases` names, and every figure follows, to the digit as `previewChange` reports the increased book.
 * The page is one file with the engine and the calls and makes no network request; its content security policy admits
 * nothing but its own script, as WebAssembly where the browser allows that. The other parties' numbers are cut to the
 * prefixes that decide the cost of calls, ids are left out, and of customers the page has only names and tariffs. Calls
 * are priced before discounts. Calls of customers who are billed in another currency than the book's (R24) are not
 * carried; the page names the currency.
 *
 * Each of `increases` is of a tariff, by a percentage; scope, percentage and date are the same in all. The percentage
 * is the first percentage of the slider.
 *
 * @throws BookError, RangeError as `createLivePage`
 * @example
 * const data = {
 *   callTypes: [{ name: "UK", tariffClass: "national" }],
 *   destinations: [{ prefix: "44", tariffType: "UK" }],
 *   tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: 2 }],
 *   customers: [{ id: 7, companyName: "Harbour Dental", defaultNationalTariff: "Business" }],
 *   numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
 * } as const;
 * const raised = { resource: "tariffs", id: 1, increaseScope: "costOnly", increasePercent: "10" } as const;
 * const page = await formatLivePage(data, [raised], calls);
 * page.startsWith("<!doctype html>"); // => true
 */
export function formatLivePage(
  book: BookData,
  increases: readonly IncreaseRequest[],
  calls: Iterable<CallRecord>,
  options?: LivePageOptions,
): Promise<string> {
  const page = createLivePage(book, increases, options);
  page.addColumns(columnsFromRecords([...calls]));
  return page.format();
}

class LivePageMaker implements LivePage {
  readonly #data: BookData;
  readonly #increases: readonly IncreaseRequest[];
  readonly #reclassify: boolean;
  readonly #wholesale: CarriedMonth["wholesale"];
  readonly #before: ReturnType<typeof openBook>;
  readonly #calls: CarriedCalls;
  readonly #preview: ReturnType<typeof createPreview>;
  readonly #seen: DuplicateIndex | undefined;
  readonly #hasher: CallHasher;
  #rated: RatedColumns | undefined;

  constructor(book: BookData, increases: readonly IncreaseRequest[], options: LivePageOptions) {
    const { reclassify = false, duplicates = "report", wholesale = "reported" } = options;
    requireAlike(book, increases);
    const increased = increaseBook(book, increases, 5);
    if (isActionError(increased)) throw new RangeError(increased.hint);
    this.#data = book;
    this.#increases = increases;
    this.#reclassify = reclassify;
    this.#wholesale = wholesale;
    this.#before = openBook(book);
    this.#calls = new CarriedCalls(this.#before);
    const isRaised = Number(increases[0]?.increasePercent) !== 0;
    const after = isRaised ? openBook(increased.book) : this.#before;
    const how = { reclassify, duplicates, wholesale, movers: 0, examples: 0 };
    this.#preview = createPreview(this.#before, after, how);
    this.#seen = duplicates === "keep" ? undefined : new DuplicateIndex();
    this.#hasher = new CallHasher(this.#before.tables);
  }

  addColumns(columns: CallColumns): void {
    const into = this.#rated;
    const rated = rateColumns(this.#before, columns, { reclassify: this.#reclassify, ...(into && { into }) });
    this.#rated = rated;
    const repeated = new Map(this.#seen?.noteAll(this.#hasher.ofRows(columns), 0));
    const { byIndex } = this.#before.tables;
    const { currency } = this.#before.settings;
    // R24: a call without a price has no number, and is not carried either.
    const isInOther = (row: number): boolean =>
      byIndex.numbers[rated.number[row] as number]?.customer.currency !== currency;
    this.#calls.add(columns, rated, (row) => repeated.has(row) || isInOther(row));
    this.#preview.addColumns(columns);
  }

  async format(): Promise<string> {
    const report = this.#preview.report();
    const { month, parts } = this.#month();
    const text = new TextEncoder().encode(JSON.stringify(month));
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, text.length, true);
    const compressed = await passedThrough(new CompressionStream("gzip"), [length, text, ...parts]);
    await requireSame(report, compressed);
    return livePageText(report, month, compressed);
  }

  #month(): { readonly month: CarriedMonth; readonly parts: readonly Uint8Array[] } {
    const calls = this.#calls;
    const [first] = this.#increases;
    const used = tariffsInUse(this.#data.tariffs ?? [], this.#before, calls);
    const classes = new Map(
      (this.#data.tariffs ?? []).map(({ id, tariffClass }) => [String(id), tariffClass]),
    );
    const { columns, bytes } = calls.pack();
    const month: CarriedMonth = {
      book: carriedBook(this.#data, this.#before, calls),
      tariffs: this.#increases
        .map(({ id }) => ({ id: String(id), tariffClass: String(classes.get(String(id))) }))
        .filter(({ id }) => used.has(id)),
      scope: String(first?.increaseScope),
      effectiveDate: isBlank(first?.effectiveDate) ? null : String(first?.effectiveDate),
      reclassify: this.#reclassify,
      wholesale: this.#wholesale,
      percent: String(first?.increasePercent),
      calls: calls.length,
      names: calls.names,
      externals: calls.externals,
      columns,
      records: calls.records,
    };
    return { month, parts: bytes };
  }
}

/** @throws RangeError where one slider could not raise all of the tariffs */
function requireAlike(book: BookData, increases: readonly IncreaseRequest[]): void {
  const [first] = increases;
  if (first === undefined) throw new RangeError("A live page needs tariffs to raise.");
  const wholesale = new Set(
    (book.tariffs ?? []).filter(({ retail }) => retail === "wholesale").map(({ id }) => String(id)),
  );
  for (const increase of increases) {
    if (
      increase.resource !== "tariffs" ||
      isBlank(increase.increasePercent) ||
      wholesale.has(String(increase.id))
    ) {
      throw new RangeError("A live page raises retail tariffs by a percentage.");
    }
    for (const field of ["increaseScope", "increasePercent", "effectiveDate"] as const) {
      if (String(increase[field] ?? "") === String(first[field] ?? "")) continue;
      throw new RangeError(`A live page raises all of its tariffs alike; their ${field} differs.`);
    }
  }
}

/** Checks that the carried part of the book gives the figures of the whole book; otherwise no page is made. */
async function requireSame(report: PreviewReport, compressed: Uint8Array): Promise<void> {
  const { month, columns } = await readMonth(compressed);
  const percentages = new Map(month.tariffs.map(({ tariffClass }) => [tariffClass, month.percent]));
  const carried = new Repricing(month, columns).figures(percentages);
  if (!isActionError(carried) && figuresOf(carried) === figuresOf(report)) return;
  throw new Error("The part of the book that a live page carries does not give what the whole book gives.");
}

function figuresOf({ totals, breakdowns }: PreviewFigures): string {
  const { class: classes, customer } = breakdowns;
  const withoutExamples = (lines: typeof classes) => lines.map((line) => ({ ...line, examples: [] }));
  return JSON.stringify([totals, withoutExamples(classes), withoutExamples(customer)]);
}
