/** The state that discounting a call needs (R41, R44), for a server with states by customer and billing period. */
import type { OpenedBook } from "../book/index.ts";
import { parseCivilDate } from "../calendar/index.ts";
import type { RatedCall } from "../engine/index.ts";
import { billingPeriodOf } from "./allowance.ts";
import type { DiscountState, StateBook } from "./state-records.ts";

/** The customer and the first day of the billing period whose pools a call may come to; undefined without a pool. */
export function drawingPeriod(
  { tables }: OpenedBook,
  call: RatedCall,
): { readonly customerID: string; readonly startDate: string } | undefined {
  const { number, call: start } = call.insideOf(tables);
  if (tables.discounts.carriedBy(number) === undefined) return undefined;
  const { startDate } = billingPeriodOf(start.day, tables.settings.billingPeriodStartDay);
  return { customerID: number.customer.record.id, startDate };
}

/** The first and the last day of the billing period of a date, `YYYY-MM-DD`. */
export function billingPeriodOn(
  { settings }: OpenedBook,
  date: string,
): { readonly startDate: string; readonly endDate: string } | undefined {
  const day = parseCivilDate(date);
  return day === undefined ? undefined : billingPeriodOf(day, settings.billingPeriodStartDay);
}

/** The state of a book without pools. */
export function emptyState({ settings }: { readonly settings: StateBook }): DiscountState {
  const { currency, currencyDecimals, timeZone, billingPeriodStartDay } = settings;
  return { version: 2, book: { currency, currencyDecimals, timeZone, billingPeriodStartDay }, pools: [] };
}
