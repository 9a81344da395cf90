/** Calls that have a price on one side only, by the reason on the other. */
import { ExactSum } from "../money/index.ts";
import { compareSizes, sumText, sumUnits } from "./comparison.ts";
import type { Costs } from "./costs.ts";
import type { Examples } from "./examples.ts";
import { type KeptCall, LeadingCalls, type OfferedCall } from "./leading-calls.ts";
import type { OneSidedCalls, UnratedReason } from "./preview-report.ts";

/** One-sided calls as plain data, for another thread to add; sums as `ExactSum.units` has them. */
export interface OneSidedPart {
  readonly calls: number;
  readonly sum: readonly bigint[];
  readonly reasons: readonly {
    readonly reason: UnratedReason;
    readonly calls: number;
    readonly sum: readonly bigint[];
  }[];
  readonly leading: readonly KeptCall[];
}

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
    const own = this.#reason(reason);
    own.calls++;
    own.sum.add(costs.retail, costs.retailDecimals);
    // Calls of this kind are few, and one that costs nothing is worth seeing, too.
    this.#leading.offer(call);
  }

  #reason(reason: UnratedReason): ReasonSum {
    let own = this.#reasons.get(reason);
    if (own === undefined) {
      own = { calls: 0, sum: new ExactSum() };
      this.#reasons.set(reason, own);
    }
    return own;
  }

  /** All of it as plain data. */
  part(): OneSidedPart {
    return {
      calls: this.#calls,
      sum: this.#sum.units,
      reasons: [...this.#reasons].map(([reason, { calls, sum }]) => ({ reason, calls, sum: sum.units })),
      leading: [...this.#leading.calls],
    };
  }

  /** Adds what another's `part` gave. */
  addPart({ calls, sum, reasons, leading }: OneSidedPart): void {
    this.#calls += calls;
    this.#sum.addUnits(sum);
    for (const part of reasons) {
      const own = this.#reason(part.reason);
      own.calls += part.calls;
      own.sum.addUnits(part.sum);
    }
    this.#leading.takeAll(leading);
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
