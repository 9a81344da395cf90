/** The bills of both sides of a preview: calls are added one by one, features are charged for the report. */
import type { OpenedBook } from "../../book/index.ts";
import type { RatedCall } from "../../engine/index.ts";
import type { Sides } from "../comparison.ts";
import type { FixedCharges, PreviewBills } from "../preview-report.ts";
import type { Names } from "../side.ts";
import { type BillDays, DaysOfBills } from "./bill-days.ts";
import { BilledCalls } from "./billed-calls.ts";
import { chargedSide } from "./charged-side.ts";
import { compareBills } from "./compare-bills.ts";
import { compareFixedCharges } from "./fixed-charges.ts";

export interface BillingOptions {
  /** Undefined: the billing periods in which calls start. */
  readonly period: BillDays | undefined;
  readonly hasVAT: boolean;
}

/** Bills before and after a change. */
export class Billing {
  readonly before: BilledCalls;
  readonly after: BilledCalls;
  readonly #books: Sides<OpenedBook>;
  readonly #days: DaysOfBills;
  readonly #hasVAT: boolean;

  constructor(before: OpenedBook, after: OpenedBook, { period, hasVAT }: BillingOptions) {
    this.#books = { before, after };
    this.#days = new DaysOfBills(after.settings.billingPeriodStartDay, period);
    this.#hasVAT = hasVAT;
    this.before = new BilledCalls(before, this.#days);
    this.after = new BilledCalls(after, this.#days);
  }

  /** Adds a call as each side rates the call; undefined where a side does not rate the call. */
  add(before: RatedCall | undefined, after: RatedCall | undefined): void {
    if (before !== undefined) this.before.add(before);
    if (after !== undefined) this.after.add(after);
  }

  /** The days of each bill, in order; none where no period was given and no call rated. */
  get days(): readonly BillDays[] {
    return this.#days.all;
  }

  /** Null where there are no days. */
  report(names: Names): { readonly fixedCharges: FixedCharges; readonly bills: PreviewBills } | null {
    const { days, before, after } = this;
    if (days.length === 0) return null;
    const books = this.#books;
    const [left, right] = [chargedSide(books.before, days), chargedSide(books.after, days)];
    const { currencyDecimals } = books.after.settings;
    return {
      fixedCharges: compareFixedCharges(left, right, days, { names, currencyDecimals }),
      bills: compareBills(
        { book: books.before, calls: before, charged: left },
        { book: books.after, calls: after, charged: right },
        days,
        { names, hasVAT: this.#hasVAT },
      ),
    };
  }
}
