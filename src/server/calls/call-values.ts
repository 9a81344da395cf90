/** Calls in answers (H17): the fields of the seeds and those of Tollbook. */
import { currencyOf } from "../../book/index.ts";
import { costFields } from "../../model/index.ts";
import { sumAmounts, toDecimalText } from "../../money/index.ts";
import type { Present } from "../store/index.ts";
import { callOf, type StoredCall } from "./call-rows.ts";

/** The costs of a call in the order of the seeds. */
const COSTS = ["costBase", "cost", "costCDR", "costCarrier"] as const;
const COST_NAMES: readonly string[] = [...COSTS.flatMap(costFields), "costSuggestedRetail"];

/** Fields that the seeds list as Number. */
const NUMBERS: ReadonlySet<string> = new Set(["duration", "bytes", "events", "answerTime"]);

const OF_RESULT: readonly string[] = ["numberID", "tariffType", "tariffTypeUsed", "tariffTime", "location"];

/** The fields of a call in the seeds, without costs. */
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

/** Converts a call for an answer; the book tells the currency in which its customer is billed. */
export function callValues(stored: StoredCall, present: Present): Values {
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
  return { ...values, tollbook: tollbookValues(stored, result, present) };
}

function tollbookValues(stored: StoredCall, result: Values, present: Present): Values {
  const customer = stored.customer_id;
  return {
    customerID: customer,
    // Null where the book has the customer no more.
    currency:
      customer !== null && present.record("customers", customer) ? currencyOf(present.book, customer) : null,
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

/** A value as text (H4); flags stay flags. */
function textOf(value: unknown): unknown {
  if (value === undefined || value === null || value === "") return null;
  return typeof value === "number" ? String(value) : value;
}

/** An amount that was sent with a call in error, in the form of R1; other values as text. */
function amountOf(value: unknown): unknown {
  const text = value === undefined || value === null ? undefined : toDecimalText(value);
  return text === undefined ? textOf(value) : sumAmounts([text]);
}

function numberOf(value: unknown): unknown {
  if (value === undefined || value === null || value === "") return null;
  const number = typeof value === "string" ? Number(value) : value;
  return Number.isFinite(number) ? number : value;
}
