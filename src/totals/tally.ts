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
import { TARIFF_CLASSES, type TariffClass } from "../model/index.ts";
import { ExactSum, toUnits } from "../money/index.ts";

/** One class of calls in a tally's report. Amounts are pence. */
export interface ClassTotals {
  readonly tariffClass: TariffClass;
  readonly calls: number;
  readonly retail: string;
  /** Wholesale: what the carrier reported, where it reported nothing what was calculated; null where no call has either. */
  readonly wholesale: string | null;
  /** Retail less wholesale over the calls whose wholesale cost is known; null where there is none. */
  readonly margin: string | null;
  /** Rated calls without any wholesale cost; they are in `retail` and not in `margin`. */
  readonly withoutWholesale: number;
}

/** What a tally has counted: rated + errors + ignored = read. Amounts are pence, exact. */
export interface TallyReport {
  readonly read: number;
  readonly rated: number;
  readonly errors: number;
  readonly ignored: number;
  /** In the order of the list of errors; codes that did not occur are left out. */
  readonly errorsByCode: readonly { readonly code: CallErrorCode; readonly calls: number }[];
  /** Sums over the rated calls; each leaves out the calls whose cost of that kind is not known. */
  readonly totals: {
    readonly costBase: string;
    readonly cost: string;
    readonly costCDR: string;
    readonly costCarrier: string;
    readonly costSuggestedRetail: string;
  };
  readonly byClass: readonly ClassTotals[];
}

/** Counts results as they pass. */
export interface Tally {
  /**
   * Counts one result, or the record of one.
   *
   * @throws TypeError where it is neither
   */
  add(result: CallResult | ResultRecord): void;
  /** Adds what another tally has counted, of other calls. */
  addReport(report: TallyReport): void;
  /** What has been counted so far. */
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
  return new Counter();
}

interface ClassCount {
  calls: number;
  retail: ExactSum;
  wholesale: ExactSum;
  margin: ExactSum;
  withoutWholesale: number;
}

class Counter implements Tally {
  #rated = 0;
  #ignored = 0;
  readonly #errors = new Map<CallErrorCode, number>();
  readonly #reported = new ExactSum();
  readonly #suggested = new ExactSum();
  readonly #retail = new ExactSum();
  readonly #base = new ExactSum();
  readonly #calculated = new ExactSum();
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
    this.#retail.add(retail, decimals);
    this.#base.add(base, decimals);
    if (wholesale !== undefined) this.#calculated.add(wholesale, decimals);
    const { carrierCost, suggestedRetail } = result.reported;
    if (suggestedRetail !== null) this.#suggested.add(callUnits(suggestedRetail), CALL_DECIMALS);
    const reported = reportedTotal(carrierCost);
    if (reported !== undefined) this.#reported.add(reported, CALL_DECIMALS);

    const own = this.#classOf(result.tariffClass);
    own.calls++;
    own.retail.add(retail, decimals);
    const cost = reported ?? wholesale;
    const scale = reported === undefined ? decimals : CALL_DECIMALS;
    if (cost === undefined) {
      own.withoutWholesale++;
      return;
    }
    own.wholesale.add(cost, scale);
    own.margin.add(retail, decimals);
    own.margin.add(-cost, scale);
  }

  addReport(report: TallyReport): void {
    this.#rated += report.rated;
    this.#ignored += report.ignored;
    for (const { code, calls } of report.errorsByCode) {
      this.#errors.set(code, (this.#errors.get(code) ?? 0) + calls);
    }
    const { totals } = report;
    addText(this.#base, totals.costBase);
    addText(this.#retail, totals.cost);
    addText(this.#reported, totals.costCDR);
    addText(this.#calculated, totals.costCarrier);
    addText(this.#suggested, totals.costSuggestedRetail);
    for (const { tariffClass, calls, retail, wholesale, margin, withoutWholesale } of report.byClass) {
      const own = this.#classOf(tariffClass);
      own.calls += calls;
      own.withoutWholesale += withoutWholesale;
      addText(own.retail, retail);
      addText(own.wholesale, wholesale);
      addText(own.margin, margin);
    }
  }

  #classOf(tariffClass: TariffClass): ClassCount {
    const known = this.#classes.get(tariffClass);
    if (known !== undefined) return known;
    const own = {
      calls: 0,
      retail: new ExactSum(),
      wholesale: new ExactSum(),
      margin: new ExactSum(),
      withoutWholesale: 0,
    };
    this.#classes.set(tariffClass, own);
    return own;
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
        return calls === undefined ? [] : [{ code, calls }];
      }),
      totals: {
        costBase: this.#base.text,
        cost: this.#retail.text,
        costCDR: this.#reported.text,
        costCarrier: this.#calculated.text,
        costSuggestedRetail: this.#suggested.text,
      },
      byClass: TARIFF_CLASSES.flatMap((tariffClass) => {
        const own = this.#classes.get(tariffClass);
        if (own === undefined) return [];
        const { calls, retail, wholesale, margin, withoutWholesale } = own;
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

/** Sums have at most as many decimal places as the finest amount on a call. */
function addText(sum: ExactSum, text: string | null): void {
  if (text !== null) sum.add(toUnits(text, CALL_DECIMALS) ?? 0n, CALL_DECIMALS);
}
