/**
 * The accumulator of a preview: exact sums of calls, and the calls that change most, by keys. A call is added to the line
 * of its number and to the line of its kind; every other line of a report is read from those.
 */
import { ExactSum } from "../money/index.ts";
import { comparePartly, compareUnits, sumUnits } from "./comparison.ts";
import type { Costs } from "./costs.ts";
import { LeadingCalls, type OfferedCall } from "./leading-calls.ts";
import type { PreviewCosts } from "./preview-report.ts";

/** A call that has a price on one side at least, and what the change makes of it. */
export interface CallChange extends OfferedCall {
  readonly before: Costs | undefined;
  readonly after: Costs | undefined;
  /** Sign of the difference; a side without a price counts nothing. */
  readonly direction: -1 | 0 | 1;
}

/** The sums of one side. */
class SideSums {
  calls = 0;
  withoutWholesale = 0;
  readonly retail = new ExactSum();
  readonly wholesale = new ExactSum();
  /** Retail of the calls without wholesale cost, so that a margin need not be added up call by call. */
  readonly retailWithoutWholesale = new ExactSum();

  add(costs: Costs): void {
    this.calls++;
    this.retail.add(costs.retail, costs.retailDecimals);
    if (costs.wholesale === undefined) {
      this.withoutWholesale++;
      this.retailWithoutWholesale.add(costs.retail, costs.retailDecimals);
    } else {
      this.wholesale.add(costs.wholesale, costs.wholesaleDecimals);
    }
  }

  addSums(other: SideSums): void {
    this.calls += other.calls;
    this.withoutWholesale += other.withoutWholesale;
    this.retail.addSum(other.retail);
    this.wholesale.addSum(other.wholesale);
    this.retailWithoutWholesale.addSum(other.retailWithoutWholesale);
  }

  /** Whether the side has calls and no wholesale cost of any. */
  get #isUnknown(): boolean {
    return this.calls > 0 && this.withoutWholesale === this.calls;
  }

  get wholesaleUnits(): bigint | undefined {
    return this.#isUnknown ? undefined : sumUnits(this.wholesale);
  }

  get marginUnits(): bigint | undefined {
    if (this.#isUnknown) return undefined;
    return sumUnits(this.retail) - sumUnits(this.retailWithoutWholesale) - sumUnits(this.wholesale);
  }
}

/** What a group of calls costs on both sides, and the calls that change most. */
export class Line {
  readonly keys: readonly (string | null)[];
  readonly leading: LeadingCalls;
  #calls = 0;
  #dearer = 0;
  #cheaper = 0;
  #newlyRated = 0;
  #newlyUnrated = 0;
  readonly #before = new SideSums();
  readonly #after = new SideSums();

  constructor(keys: readonly (string | null)[], examples: number) {
    this.keys = keys;
    this.leading = new LeadingCalls(examples);
  }

  add(change: CallChange): void {
    const { before, after, direction } = change;
    this.#calls++;
    if (before === undefined) this.#newlyRated++;
    else this.#before.add(before);
    if (after === undefined) this.#newlyUnrated++;
    else this.#after.add(after);
    if (direction === 0) return;
    this.leading.offer(change);
    if (before === undefined || after === undefined) return;
    if (direction > 0) this.#dearer++;
    else this.#cheaper++;
  }

  /** Adds all that another line has. */
  addLine(other: Line): void {
    this.#calls += other.#calls;
    this.#dearer += other.#dearer;
    this.#cheaper += other.#cheaper;
    this.#newlyRated += other.#newlyRated;
    this.#newlyUnrated += other.#newlyUnrated;
    this.#before.addSums(other.#before);
    this.#after.addSums(other.#after);
    this.leading.takeAll(other.leading.calls);
  }

  /** Retail before and after in units of 10^-SUM_DECIMALS pence. */
  get retailUnits(): { readonly before: bigint; readonly after: bigint } {
    return { before: sumUnits(this.#before.retail), after: sumUnits(this.#after.retail) };
  }

  report(): PreviewCosts {
    const retail = this.retailUnits;
    return {
      calls: this.#calls,
      dearer: this.#dearer,
      cheaper: this.#cheaper,
      newlyRated: this.#newlyRated,
      newlyUnrated: this.#newlyUnrated,
      retail: compareUnits(retail.before, retail.after),
      wholesale: comparePartly(this.#before.wholesaleUnits, this.#after.wholesaleUnits),
      margin: comparePartly(this.#before.marginUnits, this.#after.marginUnits),
      withoutWholesale: {
        before: this.#before.withoutWholesale,
        after: this.#after.withoutWholesale,
      },
    };
  }
}

/** Lines by some keys each. */
export class Lines {
  readonly #examples: number;
  readonly #lines = new Map<string, Line>();

  /** `examples`: how many calls each line keeps. */
  constructor(examples: number) {
    this.#examples = examples;
  }

  /** The line of some keys, made where there is none. */
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

  /** All calls as one line. */
  get total(): Line {
    return together([], this.all, this.#examples);
  }

  /** A line for each key at one place, of all lines that have it. */
  by(place: number): readonly Line[] {
    const groups = new Map<string | null, Line[]>();
    for (const line of this.#lines.values()) {
      const key = line.keys[place] ?? null;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [line]);
      else group.push(line);
    }
    return [...groups].map(([key, lines]) => together([key], lines, this.#examples));
  }
}

/** Keys as one text: each with its length, so that no two lists of keys have one text. */
function textOf(keys: readonly (string | null)[]): string {
  let text = "";
  for (const key of keys) text += key === null ? "-" : `${key.length}:${key}`;
  return text;
}

function together(keys: readonly (string | null)[], lines: readonly Line[], examples: number): Line {
  const sum = new Line(keys, examples);
  for (const line of lines) sum.addLine(line);
  return sum;
}
