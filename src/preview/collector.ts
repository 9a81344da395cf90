/** Prices the calls of a preview on both sides as they pass, and collects what comes of them. */
import type { OpenedBook } from "../book/index.ts";
import type { DayNumber } from "../calendar/index.ts";
import {
  asReadBefore,
  type CallColumns,
  CallHasher,
  type CallWarning,
  DuplicateIndex,
  HASH_WORDS,
  OriginWarnings,
  type RepeatedField,
  UnknownOrigins,
} from "../engine/index.ts";
import { type CallRecord, copyOf, isBlank, safely } from "../model/index.ts";
import { reportOf } from "./build-report.ts";
import { factsAsRecorded } from "./call-facts.ts";
import { Collected, type CollectedPart } from "./collected.ts";
import { differenceOf } from "./comparison.ts";
import { DiscountedSides, type DiscountedTurn, type PlacedCall } from "./discounted-sides.ts";
import type { KeptCall } from "./leading-calls.ts";
import type { PreviewReport } from "./preview-report.ts";
import { type RatedTwice, type RowsPart, RowsRatedTwice } from "./rows-rated-twice.ts";
import { type Charged, type Charger, chargedBy, chargerOf, type PreviewSide, reasonOf } from "./side.ts";

/** The options of a preview, checked. */
export interface CollectorOptions {
  readonly hasDiscounts: boolean;
  readonly on: DayNumber | undefined;
  readonly movers: number;
  readonly examples: number;
  readonly reclassify: boolean;
  readonly keepsDuplicates: boolean;
  /** Is told of origins that the book after does not know; of calls that are collected in parts, by the caller. */
  readonly onWarning: ((warning: CallWarning) => void) | undefined;
}

/** What a thread collected of a preview's calls, as plain data. */
export interface PreviewPart extends CollectedPart {
  /** Undefined where every call is priced from its record. */
  readonly rows: RowsPart | undefined;
}

/** Rows that were read before in the run, and by which field. */
export type RepeatedRows = ReadonlyMap<number, RepeatedField>;

const NONE: RepeatedRows = new Map();

/** Collects calls one by one, or row by row of columns. */
export class Collector {
  readonly before: PreviewSide;
  readonly after: OpenedBook;
  readonly chargeBefore: Charger;
  readonly chargeAfter: Charger;
  readonly reclassify: boolean;
  readonly movers: number;
  readonly on: DayNumber | undefined;
  readonly #collected: Collected;
  /** Place of the next call among all calls of the preview. */
  #next = 0;
  readonly #hasSameDecimals: boolean;
  readonly #seen: DuplicateIndex | undefined;
  /** One answer for both sides: directions are those of the book after. */
  readonly #hasher: CallHasher;
  readonly #hashes = new Uint32Array(HASH_WORDS);
  readonly #discounts: DiscountedSides | undefined;
  /** Undefined where every call has to be priced from its record. */
  readonly #rows: RowsRatedTwice | undefined;
  readonly #origins: UnknownOrigins;
  readonly #warnings: OriginWarnings | undefined;
  /** Results to write over. */
  #rated: RatedTwice | undefined;

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
    const { onWarning } = options;
    this.#origins = new UnknownOrigins(after);
    this.#warnings = onWarning === undefined ? undefined : new OriginWarnings(after, onWarning);
    this.#collected = new Collected(movers, examples);
    this.#hasher = new CallHasher(after.tables);
    this.#seen = options.keepsDuplicates ? undefined : new DuplicateIndex();
    this.#discounts = hasDiscounts ? new DiscountedSides(before, after) : undefined;
    const { up, down } = this.#collected;
    this.#rows =
      hasDiscounts || before === "recorded"
        ? undefined
        : new RowsRatedTwice(before, after, { reclassify, examples, up, down });
  }

  add(call: CallRecord, line = this.#next + 1): void {
    if (this.#warnings !== undefined) {
      this.#origins.note(call, line);
      this.#warnings.tell(this.#origins.take());
    }
    this.#charge({ call, line, arrival: this.#next++ }, this.#seen?.noteHashes(this.#hasher.of(call), 0));
  }

  addColumns(columns: CallColumns): void {
    if (this.#warnings !== undefined) {
      this.#origins.noteRows(columns, this.#next);
      this.#warnings.tell(this.#origins.take());
    }
    this.#rated = this.rate(columns, this.#rated);
    this.addRated(columns, this.#rated, this.#next, this.#noteRows(columns));
  }

  /** Rates columns on both sides, for `addRated`; `into` are earlier results to write over. */
  rate(columns: CallColumns, into: RatedTwice | undefined): RatedTwice | undefined {
    return this.#rows === undefined || areByRecord(columns) ? undefined : this.#rows.rate(columns, into);
  }

  /**
   * Adds columns that are rated, undefined where each row is to be priced from its record. `first` is the place of their
   * first call among all calls of the preview; which of them were read before is for the caller to know.
   */
  addRated(columns: CallColumns, rated: RatedTwice | undefined, first: number, repeated: RepeatedRows): void {
    this.#next = first + columns.length;
    for (let row = 0; row < columns.length; row++) {
      const arrival = first + row;
      const line = columns.lineOf?.(row) ?? arrival + 1;
      const readBefore = repeated.size === 0 ? undefined : repeated.get(row);
      if (rated === undefined) this.#charge({ call: columns.recordOf(row), line, arrival }, readBefore);
      else this.#addRow(columns, rated, row, line, arrival, readBefore);
    }
  }

  #addRow(
    columns: CallColumns,
    rated: RatedTwice,
    row: number,
    line: number,
    arrival: number,
    readBefore: RepeatedField | undefined,
  ): void {
    const collected = this.#collected;
    const { before, after } = rated;
    if (readBefore === undefined) {
      if (this.#rows?.add(columns, rated, row, line, arrival)) {
        collected.read++;
        collected.noteDay(before.day[row] as DayNumber);
        return;
      }
      const reasonBefore = reasonOf(before, row);
      const reasonAfter = reasonOf(after, row);
      if (reasonBefore !== undefined && reasonAfter !== undefined) {
        collected.read++;
        collected.addUnrated(reasonBefore, reasonAfter, 1);
        return;
      }
    }
    const call = columns.recordOf(row);
    this.#addCharged(
      { call, line, arrival },
      chargedBy(asReadBefore(before.resultAt(row), call, readBefore)),
      chargedBy(asReadBefore(after.resultAt(row), call, readBefore)),
    );
  }

  /** The rows that were read before; all of them have been now. */
  #noteRows(columns: CallColumns): RepeatedRows {
    const seen = this.#seen;
    if (seen === undefined) return NONE;
    let repeated: Map<number, RepeatedField> | undefined;
    for (let row = 0; row < columns.length; row++) {
      this.#hasher.writeRow(columns, row, this.#hashes, 0);
      const field = seen.noteHashes(this.#hashes, 0);
      if (field === undefined) continue;
      repeated ??= new Map();
      repeated.set(row, field);
    }
    return repeated ?? NONE;
  }

  #charge(placed: PlacedCall, readBefore: RepeatedField | undefined): void {
    const { call, line } = placed;
    this.#addCharged(
      placed,
      this.chargeBefore(call, line, readBefore),
      this.chargeAfter(call, line, readBefore),
    );
  }

  #addCharged(placed: PlacedCall, before: Charged, after: Charged): void {
    this.#collected.read++;
    const rated = before.rated ?? after.rated;
    if (rated?.day !== undefined) this.#collected.noteDay(rated.day);
    if (this.#discounts === undefined) this.#count(placed, before, after);
    else this.#countAll(this.#discounts.add(placed, before, after));
  }

  #countAll(turns: readonly DiscountedTurn[]): void {
    for (const turn of turns) {
      const { before, after } = turn;
      if (before !== undefined && after !== undefined) this.#count(turn, before, after);
    }
  }

  #count(placed: PlacedCall, before: Charged, after: Charged): void {
    if (before.costs !== undefined || after.costs !== undefined) this.#addPriced(placed, before, after);
    else this.#collected.addUnrated(before.reason ?? "ignored", after.reason ?? "ignored", 1);
  }

  #addPriced({ call, line, arrival }: PlacedCall, before: Charged, after: Charged): void {
    const collected = this.#collected;
    const difference = differenceOf(before.costs, after.costs, this.#hasSameDecimals);
    const size = difference < 0 ? -difference : difference;
    const direction = difference < 0 ? -1 : difference > 0 ? 1 : 0;
    const place = { id: callID(before, after, call), line, arrival, size };
    let kept: KeptCall | undefined;
    // The record is copied: what it holds later is its owner's affair.
    const keep = (): KeptCall => {
      kept ??= {
        ...place,
        call: copyOf(call),
        discounted: this.#discounts === undefined ? undefined : { before: before.rated, after: after.rated },
      };
      return kept;
    };
    const change = { ...place, keep, before: before.costs, after: after.costs, direction } as const;
    const ofBook = before.rated ?? after.rated;
    const facts = this.before === "recorded" ? factsAsRecorded(call, ofBook) : ofBook;
    if (facts !== undefined) collected.breakdowns.add(facts, change);
    if (facts !== undefined && facts !== ofBook && ofBook !== undefined)
      collected.recordedOtherwise.add(facts, ofBook, change);
    if (before.costs === undefined) {
      if (after.costs !== undefined)
        collected.newlyRated.add(after.costs, before.reason ?? "ignored", change);
    } else if (after.costs === undefined) {
      collected.newlyUnrated.add(before.costs, after.reason ?? "ignored", change);
    } else {
      collected.ratedTwice.add(before.costs, after.costs, direction);
      if (direction !== 0) (direction > 0 ? collected.up : collected.down).offer(change);
    }
  }

  /**
   * What was collected so far, as plain data for a collector of the same books and options to add; without discounts,
   * which depend on all calls before. The records of calls that are kept are in it: whoever sends it to another thread
   * reads records of plain data, as from files.
   */
  part(): PreviewPart {
    if (this.#discounts !== undefined) throw new Error("a preview with discounts has no parts");
    return { ...this.#collected.part(), rows: this.#rows?.part() };
  }

  /** Adds what another collector has; parts may come in any order. */
  addPart(part: PreviewPart): void {
    this.#collected.addPart(part);
    if (part.rows !== undefined) this.#rows?.addPart(part.rows);
  }

  report(): PreviewReport {
    if (this.#discounts !== undefined) this.#countAll(this.#discounts.finish());
    const collected = this.#collected;
    this.#rows?.settle(collected.breakdowns, collected.ratedTwice);
    return reportOf(collected, this);
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
  return safely(() => (isBlank(call.id) ? null : String(call.id)), null);
}
