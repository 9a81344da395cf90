import { REPORTED_COSTS } from "../../book/index.ts";
import type { CallRecord } from "../../model/index.ts";

/** The fields of a call that hold money. */
export const MONEY_FIELDS = [
  ...REPORTED_COSTS,
  "costSuggestedRetail",
] as const satisfies readonly (keyof CallRecord)[];

/** The fields of a call that a column can become: what a carrier may report, and not what rating writes. */
export const READABLE_FIELDS = [
  "id",
  "target",
  "numberID",
  "external",
  "callTypeDirectionFlag",
  "startDate",
  "startTime",
  "duration",
  "bytes",
  "events",
  "carrier",
  "callCarrier",
  "chargeBand",
  "tariffTypeCarrier",
  "tariffType",
  "tariffTime",
  "callTypeOriginationTypeFlag",
  "callTypeRecordingFlag",
  "location",
  "carrierCallID",
  "aLegID",
  "callGroup",
  "extension",
  "terminationNumber",
  "locationCarrier",
  "locationFull",
  "terminationLocation",
  "terminationLocationFull",
  "answerTime",
  ...MONEY_FIELDS,
] as const satisfies readonly (keyof CallRecord)[];

/** A field of a call that a column can become. */
export type ReadableField = (typeof READABLE_FIELDS)[number];
