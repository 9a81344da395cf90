/** Results as the plain records to store (R30). */
import { asResult } from "./from-record.ts";
import type { CallResult, RatedCall } from "./rated-call.ts";
import type { RatedRecord, ResultRecord } from "./result-records.ts";

/**
 * A result as the plain record to store: own enumerable fields under the platform's names, amounts as
 * decimal text in pence, null where unknown (R30). It survives spread, structuredClone, JSON and an INSERT;
 * `fromRecord` makes a result of it again.
 *
 * @throws TypeError where it is neither a result nor the record of one
 * @example
 * toRecord(rateCall(book, { id: 43, target: "020 7946 0999", startDate: "2026-10-01", duration: 60 }));
 * // => { id: "43", error: "unregistered-number", message: "No number of the book matches the CLI 020 7946 0999.", field: "target" }
 */
export function toRecord(result: RatedCall | RatedRecord): RatedRecord;
export function toRecord(result: CallResult | ResultRecord): ResultRecord;
export function toRecord(result: CallResult | ResultRecord): ResultRecord {
  return asResult(result).toJSON();
}
