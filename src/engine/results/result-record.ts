/** Converts results to plain records, and back (R30, R44). */
import { CALL_ERROR_CODES, type CallErrorCode } from "../../book/index.ts";
import { type CallRecord, isBlank, isPlainRecord, quoteValue, readFlag, safely } from "../../model/index.ts";
import { readID } from "../call/read-call.ts";
import type { CallResult, RatedCall } from "./rated-call.ts";
import { type RatedRecord, type ResultRecord, readStoredRecord } from "./result-fields.ts";
import { StoredCall } from "./stored-call.ts";

import { FailedCall, IgnoredCall } from "./unrated-call.ts";

/**
 * A result from its stored record, the inverse of `toRecord`: as text parsed back from JSON, a row of CSV or
 * of a database. Other fields of the row are ignored. Its amounts are those of the record, to the last digit.
 *
 * Discounting needs the start of the call and, where lines of its tariff name plans, the number called; a record has
 * neither. So discounting needs the call that was rated, unless the row has the call's fields beside its own.
 *
 * @throws TypeError where it is no record of a result, with the field that says so
 * @example
 * const stored = JSON.stringify(toRecord(rateCall(book, call)));
 * const result = fromRecord(JSON.parse(stored), call);
 * result.outcome === "rated" && result.cost; // => "3.82"
 * toRecord(result); // => JSON.parse(stored)
 */
export function fromRecord(record: RatedRecord, call?: CallRecord): RatedCall;
export function fromRecord(record: object, call?: CallRecord): CallResult;
export function fromRecord(record: object, call: CallRecord = record as CallRecord): CallResult {
  if (isResult(record)) return record;
  if (!isPlainRecord(record)) throw noResult(`${described(record)} is no record of a result`);
  if (!isBlank(record.error)) return failedCall(record);
  if (readFlag(record.ignored) === true || record.outcome === "ignored") {
    const { id, line } = identityOf(record);
    return new IgnoredCall(id, line, textOf(record, "reason") ?? null);
  }
  if (isBlank(record.costBase) && isBlank(record.cost)) {
    throw noResult(
      record.outcome === "rated"
        ? "A rated call has lost its amounts where it was copied or spread"
        : "A record has neither costs nor an error, and is not ignored either",
    );
  }
  const read = readStoredRecord(record);
  if (typeof read !== "string") return new StoredCall(read, call);
  const { id, line } = identityOf(record);
  throw noResult(`The record of call ${id ?? line ?? "without an id"} has a fault: ${read}`);
}

/**
 * Refuses a result, or the record of one, where a call belongs: rated, it would be a call without a start.
 *
 * @throws RangeError
 */
export function requireCall(call: CallRecord, line: number): void {
  // A call that throws when it is read is malformed, and no result.
  if (!safely(() => isWithoutCall(call), false)) return;
  const { id } = call;
  const which = isBlank(id) ? `on line ${line}` : String(id);
  throw new RangeError(
    `Call ${which} is a result, which does not say what was called; hand in the call itself, or a row with the call's fields beside the record's.`,
  );
}

function isWithoutCall(call: CallRecord): boolean {
  const { startDate, startTime, costBase, tariffTypeUsed } = call;
  if (!isBlank(startDate) || !isBlank(startTime)) return false;
  return isResult(call) || (!isBlank(costBase) && !isBlank(tariffTypeUsed));
}

/** The result, from a result or its record; see `fromRecord`. */
export function asResult(result: CallResult | ResultRecord): CallResult {
  return fromRecord(result as ResultRecord);
}

/** Whether a value is a result of rating, not a record. */
function isResult(value: object): value is CallResult {
  return typeof value === "object" && value !== null && "outcome" in value && "toJSON" in value;
}

function failedCall(record: Readonly<Record<string, unknown>>): FailedCall {
  const { error } = record;
  if (!CALL_ERROR_CODES.includes(error as CallErrorCode)) {
    throw noResult(`error: ${quoteValue(error)} is no code of an error`);
  }
  const { id, line } = identityOf(record);
  return new FailedCall(
    id,
    line,
    error as CallErrorCode,
    textOf(record, "message") ?? "",
    textOf(record, "field"),
  );
}

/** The text of a field; undefined where blank. */
function textOf(record: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = record[field];
  if (isBlank(value)) return undefined;
  const text = safely(() => String(value), undefined);
  if (text === undefined) throw noResult(`${field}: ${quoteValue(value)} is not text`);
  return text;
}

function identityOf(record: Readonly<Record<string, unknown>>): {
  id: string | null;
  line: number | undefined;
} {
  const id = readID(record.id);
  if (id === undefined) throw noResult(`id: ${quoteValue(record.id)} is not an id`);
  const line = isBlank(record.line) ? undefined : Number(record.line);
  if (line !== undefined && !Number.isSafeInteger(line)) {
    throw noResult(`line: ${quoteValue(record.line)} is not a line`);
  }
  return { id, line };
}

function described(value: unknown): string {
  return typeof value === "string" ? "Text (JSON.parse makes a record of it)" : quoteValue(value);
}

function noResult(what: string): TypeError {
  return new TypeError(`${what}; hand in a result, or what toRecord(result) gave.`);
}

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
