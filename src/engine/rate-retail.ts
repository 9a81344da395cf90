/** The retail side of a call: R24 to R28, and the price (R6 to R15). */
import {
  type BookTables,
  type Choices,
  type NumberMatch,
  type OpenedNumber,
  type OpenedTariff,
  Refusal,
} from "../book/index.ts";
import {
  CALL_DECIMALS,
  callMicroPence,
  callUnits,
  type MicroPence,
  reportedComponents,
  reportedInMicroPence,
} from "./carrier-cost.ts";
import type { Charge } from "./charge.ts";
import { type Measured, measureUsage } from "./charged-usage.ts";
import { chooseSurcharges, chooseTariff } from "./choose-tariff.ts";
import type { ComponentUnits } from "./components.ts";
import { markUpExactly } from "./exact.ts";
import { type Classified, lookAgain } from "./find-call-type.ts";
import { markUpFast } from "./mark-up-fast.ts";
import { isUnmeasured, unmeasured } from "./measure-call.ts";
import { type MarkupBase, rateWithoutRate } from "./no-rate.ts";
import { FREE, priceCall, splitIfDue } from "./price-call.ts";
import type { CallReading } from "./read-call.ts";
import type { RetailCharge } from "./results/index.ts";
import type { Trace } from "./trace.ts";
import { describeRate, describeUsage } from "./trace-choices.ts";

export function rateRetail(
  book: BookTables,
  call: CallReading,
  match: NumberMatch<OpenedNumber>,
  classified: Classified,
  carrier: string,
  period: number,
  choices: Choices | undefined,
  charge: Charge,
  wholesale: ComponentUnits | Refusal | undefined,
  trace: Trace | undefined,
): RetailCharge | Refusal {
  if (trace !== undefined) trace.cost = "retail";
  // R24, and R22's second look
  const selection =
    choices === undefined
      ? chooseTariff(book, match, classified.tariffClass, carrier, call.day, trace)
      : choices.retail;
  if (selection instanceof Refusal) return selection;
  const tariff = selection?.tariff;
  const featureID = selection?.featureID ?? null;
  const lookedUp = tariff === undefined ? classified : lookAgain(book, classified, tariff, trace);
  if (lookedUp instanceof Refusal) return lookedUp;
  if (selection?.refusal !== undefined) return selection.refusal;

  // R25, R26
  const { place } = classified;
  const resolved = tariff?.resolve(book.prefixes, place, lookedUp.callType, period, call.day);
  if (tariff !== undefined && trace !== undefined) {
    describeRate(trace, book, tariff, resolved ?? -1, place, lookedUp.callType, period, call.day);
  }
  if (tariff === undefined || resolved === undefined || resolved < 0) {
    const base = markupBase(book, call, wholesale);
    const fallback = rateWithoutRate(book, match, classified.tariffClass, tariff, call, base, trace);
    if (fallback instanceof Refusal) return fallback;
    const { method, retail, chargedMilliseconds } = fallback;
    return {
      tariff,
      featureID,
      lookedUp,
      method,
      components: retail,
      chargedMilliseconds,
      chargedBytes: 0,
      chargedEvents: 0,
      discountPlan: tariff?.discountPlanFor(book.prefixes, place, lookedUp.callType, period, call.day),
    };
  }

  // R6, R7
  const measured = measureUsage(book.rates, resolved, charge);
  if (isUnmeasured(measured)) return unmeasured(measured);
  if (trace !== undefined) describeUsage(trace, book, resolved, charge, measured);

  const components = priceRetail(
    book,
    call,
    match,
    choices,
    period,
    tariff,
    resolved,
    lookedUp.callType,
    place,
    charge,
    measured,
    wholesale,
    trace,
  );
  if (components instanceof Refusal) return components;
  return {
    tariff,
    featureID,
    lookedUp,
    method: "rate",
    components,
    chargedMilliseconds: charge.chargedMilliseconds,
    chargedBytes: charge.chargedBytes,
    chargedEvents: charge.chargedEvents,
    discountPlan: tariff.discountPlanFor(book.prefixes, place, lookedUp.callType, period, call.day),
  };
}

/** R8 to R15 and R28 for a measured call with a rate. A quote has no number to name a surcharges tariff. */
export function priceRetail(
  book: BookTables,
  call: CallReading,
  match: NumberMatch<OpenedNumber> | undefined,
  choices: Choices | undefined,
  period: number,
  tariff: OpenedTariff,
  rateOffset: number,
  callType: number,
  place: number,
  charge: Charge,
  measured: Measured,
  wholesale: ComponentUnits | Refusal | undefined,
  trace: Trace | undefined,
): ComponentUnits | Refusal {
  const markup = book.rates.markupAt(rateOffset);
  if (markup !== undefined) {
    const reported = trace === undefined ? microPenceOf(call, markup.over) : undefined;
    const units = reported && markUpFast(book.rates, rateOffset, markup.percent, reported);
    if (units !== undefined) return units;
    const base = markup.over === "suggested" ? suggestedBase(call) : markupBase(book, call, wholesale);
    if (base === undefined) {
      const what = markup.over === "suggested" ? "suggested retail" : "wholesale";
      return new Refusal(
        "no-carrier-cost",
        `Tariff ${tariff.record.name} marks up the ${what} cost, and the call has none.`,
      );
    }
    return markUpExactly(
      book.rates,
      book.rates.rateAt(rateOffset),
      markup.percent,
      base.components,
      base.decimals,
      trace,
    );
  }
  const surcharges =
    choices === undefined ? match && chooseSurcharges(match, call.day, trace) : choices.surcharges;
  if (surcharges instanceof Refusal) return surcharges;
  if (measured === "free") return FREE;
  const split = splitIfDue(book, call, tariff, rateOffset, callType, place, charge, trace);
  if (split instanceof Refusal) return split;
  let surchargeRate = rateOffset;
  if (surcharges !== undefined) {
    const own = surcharges.tariff.resolve(book.prefixes, place, callType, period, call.day);
    surchargeRate = own < 0 ? -1 - own : own;
  }
  return priceCall(book.rates, rateOffset, surchargeRate, charge, trace);
}

/** R15: the reported components, or where the record carries no cost at all the calculated ones. */
function markupBase(
  book: BookTables,
  call: CallReading,
  wholesale: ComponentUnits | Refusal | undefined,
): MarkupBase | undefined {
  const reported = reportedComponents(call.carrierCost);
  if (reported !== undefined) return { components: reported, decimals: CALL_DECIMALS };
  if (wholesale === undefined || wholesale instanceof Refusal) return undefined;
  return { components: wholesale.map(BigInt), decimals: book.settings.costDecimals };
}

/** What the record reports to be marked up, in whole micro-pence. */
function microPenceOf(call: CallReading, over: "wholesale" | "suggested"): MicroPence | undefined {
  if (over === "wholesale") return reportedInMicroPence(call.carrierCost);
  return call.suggestedRetail === null ? undefined : [callMicroPence(call.suggestedRetail), 0, 0, 0, 0];
}

function suggestedBase(call: CallReading): MarkupBase | undefined {
  if (call.suggestedRetail === null) return undefined;
  return { components: [callUnits(call.suggestedRetail), 0n, 0n, 0n, 0n], decimals: CALL_DECIMALS };
}
