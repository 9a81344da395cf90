/** The two sides of a call: their tariffs and rates (R24 to R29), and the price (R6 to R15). */

import { type OpenedTariff, Refusal } from "../../book/index.ts";
import { perComponent } from "../../model/index.ts";
import type { RetailCharge } from "../results/index.ts";
import { describeRate, describeUsage } from "../trace-choices.ts";
import { CALL_DECIMALS, reportedComponents } from "./carrier-cost.ts";
import { type Measured, measureUsage } from "./charged-usage.ts";
import { chooseSurcharges, chooseTariff, chooseWholesale } from "./choose-tariff.ts";
import type { Billed, Circumstances, FoundRate } from "./circumstances.ts";
import { asDoubles, type ComponentUnits } from "./cost-units.ts";
import { markUpExactly, priceExactly } from "./exact.ts";
import { lookAgain } from "./find-call-type.ts";
import { type MarkupBase, rateWithoutRate, suggestedBase } from "./no-rate.ts";
import { splitIfDue } from "./price-call.ts";

/** Nothing used, nothing charged (R6). */
const FREE: ComponentUnits = perComponent(() => 0);

/** R29: the calculated wholesale components; a Refusal only for a tie, undefined where there is none. */
export function rateWholesale(known: Circumstances, billed: Billed): ComponentUnits | Refusal | undefined {
  const { book, classified, trace } = known;
  if (trace !== undefined) trace.cost = "wholesale";
  const { match, carrier } = billed;
  const tariff = chooseWholesale(book, match, classified.tariffClass, carrier, trace);
  if (tariff === undefined || tariff instanceof Refusal) return tariff;
  const lookedUp = lookAgain(book, classified, tariff, trace);
  if (lookedUp instanceof Refusal) return undefined;
  const found = findRate(known, tariff, lookedUp.callType);
  if (found.rate < 0) return undefined;
  const measured = measure(known, found);
  if (measured instanceof Refusal) return undefined;
  const units = priceMeasured(known, found, measured, found.rate);
  return units instanceof Refusal ? undefined : units;
}

/** R24 to R28: the retail side of a call. `wholesale` is its calculated wholesale side, which a markup may need. */
export function rateRetail(
  known: Circumstances,
  billed: Billed,
  wholesale: ComponentUnits | Refusal | undefined,
): RetailCharge | Refusal {
  const { book, call, classified, charge, trace } = known;
  if (trace !== undefined) {
    trace.cost = "retail";
    trace.currency = billed.match.number.customer.currency;
  }
  // R24, and R22's second look-up
  const { match, carrier } = billed;
  const selection = chooseTariff(book, match, classified.tariffClass, carrier, call.day, trace);
  if (selection instanceof Refusal) return selection;
  const tariff = selection?.tariff;
  const featureID = selection?.featureID ?? null;
  const lookedUp = tariff === undefined ? classified : lookAgain(book, classified, tariff, trace);
  if (lookedUp instanceof Refusal) return lookedUp;
  if (selection?.refusal !== undefined) return selection.refusal;

  const found = tariff && findRate(known, tariff, lookedUp.callType);
  if (found === undefined || found.rate < 0) {
    const fallback = rateWithoutRate(known, billed, tariff, markupBase(known, wholesale));
    if (fallback instanceof Refusal) return fallback;
    return { tariff, featureID, lookedUp, ...fallback };
  }
  const measured = measure(known, found);
  if (measured instanceof Refusal) return measured;
  const components = priceRetail(known, found, measured, wholesale);
  if (components instanceof Refusal) return components;
  // Field by field, because spreading takes several times as long.
  return {
    tariff,
    featureID,
    lookedUp,
    method: "rate",
    components,
    chargedMilliseconds: charge.chargedMilliseconds,
    chargedBytes: charge.chargedBytes,
    chargedEvents: charge.chargedEvents,
  };
}

/** R25, R26 */
export function findRate(known: Circumstances, tariff: OpenedTariff, callType: number): FoundRate {
  const { book, call, classified, period, trace } = known;
  const rate = tariff.resolve(book.prefixes, classified.prefix, callType, period, call.day);
  const found = { tariff, callType, rate };
  if (trace !== undefined) describeRate(trace, known, found);
  return found;
}

/** R6, R7 */
export function measure(
  { book, charge, trace }: Circumstances,
  { rate }: FoundRate,
): "charged" | "free" | Refusal {
  const measured = measureUsage(book.rates, rate, charge);
  if (measured !== "charged" && measured !== "free") return UNMEASURED[measured];
  if (trace !== undefined) describeUsage(trace, book, rate, charge, measured);
  return measured;
}

/** The refusals of calls that cannot be measured. */
const UNMEASURED: Readonly<Record<Exclude<Measured, "charged" | "free">, Refusal>> = {
  "no-duration": new Refusal(
    "malformed-record",
    "duration: is required, because the rate is per minute.",
    "duration",
  ),
  "no-bytes": new Refusal("malformed-record", "bytes: is required, because the rate is by bytes.", "bytes"),
  "too-many-bytes": new Refusal(
    "malformed-record",
    "bytes: rounded up is more than can be counted.",
    "bytes",
  ),
};

/** R8 to R15 and R28 for a measured call with a rate. */
export function priceRetail(
  known: Circumstances,
  found: FoundRate,
  measured: "charged" | "free",
  wholesale: ComponentUnits | Refusal | undefined,
): ComponentUnits | Refusal {
  const { book, call, classified, period, trace, billed } = known;
  const markup = book.rates.markupAt(found.rate);
  if (markup !== undefined) {
    const base = markup.over === "suggested" ? suggestedBase(call) : markupBase(known, wholesale);
    if (base !== undefined) {
      const rate = book.rates.rateAt(found.rate);
      return asDoubles(
        markUpExactly(book.rates, rate, markup.percent, base.components, base.decimals, trace),
      );
    }
    const what = markup.over === "suggested" ? "suggested retail" : "wholesale";
    return new Refusal(
      "no-carrier-cost",
      `Tariff ${found.tariff.record.name} marks up the ${what} cost, and the call has none.`,
    );
  }
  const surcharges = billed && chooseSurcharges(billed.match, call.day, trace);
  if (surcharges instanceof Refusal) return surcharges;
  let surchargeRate = found.rate;
  if (surcharges !== undefined) {
    const resolved = surcharges.tariff.resolve(
      book.prefixes,
      classified.prefix,
      found.callType,
      period,
      call.day,
    );
    surchargeRate = resolved < 0 ? -1 - resolved : resolved;
  }
  return priceMeasured(known, found, measured, surchargeRate);
}

/** R8 to R14 and R23's split rule; `surchargeRate` is the rate whose surcharges apply. */
function priceMeasured(
  known: Circumstances,
  found: FoundRate,
  measured: "charged" | "free",
  surchargeRate: number,
): ComponentUnits | Refusal {
  if (measured === "free") return FREE;
  const split = splitIfDue(known, found);
  if (split instanceof Refusal) return split;
  return asDoubles(priceExactly(known.book.rates, found.rate, surchargeRate, known.charge, known.trace));
}

/** R15: the reported components, or where the record carries no cost at all the calculated ones. */
function markupBase(
  { book, call }: Circumstances,
  wholesale: ComponentUnits | Refusal | undefined,
): MarkupBase | undefined {
  const reported = reportedComponents(call.carrierCost);
  if (reported !== undefined) return { components: reported, decimals: CALL_DECIMALS };
  if (wholesale === undefined || wholesale instanceof Refusal) return undefined;
  return { components: wholesale.map(BigInt), decimals: book.settings.costDecimals };
}
