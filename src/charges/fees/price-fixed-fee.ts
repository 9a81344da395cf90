/** R72 for whoever asks: a request read, its tariff and customer found, the charge priced. */
import type * as z from "zod";
import type { OpenedBook, OpenedCustomer } from "../../book/index.ts";
import {
  type CheckedFixedFeeTariff,
  date,
  Fault,
  type Id,
  id,
  isBlank,
  nearestName,
  notAnAmount,
  type Optional,
  quoteValue,
  readerOf,
  text,
} from "../../model/index.ts";
import { type Amount, toDecimalText } from "../../money/index.ts";
import { knownOptions } from "../../names/index.ts";
import { type FixedFee, fixedFeeOf } from "./fixed-fee.ts";

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
  /** Pounds: the wholesale amount, which `markup` lines mark up. */
  readonly carrierAmount?: Optional<Amount>;
  /** How the wholesale amount is charged, and with it a markup on it; blank is `proRata`. */
  readonly carrierAmountType?: "fixed" | "proRata" | undefined;
  /** Who pays: the tariff must be for this customer and in its currency; blank asks for neither. */
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
 * Prices a charge that is not a call by a fixed fee tariff (R72): which of its lines and its parents' the charge gets, and
 * what one costs for a whole period, in pounds and exact. There are no days and no counts in it.
 *
 * Where the tariff is not for the customer, in another currency, leaves two lines or marks up nothing, the outcome is
 * `error`; where it has no line for the charge on that day, `none`.
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

/** By name, as records refer to it, else by id. */
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
  const nearest = nearestName(asked ?? "", fixedFees.names);
  const hint = nearest === undefined ? "" : `; did you mean ${quoteValue(nearest)}?`;
  throw mistake(`the book has no fixed fee tariff ${quoteValue(asked ?? "")}${hint}`);
}

function customerOf({ tables }: OpenedBook, customerID: string | undefined): OpenedCustomer | undefined {
  if (customerID === undefined) return undefined;
  const customer = tables.customers.get(customerID);
  if (customer === undefined) throw mistake(`customerID: the book has no customer ${quoteValue(customerID)}`);
  return customer;
}
