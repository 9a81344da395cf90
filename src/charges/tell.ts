/** The steps of a charge in words and figures, for a trace: each function does nothing where there is none. */
import { type DayNumber, formatCivilDate } from "../calendar/index.ts";
import { decimalTextOf, type Fraction, formatFraction } from "../money/index.ts";
import type { Days, Run } from "./charged-days.ts";
import type { ChargeTrace } from "./trace.ts";

/** R74: what a day's price and count come to, and the scheme that was taken off. */
export function tellNet(
  trace: ChargeTrace | undefined,
  day: DayNumber,
  price: Fraction,
  billed: Fraction,
  net: Fraction,
  scheme: string | undefined,
): void {
  if (trace === undefined) return;
  const on = formatCivilDate(day);
  trace.choose("R74", "scheme", scheme, scheme === undefined ? `none on ${on}` : `in force on ${on}`);
  const inputs = `${decimalTextOf(price)} × ${decimalTextOf(billed)}`;
  trace.sum(
    "R74",
    `from ${on}`,
    scheme === undefined ? inputs : `${inputs}, less the scheme`,
    decimalTextOf(net),
  );
}

/** R67: what days come to, of a period of so many. */
export function tellDays(trace: ChargeTrace | undefined, runs: readonly Run[], period: Days): void {
  if (trace === undefined) return;
  const all = period.end - period.start + 1;
  for (const { start, end, terms } of runs) {
    const days = end - start + 1;
    const share = { ...terms.net, numerator: terms.net.numerator * BigInt(days) };
    const after = formatFraction({ ...share, denominator: share.denominator * BigInt(all) });
    const what = `${formatCivilDate(start)} to ${formatCivilDate(end)}`;
    trace.sum("R67", what, `${decimalTextOf(terms.net)} × ${days} of ${all} days`, after);
  }
}

/** R61: what is rounded, once, and what was charged before. */
export function tellRounding(
  trace: ChargeTrace | undefined,
  exact: Fraction,
  value: Fraction,
  before: Fraction | undefined,
): void {
  if (trace === undefined) return;
  const shown = formatFraction(exact);
  trace.sum("R61", "rounded once", shown, decimalTextOf(value), shown);
  if (before === undefined) return;
  const added = formatFraction({
    numerator: value.numerator * before.denominator - before.numerator * value.denominator,
    denominator: value.denominator * before.denominator,
  });
  trace.sum(
    "R67",
    "less what was charged before",
    `${decimalTextOf(value)} − ${decimalTextOf(before)}`,
    added,
  );
}
