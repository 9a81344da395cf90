/** Records the steps of a charge in a trace, in words and figures; without a trace each function does nothing. */

import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import {
  type CheckedFeatureDiscountScheme,
  type CheckedServiceChargeInterval,
  PRICE_DECIMALS,
  quoteValue,
} from "../../model/index.ts";
import { type Fraction, formatFraction, formatUnits } from "../../money/index.ts";
import type { ChargeStep, ChargeTrace, PassedOver } from "../charge-trace.ts";
import type { ChargeKind, Subject } from "../subject.ts";
import { carrierOf, type Days, type DayTerms, difference, netOf, type Run, textOf } from "./charged-days.ts";
import { offOf } from "./day-values.ts";

/** R71: the fixed fee tariff, and the level that names it. */
export function tellTariff(
  trace: ChargeTrace | undefined,
  { record, template, tariff, number, service, customer }: Subject,
  blank: readonly PassedOver[],
): void {
  if (trace === undefined) return;
  const { from, passedOver } = levelWith("fixedFeeTariff", [
    [`feature ${record.id}`, record],
    [`standard feature ${quoteValue(template?.name)}`, template],
    [`number ${number?.id}`, number],
    [`service ${service?.id}`, service],
    [`customer ${customer?.record.id}`, customer?.record],
  ]);
  trace.choose("R71", "fixed fee tariff", tariff, from, [...blank, ...passedOver]);
}

/** The first level whose record has a field, in words, and the blank levels before it. */
export function levelWith<F extends string>(
  field: F,
  levels: readonly (readonly [what: string, record: { readonly [K in F]?: string } | undefined])[],
): { readonly from: string; readonly passedOver: readonly PassedOver[] } {
  const given = levels.filter(([, record]) => record !== undefined);
  const found = given.findIndex(([, record]) => record?.[field] !== undefined);
  const blank = found < 0 ? given : given.slice(0, found);
  return {
    from: found < 0 ? "" : `${field} of ${given[found]?.[0]}`,
    passedOver: blank.map(([what]) => ({ what: `${field} of ${what}`, why: "is blank" })),
  };
}

/** R74: the scheme of a day, and the net amount of its price and count. */
export function tellNet(
  trace: ChargeTrace | undefined,
  kind: ChargeKind,
  day: DayNumber,
  { price, billed, net }: DayTerms,
  scheme: CheckedFeatureDiscountScheme | undefined,
): void {
  if (trace === undefined) return;
  const on = formatCivilDate(day);
  const off = price.numerator < 0n ? undefined : offOf(scheme, kind);
  const why = whyScheme(on, scheme, price, off !== undefined);
  trace.choose("R74", "scheme", off === undefined ? undefined : scheme?.name, why);
  const [each, count] = [textOf(price), textOf(billed)];
  const shown = formatUnits(off?.value ?? 0, PRICE_DECIMALS);
  const inputs = {
    none: `${each} × ${count}`,
    percent: `${each} × ${count} × (100 − ${shown}) ÷ 100`,
    fixed: `(${each} − ${shown}, at least 0) × ${count}`,
  }[off?.type ?? "none"];
  trace.sum("R74", kind === "oneOff" ? `once, on ${on}` : `whole period, from ${on}`, inputs, textOf(net));
}

function whyScheme(
  on: string,
  scheme: CheckedFeatureDiscountScheme | undefined,
  price: Fraction,
  isOff: boolean,
): string {
  if (scheme === undefined) return `none on ${on}`;
  if (isOff) return `in force on ${on}`;
  const why =
    price.numerator < 0n ? "a negative price is not discounted" : "it takes nothing off such a charge";
  return `${scheme.name} is in force on ${on}, but ${why}`;
}

/** R64, R65: the period that is charged. */
export function tellPeriod(
  trace: ChargeTrace | undefined,
  { name, timing }: CheckedServiceChargeInterval,
  period: Days,
): void {
  trace?.choose("R65", "period", daysText(period), `${daysIn(period)} days, ${name}, in ${timing}`);
}

/** R70: a dated price of the feature; R69: else the recorded price. */
export function tellDated(
  trace: ChargeTrace | undefined,
  dated: Fraction | undefined,
  day: DayNumber,
  recorded?: Fraction,
): void {
  if (trace === undefined) return;
  const on = formatCivilDate(day);
  if (dated !== undefined) trace.choose("R70", "price", textOf(dated), `datedChanges on ${on}`);
  else if (recorded !== undefined) trace.choose("R69", "price", textOf(recorded), "as recorded");
}

/** R69: the charged days that are corrected. */
export function tellPutRight(trace: ChargeTrace | undefined, days: Days, feature: Days): void {
  if (trace === undefined) return;
  const isDue = days.start >= feature.start && days.end <= feature.end;
  const end = Number.isFinite(feature.end) ? ` to ${formatCivilDate(feature.end)}` : " on";
  const due = `the feature is due from ${formatCivilDate(feature.start)}${end}`;
  trace.choose("R69", "days put right", daysText(days), isDue ? "datedChanges" : due);
}

/** R69: days that keep their recorded terms. */
export function tellRecorded(trace: ChargeTrace | undefined, { start, end, terms }: Run): void {
  if (trace === undefined) return;
  const days = daysText({ start, end });
  trace.choose("R69", "count", textOf(terms.billed), `charged before for ${days}, as recorded`);
  trace.choose("R69", "whole period", textOf(terms.net), `charged before for ${days}, as recorded`);
  tellRecordedCarrier(trace, terms);
}

/** R69: a charged day keeps its recorded wholesale price. */
export function tellRecordedCarrier(trace: ChargeTrace, { carrier }: DayTerms): void {
  if (carrier === undefined) return;
  trace.choose("R69", "price", textOf(carrier), "as recorded", [], "wholesale");
}

/** R67: the value of each run of days of a period, and their sum. */
export function tellDays(trace: ChargeTrace | undefined, runs: readonly Run[], period: Days): void {
  if (trace === undefined) return;
  const periodDays = period.end - period.start + 1;
  for (const run of runs) {
    const net = textOf(run.terms.net);
    const share = figure(netOf([run], periodDays));
    trace.sum("R67", daysText(run), `${net} × ${daysIn(run)} of ${periodDays} days`, share);
  }
  if (runs.length === 0) trace.sum("R67", "no day is due", "0", "0");
  if (runs.length < 2) return;
  const parts = runs.map((run) => `${textOf(run.terms.net)} × ${daysIn(run)}`);
  trace.sum("R67", "together", `(${parts.join(" + ")}) ÷ ${periodDays}`, figure(netOf(runs, periodDays)));
}

/** R61: the rounding, once, and the difference to the earlier charge. */
export function tellRounding(
  trace: ChargeTrace | undefined,
  exact: Fraction,
  value: Fraction,
  before: Fraction | undefined,
): void {
  if (trace === undefined) return;
  const shown = figure(exact);
  trace.sum("R61", "rounded once", shown, textOf(value), shown);
  tellLess(trace, "R67", value, before);
}

/** R71: the wholesale value of days of a period, by days; `before` is the earlier value by days. */
export function tellCarrierDays(
  trace: ChargeTrace | undefined,
  runs: readonly Run[],
  period: Days,
  value: Fraction,
  before: Fraction | undefined,
): void {
  if (trace === undefined) return;
  const periodDays = period.end - period.start + 1;
  const parts = runs.map((run) => {
    const { carrier, billed } = run.terms;
    return carrier === undefined ? "0" : `${textOf(carrier)} × ${textOf(billed)} × ${daysIn(run)}`;
  });
  const exact = figure(carrierOf(runs, periodDays));
  const inputs = `(${parts.length === 0 ? "0" : parts.join(" + ")}) ÷ ${periodDays}`;
  trace.sum("R71", "by days", inputs, textOf(value), exact, "wholesale");
  tellLess(trace, "R71", value, before, "wholesale");
}

/** R71: the wholesale value of the billed count, regardless of days. */
export function tellCarrierWhole(
  trace: ChargeTrace | undefined,
  { each, billed, exact, value }: Readonly<Record<"each" | "billed" | "exact" | "value", Fraction>>,
): void {
  if (trace === undefined) return;
  const inputs = `${textOf(each)} × ${textOf(billed)}`;
  trace.sum("R71", "whatever the days", inputs, textOf(value), figure(exact), "wholesale");
}

function tellLess(
  trace: ChargeTrace,
  rule: string,
  value: Fraction,
  before: Fraction | undefined,
  cost: ChargeStep["cost"] = "retail",
): void {
  if (before === undefined) return;
  const inputs = `${textOf(value)} − ${textOf(before)}`;
  const added = textOf(difference(value, before));
  trace.sum(rule, "less what was charged before", inputs, added, undefined, cost);
}

/** A finite decimal with all its places; any other fraction shortened for a reader. */
function figure(value: Fraction): string {
  return /^10*$/.test(value.denominator.toString()) ? textOf(value) : formatFraction(value);
}

function daysIn({ start, end }: Days): number {
  return end - start + 1;
}

function daysText({ start, end }: Days): string {
  return `${formatCivilDate(start)} to ${formatCivilDate(end)}`;
}
