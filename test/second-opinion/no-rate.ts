/** R27: what is charged where the selected tariff, if any, has no rate. */
import type { Decimal } from "decimal.js";
import type { Book } from "./book.ts";
import { type Components, NO_COST } from "./components.ts";
import { CallError } from "./errors.ts";
import { inherited, resolveBases } from "./line.ts";
import type { BilledNumber } from "./number.ts";
import { assembleRate, type Rate } from "./rate-fields.ts";
import { defaultField, markupField } from "./tariff.ts";
import { amount, type Row } from "./values.ts";

export interface LastResort {
  readonly method: string;
  readonly percent: Decimal;
  /** What is marked up. */
  readonly cost: Components;
  /** The roundings that apply; no minimum, no maximum. */
  readonly rate: Rate;
}

export function lastResort(
  book: Book,
  { number, customer }: BilledNumber,
  tariffClass: string,
  tariff: Row | null,
  wholesale: Components | null,
  costSuggestedRetail: Decimal | null,
  date: string,
): LastResort {
  const suggested = costSuggestedRetail === null ? null : { ...NO_COST, Basic: costSuggestedRetail };
  const classMarkup = markupField(tariffClass);
  const ofTariff = (field: string): Decimal | null =>
    tariff === null ? null : amount(inherited(book, tariff, field));

  const steps: { method: string; percent: Decimal | null; cost: Components | null }[] = [
    { method: "classMarkup", percent: book.readAmount(number, classMarkup), cost: wholesale },
    { method: "classMarkup", percent: book.readAmount(customer, defaultField(classMarkup)), cost: wholesale },
    {
      method: "fallbackSuggested",
      percent: book.readAmount(number, "fallbackMarkupSuggested"),
      cost: suggested,
    },
    { method: "fallback", percent: book.readAmount(number, "fallbackMarkup"), cost: wholesale },
    { method: "fallbackSuggested", percent: ofTariff("fallbackMarkupSuggested"), cost: suggested },
    { method: "fallback", percent: ofTariff("fallbackMarkup"), cost: wholesale },
  ];
  for (const { method, percent, cost } of steps) {
    if (percent !== null && cost !== null) {
      return { method, percent, cost, rate: roundingsOf(book, tariff, date) };
    }
  }
  if (steps.some((step) => step.percent !== null)) {
    throw new CallError("no-carrier-cost", "The call has no cost that the markups could apply to.");
  }
  if (tariff === null) throw new CallError("no-tariff", "No tariff was selected.");
  throw new CallError("no-rate", "The tariff has no rate for the call.");
}

/** The rounding fields and presets of the tariff's base; never its minimum, maximum or minimum duration. */
function roundingsOf(book: Book, tariff: Row | null, date: string): Rate {
  const blank = assembleRate(
    () => null,
    () => null,
  );
  const base = tariff === null ? blank : resolveBases(book, tariff, date);
  return { ...base, chargeType: "markup", costMin: null, costMax: null, durationMin: null };
}
