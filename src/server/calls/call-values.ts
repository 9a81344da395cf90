/** Calls as they are answered (H17): the fields of the seeds, and what Tollbook says of them. */
import { costFields } from "../../model/index.ts";
import { sumAmounts, toDecimalText } from "../../money/index.ts";
import { callOf, type StoredCall } from "./call-rows.ts";

/** The costs of a call in the order of the seeds. */
const COSTS = ["costBase", "cost", "costCDR", "costCarrier"] as const;
const COST_NAMES: readonly string[] = [...COSTS.flatMap(costFields), "costSuggestedRetail"];

/** What the seeds list as Number. */
const NUMBERS: ReadonlySet<string> = new Set(["duration", "bytes", "events", "answerTime"]);

/** Fields that a call has from its result, where it was rated. */
const OF_RESULT: readonly string[] = ["numberID", "tariffType", "tariffTypeUsed", "tariffTime", "location"];

/** The fields of a call in the seeds, but costs. */
const CALL_VALUE_NAMES: readonly string[] = [
  "id",
  "target",
  "numberID",
  "extension",
  "external",
  "terminationNumber",
  "locationCarrier",
  "chargeBand",
  "startDate",
  "startTime",
  "duration",
  "bytes",
  "events",
  "answerTime",
  "CDRFileID",
  "lineNumber",
  "carrierCallID",
  "callGroup",
  "aLegID",
  "location",
  "locationFull",
  "terminationLocation",
  "terminationLocationFull",
  "callTypeDirectionFlag",
  "tariffType",
  "tariffTypeCarrier",
  "tariffTypeUsed",
  "callTypeOriginationTypeFlag",
  "callTypeRecordingFlag",
  "tariffTime",
  "carrier",
  "callCarrier",
];

type Values = Readonly<Record<string, unknown>>;

/** A call as it is answered. */
export function callValues(stored: StoredCall): Values {
  const call = callOf(stored) as Values;
  const result: Values = stored.record === null ? {} : JSON.parse(stored.record);
  const isRated = stored.outcome === "rated";
  const values: Record<string, unknown> = {};
  for (const name of CALL_VALUE_NAMES) {
    const value = (isRated && OF_RESULT.includes(name) ? result[name] : undefined) ?? call[name];
    values[name] = NUMBERS.has(name) ? numberOf(value) : textOf(value);
  }
  values.numberID = stored.number_id ?? values.numberID;
  for (const name of COST_NAMES) {
    const isReported = name.startsWith("costCDR") || name === "costSuggestedRetail";
    values[name] = isRated ? (result[name] ?? null) : isReported ? amountOf(call[name]) : null;
  }
  for (const [name, value] of Object.entries(call)) {
    if (!Object.hasOwn(values, name) && name !== "tollbook") values[name] = value === "" ? null : value;
  }
  return { ...values, tollbook: ownValues(stored, result) };
}

function ownValues(stored: StoredCall, result: Values): Values {
  return {
    customerID: stored.customer_id,
    featureID: result.featureID ?? null,
    tariffID: result.tariffID ?? null,
    tariff: result.tariff ?? null,
    method: result.method ?? null,
    revision: stored.revision === null ? null : Number(stored.revision),
    digest: stored.digest,
    batchID: stored.batch_id,
    invoiceID: stored.invoice_id,
    late: result.late === true,
    error: result.error ?? null,
    message: result.message ?? result.reason ?? null,
  };
}

/** Text out (H4); flags stay what they are. */
function textOf(value: unknown): unknown {
  if (value === undefined || value === null || value === "") return null;
  return typeof value === "number" ? String(value) : value;
}

/** An amount that a call in error was sent with, as R1 has it where it is one. */
function amountOf(value: unknown): unknown {
  const text = value === undefined || value === null ? undefined : toDecimalText(value);
  return text === undefined ? textOf(value) : sumAmounts([text]);
}

function numberOf(value: unknown): unknown {
  if (value === undefined || value === null || value === "") return null;
  const number = typeof value === "string" ? Number(value) : value;
  return Number.isFinite(number) ? number : value;
}
