/** R78, R79: the VAT of a charge, as of an invoice of the day that has nothing else. */
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import { PRICE_DECIMALS, quoteValue } from "../../model/index.ts";
import { formatFraction, formatUnits, fractionOf, scaleFraction, toUnits } from "../../money/index.ts";
import { VATRatesOn, vatOf } from "../bill/index.ts";
import { type ChargeStep, ChargeTrace, type PassedOver } from "../charge-trace.ts";
import { type Subject, shownFeature } from "../subject.ts";

/** What a charge is taxed by, and what it comes to. */
interface Taxed {
  readonly transactionValue: string;
  readonly transactionVATRate: string | null;
}

/** The steps from a charge's value to its VAT. */
export function explainVAT(
  subject: Subject,
  { transactionValue, transactionVATRate: name }: Taxed,
  day: DayNumber,
): readonly ChargeStep[] {
  const trace = new ChargeTrace();
  const { settings, records } = subject.book;
  const on = formatCivilDate(day);
  const { from, passedOver } = levelOf(subject);
  const rate = new VATRatesOn(records.vatRates, day).get(name);
  if (name === null) {
    trace.choose("R78", "VAT rate", undefined, "neither the feature nor its customer has one", passedOver);
  } else if (rate === undefined) {
    const why = records.vatRates.length === 0 ? "the book has no vatRates" : `it has no percentage on ${on}`;
    trace.choose("R78", "VAT rate", name, `${from}; ${why}`, passedOver);
  } else {
    const percent = formatUnits(rate.percent, PRICE_DECIMALS);
    const reverse = rate.reverse ? ", for the customer to account for" : "";
    trace.choose("R78", "VAT rate", name, `${from}; ${percent} % on ${on}${reverse}`, passedOver);
    const places = settings.currencyDecimals;
    const value = toUnits(transactionValue, places) ?? 0n;
    const { added, reverse: owed } = vatOf([{ value, rate }], settings);
    const exact = scaleFraction(fractionOf(value, places), rate.percent, 100 * 10 ** PRICE_DECIMALS);
    trace.sum(
      "R78",
      rate.reverse ? "reverse VAT, by itself" : "VAT, by itself",
      `${transactionValue} × ${percent} ÷ 100`,
      formatUnits(added + owed, places),
      formatFraction(exact),
    );
  }
  return trace.taken;
}

/** Which record names the rate, and those before it that name none (R62). */
function levelOf(subject: Subject): { readonly from: string; readonly passedOver: readonly PassedOver[] } {
  const { own, template, customer } = subject;
  const levels = [
    [shownFeature(subject), own],
    [`standard feature ${quoteValue(template?.name)}`, template],
    [`customer ${customer?.record.id}`, customer?.record],
  ] as const;
  const passedOver: PassedOver[] = [];
  for (const [what, level] of levels) {
    if (level === undefined) continue;
    if (level.VATRate !== undefined) return { from: `VATRate of ${what}`, passedOver };
    passedOver.push({ what: `VATRate of ${what}`, why: "is blank" });
  }
  return { from: "", passedOver };
}
