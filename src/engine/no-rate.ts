/** R27: what a call costs where its tariff has no rate for it. */
import {
  type BookTables,
  type NumberMatch,
  type OpenedNumber,
  type OpenedTariff,
  type Rate,
  Refusal,
} from "../book/index.ts";
import { PRICE_DECIMALS, TARIFF_CLASSES } from "../model/index.ts";
import { formatUnits } from "../money/index.ts";
import { CALL_DECIMALS, callUnits } from "./carrier-cost.ts";
import { chargedMilliseconds } from "./charged-usage.ts";
import type { ComponentUnits } from "./components.ts";
import { markUpExactly } from "./exact.ts";
import type { CallReading } from "./read-call.ts";
import type { RatingMethod } from "./results/index.ts";
import type { Trace } from "./trace.ts";

/** The wholesale components a markup starts from, in units of 10^-decimals pence. */
export interface MarkupBase {
  readonly components: readonly bigint[];
  readonly decimals: number;
}

/** What a fallback charges. */
export interface Fallback {
  readonly method: RatingMethod;
  readonly retail: ComponentUnits;
  readonly chargedMilliseconds: number;
}

interface Step {
  readonly method: RatingMethod;
  readonly what: string;
  readonly percent: number | undefined;
  readonly over: "wholesale" | "suggested";
}

/** The first markup of R27 that is set and whose cost the call has. */
export function rateWithoutRate(
  book: BookTables,
  match: NumberMatch<OpenedNumber>,
  tariffClass: number,
  tariff: OpenedTariff | undefined,
  call: CallReading,
  wholesale: MarkupBase | undefined,
  trace: Trace | undefined,
): Fallback | Refusal {
  const { record, customer } = match.number;
  const className = TARIFF_CLASSES[tariffClass] ?? "national";
  const suggested: MarkupBase | undefined =
    call.suggestedRetail === null
      ? undefined
      : { components: [callUnits(call.suggestedRetail), 0n, 0n, 0n, 0n], decimals: CALL_DECIMALS };
  const steps: Step[] = [
    {
      method: "classMarkup",
      what: `number ${record.id}'s ${className} markup`,
      percent: record.markups[className],
      over: "wholesale",
    },
    {
      method: "classMarkup",
      what: `customer ${customer.record.id}'s default ${className} markup`,
      percent: customer.record.defaultMarkups[className],
      over: "wholesale",
    },
    {
      method: "fallbackSuggested",
      what: `number ${record.id}'s fallbackMarkupSuggested`,
      percent: record.fallbackMarkupSuggested,
      over: "suggested",
    },
    {
      method: "fallback",
      what: `number ${record.id}'s fallbackMarkup`,
      percent: record.fallbackMarkup,
      over: "wholesale",
    },
    {
      method: "fallbackSuggested",
      what: "the tariff's fallbackMarkupSuggested",
      percent: tariff?.settings.fallbackMarkupSuggested,
      over: "suggested",
    },
    {
      method: "fallback",
      what: "the tariff's fallbackMarkup",
      percent: tariff?.settings.fallbackMarkup,
      over: "wholesale",
    },
  ];
  const passedOver: { what: string; why: string }[] = [];
  let anySet = false;
  for (const step of steps) {
    if (step.percent === undefined) {
      passedOver.push({ what: step.what, why: "not set" });
      continue;
    }
    anySet = true;
    const base = step.over === "wholesale" ? wholesale : suggested;
    if (base === undefined) {
      passedOver.push({
        what: step.what,
        why: `the call has no ${step.over === "wholesale" ? "wholesale" : "suggested retail"} cost`,
      });
      continue;
    }
    trace?.choose(
      "R27",
      "markup",
      `${step.what}: ${formatUnits(step.percent, PRICE_DECIMALS)} %`,
      "there is no rate",
      passedOver,
    );
    const rate = roundingsOf(book, tariff, call.day);
    const retail = markUpExactly(book.rates, rate, step.percent, base.components, base.decimals, trace);
    return {
      method: step.method,
      retail,
      chargedMilliseconds: chargedUnder(rate, call.durationMilliseconds),
    };
  }
  trace?.choose(
    "R27",
    "markup",
    undefined,
    anySet ? "the call has no cost to mark up" : "none is set",
    passedOver,
  );
  if (anySet) {
    return new Refusal(
      "no-carrier-cost",
      `${noRateText(tariff, className)}; markups are set for this case, but the call has no cost they could be applied to.`,
    );
  }
  return new Refusal(
    tariff === undefined ? "no-tariff" : "no-rate",
    `${noRateText(tariff, className)}; no markup is set for this case.`,
  );
}

/** Whether any markup of R27 is set, so that a call without a rate may have a cost all the same. */
export function hasMarkup(number: OpenedNumber, tariffClass: number, { settings }: OpenedTariff): boolean {
  const { record, customer } = number;
  const className = TARIFF_CLASSES[tariffClass] ?? "national";
  const markups = [
    record.markups[className],
    customer.record.defaultMarkups[className],
    record.fallbackMarkupSuggested,
    record.fallbackMarkup,
    settings.fallbackMarkupSuggested,
    settings.fallbackMarkup,
  ];
  return markups.some((percent) => percent !== undefined);
}

function noRateText(tariff: OpenedTariff | undefined, className: string): string {
  if (tariff === undefined)
    return `No ${className} tariff is set for the number or its customer and no default tariff fits`;
  return `Tariff ${tariff.record.name} (id ${tariff.record.id}) has no rate for the call`;
}

/** The roundings and presets of the tariff's base, never its minimum, maximum or minimum duration. */
function roundingsOf(book: BookTables, tariff: OpenedTariff | undefined, day: number): Rate {
  if (tariff === undefined) return NO_ROUNDINGS;
  const baseRate = tariff.baseRateOn(day);
  const rate = book.rates.rateAt(baseRate < 0 ? -1 - baseRate : baseRate);
  return { ...rate, minimum: undefined, maximum: undefined, minimumMilliseconds: 0 };
}

function chargedUnder(rate: Rate, duration: number): number {
  if (duration <= 0) return 0;
  return chargedMilliseconds(duration, 0, rate.roundMilliseconds, rate.roundFromMinimum, 0);
}

const UNROUNDED = { pricePerMinute: 0, connection: 0, rounding: { kind: "none" } } as const;

const NO_ROUNDINGS: Rate = {
  chargeType: "markup",
  cost: undefined,
  connection: 0,
  minimum: undefined,
  maximum: undefined,
  initialMilliseconds: 0,
  initialCost: 0,
  secondaryConnection: 0,
  minimumMilliseconds: 0,
  roundMilliseconds: 0,
  roundFromMinimum: false,
  roundBytes: 0,
  roundEvents: 0,
  roundPence: 0,
  roundPenceAfterSurcharge: 0,
  zeroDuration: undefined,
  accessCharge: UNROUNDED,
  surcharges: { mobileOrigination: UNROUNDED, payphoneOrigination: UNROUNDED, callRecording: UNROUNDED },
};
