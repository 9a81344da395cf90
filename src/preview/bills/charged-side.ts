/** The fixed charges of one side of a preview: due and recurring charges of each feature (R60 to R75). */

import type { OpenedBook } from "../../book/index.ts";
import { formatCivilDate } from "../../calendar/index.ts";
import { dueCharges, type FeatureDue, type FeatureError, type Transaction } from "../../charges/index.ts";
import { madeOnce } from "../../model/index.ts";
import { type Fraction, quantise, scaleFraction, toUnits } from "../../money/index.ts";
import { type Sides, SUM_DECIMALS, sumText } from "../comparison.ts";
import type { ChargedKind } from "../preview-report.ts";
import type { BillDays } from "./bill-days.ts";

/** A sum of charges, units of 10^-SUM_DECIMALS pence. */
export interface ChargedSum {
  retail: bigint;
  wholesale: bigint;
  /** How many of the charges have a wholesale cost, and how many have none. */
  withWholesale: number;
  withoutWholesale: number;
}

/** The recurring charges in a month and in a year. */
export interface Recurring {
  readonly month: bigint;
  readonly year: bigint;
}

/** A feature of one book over all bills of a preview. */
export interface ChargedFeature {
  /** The due charges as of the last bill. */
  due: FeatureDue;
  error: FeatureError | undefined;
  readonly charged: { [K in ChargedKind]?: ChargedSum };
  recurring: Recurring | undefined;
}

export interface ChargedSide {
  readonly features: ReadonlyMap<string, ChargedFeature>;
  /** The transactions that fall due, bill by bill. */
  readonly transactions: readonly (readonly Transaction[])[];
}

const KIND_OF = {
  recurring: "recurring",
  oneOff: "oneOff",
  instalment: "instalments",
  correction: "corrections",
} as const satisfies Partial<Record<Transaction["transactionSource"], ChargedKind>>;

export const CHARGED_KINDS = Object.values(KIND_OF);

export function chargedSide(book: OpenedBook, bills: readonly BillDays[]): ChargedSide {
  const { currencyDecimals } = book.settings;
  const features = new Map<string, ChargedFeature>();
  const lastDay = bills.at(-1)?.to;
  const transactions = bills.map(({ from, to }) => {
    const billTransactions: Transaction[] = [];
    for (const due of dueCharges(book, formatCivilDate(from), formatCivilDate(to))) {
      const feature = madeOnce(features, due.id, () => {
        return { due, error: undefined, charged: {}, recurring: undefined };
      });
      feature.due = due;
      feature.error ??= due.error;
      for (const transaction of due.transactions) {
        billTransactions.push(transaction);
        addCharge(feature, transaction, currencyDecimals);
      }
      const perYear = to === lastDay ? due.rateOn("recurring", to)?.perYear : undefined;
      feature.recurring = perYear && recurringOf(perYear, currencyDecimals);
    }
    return billTransactions;
  });
  return { features, transactions };
}

function addCharge({ charged }: ChargedFeature, transaction: Transaction, currencyDecimals: number): void {
  const { transactionSource, transactionValue, transactionValueCarrier } = transaction;
  const kind = KIND_OF[transactionSource as keyof typeof KIND_OF];
  const sum = charged[kind] ?? { retail: 0n, wholesale: 0n, withWholesale: 0, withoutWholesale: 0 };
  charged[kind] = sum;
  sum.retail += poundsUnits(transactionValue, currencyDecimals);
  if (transactionValueCarrier === null) sum.withoutWholesale++;
  else {
    sum.withWholesale++;
    sum.wholesale += poundsUnits(transactionValueCarrier, currencyDecimals);
  }
}

/** Pounds as decimal text in units of 10^-SUM_DECIMALS pence. */
function poundsUnits(pounds: string, currencyDecimals: number): bigint {
  return toUnits(pounds, SUM_DECIMALS + currencyDecimals) ?? 0n;
}

/** Pounds as a fraction in units of 10^-SUM_DECIMALS pence, rounded where the decimals do not end. */
export function fractionUnits(pounds: Fraction, currencyDecimals: number): bigint {
  return quantise(pounds, SUM_DECIMALS + currencyDecimals);
}

const MONTHS_OF_YEAR = 12n;

/** Converts pounds a year to units of 10^-SUM_DECIMALS pence, a month and a year. */
export function recurringOf(perYear: Fraction, currencyDecimals: number): Recurring {
  return {
    month: fractionUnits(scaleFraction(perYear, 1n, MONTHS_OF_YEAR), currencyDecimals),
    year: fractionUnits(perYear, currencyDecimals),
  };
}

/** A feature of both books; at least one book has the feature. */
export interface FeaturePair extends Sides<ChargedFeature | undefined> {
  /** The due charges that describe the feature: those before, if the book before has the feature. */
  readonly due: FeatureDue;
}

/** Units of 10^-SUM_DECIMALS pence as text, of pounds. */
export function penceText(pounds: Fraction, currencyDecimals: number): string {
  return sumText(fractionUnits(pounds, currencyDecimals));
}
