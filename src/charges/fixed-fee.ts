/** R72: prices a charge by a fixed fee tariff. */
import type * as z from "zod";
import {
  type FeeFacts,
  type OpenedBook,
  type OpenedCustomer,
  type OpenedFee,
  restrictionAgainst,
} from "../book/index.ts";
import type { DayNumber } from "../calendar/index.ts";
import {
  type CheckedFixedFeeTariff,
  date,
  didYouMean,
  Fault,
  HUNDRED_PERCENT,
  type Id,
  id,
  isBlank,
  notAnAmount,
  type Optional,
  PRICE_DECIMALS,
  quoteValue,
  readerOf,
  text,
} from "../model/index.ts";
import { type Amount, decimalPlaces, formatUnits, toDecimalText, toUnits } from "../money/index.ts";
import { knownOptions } from "../names/index.ts";

/** Why a charge has no price. */
export type FixedFeeErrorCode =
  | "tariff-not-allowed"
  | "currency-mismatch"
  | "ambiguous-fixed-fee"
  | "no-carrier-cost";

/** The price of one for a whole period: no days, no counts. */
export interface PricedFixedFee {
  readonly outcome: "priced";
  /** The line that gives the price, `rates[3]`, of the tariff with `tariffID`: the tariff asked, or a parent of it. */
  readonly line: string;
  readonly tariffID: string;
  /** Pounds, exact. */
  readonly price: string;
  /** `proRata` is charged by days, `fixed` whole regardless of days; a markup has the type of its carrier amount. */
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

/** Why the charge cannot be priced, and the field to correct. */
export interface RefusedFixedFee {
  readonly outcome: "error";
  readonly error: FixedFeeErrorCode;
  readonly message: string;
  readonly field: "fixedFeeTariff" | "serviceChargeCarrier" | "connectionChargeCarrier";
}

/** The result of `priceFixedFee`. */
export type FixedFee = PricedFixedFee | NoFixedFee | RefusedFixedFee;

/** A charge whose facts have all been read. */
export interface FeeCharge extends FeeFacts {
  readonly day: DayNumber;
  /** Pounds, decimal text; undefined where not known. */
  readonly carrierAmount: string | undefined;
  readonly carrierAmountType: "fixed" | "proRata";
  /** The customer that pays; undefined for a carrier's tariff. */
  readonly customer: OpenedCustomer | undefined;
  /** The charge as messages name it: "feature 12". */
  readonly shown: string;
}

/** Prices a charge by a fixed fee tariff of the book (R72). */
export function fixedFeeOf(book: OpenedBook, tariff: CheckedFixedFeeTariff, charge: FeeCharge): FixedFee {
  const refusal = whyNotFor(book, tariff, charge.customer);
  if (refusal !== undefined) return refusal;
  const lines = book.tables.fixedFees.linesOf(tariff);
  const [chosen, other] = lines.choose(charge, charge.day);
  if (chosen === undefined) return { outcome: "none", fitsOnOtherDates: lines.isForSomeDay(charge) };
  if (other === undefined) return priceOf(chosen, charge);
  // Two lines that tie are of one tariff: lines of its parents rank lower.
  return refused(
    "ambiguous-fixed-fee",
    `Two lines of ${quoteValue(chosen.tariff.name)} fit ${charge.shown} equally: rates[${chosen.lineIndex}] and rates[${other.lineIndex}].`,
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
  { line, lineIndex, tariff, value }: OpenedFee,
  charge: FeeCharge,
): PricedFixedFee | RefusedFixedFee {
  const type = line.fixedFeeTariffType ?? "proRata";
  const found = { outcome: "priced", line: `rates[${lineIndex}]`, tariffID: tariff.id } as const;
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

/** The amount × (1 + percentage ÷ 100), exact: its decimal places are those of both factors, plus two. */
function markedUp(amount: string, percentage: number): string {
  const places = decimalPlaces(amount);
  const units = toUnits(amount, places) ?? 0n;
  return formatUnits(units * (HUNDRED_PERCENT + BigInt(percentage)), places + PRICE_DECIMALS + 2);
}

function refused(
  error: FixedFeeErrorCode,
  message: string,
  field: RefusedFixedFee["field"] = "fixedFeeTariff",
): RefusedFixedFee {
  return { outcome: "error", error, message, field };
}

/** The charge that is to be priced. A blank name is in no line's list. */
export interface FixedFeeRequest {
  /** The day on which lines must be in force, `YYYY-MM-DD`. */
  readonly date: string;
  readonly chargeKind: "recurring" | "oneOff";
  readonly numberType?: Optional<string>;
  readonly serviceType?: Optional<string>;
  readonly featureType?: Optional<string>;
  readonly transactionType?: Optional<string>;
  readonly carrier?: Optional<string>;
  /** Pounds: the wholesale amount, the base of `markup` lines. */
  readonly carrierAmount?: Optional<Amount>;
  /** How the wholesale amount and a markup on it are charged; blank is `proRata`. */
  readonly carrierAmountType?: "fixed" | "proRata" | undefined;
  /** The customer that pays: the tariff must be for this customer and in its currency; blank checks neither. */
  readonly customerID?: Optional<Id>;
}

const checkRequest = knownOptions<FixedFeeRequest>("priceFixedFee", {
  date: "any",
  chargeKind: ["recurring", "oneOff"],
  numberType: "any",
  serviceType: "any",
  featureType: "any",
  transactionType: "any",
  carrier: "any",
  carrierAmount: "any",
  carrierAmountType: ["fixed", "proRata"],
  customerID: "any",
});

/**
 * Prices a charge that is not a call by a fixed fee tariff (R72): the line that applies, of the tariff or a parent, and
 * the price of one for a whole period, in pounds and exact, without days and counts.
 *
 * The outcome is `error` where the tariff is not for the customer or in another currency, two lines fit equally, or a
 * markup has no wholesale amount; `none` where the tariff has no line for the charge on that day.
 *
 * @param tariff the name of a retail fixed fee tariff, or an id
 * @throws TypeError for a request that cannot be read, has an unknown field or asks for a tariff or customer that the
 *   book does not have
 *
 * @example
 * const fees = openBook({
 *   fixedFeeTariffs: [{ id: 1, name: "Fees", rates: [
 *     { fixedFeeValue: "12" },
 *     { featureTypeIDs: "Line", fixedFeeTariffType: "markup", fixedFeeValue: "35" },
 *   ] }],
 * });
 * priceFixedFee(fees, "Fees", { date: "2026-07-01", chargeKind: "recurring", featureType: "Line", carrierAmount: "8.37" });
 * // => { outcome: "priced", line: "rates[1]", tariffID: "1", price: "11.2995", type: "proRata", markup: "35" }
 */
export function priceFixedFee(book: OpenedBook, tariff: Id, request: FixedFeeRequest): FixedFee {
  checkRequest(request);
  const { chargeKind } = request;
  const day = read("date", date, request.date);
  if (day === undefined) throw mistake("date: is missing; write the day, YYYY-MM-DD");
  if (chargeKind === undefined) throw mistake("chargeKind: is missing; write recurring or oneOff");
  return fixedFeeOf(book, tariffOf(book, tariff), {
    day,
    chargeKind,
    names: {
      numberTypeIDs: read("numberType", text, request.numberType),
      serviceTypeIDs: read("serviceType", text, request.serviceType),
      featureTypeIDs: read("featureType", text, request.featureType),
      transactionTypeIDs: read("transactionType", text, request.transactionType),
      carrierIDs: read("carrier", text, request.carrier),
    },
    carrierAmount: readAmount("carrierAmount", request.carrierAmount),
    carrierAmountType: request.carrierAmountType ?? "proRata",
    customer: customerOf(book, read("customerID", id, request.customerID)),
    shown: "the charge",
  });
}

function mistake(message: string): TypeError {
  return new TypeError(`priceFixedFee: ${message}${message.endsWith("?") ? "" : "."}`);
}

function read<T>(name: string, schema: z.ZodType<T>, value: unknown): T | undefined {
  if (isBlank(value)) return undefined;
  const result = readerOf(schema)?.(value);
  if (result instanceof Fault) throw mistake(`${name}: ${result.message}`);
  return result as T;
}

function readAmount(name: string, value: unknown): string | undefined {
  if (isBlank(value)) return undefined;
  const amount = toDecimalText(value);
  if (amount === undefined) throw mistake(`${name}: ${notAnAmount(value).message}`);
  return amount;
}

/** A tariff by its name, as records refer to tariffs, else by id. */
function tariffOf({ tables: { fixedFees } }: OpenedBook, tariff: Id): CheckedFixedFeeTariff {
  const asked = read("tariff", id, tariff);
  const [named, other] = fixedFees.named(asked ?? "");
  if (named !== undefined && other !== undefined) {
    throw mistake(
      `the fixed fee tariffs ${named.id} and ${other.id} both have the name ${quoteValue(asked)}; give an id`,
    );
  }
  const found = named ?? fixedFees.withID(asked ?? "");
  if (found !== undefined) return found;
  const hint = didYouMean(asked ?? "", fixedFees.names, "", quoteValue);
  throw mistake(`the book has no fixed fee tariff ${quoteValue(asked ?? "")}${hint}`);
}

function customerOf({ tables }: OpenedBook, customerID: string | undefined): OpenedCustomer | undefined {
  if (customerID === undefined) return undefined;
  const customer = tables.customers.get(customerID);
  if (customer === undefined) throw mistake(`customerID: the book has no customer ${quoteValue(customerID)}`);
  return customer;
}
