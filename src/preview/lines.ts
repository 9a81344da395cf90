/**
 * The accumulator of a preview: exact sums of calls, and the calls that change most, by keys. A call is added to the
 * line of its number and to the line of its kind; all further lines of a report are sums of these lines.
 */
import { compareIDs } from "../book/index.ts";
import { addTo, type CallRecord, compareValues, nullsLast } from "../model/index.ts";
import { ExactSum, type Units } from "../money/index.ts";
import { comparePartly, compareSizes, compareUnits, type Sides, sumText, sumUnits } from "./comparison.ts";
import type { CallDiscounts } from "./discounted-sides.ts";
import type { OneSidedCalls, PreviewCosts, UnratedReason } from "./preview-report.ts";
import type { Costs } from "./side.ts";
import type { ComparedWholesale, WholesaleCost } from "./wholesale.ts";

/** A call that is kept as an example. */
export interface KeptCall {
  readonly call: CallRecord;
  readonly id: string | null;
  readonly line: number;
  /** Index of the call among all calls of the preview. */
  readonly arrival: number;
  /** Size of the call's difference, in the units of the preview. */
  readonly size: Units;
  readonly discounts: CallDiscounts;
  /** The side that counts, where the other one is billed in another currency; undefined: both. */
  readonly only: keyof Sides<unknown> | undefined;
}

/** The sort key of calls: the size first, then the id, then the line, and last the arrival. */
type CallOrder = Pick<KeptCall, "id" | "line" | "arrival" | "size">;

/** A call that may be kept; `keep` is slow and is called only for a call among the largest. */
interface OfferedCall extends CallOrder {
  /** The call to keep: always the same object. */
  readonly keep: () => KeptCall;
}

/** Keeps the largest of the offered calls, in an order that does not depend on the order of the offers. */
export class LeadingCalls {
  readonly #limit: number;
  readonly #calls: KeptCall[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(call: OfferedCall): void {
    if (this.#wants(call)) this.#take(call.keep());
  }

  #wants(call: CallOrder): boolean {
    if (this.#calls.length < this.#limit) return true;
    const last = this.#calls[this.#limit - 1];
    // The fast path: nearly every call returns here.
    if (last === undefined || call.size < last.size) return false;
    return compareOrders(call, last) < 0;
  }

  #take(kept: KeptCall): void {
    const calls = this.#calls;
    if (calls.length === this.#limit) calls.pop();
    let at = calls.length;
    while (at > 0 && compareOrders(kept, calls[at - 1] as KeptCall) < 0) at--;
    calls.splice(at, 0, kept);
  }

  /** Takes the calls that another group kept: the largest calls of a whole are among the largest of its parts. */
  takeAll(calls: readonly KeptCall[]): void {
    for (const kept of calls) if (this.#wants(kept)) this.#take(kept);
  }

  get calls(): readonly KeptCall[] {
    return this.#calls;
  }
}

function compareOrders(a: CallOrder, b: CallOrder): number {
  // Compared, not subtracted: one size may be a number and the other a bigint.
  if (a.size > b.size) return -1;
  if (a.size < b.size) return 1;
  return nullsLast(a.id, b.id, compareCallIDs) || a.line - b.line || a.arrival - b.arrival;
}

/** Ids of digits only and of one length take a fast path: thousands of calls may tie. */
function compareCallIDs(a: string, b: string): number {
  if (a.length !== b.length || !DIGITS.test(a) || !DIGITS.test(b)) return compareIDs(a, b);
  return compareValues(a, b);
}

const DIGITS = /^[0-9]*$/;

/** A call with a price on at least one side, and its costs before and after the change. */
export interface CallChange extends OfferedCall {
  readonly before: Costs | undefined;
  readonly after: Costs | undefined;
  readonly wholesale: ComparedWholesale;
  /** Sign of the difference; a side without a price counts as 0. */
  readonly direction: -1 | 0 | 1;
}

class SideSums {
  readonly retail = new ExactSum();
  readonly wholesale = new ExactSum();
  /** Retail of the calls without wholesale cost, so that a margin need not be added up call by call. */
  readonly retailWithoutWholesale = new ExactSum();
  otherSidesWholesale = 0;

  /** `costs`: undefined where the side does not price the call. */
  add(costs: Costs | undefined, wholesale: WholesaleCost): void {
    if (costs !== undefined) this.retail.add(costs.retail, costs.decimals);
    if (wholesale.units === undefined) {
      if (costs !== undefined) this.retailWithoutWholesale.add(costs.retail, costs.decimals);
      return;
    }
    this.wholesale.add(wholesale.units, wholesale.decimals);
    if (wholesale.isOfOtherSide) this.otherSidesWholesale++;
  }

  addSums(other: SideSums): void {
    this.retail.addSum(other.retail);
    this.wholesale.addSum(other.wholesale);
    this.retailWithoutWholesale.addSum(other.retailWithoutWholesale);
    this.otherSidesWholesale += other.otherSidesWholesale;
  }

  get marginUnits(): bigint {
    return sumUnits(this.retail) - sumUnits(this.retailWithoutWholesale) - sumUnits(this.wholesale);
  }
}

/** Costs of a group of calls on both sides, and the calls that change most. */
export class Line {
  readonly keys: readonly (string | null)[];
  readonly leading: LeadingCalls;
  readonly counts = { calls: 0, dearer: 0, cheaper: 0, newlyRated: 0, newlyUnrated: 0, withWholesale: 0 };
  readonly #before = new SideSums();
  readonly #after = new SideSums();

  constructor(keys: readonly (string | null)[], examples: number) {
    this.keys = keys;
    this.leading = new LeadingCalls(examples);
  }

  add(change: CallChange): void {
    const { before, after, wholesale, direction } = change;
    const { counts } = this;
    counts.calls++;
    if (before === undefined) counts.newlyRated++;
    if (after === undefined) counts.newlyUnrated++;
    if (wholesale.before.units !== undefined) counts.withWholesale++;
    this.#before.add(before, wholesale.before);
    this.#after.add(after, wholesale.after);
    if (direction === 0) return;
    this.leading.offer(change);
    if (before === undefined || after === undefined) return;
    if (direction > 0) counts.dearer++;
    else counts.cheaper++;
  }

  addLine(other: Line): void {
    for (const name of Object.keys(this.counts) as (keyof Line["counts"])[])
      this.counts[name] += other.counts[name];
    this.#before.addSums(other.#before);
    this.#after.addSums(other.#after);
    this.leading.takeAll(other.leading.calls);
  }

  /** Retail before and after in units of 10^-SUM_DECIMALS pence. */
  get retailUnits(): Sides<bigint> {
    return { before: sumUnits(this.#before.retail), after: sumUnits(this.#after.retail) };
  }

  /** Wholesale cost before and after; undefined where the cost of no call is known. */
  get wholesaleUnits(): Sides<bigint> | undefined {
    const { calls, withWholesale } = this.counts;
    if (calls > 0 && withWholesale === 0) return undefined;
    return { before: sumUnits(this.#before.wholesale), after: sumUnits(this.#after.wholesale) };
  }

  report(): PreviewCosts {
    const { counts, retailUnits: retail, wholesaleUnits: wholesale } = this;
    const [before, after] = [this.#before, this.#after];
    return {
      ...counts,
      priced: { before: counts.calls - counts.newlyRated, after: counts.calls - counts.newlyUnrated },
      retail: compareUnits(retail.before, retail.after),
      wholesale: comparePartly(wholesale?.before, wholesale?.after),
      margin: comparePartly(wholesale && before.marginUnits, wholesale && after.marginUnits),
      otherSidesWholesale: { before: before.otherSidesWholesale, after: after.otherSidesWholesale },
    };
  }
}

/** Lines, each with a list of keys. */
export class Lines {
  readonly #examples: number;
  readonly #lines = new Map<string, Line>();

  /** `examples`: how many calls each line keeps. */
  constructor(examples: number) {
    this.#examples = examples;
  }

  /** The line of a list of keys, created on first use. */
  of(...keys: readonly (string | null)[]): Line {
    const text = textOf(keys);
    let line = this.#lines.get(text);
    if (line === undefined) {
      line = new Line(keys, this.#examples);
      this.#lines.set(text, line);
    }
    return line;
  }

  get all(): readonly Line[] {
    return [...this.#lines.values()];
  }

  get total(): Line {
    return sumOfLines([], this.all, this.#examples);
  }

  /** A line for each value of one of the keys: the sum of all lines that have that value. */
  by(keyIndex: number): readonly Line[] {
    const groups = new Map<string | null, Line[]>();
    for (const line of this.#lines.values()) addTo(groups, line.keys[keyIndex] ?? null, line);
    return [...groups].map(([key, lines]) => sumOfLines([key], lines, this.#examples));
  }
}

/** A list of keys as text: each key with its length, so that different lists have different texts. */
function textOf(keys: readonly (string | null)[]): string {
  let text = "";
  for (const key of keys) text += key === null ? "-" : `${key.length}:${key}`;
  return text;
}

function sumOfLines(keys: readonly (string | null)[], lines: readonly Line[], examples: number): Line {
  const sum = new Line(keys, examples);
  for (const line of lines) sum.addLine(line);
  return sum;
}

/** Calls that have a price on one side only, by the reason that the other side gives. */
export class OneSided {
  readonly #side: "before" | "after";
  readonly #lines = new Lines(0);
  readonly #leading: LeadingCalls;

  constructor(side: "before" | "after", examples: number) {
    this.#side = side;
    this.#leading = new LeadingCalls(examples);
  }

  add(reason: UnratedReason, change: CallChange): void {
    this.#lines.of(reason).add(change);
    // Without a difference, too: calls on one side are few, and readers want to see a call that costs 0.
    this.#leading.offer(change);
  }

  /** Sum of the calls, in units of 10^-SUM_DECIMALS pence. */
  get retailUnits(): bigint {
    return this.#lines.total.retailUnits[this.#side];
  }

  report(examples: { indexesOf(calls: readonly KeptCall[]): readonly number[] }): OneSidedCalls {
    const { total } = this.#lines;
    const side = this.#side;
    const wholesale = total.wholesaleUnits?.[side];
    return {
      calls: total.counts.calls,
      retail: sumText(total.retailUnits[side]),
      wholesale: wholesale === undefined ? null : sumText(wholesale),
      reasons: this.#lines.all
        .map((line) => ({
          reason: line.keys[0] as UnratedReason,
          calls: line.counts.calls,
          units: line.retailUnits[side],
        }))
        .sort((a, b) => b.calls - a.calls || compareSizes(a.units, b.units) || (a.reason < b.reason ? -1 : 1))
        .map(({ reason, calls, units }) => ({ reason, calls, retail: sumText(units) })),
      examples: examples.indexesOf(this.#leading.calls),
    };
  }
}
