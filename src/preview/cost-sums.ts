/** Exact sums over a group of calls, on both sides. */
import { ExactSum } from "../money/index.ts";
import { comparePartly, compareUnits, sumUnits } from "./comparison.ts";
import type { Costs } from "./costs.ts";
import type { PreviewCosts } from "./preview-report.ts";

/** What calls that are rated on both sides add up to, in whole units of 10^-decimals pence. */
export interface SummedCalls {
  readonly calls: number;
  readonly dearer: number;
  readonly cheaper: number;
  readonly before: SummedSide;
  readonly after: SummedSide;
}

/** One side of it. */
export interface SummedSide {
  readonly decimals: number;
  readonly retail: bigint;
  /** Wholesale as calculated, and as reported in units of 10^-reportedDecimals. */
  readonly calculated: bigint;
  readonly reported: bigint;
  readonly reportedDecimals: number;
  /** Calls without any wholesale cost, and their retail. */
  readonly withoutWholesale: number;
  readonly retailWithoutWholesale: bigint;
}

/** The sums of a group as plain data, for another thread to add; amounts as `ExactSum.units` has them. */
export interface CostSumsPart {
  readonly calls: number;
  readonly dearer: number;
  readonly cheaper: number;
  readonly newlyRated: number;
  readonly newlyUnrated: number;
  readonly before: SideSumsPart;
  readonly after: SideSumsPart;
}

/** One side of them. */
export interface SideSumsPart {
  readonly calls: number;
  readonly withoutWholesale: number;
  readonly retail: readonly bigint[];
  readonly wholesale: readonly bigint[];
  readonly retailWithoutWholesale: readonly bigint[];
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

  addSummed(calls: number, side: SummedSide): void {
    this.calls += calls;
    this.withoutWholesale += side.withoutWholesale;
    this.retail.add(side.retail, side.decimals);
    this.wholesale.add(side.calculated, side.decimals);
    this.wholesale.add(side.reported, side.reportedDecimals);
    this.retailWithoutWholesale.add(side.retailWithoutWholesale, side.decimals);
  }

  addSums(other: SideSums): void {
    this.calls += other.calls;
    this.withoutWholesale += other.withoutWholesale;
    this.retail.addSum(other.retail);
    this.wholesale.addSum(other.wholesale);
    this.retailWithoutWholesale.addSum(other.retailWithoutWholesale);
  }

  part(): SideSumsPart {
    return {
      calls: this.calls,
      withoutWholesale: this.withoutWholesale,
      retail: this.retail.units,
      wholesale: this.wholesale.units,
      retailWithoutWholesale: this.retailWithoutWholesale.units,
    };
  }

  addPart(part: SideSumsPart): void {
    this.calls += part.calls;
    this.withoutWholesale += part.withoutWholesale;
    this.retail.addUnits(part.retail);
    this.wholesale.addUnits(part.wholesale);
    this.retailWithoutWholesale.addUnits(part.retailWithoutWholesale);
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

/** What a group of calls costs on both sides. */
export class CostSums {
  #calls = 0;
  #dearer = 0;
  #cheaper = 0;
  #newlyRated = 0;
  #newlyUnrated = 0;
  readonly #before = new SideSums();
  readonly #after = new SideSums();

  /** Adds a call that has a price on one side at least; `direction` is the sign of the difference. */
  add(before: Costs | undefined, after: Costs | undefined, direction: -1 | 0 | 1): void {
    this.#calls++;
    if (before === undefined) this.#newlyRated++;
    else this.#before.add(before);
    if (after === undefined) this.#newlyUnrated++;
    else this.#after.add(after);
    if (before === undefined || after === undefined) return;
    if (direction > 0) this.#dearer++;
    else if (direction < 0) this.#cheaper++;
  }

  /** Adds many calls at once. */
  addSummed({ calls, dearer, cheaper, before, after }: SummedCalls): void {
    this.#calls += calls;
    this.#dearer += dearer;
    this.#cheaper += cheaper;
    this.#before.addSummed(calls, before);
    this.#after.addSummed(calls, after);
  }

  /** Adds all that another group has. */
  addSums(other: CostSums): void {
    this.#calls += other.#calls;
    this.#dearer += other.#dearer;
    this.#cheaper += other.#cheaper;
    this.#newlyRated += other.#newlyRated;
    this.#newlyUnrated += other.#newlyUnrated;
    this.#before.addSums(other.#before);
    this.#after.addSums(other.#after);
  }

  /** All of it as plain data. */
  part(): CostSumsPart {
    return {
      calls: this.#calls,
      dearer: this.#dearer,
      cheaper: this.#cheaper,
      newlyRated: this.#newlyRated,
      newlyUnrated: this.#newlyUnrated,
      before: this.#before.part(),
      after: this.#after.part(),
    };
  }

  /** Adds what another group's `part` gave. */
  addPart(part: CostSumsPart): void {
    this.#calls += part.calls;
    this.#dearer += part.dearer;
    this.#cheaper += part.cheaper;
    this.#newlyRated += part.newlyRated;
    this.#newlyUnrated += part.newlyUnrated;
    this.#before.addPart(part.before);
    this.#after.addPart(part.after);
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
