/** The steps of a charge in words and figures, for a trace: each function does nothing where there is none. */
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import {
  type CheckedFeatureDiscountScheme,
  type CheckedServiceChargeInterval,
  PRICE_DECIMALS,
  quoteValue,
} from "../../model/index.ts";
import {
  addFractions,
  decimalTextOf,
  type Fraction,
  formatFraction,
  formatUnits,
  scaleFraction,
} from "../../money/index.ts";
import type { ChargeStep, ChargeTrace, PassedOver } from "../charge-trace.ts";
import type { ChargeKind, Subject } from "../subject.ts";
import { carrierOf, type Days, type DayTerms, netOf, type Run } from "./charged-days.ts";

/** R71: which fixed fee tariff is asked, and at which level it stands. */
export function tellTariff(
  trace: ChargeTrace | undefined,
  { own, template, tariff, number, service, customer }: Subject,
  blank: readonly PassedOver[],
): void {
  if (trace === undefined) return;
  const levels = [
    [`feature ${own.id}`, own],
    [`standard feature ${quoteValue(template?.name)}`, template],
    [`number ${number?.id}`, number],
    [`service ${service?.id}`, service],
    [`customer ${customer?.record.id}`, customer?.record],
  ] as const;
  const passedOver = [...blank];
  for (const [what, level] of levels) {
    if (level === undefined) continue;
    if (level.fixedFeeTariff !== undefined) {
      trace.choose("R71", "fixed fee tariff", tariff, `fixedFeeTariff of ${what}`, passedOver);
      return;
    }
    passedOver.push({ what: `fixedFeeTariff of ${what}`, why: "is blank" });
  }
}

/** R74: what a day's price and count come to, and the scheme that was taken off. */
export function tellNet(
  trace: ChargeTrace | undefined,
  kind: ChargeKind,
  day: DayNumber,
  { price, billed, net }: Pick<DayTerms, "price" | "billed" | "net">,
  scheme: CheckedFeatureDiscountScheme | undefined,
): void {
  if (trace === undefined) return;
  const on = formatCivilDate(day);
  const { type, value } = schemeFor(kind, scheme);
  const isOff = type !== undefined && value !== undefined && price.numerator >= 0n;
  trace.choose("R74", "scheme", isOff ? scheme?.name : undefined, whyScheme(on, scheme, price, isOff));
  const [each, count] = [decimalTextOf(price), decimalTextOf(billed)];
  const shown = value === undefined ? "" : formatUnits(value, PRICE_DECIMALS);
  const fixed = `(${each} − ${shown}, at least 0) × ${count}`;
  const percent = `${each} × ${count} × (100 − ${shown}) ÷ 100`;
  const inputs = !isOff ? `${each} × ${count}` : type === "percent" ? percent : fixed;
  const what = kind === "oneOff" ? `once, on ${on}` : `whole period, from ${on}`;
  trace.sum("R74", what, inputs, decimalTextOf(net));
}

function schemeFor(
  kind: ChargeKind,
  scheme: CheckedFeatureDiscountScheme | undefined,
): { readonly type: string | undefined; readonly value: number | undefined } {
  return kind === "oneOff"
    ? { type: scheme?.oneOffType, value: scheme?.oneOffValue }
    : { type: scheme?.recurringType, value: scheme?.recurringValue };
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

/** R70: a price of the feature's own from a date on; R69: else the price is the one recorded. */
export function tellDated(
  trace: ChargeTrace | undefined,
  dated: Fraction | undefined,
  day: DayNumber,
  recorded?: Fraction,
): void {
  if (trace === undefined) return;
  const on = formatCivilDate(day);
  if (dated !== undefined) trace.choose("R70", "price", decimalTextOf(dated), `datedChanges on ${on}`);
  else if (recorded !== undefined) trace.choose("R69", "price", decimalTextOf(recorded), "as recorded");
}

/** R69: which of the days charged before are put right. */
export function tellPutRight(trace: ChargeTrace | undefined, days: Days, feature: Days): void {
  if (trace === undefined) return;
  const isDue = days.start >= feature.start && days.end <= feature.end;
  const end = Number.isFinite(feature.end) ? ` to ${formatCivilDate(feature.end)}` : " on";
  const due = `the feature is due from ${formatCivilDate(feature.start)}${end}`;
  trace.choose("R69", "days put right", daysText(days), isDue ? "datedChanges" : due);
}

/** R69: days that keep what their record says. */
export function tellRecorded(trace: ChargeTrace | undefined, { start, end, terms }: Run): void {
  if (trace === undefined) return;
  const days = daysText({ start, end });
  trace.choose("R69", "count", decimalTextOf(terms.billed), `charged before for ${days}, as recorded`);
  trace.choose("R69", "whole period", decimalTextOf(terms.net), `charged before for ${days}, as recorded`);
  tellRecordedCarrier(trace, terms);
}

/** R69: a day that was charged keeps its wholesale price. */
export function tellRecordedCarrier(trace: ChargeTrace, { carrier }: DayTerms): void {
  if (carrier === undefined) return;
  trace.choose("R69", "price", decimalTextOf(carrier), "as recorded", [], "wholesale");
}

/** R67: what days come to, of a period of so many, and all of them together. */
export function tellDays(trace: ChargeTrace | undefined, runs: readonly Run[], period: Days): void {
  if (trace === undefined) return;
  const all = period.end - period.start + 1;
  for (const run of runs) {
    const net = decimalTextOf(run.terms.net);
    const share = figure(netOf([run], all));
    trace.sum("R67", daysText(run), `${net} × ${daysIn(run)} of ${all} days`, share);
  }
  if (runs.length === 0) trace.sum("R67", "no day is due", "0", "0");
  if (runs.length < 2) return;
  const parts = runs.map((run) => `${decimalTextOf(run.terms.net)} × ${daysIn(run)}`);
  trace.sum("R67", "together", `(${parts.join(" + ")}) ÷ ${all}`, figure(netOf(runs, all)));
}

/** R61: what is rounded, once, and what was charged before. */
export function tellRounding(
  trace: ChargeTrace | undefined,
  exact: Fraction,
  value: Fraction,
  before: Fraction | undefined,
): void {
  if (trace === undefined) return;
  const shown = figure(exact);
  trace.sum("R61", "rounded once", shown, decimalTextOf(value), shown);
  tellLess(trace, "R67", value, before);
}

/** R71: what days come to wholesale, of a period of so many; what a `fixed` line brought is in what was charged before. */
export function tellCarrierDays(
  trace: ChargeTrace | undefined,
  runs: readonly Run[],
  period: Days,
  value: Fraction,
  before: Fraction | undefined,
): void {
  if (trace === undefined) return;
  const all = period.end - period.start + 1;
  const parts = runs.map((run) => {
    const { carrier, billed } = run.terms;
    return carrier === undefined
      ? "0"
      : `${decimalTextOf(carrier)} × ${decimalTextOf(billed)} × ${daysIn(run)}`;
  });
  const exact = figure(carrierOf(runs, all));
  const inputs = `(${parts.length === 0 ? "0" : parts.join(" + ")}) ÷ ${all}`;
  trace.sum("R71", "by days", inputs, decimalTextOf(value), exact, "wholesale");
  tellLess(trace, "R71", value, before, "wholesale");
}

/** R71: what so many come to wholesale, whatever the days. */
export function tellCarrierWhole(
  trace: ChargeTrace | undefined,
  each: Fraction,
  billed: Fraction,
  exact: Fraction,
  value: Fraction,
): void {
  const inputs = trace && `${decimalTextOf(each)} × ${decimalTextOf(billed)}`;
  trace?.sum("R71", "whatever the days", inputs ?? "", decimalTextOf(value), figure(exact), "wholesale");
}

function tellLess(
  trace: ChargeTrace,
  rule: string,
  value: Fraction,
  before: Fraction | undefined,
  cost: ChargeStep["cost"] = "retail",
): void {
  if (before === undefined) return;
  const inputs = `${decimalTextOf(value)} − ${decimalTextOf(before)}`;
  const added = decimalTextOf(addFractions(value, scaleFraction(before, -1n)));
  trace.sum(rule, "less what was charged before", inputs, added, undefined, cost);
}

/** A decimal whole, however many places it has; else as far as a person reads. */
function figure(value: Fraction): string {
  return /^10*$/.test(value.denominator.toString()) ? decimalTextOf(value) : formatFraction(value);
}

function daysIn({ start, end }: Days): number {
  return end - start + 1;
}

function daysText({ start, end }: Days): string {
  return `${formatCivilDate(start)} to ${formatCivilDate(end)}`;
}
