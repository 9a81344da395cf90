/** The fields of a call in the order of docs/calls-and-results.md, which is the order of converted records. */
import { type CallRecord, READABLE_FIELDS, REPORTED_COSTS } from "../../model/index.ts";

const FIRST_FIELDS = [
  "id",
  "target",
  "numberID",
  "external",
  "startDate",
  "startTime",
  "duration",
  "bytes",
  "events",
  "callCarrier",
  "carrier",
  "chargeBand",
  "tariffTypeCarrier",
  "tariffType",
  "tariffTime",
  "callTypeDirectionFlag",
  "callTypeOriginationTypeFlag",
  "callTypeRecordingFlag",
  "location",
  ...REPORTED_COSTS,
  "costSuggestedRetail",
  "carrierCallID",
  "aLegID",
] as const satisfies readonly (keyof CallRecord)[];

/** All fields that a carrier may report. */
export const FIELD_ORDER: readonly string[] = [...new Set<string>([...FIRST_FIELDS, ...READABLE_FIELDS])];

/** The record with its fields in FIELD_ORDER, then the columns that were carried along. */
export function inFieldOrder(call: CallRecord): Record<string, unknown> {
  // Without a prototype a column __proto__ is a field like any other.
  const ordered: Record<string, unknown> = Object.create(null);
  for (const field of FIELD_ORDER) {
    if (Object.hasOwn(call, field)) ordered[field] = call[field as keyof CallRecord];
  }
  for (const [name, value] of Object.entries(call)) {
    if (!(name in ordered)) ordered[name] = value;
  }
  return ordered;
}
