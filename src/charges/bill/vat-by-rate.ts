/** The VAT of an invoice, rate by rate, for whoever shows it (R78). */
import type { OpenedBook } from "../../book/index.ts";
import { parseCivilDate } from "../../calendar/index.ts";
import { PRICE_DECIMALS } from "../../model/index.ts";
import { formatUnits, toUnits } from "../../money/index.ts";
import type { Invoice } from "./invoice.ts";
import { type VATLine, VATRatesOn, vatOf } from "./vat.ts";

/** The VAT at one rate. Decimal text in pounds. */
export interface VATOfRate {
  readonly rate: string;
  readonly percent: string;
  readonly net: string;
  readonly vat: string;
  /** Whether the customer accounts for it himself. */
  readonly isReverse: boolean;
}

/** The rates of an invoice in the order of its transactions; together they give what the invoice says. */
export function vatByRate(
  { records, settings }: OpenedBook,
  { invoiceDate, transactions }: Pick<Invoice, "invoiceDate" | "transactions">,
): readonly VATOfRate[] {
  const rates = new VATRatesOn(records.vatRates, parseCivilDate(invoiceDate) ?? 0);
  const places = settings.currencyDecimals;
  const groups = new Map<VATLine["rate"], VATLine[]>();
  for (const { transactionVATRate, transactionValue } of transactions) {
    const rate = rates.get(transactionVATRate);
    const value = toUnits(transactionValue, places);
    if (rate === undefined || value === undefined) continue;
    const lines = groups.get(rate) ?? [];
    groups.set(rate, lines);
    lines.push({ value, rate });
  }
  return Array.from(groups, ([rate, lines]) => {
    const { added, reverse } = vatOf(lines, settings);
    const net = lines.reduce((sum, { value }) => sum + value, 0n);
    return {
      rate: rate.name,
      percent: formatUnits(rate.percent, PRICE_DECIMALS),
      net: formatUnits(net, places),
      vat: formatUnits(rate.reverse ? reverse : added, places),
      isReverse: rate.reverse,
    };
  });
}
