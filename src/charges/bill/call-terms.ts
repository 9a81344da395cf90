/** R76: what decides on which transaction of a bill a number's calls go. */
import { daysAround, isInForce, type OpenedFeature, type OpenedNumber } from "../../book/index.ts";
import type { DayNumber } from "../../calendar/index.ts";

/** The VAT rate and the code of a number's calls, by its features and its customer, and the days for which they hold. */
export interface CallTerms {
  readonly from: DayNumber;
  readonly to: DayNumber;
  readonly VATRate: string | null;
  /** Null where no feature names one: the transaction type's default. */
  readonly code: string | null;
}

/** The terms of a number's calls on a day. */
export function callTermsOn(number: OpenedNumber, day: DayNumber): CallTerms {
  const { features, customer } = number;
  const own = daysAround(features, day);
  const shared = daysAround(customer.features, day);
  const first = (field: "VATRateCalls" | "callsTransactionCode"): string | undefined =>
    firstInForce(features, field, day) ?? firstInForce(customer.features, field, day);
  return {
    from: Math.max(own.from, shared.from),
    to: Math.min(own.to, shared.to),
    VATRate: first("VATRateCalls") ?? customer.record.VATRateCalls ?? customer.record.VATRate ?? null,
    code: first("callsTransactionCode") ?? null,
  };
}

/** The value of the first feature in force that has one; the features come in the order of R24. */
function firstInForce(
  features: readonly OpenedFeature[],
  field: "VATRateCalls" | "callsTransactionCode",
  day: DayNumber,
): string | undefined {
  return features.find(({ record }) => record[field] !== undefined && isInForce(record, day))?.record[field];
}
