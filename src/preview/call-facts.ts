/** What a call is broken down by. */
import { type CallRecord, safely } from "../model/index.ts";

/** The lines of the breakdowns that a call belongs to; null where it is not known. */
export interface PreviewFacts {
  readonly customerID: string | null;
  readonly numberID: string | null;
  readonly tariffClass: string | null;
  readonly tariffType: string | null;
  readonly tariffID: string | null;
  readonly tariff: string | null;
  readonly tariffTime: string | null;
}

/** What a record says, as written by an earlier rating. */
function recordedFacts(call: CallRecord): PreviewFacts {
  const fields = call as Readonly<Record<string, unknown>>;
  const text = (name: string): string | null => {
    const value = safely(() => fields[name], undefined);
    if (typeof value === "string") return value === "" ? null : value;
    return typeof value === "number" || typeof value === "bigint" ? String(value) : null;
  };
  return {
    customerID: text("customerID"),
    numberID: text("numberID"),
    tariffClass: text("tariffClass"),
    tariffType: text("tariffType"),
    tariffID: text("tariffID"),
    tariff: text("tariff"),
    tariffTime: text("tariffTime"),
  };
}

/** What a record says, and where it is silent what the book gives the call. */
export function factsAsRecorded(call: CallRecord, rated: PreviewFacts | undefined): PreviewFacts {
  const own = recordedFacts(call);
  if (rated === undefined) return own;
  const namesTariff = own.tariffID !== null || (own.tariff !== null && own.tariff !== rated.tariff);
  const { tariffID, tariff } = namesTariff ? own : rated;
  return {
    customerID: own.customerID ?? rated.customerID,
    numberID: own.numberID ?? rated.numberID,
    tariffClass: own.tariffClass ?? rated.tariffClass,
    tariffType: own.tariffType ?? rated.tariffType,
    tariffID,
    tariff,
    tariffTime: own.tariffTime ?? rated.tariffTime,
  };
}
