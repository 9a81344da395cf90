/** What a preview collects while calls pass. */
import type { OpenedBook } from "../book/index.ts";
import type { DayNumber } from "../calendar/index.ts";
import type { CallRecord } from "../model/index.ts";
import {
  asReadBefore,
  type CallColumns,
  DuplicateIndex,
  HASH_WORDS,
  writeRowHashes,
} from "../rating/index.ts";
import { Breakdowns } from "./breakdowns.ts";
import { type Collected, reportOf } from "./build-report.ts";
import { factsOf } from "./call-facts.ts";
import { differenceOf } from "./comparison.ts";
import { CostSums } from "./cost-sums.ts";
import { DiscountedSides, type DiscountedTurn } from "./discounted-sides.ts";
import { type KeptCall, LeadingCalls } from "./leading-calls.ts";
import { OneSided } from "./one-sided.ts";
import type { PreviewReport, UnratedReason } from "./preview-report.ts";
import { RowsRatedTwice } from "./rows-rated-twice.ts";
import { type Charged, type Charger, chargedBy, chargerOf, type PreviewSide, reasonOf } from "./side.ts";

/** The options of a preview, checked. */
export interface CollectorOptions {
  readonly hasDiscounts: boolean;
  readonly on: DayNumber | undefined;
  readonly movers: number;
  readonly examples: number;
  readonly reclassify: boolean;
  readonly keepsDuplicates: boolean;
}

/** Collects calls one by one, or row by row of columns. */
export class Collector implements Collected {
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
  /** Calls compared so far. */
  #compared = 0;
  readonly #hasSameDecimals: boolean;
  readonly #seen: DuplicateIndex | undefined;
  readonly #hashes = new Uint32Array(HASH_WORDS);
  readonly #discounts: DiscountedSides | undefined;
  /** Undefined where every call has to be priced from its record. */
  readonly #rows: RowsRatedTwice | undefined;

  constructor(before: PreviewSide, after: OpenedBook, options: CollectorOptions) {
    const { hasDiscounts, reclassify, movers, examples } = options;
    this.before = before;
    this.after = after;
    this.#hasSameDecimals =
      before !== "recorded" && before.settings.costDecimals === after.settings.costDecimals;
    this.chargeBefore = chargerOf(before, { reclassify });
    this.chargeAfter = chargerOf(after, { reclassify });
    this.reclassify = reclassify;
    this.movers = movers;
    this.on = options.on;
    this.breakdowns = new Breakdowns(examples);
    this.newlyRated = new OneSided(movers);
    this.newlyUnrated = new OneSided(movers);
    this.up = new LeadingCalls(movers);
    this.down = new LeadingCalls(movers);
    this.#seen = options.keepsDuplicates ? undefined : new DuplicateIndex();
    this.#discounts = hasDiscounts ? new DiscountedSides(before, after) : undefined;
    this.#rows =
      hasDiscounts || before === "recorded"
        ? undefined
        : new RowsRatedTwice(before, after, { reclassify, examples, up: this.up, down: this.down });
  }

  add(call: CallRecord, line = this.read + 1): void {
    this.read++;
    const readBefore = this.#seen?.note(call);
    this.#addCharged(
      call,
      line,
      this.chargeBefore(call, line, readBefore),
      this.chargeAfter(call, line, readBefore),
    );
  }

  addColumns(columns: CallColumns): void {
    const rows = this.#rows;
    if (rows === undefined || areByRecord(columns)) {
      for (let row = 0; row < columns.length; row++) this.add(columns.recordOf(row), columns.lineOf?.(row));
      return;
    }
    const { before, after } = rows.rate(columns);
    for (let row = 0; row < columns.length; row++) {
      const line = columns.lineOf?.(row) ?? this.read + 1;
      this.read++;
      const readBefore = this.#noteRow(columns, row);
      if (readBefore === undefined) {
        if (rows.add(columns, row, line, this.#compared)) {
          this.#compared++;
          this.#noteDay(before.day[row] as DayNumber);
          continue;
        }
        const reasonBefore = reasonOf(before, row);
        const reasonAfter = reasonOf(after, row);
        if (reasonBefore !== undefined && reasonAfter !== undefined) {
          this.#addUnrated(reasonBefore, reasonAfter);
          continue;
        }
      }
      const call = columns.recordOf(row);
      this.#addCharged(
        call,
        line,
        chargedBy(asReadBefore(before.resultAt(row), call, readBefore)),
        chargedBy(asReadBefore(after.resultAt(row), call, readBefore)),
      );
    }
  }

  /** The field by which a row was read before, if it was. */
  #noteRow(columns: CallColumns, row: number): ReturnType<DuplicateIndex["note"]> {
    if (this.#seen === undefined) return undefined;
    writeRowHashes(columns, row, this.#hashes, 0);
    return this.#seen.noteHashes(this.#hashes, 0);
  }

  #noteDay(day: DayNumber): void {
    if (day < this.firstDay) this.firstDay = day;
    if (day > this.lastDay) this.lastDay = day;
  }

  #addCharged(call: CallRecord, line: number, before: Charged, after: Charged): void {
    const rated = before.rated ?? after.rated;
    if (rated !== undefined) this.#noteDay(rated.day);
    if (this.#discounts === undefined) this.#count(call, line, before, after);
    else this.#countAll(this.#discounts.add(call, line, before, after));
  }

  #countAll(turns: readonly DiscountedTurn[]): void {
    for (const { call, line, before, after } of turns) {
      if (before !== undefined && after !== undefined) this.#count(call, line, before, after);
    }
  }

  #count(call: CallRecord, line: number, before: Charged, after: Charged): void {
    if (before.costs !== undefined || after.costs !== undefined) this.#addPriced(call, line, before, after);
    else this.#addUnrated(before.reason ?? "ignored", after.reason ?? "ignored");
  }

  #addUnrated(before: UnratedReason, after: UnratedReason): void {
    const reasons = this.unrated.get(before) ?? new Map<UnratedReason, number>();
    this.unrated.set(before, reasons);
    reasons.set(after, (reasons.get(after) ?? 0) + 1);
  }

  #addPriced(call: CallRecord, line: number, before: Charged, after: Charged): void {
    const difference = differenceOf(before.costs, after.costs, this.#hasSameDecimals);
    const size = difference < 0 ? -difference : difference;
    const direction = difference < 0 ? -1 : difference > 0 ? 1 : 0;
    const place = { id: callID(before, after, call), line, arrival: this.#compared++, size };
    let kept: KeptCall | undefined;
    // The record is copied: what it holds later is its owner's affair.
    const keep = (): KeptCall => {
      kept ??= {
        ...place,
        call: { ...call },
        discounted: this.#discounts === undefined ? undefined : { before: before.rated, after: after.rated },
      };
      return kept;
    };
    const change = { ...place, keep, before: before.costs, after: after.costs, direction } as const;
    this.breakdowns.add(factsOf(before.rated ?? after.rated, call), change);
    if (before.costs === undefined) {
      if (after.costs !== undefined) this.newlyRated.add(after.costs, before.reason ?? "ignored", change);
    } else if (after.costs === undefined) {
      this.newlyUnrated.add(before.costs, after.reason ?? "ignored", change);
    } else {
      this.ratedTwice.add(before.costs, after.costs, direction);
      if (direction !== 0) (direction > 0 ? this.up : this.down).offer(change);
    }
  }

  report(): PreviewReport {
    if (this.#discounts !== undefined) this.#countAll(this.#discounts.finish());
    this.#rows?.settle(this.breakdowns, this.ratedTwice);
    return reportOf(this);
  }
}

/** Whether every row has to be rated from its record. */
function areByRecord({ byRecord, length }: CallColumns): boolean {
  for (let row = 0; row < length; row++) if (byRecord[row] === 0) return false;
  return true;
}

/** The id as rating reads it; a record that no book rates is asked itself. */
function callID(before: Charged, after: Charged, call: CallRecord): string | null {
  const rated = before.rated ?? after.rated;
  if (rated !== undefined) return rated.id;
  return call.id === undefined || call.id === null || call.id === "" ? null : String(call.id);
}
