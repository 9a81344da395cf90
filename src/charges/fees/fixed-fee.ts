/** R72: what a fixed fee tariff makes of a charge. */
import {
  type FeeFacts,
  type OpenedBook,
  type OpenedCustomer,
  type OpenedFee,
  restrictionAgainst,
} from "../../book/index.ts";
import type { DayNumber } from "../../calendar/index.ts";
import { type CheckedFixedFeeTariff, PRICE_DECIMALS, quoteValue } from "../../model/index.ts";
import { decimalPlaces, formatUnits, toUnits } from "../../money/index.ts";

/** Why a charge has no price. */
export type FixedFeeErrorCode =
  | "tariff-not-allowed"
  | "currency-mismatch"
  | "ambiguous-fixed-fee"
  | "no-carrier-cost";

/** The price of one for a whole period: no days, no counts. */
export interface PricedFixedFee {
  readonly outcome: "priced";
  /** The line that gives it, `rates[3]`, of the tariff with `tariffID`: the one asked, or a parent of it. */
  readonly line: string;
  readonly tariffID: string;
  /** Pounds, exact. */
  readonly price: string;
  /** `proRata` is charged by days, `fixed` whole whatever the days; a markup is as the carrier amount it marks up. */
  readonly type: "fixed" | "proRata";
  /** The percentage of a line that marks up the carrier amount, else null. */
  readonly markup: string | null;
}

/** The tariff has no line for the charge on the day. */
export interface NoFixedFee {
  readonly outcome: "none";
  /** Whether a line fits but for its dates (R71). */
  readonly fitsOnOtherDates: boolean;
}

/** Why the charge cannot be priced, and the field to set right. */
export interface RefusedFixedFee {
  readonly outcome: "error";
  readonly error: FixedFeeErrorCode;
  readonly message: string;
  readonly field: "fixedFeeTariff" | "serviceChargeCarrier" | "connectionChargeCarrier";
}

/** What `priceFixedFee` gives. */
export type FixedFee = PricedFixedFee | NoFixedFee | RefusedFixedFee;

/** A charge of which everything has been read. */
export interface Charge extends FeeFacts {
  readonly day: DayNumber;
  /** Pounds, decimal text; undefined where it is not known. */
  readonly carrierAmount: string | undefined;
  readonly carrierAmountType: "fixed" | "proRata";
  /** Who pays it; undefined: nobody is asked for, as for a carrier's tariff. */
  readonly customer: OpenedCustomer | undefined;
  /** What messages call it: "feature 12". */
  readonly shown: string;
}

/** Prices a charge by a fixed fee tariff of the book (R72). */
export function fixedFeeOf(book: OpenedBook, tariff: CheckedFixedFeeTariff, charge: Charge): FixedFee {
  const refusal = whyNotFor(book, tariff, charge.customer);
  if (refusal !== undefined) return refusal;
  const lines = book.tables.fixedFees.linesOf(tariff);
  const [chosen, other] = lines.choose(charge, charge.day);
  if (chosen === undefined) return { outcome: "none", fitsOnOtherDates: lines.isForSomeDay(charge) };
  if (other === undefined) return priceOf(chosen, charge);
  // They tie, so that they are of one tariff: its parents are further away.
  return refused(
    "ambiguous-fixed-fee",
    `Two lines of ${quoteValue(chosen.tariff.name)} fit ${charge.shown} equally: rates[${chosen.place}] and rates[${other.place}].`,
  );
}

function whyNotFor(
  { settings }: OpenedBook,
  tariff: CheckedFixedFeeTariff,
  customer: OpenedCustomer | undefined,
): RefusedFixedFee | undefined {
  if (customer === undefined) return undefined;
  const named = `The fixed fee tariff ${quoteValue(tariff.name)}`;
  const who = `customer ${customer.record.id}`;
  if (restrictionAgainst(tariff, customer.record) !== undefined) {
    return refused("tariff-not-allowed", `${named} is not for ${who}.`);
  }
  const currency = tariff.currency ?? settings.currency;
  if (currency === customer.currency) return undefined;
  return refused("currency-mismatch", `${named} is in ${currency}, ${who} in ${customer.currency}.`);
}

function priceOf(
  { line, place, tariff, value }: OpenedFee,
  charge: Charge,
): PricedFixedFee | RefusedFixedFee {
  const type = line.fixedFeeTariffType ?? "proRata";
  const found = { outcome: "priced", line: `rates[${place}]`, tariffID: tariff.id } as const;
  const shown = formatUnits(value, PRICE_DECIMALS);
  if (type !== "markup") return { ...found, price: shown, type, markup: null };
  const { carrierAmount, carrierAmountType } = charge;
  if (carrierAmount === undefined) {
    const who = charge.shown.charAt(0).toUpperCase() + charge.shown.slice(1);
    return refused(
      "no-carrier-cost",
      `${who} is marked up ${shown} % by ${quoteValue(tariff.name)}, but has no wholesale amount.`,
      charge.chargeKind === "recurring" ? "serviceChargeCarrier" : "connectionChargeCarrier",
    );
  }
  return { ...found, price: markedUp(carrierAmount, value), type: carrierAmountType, markup: shown };
}

/** 100 %, in millionths of a percent. */
const WHOLE = 100n * 10n ** BigInt(PRICE_DECIMALS);

/** The amount × (1 + percentage ÷ 100), exact: a percentage of so many decimal places adds two more. */
function markedUp(amount: string, percentage: number): string {
  const places = decimalPlaces(amount);
  const units = toUnits(amount, places) ?? 0n;
  return formatUnits(units * (WHOLE + BigInt(percentage)), places + PRICE_DECIMALS + 2);
}

function refused(
  error: FixedFeeErrorCode,
  message: string,
  field: RefusedFixedFee["field"] = "fixedFeeTariff",
): RefusedFixedFee {
  return { outcome: "error", error, message, field };
}
