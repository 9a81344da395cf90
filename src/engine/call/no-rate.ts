/** R27: the cost of a call whose tariff has no rate for it. */
import {
  type BookTables,
  type OpenedNumber,
  type OpenedTariff,
  type Rate,
  Refusal,
} from "../../book/index.ts";
import {
  onlyBasic,
  PRICE_DECIMALS,
  PRICED_COMPONENTS,
  TARIFF_CLASSES,
  type TariffClass,
} from "../../model/index.ts";
import { formatUnits } from "../../money/index.ts";
import type { RatingMethod, RetailCharge } from "../results/index.ts";
import { CALL_DECIMALS, callUnits } from "./carrier-cost.ts";
import { chargedMilliseconds } from "./charged-usage.ts";
import type { Billed, Circumstances } from "./circumstances.ts";
import { markUpExactly } from "./exact.ts";
import type { CallReading } from "./read-call.ts";

/** The components that a markup starts from, in units of 10^-decimals pence. */
export interface MarkupBase {
  readonly components: readonly bigint[];
  readonly decimals: number;
}

/** The owners of the markups of a call without a rate. */
interface MarkupOwners {
  readonly number: OpenedNumber;
  readonly className: TariffClass;
  readonly tariff: OpenedTariff | undefined;
}

/**
 * A markup of R27: its method, the cost that it marks up, its millionths of a percent where it is set, and its name.
 */
interface Markup {
  readonly method: RatingMethod;
  readonly over: "wholesale" | "suggested";
  readonly percentOf: (owners: MarkupOwners) => number | undefined;
  readonly nameFor: (owners: MarkupOwners) => string;
}

const CLASS_MARKUP = { method: "classMarkup", over: "wholesale" } as const;
const FALLBACK_SUGGESTED = { method: "fallbackSuggested", over: "suggested" } as const;
const FALLBACK = { method: "fallback", over: "wholesale" } as const;

/** The markups of R27 in the order in which they are tried. */
export const MARKUPS: readonly Markup[] = [
  {
    ...CLASS_MARKUP,
    percentOf: ({ number, className }) => number.record.markups[className],
    nameFor: ({ number, className }) => `number ${number.record.id}'s ${className} markup`,
  },
  {
    ...CLASS_MARKUP,
    percentOf: ({ number, className }) => number.customer.record.defaultMarkups[className],
    nameFor: ({ number, className }) => `customer ${number.customer.record.id}'s default ${className} markup`,
  },
  {
    ...FALLBACK_SUGGESTED,
    percentOf: ({ number }) => number.record.fallbackMarkupSuggested,
    nameFor: ({ number }) => `number ${number.record.id}'s fallbackMarkupSuggested`,
  },
  {
    ...FALLBACK,
    percentOf: ({ number }) => number.record.fallbackMarkup,
    nameFor: ({ number }) => `number ${number.record.id}'s fallbackMarkup`,
  },
  {
    ...FALLBACK_SUGGESTED,
    percentOf: ({ tariff }) => tariff?.settings.fallbackMarkupSuggested,
    nameFor: () => "the tariff's fallbackMarkupSuggested",
  },
  {
    ...FALLBACK,
    percentOf: ({ tariff }) => tariff?.settings.fallbackMarkup,
    nameFor: () => "the tariff's fallbackMarkup",
  },
];

/** The percentages of MARKUPS for a number's calls of a class; undefined where a markup is not set. */
export function markupPercents(
  number: OpenedNumber,
  tariffClass: number,
  tariff: OpenedTariff,
): readonly (number | undefined)[] {
  const owners = { number, className: classNameOf(tariffClass), tariff };
  return MARKUPS.map(({ percentOf }) => percentOf(owners));
}

function classNameOf(tariffClass: number): TariffClass {
  return TARIFF_CLASSES[tariffClass] ?? "national";
}

/** The charge of a call without a rate. */
type Fallback = Pick<
  RetailCharge,
  "method" | "components" | "chargedMilliseconds" | "chargedBytes" | "chargedEvents"
>;

/** The first markup of R27 that is set and whose cost the call has. */
export function rateWithoutRate(
  { book, call, classified, trace }: Circumstances,
  { match }: Billed,
  tariff: OpenedTariff | undefined,
  wholesale: MarkupBase | undefined,
): Fallback | Refusal {
  const passedOver: { what: string; why: string }[] = [];
  let isAnySet = false;
  const owners = { number: match.number, className: classNameOf(classified.tariffClass), tariff };
  for (const { method, over, percentOf, nameFor } of MARKUPS) {
    const percent = percentOf(owners);
    const what = nameFor(owners);
    if (percent === undefined) {
      passedOver.push({ what, why: "not set" });
      continue;
    }
    isAnySet = true;
    const base = over === "wholesale" ? wholesale : suggestedBase(call);
    if (base === undefined) {
      const cost = over === "wholesale" ? "wholesale" : "suggested retail";
      passedOver.push({ what, why: `the call has no ${cost} cost` });
      continue;
    }
    const chosen = `${what}: ${formatUnits(percent, PRICE_DECIMALS)} %`;
    trace?.choose("R27", "markup", chosen, "there is no rate", passedOver);
    const rate = roundingsOf(book, tariff, call.day);
    return {
      method,
      components: markUpExactly(book.rates, rate, percent, base.components, base.decimals, trace),
      chargedMilliseconds: chargedUnder(rate, call.durationMilliseconds),
      chargedBytes: 0,
      chargedEvents: 0,
    };
  }
  const why = isAnySet ? "the call has no cost to mark up" : "none is set";
  trace?.choose("R27", "markup", undefined, why, passedOver);
  return withoutMarkup(tariff, classified.tariffClass, isAnySet);
}

/** Why a call without a rate has no cost: no markup is set, or the call has no cost that one could be applied to. */
export function withoutMarkup(
  tariff: OpenedTariff | undefined,
  tariffClass: number,
  isAnySet: boolean,
): Refusal {
  const noRate = noRateText(tariff, classNameOf(tariffClass));
  if (isAnySet) {
    return new Refusal(
      "no-carrier-cost",
      `${noRate}; markups are set for this case, but the call has no cost they could be applied to.`,
    );
  }
  return new Refusal(
    tariff === undefined ? "no-tariff" : "no-rate",
    `${noRate}; no markup is set for this case.`,
  );
}

/** The suggested retail cost to mark up. */
export function suggestedBase(call: CallReading): MarkupBase | undefined {
  if (call.suggestedRetail === null) return undefined;
  return { components: onlyBasic(callUnits(call.suggestedRetail), 0n), decimals: CALL_DECIMALS };
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
  components: PRICED_COMPONENTS.map(() => UNROUNDED),
};
