/** Counts and exact totals over many results (R16, R30). */

import { CALL_ERROR_CODES, type CallErrorCode, currencyOf, type OpenedBook } from "../book/index.ts";
import {
  asResult,
  CALL_DECIMALS,
  type CallResult,
  callUnits,
  type RatedCall,
  type ResultRecord,
  reportedTotal,
} from "../engine/index.ts";
import { compareValues, madeOnce, TARIFF_CLASSES, type TariffClass } from "../model/index.ts";
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

/**
 * Retail of customers who are billed in another currency than the book's (R24): amounts of several currencies are no
 * sum. Minor units of the currency. There is no wholesale and no margin, because carriers' costs are in the book's
 * currency (R29).
 */
export interface CurrencyTotals {
  readonly currency: string;
  readonly calls: number;
  readonly costBase: string;
  readonly cost: string;
  readonly byClass: readonly Pick<ClassTotals, "tariffClass" | "calls" | "retail">[];
}

/** The counts of a tally: rated + errors + ignored = read. Amounts are pence, exact. */
export interface TallyReport {
  readonly read: number;
  readonly rated: number;
  readonly errors: number;
  readonly ignored: number;
  /** In the order of the list of errors; codes that did not occur are left out. */
  readonly errorsByCode: readonly { readonly code: CallErrorCode; readonly calls: number }[];
  /**
   * Sums over the rated calls; each leaves out the calls whose cost of that kind is not known. `costBase` and `cost`
   * leave out those of `otherCurrencies`; the other costs are in the book's currency, whoever is billed.
   */
  readonly totals: Readonly<Record<(typeof TOTALS)[number], string>>;
  /** Without the calls of `otherCurrencies`. */
  readonly byClass: readonly ClassTotals[];
  /** By currency, in order of their names; absent where all customers of the calls are billed in the book's. */
  readonly otherCurrencies?: readonly CurrencyTotals[];
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
 * A tally of results: counts by outcome and exact totals, never rounded on the way (R16). With the book that rated the
 * calls, retail is added by the currencies in which customers are billed (R24); without it, as if all had one.
 *
 * @example
 * const tally = createTally();
 * for (const result of rateCalls(book, calls)) tally.add(result);
 * tally.report().totals.cost; // => "7.64" // pence
 */
export function createTally(book?: OpenedBook): Tally {
  return new TallyCounter(book);
}

const CLASS_SUMS = ["retail", "wholesale", "margin"] as const;

type ClassCount = Record<(typeof CLASS_SUMS)[number], ExactSum> & { calls: number; withoutWholesale: number };

/** Retail of the calls of customers who are billed in one other currency. */
interface CurrencyCount {
  calls: number;
  readonly costBase: ExactSum;
  readonly cost: ExactSum;
  readonly classes: Map<TariffClass, { calls: number; readonly retail: ExactSum }>;
}

/** The tally of a run; counted calls can be subtracted again. */
export class TallyCounter implements Tally {
  #rated = 0;
  #ignored = 0;
  readonly #errors = new Map<CallErrorCode, number>();
  readonly #totals = mapped(TOTALS, () => new ExactSum());
  readonly #classes = new Map<TariffClass, ClassCount>();
  readonly #byOtherCurrency = new Map<string, CurrencyCount>();
  readonly #book: OpenedBook | undefined;

  /** @param book whose customers' currencies count; undefined: one for all */
  constructor(book?: OpenedBook) {
    this.#book = book;
  }

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
    if (wholesale !== undefined) totals.costCarrier.add(wholesale, decimals);
    const { carrierCost, suggestedRetail } = result.reported;
    if (suggestedRetail !== null) totals.costSuggestedRetail.add(callUnits(suggestedRetail), CALL_DECIMALS);
    const reported = reportedTotal(carrierCost);
    if (reported !== undefined) totals.costCDR.add(reported, CALL_DECIMALS);

    const currency = this.#otherCurrencyOf(result);
    if (currency !== undefined) {
      const other = this.#otherOf(currency);
      other.calls++;
      other.cost.add(retail, decimals);
      other.costBase.add(base, decimals);
      const ofClass = classOf(other, result.tariffClass);
      ofClass.calls++;
      ofClass.retail.add(retail, decimals);
      return;
    }
    totals.cost.add(retail, decimals);
    totals.costBase.add(base, decimals);
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

  #otherCurrencyOf({ customerID }: RatedCall): string | undefined {
    if (this.#book === undefined) return undefined;
    const currency = currencyOf(this.#book, customerID);
    return currency === this.#book.settings.currency ? undefined : currency;
  }

  #otherOf(currency: string): CurrencyCount {
    return madeOnce(this.#byOtherCurrency, currency, () => {
      return { calls: 0, costBase: new ExactSum(), cost: new ExactSum(), classes: new Map() };
    });
  }

  addReport(report: TallyReport): void {
    this.#addTimes(1, report);
  }

  /** Subtracts the report of another tally, of calls that were added here. */
  takeReport(report: TallyReport): void {
    this.#addTimes(-1, report);
  }

  #addTimes(times: 1 | -1, report: TallyReport): void {
    const { rated, ignored, errorsByCode, totals, byClass, otherCurrencies = [] } = report;
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
    for (const part of otherCurrencies) {
      const other = this.#otherOf(part.currency);
      other.calls += times * part.calls;
      for (const name of ["costBase", "cost"] as const) addTimes(times, other[name], part[name]);
      for (const { tariffClass, calls, retail } of part.byClass) {
        const ofClass = classOf(other, tariffClass);
        ofClass.calls += times * calls;
        addTimes(times, ofClass.retail, retail);
      }
    }
  }

  #classOf(tariffClass: TariffClass): ClassCount {
    return madeOnce(this.#classes, tariffClass, () => {
      return { calls: 0, withoutWholesale: 0, ...mapped(CLASS_SUMS, () => new ExactSum()) };
    });
  }

  get #otherCurrencies(): readonly CurrencyTotals[] {
    return [...this.#byOtherCurrency]
      .filter(([, { calls }]) => calls > 0)
      .sort(([a], [b]) => compareValues(a, b))
      .map(([currency, { calls, costBase, cost, classes }]) => ({
        currency,
        calls,
        costBase: costBase.text,
        cost: cost.text,
        byClass: TARIFF_CLASSES.flatMap((tariffClass) => {
          const ofClass = classes.get(tariffClass);
          if (ofClass === undefined || ofClass.calls === 0) return [];
          return [{ tariffClass, calls: ofClass.calls, retail: ofClass.retail.text }];
        }),
      }));
  }

  report(): TallyReport {
    const otherCurrencies = this.#otherCurrencies;
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
      ...(otherCurrencies.length > 0 && { otherCurrencies }),
    };
  }
}

function classOf({ classes }: CurrencyCount, tariffClass: TariffClass) {
  return madeOnce(classes, tariffClass, () => ({ calls: 0, retail: new ExactSum() }));
}

function mapped<Name extends string, T>(names: readonly Name[], of: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>;
}

/** Sums have at most as many decimal places as the finest amount on a call. */
function addTimes(times: 1 | -1, sum: ExactSum, text: string | null): void {
  if (text !== null) sum.add(BigInt(times) * (toUnits(text, CALL_DECIMALS) ?? 0n), CALL_DECIMALS);
}
