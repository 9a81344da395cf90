/** What carriers report against what their tariffs say: the wholesale side, call by call, summed up. */
import type { CallRecord } from "../model/index.ts";
import { ExactSum, toUnits } from "../money/index.ts";
import { CALL_DECIMALS, reportedComponents } from "./carrier-cost.ts";
import { asResult } from "./from-record.ts";
import type { CallResult } from "./rated-call.ts";
import type { ResultRecord } from "./result-records.ts";

/** Reported and calculated wholesale cost of one carrier's calls of one call type. Amounts are pence. */
export interface ReconciliationLine {
  readonly carrier: string;
  readonly tariffType: string;
  /** Calls with both costs; the amounts are theirs. */
  readonly calls: number;
  readonly reported: string;
  readonly calculated: string;
  /** Reported less calculated: positive where the carrier charges more than its tariff. */
  readonly difference: string;
  /** Calls whose two costs differ. */
  readonly callsThatDiffer: number;
  readonly withoutReported: number;
  readonly withoutCalculated: number;
}

/** Collects rated calls. */
export interface Reconciliation {
  /**
   * Looks at one call and its result, or the record of it; only rated calls count.
   *
   * @throws TypeError where it is neither
   */
  add(call: CallRecord, result: CallResult | ResultRecord): void;
  /** Adds what another reconciliation has found, of other calls. */
  addReport(lines: readonly ReconciliationLine[]): void;
  /** One line for each carrier and call type, the largest differences first. */
  report(): readonly ReconciliationLine[];
}

/**
 * Compares the wholesale cost carriers report (`costCDR*`) with the one calculated from the book
 * (`costCarrier*`, R29) by carrier and call type, the largest differences first.
 *
 * @example
 * const reconciliation = createReconciliation();
 * for (const call of calls) reconciliation.add(call, rateCall(book, call));
 * reconciliation.report()[0]?.difference; // pence
 */
export function createReconciliation(): Reconciliation {
  return new Collector();
}

interface Line {
  readonly carrier: string;
  readonly tariffType: string;
  calls: number;
  readonly reported: ExactSum;
  readonly calculated: ExactSum;
  readonly difference: ExactSum;
  callsThatDiffer: number;
  withoutReported: number;
  withoutCalculated: number;
}

class Collector implements Reconciliation {
  readonly #lines = new Map<string, Line>();

  add(call: CallRecord, given: CallResult | ResultRecord): void {
    const result = asResult(given);
    if (result.outcome !== "rated") return;
    const carrier = String(call.callCarrier ?? "") || String(call.carrier ?? "");
    const line = this.#lineOf(carrier, result.tariffType);
    const components = reportedComponents(result.reported.carrierCost);
    const { wholesale, decimals } = result.units;
    if (components === undefined) line.withoutReported++;
    if (wholesale === undefined) line.withoutCalculated++;
    if (components === undefined || wholesale === undefined) return;
    const reported = components.reduce((sum, units) => sum + units, 0n);
    const calculated = BigInt(wholesale) * 10n ** BigInt(CALL_DECIMALS - decimals);
    line.calls++;
    line.reported.add(reported, CALL_DECIMALS);
    line.calculated.add(calculated, CALL_DECIMALS);
    line.difference.add(reported - calculated, CALL_DECIMALS);
    if (reported !== calculated) line.callsThatDiffer++;
  }

  addReport(lines: readonly ReconciliationLine[]): void {
    for (const other of lines) {
      const line = this.#lineOf(other.carrier, other.tariffType);
      line.calls += other.calls;
      line.callsThatDiffer += other.callsThatDiffer;
      line.withoutReported += other.withoutReported;
      line.withoutCalculated += other.withoutCalculated;
      for (const sum of ["reported", "calculated", "difference"] as const) {
        line[sum].add(toUnits(other[sum], CALL_DECIMALS) ?? 0n, CALL_DECIMALS);
      }
    }
  }

  #lineOf(carrier: string, tariffType: string): Line {
    const key = `${carrier}\u0000${tariffType}`;
    let line = this.#lines.get(key);
    if (line === undefined) {
      line = {
        carrier,
        tariffType,
        calls: 0,
        reported: new ExactSum(),
        calculated: new ExactSum(),
        difference: new ExactSum(),
        callsThatDiffer: 0,
        withoutReported: 0,
        withoutCalculated: 0,
      };
      this.#lines.set(key, line);
    }
    return line;
  }

  report(): readonly ReconciliationLine[] {
    return [...this.#lines.values()]
      .sort((a, b) => compareSize(b.difference, a.difference) || compareNames(a, b))
      .map(({ reported, calculated, difference, ...counts }) => ({
        ...counts,
        reported: reported.text,
        calculated: calculated.text,
        difference: difference.text,
      }));
  }
}

/** By distance from zero. */
function compareSize(a: ExactSum, b: ExactSum): number {
  const distance = (sum: ExactSum): bigint => {
    const units = sum.unitsAt(CALL_DECIMALS);
    return units < 0n ? -units : units;
  };
  const difference = distance(a) - distance(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function compareNames(a: Line, b: Line): number {
  const left = `${a.carrier}\u0000${a.tariffType}`;
  const right = `${b.carrier}\u0000${b.tariffType}`;
  return left < right ? -1 : left > right ? 1 : 0;
}
