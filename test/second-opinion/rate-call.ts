/** One call from its record to its costs: R21 to R29 in their order. */
import type { Decimal } from "decimal.js";
import type { Book } from "./book.ts";
import type { Call } from "./call.ts";
import { type CallType, carrierOf, findCallType, lookUpAgain } from "./call-type.ts";
import { canonicalForPrefixes } from "./canonical.ts";
import { type Components, NO_COST } from "./components.ts";
import { attempt, CallError, comesBefore } from "./errors.ts";
import { findRate, inherited, isSingleRate, rateOf, resolve, type Sought } from "./line.ts";
import { lastResort } from "./no-rate.ts";
import { type BilledNumber, findNumber } from "./number.ts";
import { markUp, type PriceOfSeconds, type Pricing, priceCall } from "./price.ts";
import { isMarkup, type Rate } from "./rate-fields.ts";
import { namedTariff, selectTariff, wholesaleTariff } from "./tariff.ts";
import { type ChargedUsage, chargedUsage } from "./usage.ts";
import { Exact, type Row, type Sixtieths, text, ZERO } from "./values.ts";

export interface RatedCall {
  readonly billed: BilledNumber;
  readonly callType: CallType;
  /** The call type with which lines were sought. */
  readonly callTypeUsed: CallType;
  readonly period: string;
  readonly tariff: Row | null;
  readonly feature: Row | null;
  readonly method: string;
  /** R42: what the usage is. */
  readonly chargeType: string;
  /** R40: the plan that the line or the tariff names, "" where there is none. */
  readonly discountPlan: string;
  readonly used: ChargedUsage;
  readonly retail: Components;
  readonly wholesale: Components | null;
}

/** What both sides of a call have in common. */
interface Circumstances {
  readonly book: Book;
  readonly pricing: Pricing;
  readonly call: Call;
  readonly billed: BilledNumber;
  readonly carrier: string;
  readonly callType: CallType;
  readonly period: string;
  /** The other party's canonical number. */
  readonly otherParty: string;
}

type Retail = Omit<RatedCall, "billed" | "callType" | "period" | "wholesale">;

export function rateOneCall(book: Book, record: Call): RatedCall {
  const billed = findNumber(book, record);
  const origination = billed.hasOriginationSurcharges ? record.flags.origination : "";
  const call = { ...record, flags: { ...record.flags, origination } };
  const carrier = carrierOf(call, billed.number);
  const callType = findCallType(book, call, carrier);
  const period = call.tariffTime || book.periods.periodAt(book.zone.localMoment(call.start));
  const otherParty = canonicalForPrefixes(call.external, book.settings.dialling);
  const pricing = {
    costDecimals: book.settings.costDecimals,
    roundings: book.roundings,
    readAmount: book.readAmount,
  };
  const circumstances = { book, pricing, call, billed, carrier, callType, period, otherParty };

  const wholesale = attempt(() => rateWholesale(circumstances));
  const retail = attempt(() => rateRetail(circumstances, wholesale.value));
  if (retail.error !== null && (wholesale.error === null || comesBefore(retail.error, wholesale.error))) {
    throw retail.error;
  }
  if (wholesale.error !== null) throw wholesale.error;
  if (retail.value === null) throw new Error("Neither a value nor an error.");
  return { billed, callType, period, ...retail.value, wholesale: wholesale.value };
}

function rateRetail(circumstances: Circumstances, calculatedWholesale: Components | null): Retail {
  const { book, pricing, call, billed, carrier, callType } = circumstances;
  const { costSuggestedRetail } = call.costs;
  /** R15: the carrier's own figures, or where it sent none, ours. */
  const wholesale = call.costs.toMarkUp ?? calculatedWholesale;

  const selected = selectTariff(book, call, billed, callType.tariffClass, carrier);
  const tariff = selected?.tariff ?? null;
  const callTypeUsed = tariff === null ? callType : lookUpFor(circumstances, tariff);
  if (selected?.refusal) throw selected.refusal;

  const sought = soughtBy(circumstances, callTypeUsed);
  const resolved = tariff === null ? null : resolve(book, tariff, sought);
  const discountPlan = resolved?.discountPlan ?? "";
  const common = { tariff, feature: selected?.feature ?? null, callTypeUsed, discountPlan };
  const rate = resolved === null ? null : rateOf(resolved);
  if (tariff === null || rate === null) {
    const resort = lastResort(
      book,
      billed,
      callType.tariffClass,
      tariff,
      wholesale,
      costSuggestedRetail,
      call.startDate,
    );
    const used = chargedUsage(resort.rate, call.usage);
    const retail = markUp(resort.percent, resort.cost, resort.rate, pricing);
    return { ...common, method: resort.method, chargeType: resort.rate.chargeType, used, retail };
  }

  const rated = { ...common, method: "rate", chargeType: rate.chargeType };
  const used = chargedUsage(rate, call.usage);
  if (isMarkup(rate.chargeType)) {
    const suggested = costSuggestedRetail === null ? null : { ...NO_COST, Basic: costSuggestedRetail };
    const cost = rate.chargeType === "markup" ? wholesale : suggested;
    if (cost === null) throw new CallError("no-carrier-cost", "The call has no cost to mark up.");
    return { ...rated, used, retail: markUp(rate.cost, cost, rate, pricing) };
  }
  const surcharged = withSurchargesTariff(circumstances, rate, sought);
  const priceOfSeconds = isSplit(circumstances, tariff, rate)
    ? priceByPieces(circumstances, tariff, sought)
    : undefined;
  const retail = priceCall(surcharged, used, call.flags, pricing, priceOfSeconds);
  return { ...rated, used, retail };
}

/** R29: null where there is none or rating fails; only a tie of tariffs is an error of the call. */
function rateWholesale(circumstances: Circumstances): Components | null {
  const { book, pricing, call, billed, carrier, callType } = circumstances;
  const tariff = wholesaleTariff(book, billed.number, callType.tariffClass, carrier);
  if (tariff === null) return null;
  return attempt(() => {
    const sought = soughtBy(circumstances, lookUpFor(circumstances, tariff));
    const rate = findRate(book, tariff, sought);
    if (rate === null || isMarkup(rate.chargeType)) return null;
    const used = chargedUsage(rate, call.usage);
    const priceOfSeconds = isSplit(circumstances, tariff, rate)
      ? priceByPieces(circumstances, tariff, sought)
      : undefined;
    return priceCall(rate, used, call.flags, pricing, priceOfSeconds);
  }).value;
}

/** R22: the call type for this tariff's lines. */
function lookUpFor({ book, call, callType }: Circumstances, tariff: Row): CallType {
  return lookUpAgain(book, call, callType, text(inherited(book, tariff, "locationLookupCarrier")));
}

function soughtBy({ call, otherParty, period }: Circumstances, callType: CallType): Sought {
  return { number: otherParty, callType: callType.name, period, date: call.startDate };
}

/** R28: where a surcharges tariff is named, the three surcharges come from it, blank there is none. */
function withSurchargesTariff({ book, call, billed }: Circumstances, rate: Rate, sought: Sought): Rate {
  const named = namedTariff(book, call, billed, "surcharges");
  if (named === null) return rate;
  if (named.refusal !== null) throw named.refusal;
  const theirs = resolve(book, named.tariff, sought).rate;
  return {
    ...rate,
    surchargeMobileOrigination: theirs.surchargeMobileOrigination,
    surchargeMobileOriginationConnection: theirs.surchargeMobileOriginationConnection,
    surchargeRoundingMobileOrigination: theirs.surchargeRoundingMobileOrigination,
    surchargePayphoneOrigination: theirs.surchargePayphoneOrigination,
    surchargePayphoneOriginationConnection: theirs.surchargePayphoneOriginationConnection,
    surchargeRoundingPayphoneOrigination: theirs.surchargeRoundingPayphoneOrigination,
    surchargeCallRecording: theirs.surchargeCallRecording,
    surchargeCallRecordingConnection: theirs.surchargeCallRecordingConnection,
    surchargeRoundingCallRecording: theirs.surchargeRoundingCallRecording,
  };
}

/** R23: whether the charged seconds are priced piece by piece. */
function isSplit({ book, call }: Circumstances, tariff: Row, rate: Rate): boolean {
  const periodRule = text(inherited(book, tariff, "periodRule")) || book.settings.periodRule;
  return (
    periodRule === "split" &&
    rate.chargeType === "perMinute" &&
    call.tariffTime === "" &&
    !isSingleRate(book, tariff)
  );
}

/** R23: each piece at the cost of its own period, in real elapsed seconds from the start of the call. */
function priceByPieces({ book, call }: Circumstances, tariff: Row, sought: Sought): PriceOfSeconds {
  return (from: Decimal, to: Decimal): Sixtieths => {
    const instant = (seconds: Decimal): number => call.start + seconds.times(1000).toNumber();
    const costs = new Map<string, Decimal>();
    let price = ZERO;
    for (const { period, milliseconds } of book.periods.pieces(instant(from), instant(to))) {
      let cost = costs.get(period);
      if (cost === undefined) {
        const rate = findRate(book, tariff, { ...sought, period });
        if (rate === null || rate.cost === null || rate.chargeType !== "perMinute") {
          throw new CallError("no-rate", `The tariff has no price per minute for the period ${period}.`);
        }
        cost = rate.cost;
        costs.set(period, cost);
      }
      price = price.plus(cost.times(new Exact(milliseconds).div(1000)));
    }
    return price;
  };
}
