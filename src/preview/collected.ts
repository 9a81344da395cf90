/** What the calls of a preview add up to: of one thread, or of parts that several collected. */
import type { DayNumber } from "../calendar/index.ts";
import { Breakdowns, type BreakdownsPart } from "./breakdowns.ts";
import { CostSums, type CostSumsPart } from "./cost-sums.ts";
import { type KeptCall, LeadingCalls } from "./leading-calls.ts";
import { OneSided, type OneSidedPart } from "./one-sided.ts";
import type { UnratedReason } from "./preview-report.ts";
import { RecordedOtherwise, type RecordedOtherwisePart } from "./recorded-otherwise.ts";

/** It as plain data, which another thread can add to its own in any order. */
export interface CollectedPart {
  readonly read: number;
  readonly firstDay: DayNumber;
  readonly lastDay: DayNumber;
  readonly ratedTwice: CostSumsPart;
  readonly breakdowns: BreakdownsPart;
  readonly recordedOtherwise: RecordedOtherwisePart;
  readonly newlyRated: OneSidedPart;
  readonly newlyUnrated: OneSidedPart;
  readonly unrated: readonly (readonly [before: UnratedReason, after: UnratedReason, calls: number])[];
  readonly up: readonly KeptCall[];
  readonly down: readonly KeptCall[];
}

/** Sums, counts and the few calls that are kept. Nothing in it depends on the order in which calls came. */
export class Collected {
  /** Infinite while no call was rated. */
  firstDay: DayNumber = Number.POSITIVE_INFINITY;
  lastDay: DayNumber = Number.NEGATIVE_INFINITY;
  read = 0;
  readonly ratedTwice = new CostSums();
  readonly breakdowns: Breakdowns;
  readonly recordedOtherwise: RecordedOtherwise;
  readonly newlyRated: OneSided;
  readonly newlyUnrated: OneSided;
  readonly unrated = new Map<UnratedReason, Map<UnratedReason, number>>();
  readonly up: LeadingCalls;
  readonly down: LeadingCalls;

  /** How many movers of each kind are kept, and how many examples of each line. */
  constructor(movers: number, examples: number) {
    this.breakdowns = new Breakdowns(examples);
    this.recordedOtherwise = new RecordedOtherwise(examples);
    this.newlyRated = new OneSided(movers);
    this.newlyUnrated = new OneSided(movers);
    this.up = new LeadingCalls(movers);
    this.down = new LeadingCalls(movers);
  }

  noteDay(day: DayNumber): void {
    if (day < this.firstDay) this.firstDay = day;
    if (day > this.lastDay) this.lastDay = day;
  }

  /** Adds calls without a price on either side. */
  addUnrated(before: UnratedReason, after: UnratedReason, calls: number): void {
    const reasons = this.unrated.get(before) ?? new Map<UnratedReason, number>();
    this.unrated.set(before, reasons);
    reasons.set(after, (reasons.get(after) ?? 0) + calls);
  }

  /** All of it as plain data. */
  part(): CollectedPart {
    return {
      read: this.read,
      firstDay: this.firstDay,
      lastDay: this.lastDay,
      ratedTwice: this.ratedTwice.part(),
      breakdowns: this.breakdowns.part(),
      recordedOtherwise: this.recordedOtherwise.part(),
      newlyRated: this.newlyRated.part(),
      newlyUnrated: this.newlyUnrated.part(),
      unrated: [...this.unrated].flatMap(([before, reasons]) =>
        [...reasons].map(([after, calls]) => [before, after, calls] as const),
      ),
      up: [...this.up.calls],
      down: [...this.down.calls],
    };
  }

  /** Adds what another's `part` gave. */
  addPart(part: CollectedPart): void {
    this.read += part.read;
    this.firstDay = Math.min(this.firstDay, part.firstDay);
    this.lastDay = Math.max(this.lastDay, part.lastDay);
    this.ratedTwice.addPart(part.ratedTwice);
    this.breakdowns.addPart(part.breakdowns);
    this.recordedOtherwise.addPart(part.recordedOtherwise);
    this.newlyRated.addPart(part.newlyRated);
    this.newlyUnrated.addPart(part.newlyUnrated);
    for (const [before, after, calls] of part.unrated) this.addUnrated(before, after, calls);
    this.up.takeAll(part.up);
    this.down.takeAll(part.down);
  }
}
