/** What a call is broken down by. */
import type { CallRecord } from "../model/index.ts";
import type { RatedCall } from "../rating/index.ts";

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

/** A charge that no book rates is broken down by what its record says, as written by an earlier rating. */
export function recordedFacts(call: CallRecord): PreviewFacts {
  const fields = call as Readonly<Record<string, unknown>>;
  const text = (name: string): string | null => {
    const value = fields[name];
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

/** A rated call is its own facts. */
export function factsOf(rated: RatedCall | undefined, call: CallRecord): PreviewFacts {
  return rated ?? recordedFacts(call);
}
