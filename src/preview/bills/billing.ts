/** The bills of both sides of a preview: calls are added one by one, features are charged for the report. */
import { currencyOf, type OpenedBook } from "../../book/index.ts";
import type { RatedCall } from "../../engine/index.ts";
import type { Sides } from "../comparison.ts";
import type { FixedCharges, PreviewBills } from "../preview-report.ts";
import type { Names } from "../side.ts";
import { type BillDays, DaysOfBills } from "./bill-days.ts";
import { BilledCalls } from "./billed-calls.ts";
import { chargedSide } from "./charged-side.ts";
import { amountsOf, type BilledSide, compareBills } from "./compare-bills.ts";
import { compareFixedCharges } from "./fixed-charges.ts";

export interface BillingOptions {
  /** Undefined: the billing periods in which calls start. */
  readonly period: BillDays | undefined;
  readonly hasVAT: boolean;
}

/** The fixed charges and bills of customers who are billed in one currency. */
export interface ComparedBilling {
  readonly fixedCharges: FixedCharges;
  readonly bills: PreviewBills;
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

  /**
   * The bills of customers by currency (R24): of the book's, and of each other one in which customers have bills or
   * features. Null where there are no days.
   */
  report(names: Names): ReadonlyMap<string, ComparedBilling> | null {
    const { days } = this;
    if (days.length === 0) return null;
    const { settings } = this.#books.after;
    const sides = [this.#sideOf("before"), this.#sideOf("after")] as const;
    const currencies = new Set([settings.currency, ...sides.flatMap(currenciesOf)]);
    return new Map(
      [...currencies].map((currency) => {
        const [before, after] = sides.map((side) =>
          currencies.size === 1 ? side : ofCurrency(side, currency),
        ) as [BilledSide, BilledSide];
        const { currencyDecimals } = settings;
        const fixedCharges = compareFixedCharges(before.charged, after.charged, days, {
          names,
          currencyDecimals,
        });
        const bills = compareBills(before, after, days, { names, currency, hasVAT: this.#hasVAT });
        return [currency, { fixedCharges, bills }];
      }),
    );
  }

  #sideOf(name: keyof Sides<unknown>): BilledSide {
    const { days, [name]: calls } = this;
    const { [name]: book } = this.#books;
    const charged = chargedSide(book, days);
    return { book, calls, charged, amounts: amountsOf({ book, calls, charged }, days) };
  }
}

function currenciesOf({ book, charged, amounts, calls }: BilledSide): readonly string[] {
  const owners = [...charged.features.values()].map(({ due }) => due.customerID);
  return [
    ...new Set([...owners, ...amounts.keys()].map((customerID) => currencyOf(book, customerID))),
    ...calls.left.keys(),
  ];
}

/** The part of a side of the customers who are billed in a currency. */
function ofCurrency(side: BilledSide, currency: string): BilledSide {
  const { book, charged, amounts } = side;
  const isBilled = (customerID: string | null): boolean => currencyOf(book, customerID) === currency;
  const features = [...charged.features].filter(([, { due }]) => isBilled(due.customerID));
  return {
    ...side,
    charged: { ...charged, features: new Map(features) },
    amounts: new Map([...amounts].filter(([customerID]) => isBilled(customerID))),
  };
}
