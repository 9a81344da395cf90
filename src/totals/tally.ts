/** Counts and exact totals over many results (R16, R30). */

import { CALL_ERROR_CODES, type CallErrorCode } from "../book/index.ts";
import {
  asResult,
  CALL_DECIMALS,
  type CallResult,
  callUnits,
  type RatedCall,
  type ResultRecord,
  reportedTotal,
} from "../engine/index.ts";
import { madeOnce, TARIFF_CLASSES, type TariffClass } from "../model/index.ts";
import { ExactSum, toUnits } from "../money/index.ts";

const TOTALS = ["costBase", "cost", "costCDR", "costCarrier", "costSuggestedRetail"] as const;

/** One class of calls in a tally's report. Amounts are pence. */
export interface ClassTotals {
  readonly tariffClass: TariffClass;
  readonly calls: number;
  readonly retail: string;
  /** Wholesale: the cost as reported by the carrier, else as calculated; null where no call has either. */
  readonly wholesale: string | null;
  /** Retail less wholesale over the calls whose wholesale cost is known; null where there is no such call. */
  readonly margin: string | null;
  /** Rated calls without any wholesale cost; these calls are in `retail` and not in `margin`. */
  readonly withoutWholesale: number;
}

/** The counts of a tally: rated + errors + ignored = read. Amounts are pence, exact. */
export interface TallyReport {
  readonly read: number;
  readonly rated: number;
  readonly errors: number;
  readonly ignored: number;
  /** In the order of the list of errors; codes that did not occur are left out. */
  readonly errorsByCode: readonly { readonly code: CallErrorCode; readonly calls: number }[];
  /** Sums over the rated calls; each leaves out the calls whose cost of that kind is not known. */
  readonly totals: Readonly<Record<(typeof TOTALS)[number], string>>;
  readonly byClass: readonly ClassTotals[];
}

/** Counts results. */
export interface Tally {
  /**
   * Counts one result, or the record of one.
   *
   * @throws TypeError where `result` is neither
   */
  add(result: CallResult | ResultRecord): void;
  /** Adds the report of another tally, of other calls. */
  addReport(report: TallyReport): void;
  /** The counts so far. */
  report(): TallyReport;
}

/**
 * A tally of results: counts by outcome and exact totals, never rounded on the way (R16).
 *
 * @example
 * const tally = createTally();
 * for (const result of rateCalls(book, calls)) tally.add(result);
 * tally.report().totals.cost; // => "7.64" // pence
 */
export function createTally(): Tally {
  return new TallyCounter();
}

const CLASS_SUMS = ["retail", "wholesale", "margin"] as const;

type ClassCount = Record<(typeof CLASS_SUMS)[number], ExactSum> & { calls: number; withoutWholesale: number };

/** The tally of a run; counted calls can be subtracted again. */
export class TallyCounter implements Tally {
  #rated = 0;
  #ignored = 0;
  readonly #errors = new Map<CallErrorCode, number>();
  readonly #totals = mapped(TOTALS, () => new ExactSum());
  readonly #classes = new Map<TariffClass, ClassCount>();

  add(given: CallResult | ResultRecord): void {
    const result = asResult(given);
    if (result.outcome === "rated") this.#addRated(result);
    else if (result.outcome === "ignored") this.#ignored++;
    else this.#errors.set(result.error, (this.#errors.get(result.error) ?? 0) + 1);
  }

  #addRated(result: RatedCall): void {
    this.#rated++;
    const { retail, base, wholesale, decimals } = result.units;
    const totals = this.#totals;
    totals.cost.add(retail, decimals);
    totals.costBase.add(base, decimals);
    if (wholesale !== undefined) totals.costCarrier.add(wholesale, decimals);
    const { carrierCost, suggestedRetail } = result.reported;
    if (suggestedRetail !== null) totals.costSuggestedRetail.add(callUnits(suggestedRetail), CALL_DECIMALS);
    const reported = reportedTotal(carrierCost);
    if (reported !== undefined) totals.costCDR.add(reported, CALL_DECIMALS);

    const count = this.#classOf(result.tariffClass);
    count.calls++;
    count.retail.add(retail, decimals);
    const cost = reported ?? wholesale;
    const scale = reported === undefined ? decimals : CALL_DECIMALS;
    if (cost === undefined) {
      count.withoutWholesale++;
      return;
    }
    count.wholesale.add(cost, scale);
    count.margin.add(retail, decimals);
    count.margin.add(-cost, scale);
  }

  addReport(report: TallyReport): void {
    this.#addTimes(1, report);
  }

  /** Subtracts the report of another tally, of calls that were added here. */
  takeReport(report: TallyReport): void {
    this.#addTimes(-1, report);
  }

  #addTimes(times: 1 | -1, { rated, ignored, errorsByCode, totals, byClass }: TallyReport): void {
    this.#rated += times * rated;
    this.#ignored += times * ignored;
    for (const { code, calls } of errorsByCode)
      this.#errors.set(code, (this.#errors.get(code) ?? 0) + times * calls);
    for (const name of TOTALS) addTimes(times, this.#totals[name], totals[name]);
    for (const line of byClass) {
      const count = this.#classOf(line.tariffClass);
      count.calls += times * line.calls;
      count.withoutWholesale += times * line.withoutWholesale;
      for (const name of CLASS_SUMS) addTimes(times, count[name], line[name]);
    }
  }

  #classOf(tariffClass: TariffClass): ClassCount {
    return madeOnce(this.#classes, tariffClass, () => {
      return { calls: 0, withoutWholesale: 0, ...mapped(CLASS_SUMS, () => new ExactSum()) };
    });
  }

  report(): TallyReport {
    const errors = [...this.#errors.values()].reduce((sum, calls) => sum + calls, 0);
    return {
      read: this.#rated + errors + this.#ignored,
      rated: this.#rated,
      errors,
      ignored: this.#ignored,
      errorsByCode: CALL_ERROR_CODES.flatMap((code) => {
        const calls = this.#errors.get(code);
        return calls === undefined || calls === 0 ? [] : [{ code, calls }];
      }),
      totals: mapped(TOTALS, (name) => this.#totals[name].text),
      byClass: TARIFF_CLASSES.flatMap((tariffClass) => {
        const count = this.#classes.get(tariffClass);
        if (count === undefined || count.calls === 0) return [];
        const { calls, retail, wholesale, margin, withoutWholesale } = count;
        const isKnown = withoutWholesale < calls;
        return [
          {
            tariffClass,
            calls,
            retail: retail.text,
            wholesale: isKnown ? wholesale.text : null,
            margin: isKnown ? margin.text : null,
            withoutWholesale,
          },
        ];
      }),
    };
  }
}

function mapped<Name extends string, T>(names: readonly Name[], of: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>;
}

/** Sums have at most as many decimal places as the finest amount on a call. */
function addTimes(times: 1 | -1, sum: ExactSum, text: string | null): void {
  if (text !== null) sum.add(BigInt(times) * (toUnits(text, CALL_DECIMALS) ?? 0n), CALL_DECIMALS);
}
