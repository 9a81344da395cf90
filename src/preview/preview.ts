/** The preview of a change: the same calls priced twice, as they pass, and what lies between. */
import type { OpenedBook } from "../book/index.ts";
import { type DayNumber, parseCivilDate } from "../calendar/index.ts";
import type { CallRecord } from "../model/index.ts";
import { type BatchOptions, DuplicateIndex } from "../rating/index.ts";
import { Breakdowns } from "./breakdowns.ts";
import { type Collected, reportOf } from "./build-report.ts";
import { factsOf } from "./call-facts.ts";
import { differenceOf } from "./comparison.ts";
import { CostSums } from "./cost-sums.ts";
import { DiscountedSides, type DiscountedTurn } from "./discounted-sides.ts";
import { type KeptCall, LeadingCalls } from "./leading-calls.ts";
import { OneSided } from "./one-sided.ts";
import type { PreviewReport, UnratedReason } from "./preview-report.ts";
import { type Charged, type Charger, chargerOf, type PreviewSide } from "./side.ts";

/** How a preview is made. */
export interface PreviewOptions extends BatchOptions {
  /**
   * Whether calls are compared after discounts (R40 to R44), each book's by its own plans and from full pools;
   * default false. What records say was charged is taken as it is. Calls must come nearly in order of start.
   */
  readonly discounts?: boolean;
  /**
   * Day on which a feature's fixed charges count if it is in force, `YYYY-MM-DD`. Default: the last local
   * start date of the calls that a book rates.
   */
  readonly on?: string;
  /** How many movers of each kind and direction a report names; 0 … 1,000, default 10. */
  readonly movers?: number;
  /** How many calls each line of a breakdown keeps as examples; 0 … 100, default 1. */
  readonly examples?: number;
}

/** A preview while calls pass. */
export interface Preview {
  /**
   * Prices one call on both sides. `line` is its place in its file; default: its place among the calls added.
   *
   * @throws CallOrderError with `discounts`, where a call is too far out of order
   */
  add(call: CallRecord, line?: number): void;
  /**
   * What the calls so far add up to. It may be asked for at any time; with `discounts`, no call may follow that
   * starts before one of those.
   *
   * @throws CallOrderError with `discounts`, where such a call was added
   */
  report(): PreviewReport;
}

/**
 * A preview for callers that read their calls themselves: prices each call with `before` and with `after`
 * as it is added. `before` is a book, or `"recorded"` for what each record says was charged: its `cost`,
 * where that is blank its `costBase`, in pence. Memory does not grow with the calls, but for the index of
 * ids (none with `duplicates: "keep"`).
 *
 * @throws RangeError where an option is out of range, or the two books have different currencies
 * @example
 * const preview = createPreview(book, book);
 * for (const one of calls) preview.add(one);
 * preview.report().totals.retail; // => { before: "7.64", after: "7.64", difference: "0", percent: "0" }
 */
export function createPreview(before: PreviewSide, after: OpenedBook, options: PreviewOptions = {}): Preview {
  return new Collector(before, after, options);
}

/**
 * Rates the same calls before and after a change and says what the change does (R16, R30): totals and
 * breakdowns that add up to the last digit, the largest movers, calls that gain or lose their price, fixed
 * charges, and examples explained on both sides. Amounts are pence. Neither books nor calls are changed.
 *
 * @throws RangeError as `createPreview`
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

class Collector implements Preview, Collected {
  readonly before: PreviewSide;
  readonly after: OpenedBook;
  readonly chargeBefore: Charger;
  readonly chargeAfter: Charger;
  readonly reclassify: boolean;
  readonly movers: number;
  readonly on: DayNumber | undefined;
  firstDay = Number.POSITIVE_INFINITY;
  lastDay = Number.NEGATIVE_INFINITY;
  read = 0;
  readonly ratedTwice = new CostSums();
  readonly breakdowns: Breakdowns;
  readonly newlyRated: OneSided;
  readonly newlyUnrated: OneSided;
  readonly unrated = new Map<UnratedReason, Map<UnratedReason, number>>();
  readonly up: LeadingCalls;
  readonly down: LeadingCalls;
  readonly #hasSameDecimals: boolean;
  readonly #seen: DuplicateIndex | undefined;
  readonly #discounts: DiscountedSides | undefined;

  constructor(before: PreviewSide, after: OpenedBook, options: PreviewOptions) {
    requireOneCurrency(before, after);
    this.before = before;
    this.after = after;
    this.#hasSameDecimals =
      before !== "recorded" && before.settings.costDecimals === after.settings.costDecimals;
    this.chargeBefore = chargerOf(before, options);
    this.chargeAfter = chargerOf(after, options);
    this.reclassify = options.reclassify === true;
    this.movers = wholeNumber("movers", options.movers ?? 10, 1_000);
    this.on = options.on === undefined ? undefined : dayOf(options.on);
    const examples = wholeNumber("examples", options.examples ?? 1, 100);
    this.breakdowns = new Breakdowns(examples);
    this.newlyRated = new OneSided(this.movers);
    this.newlyUnrated = new OneSided(this.movers);
    this.up = new LeadingCalls(this.movers);
    this.down = new LeadingCalls(this.movers);
    this.#seen = options.duplicates === "keep" ? undefined : new DuplicateIndex();
    this.#discounts = options.discounts === true ? new DiscountedSides(before, after) : undefined;
  }

  add(call: CallRecord, line = this.read + 1): void {
    this.read++;
    const readBefore = this.#seen?.note(call);
    const before = this.chargeBefore(call, line, readBefore);
    const after = this.chargeAfter(call, line, readBefore);
    const rated = before.rated ?? after.rated;
    if (rated !== undefined) {
      if (rated.day < this.firstDay) this.firstDay = rated.day;
      if (rated.day > this.lastDay) this.lastDay = rated.day;
    }
    if (this.#discounts === undefined) this.#count(call, line, before, after);
    else this.#countAll(this.#discounts.add(call, line, before, after));
  }

  #countAll(turns: readonly DiscountedTurn[]): void {
    for (const { call, line, before, after } of turns) {
      if (before !== undefined && after !== undefined) this.#count(call, line, before, after);
    }
  }

  #count(call: CallRecord, line: number, before: Charged, after: Charged): void {
    if (before.costs === undefined && after.costs === undefined) this.#addUnrated(before, after);
    else this.#addPriced(call, line, before, after);
  }

  #addUnrated({ reason: before = "ignored" }: Charged, { reason: after = "ignored" }: Charged): void {
    const reasons = this.unrated.get(before) ?? new Map<UnratedReason, number>();
    this.unrated.set(before, reasons);
    reasons.set(after, (reasons.get(after) ?? 0) + 1);
  }

  #addPriced(call: CallRecord, line: number, before: Charged, after: Charged): void {
    const facts = factsOf(before.rated ?? after.rated, call);
    const difference = differenceOf(before.costs, after.costs, this.#hasSameDecimals);
    const size = difference < 0 ? -difference : difference;
    const direction = difference < 0 ? -1 : difference > 0 ? 1 : 0;
    const id = callID(before, after, call);
    let kept: KeptCall | undefined;
    // The record is copied: what it holds later is its owner's affair.
    const keep = (): KeptCall => {
      kept ??= {
        call: { ...call },
        id,
        line,
        size,
        discounted: this.#discounts === undefined ? undefined : { before: before.rated, after: after.rated },
      };
      return kept;
    };
    this.breakdowns.add(facts, { before: before.costs, after: after.costs, direction, size, id, line, keep });
    if (before.costs === undefined) {
      if (after.costs !== undefined) this.newlyRated.add(after.costs, before.reason ?? "ignored", keep);
    } else if (after.costs === undefined) {
      this.newlyUnrated.add(before.costs, after.reason ?? "ignored", keep);
    } else {
      this.ratedTwice.add(before.costs, after.costs, direction);
      if (direction !== 0) {
        const movers = direction > 0 ? this.up : this.down;
        if (movers.wants(size, id, line)) movers.take(keep());
      }
    }
  }

  report(): PreviewReport {
    if (this.#discounts !== undefined) this.#countAll(this.#discounts.finish());
    return reportOf(this);
  }
}

/** The id as rating reads it; a record that no book rates is asked itself. */
function callID(before: Charged, after: Charged, call: CallRecord): string | null {
  const rated = before.rated ?? after.rated;
  if (rated !== undefined) return rated.id;
  return call.id === undefined || call.id === null || call.id === "" ? null : String(call.id);
}

function requireOneCurrency(before: PreviewSide, after: OpenedBook): void {
  if (before === "recorded" || before.settings.currency === after.settings.currency) return;
  throw new RangeError(
    `A preview compares amounts of one currency; the books are in ${before.settings.currency} and ${after.settings.currency}.`,
  );
}

function wholeNumber(name: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new RangeError(`${name} must be a whole number from 0 to ${max}, not ${value}.`);
}

function dayOf(text: string): DayNumber {
  const day = parseCivilDate(text);
  if (day === undefined) throw new RangeError(`on: ${JSON.stringify(text)} is not a date; write YYYY-MM-DD.`);
  return day;
}
