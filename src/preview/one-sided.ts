/** Calls that have a price on one side only, by the reason on the other. */
import { ExactSum } from "../money/index.ts";
import { compareSizes, sumText, sumUnits } from "./comparison.ts";
import type { Costs } from "./costs.ts";
import type { Examples } from "./examples.ts";
import { LeadingCalls, type OfferedCall } from "./leading-calls.ts";
import type { OneSidedCalls, UnratedReason } from "./preview-report.ts";

interface ReasonSum {
  calls: number;
  readonly sum: ExactSum;
}

/** Collects the newly rated or the newly unrated calls. */
export class OneSided {
  #calls = 0;
  readonly #sum = new ExactSum();
  readonly #reasons = new Map<UnratedReason, ReasonSum>();
  readonly #leading: LeadingCalls;

  constructor(examples: number) {
    this.#leading = new LeadingCalls(examples);
  }

  /** Adds a call with its costs on the one side and the reason on the other. */
  add(costs: Costs, reason: UnratedReason, call: OfferedCall): void {
    this.#calls++;
    this.#sum.add(costs.retail, costs.retailDecimals);
    let ofReason = this.#reasons.get(reason);
    if (ofReason === undefined) {
      ofReason = { calls: 0, sum: new ExactSum() };
      this.#reasons.set(reason, ofReason);
    }
    ofReason.calls++;
    ofReason.sum.add(costs.retail, costs.retailDecimals);
    // Calls of this kind are few, and one that costs nothing is worth seeing, too.
    this.#leading.offer(call);
  }

  /** Their sum, in units of 10^-SUM_DECIMALS pence. */
  get retailUnits(): bigint {
    return sumUnits(this.#sum);
  }

  report(examples: Examples): OneSidedCalls {
    return {
      calls: this.#calls,
      retail: this.#sum.text,
      reasons: [...this.#reasons]
        .map(([reason, { calls, sum }]) => ({ reason, calls, units: sumUnits(sum) }))
        .sort((a, b) => b.calls - a.calls || compareSizes(a.units, b.units) || (a.reason < b.reason ? -1 : 1))
        .map(({ reason, calls, units }) => ({ reason, calls, retail: sumText(units) })),
      examples: examples.placesOf(this.#leading.calls),
    };
  }
}
