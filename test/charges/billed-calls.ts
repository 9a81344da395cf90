/** Rated calls for tests of bills, as rows that have a call's fields beside its record's. */
import { type CallRecord, COMPONENTS, type RatedRecord } from "../../src/index.ts";

/** What a call costs and how long it lasts; of number 1, customer 1, on 20 October. */
export interface BilledCall {
  /** Pence, all of it basic. */
  readonly cost: string;
  /** Seconds; null: blank. */
  readonly seconds: number | null;
  readonly costBase?: string;
  readonly costCarrier?: string | null;
  readonly tariffType?: string;
  readonly startDate?: string;
  readonly numberID?: string;
  readonly customerID?: string;
}

/** The row of a rated call. */
export function billedCall(own: BilledCall): RatedRecord & CallRecord {
  const { cost, seconds, costBase = cost, costCarrier = null, tariffType = "UK" } = own;
  return {
    numberID: own.numberID ?? "1",
    customerID: own.customerID ?? "1",
    featureID: null,
    tariffID: "1",
    tariff: "UK",
    tariffType,
    tariffTypeUsed: tariffType,
    tariffClass: "national",
    tariffTime: "default",
    location: null,
    method: "rate",
    // What is charged is rounded up, and not what a bill counts.
    chargedDuration: seconds === null ? 0 : Math.ceil(seconds / 60) * 60,
    chargedBytes: 0,
    chargedEvents: 0,
    ...amounts("costBase", costBase),
    ...amounts("cost", cost),
    ...amounts("costCDR", null),
    ...amounts("costCarrier", costCarrier),
    costSuggestedRetail: null,
    startDate: own.startDate ?? "2026-10-20",
    duration: seconds,
  } as RatedRecord & CallRecord;
}

function amounts(name: string, amount: string | null): Record<string, string | null> {
  const others = COMPONENTS.slice(1).map((component) => [
    `${name}${component}`,
    amount === null ? null : "0",
  ]);
  return { [name]: amount, [`${name}Basic`]: amount, ...Object.fromEntries(others) };
}
