/** What a call costs on one side of a preview: the one source of a preview's amounts. */

import type { OpenedBook } from "../book/index.ts";
import {
  asReadBefore,
  CALL_DECIMALS,
  type CallResult,
  OUTCOMES,
  type RatedCall,
  type RatedColumns,
  type RepeatedField,
  rateCall,
  reportedTotal,
} from "../engine/index.ts";
import { type CallRecord, type CheckedCustomer, isBlank, REPORTED_COSTS, safely } from "../model/index.ts";
import { toDecimalText, toUnits, type Units } from "../money/index.ts";
import type { PreviewReport, UnratedReason } from "./preview-report.ts";

/** What a side knows of a call's wholesale cost, in whole units of 10^-decimals pence; undefined where it is not known. */
export interface KnownWholesale {
  readonly calculated: Units | undefined;
  readonly calculatedDecimals: number;
  /** What the carrier reported. */
  readonly reported: Units | undefined;
  readonly reportedDecimals: number;
}

/** Amounts in whole units of 10^-decimals pence. */
export interface Costs extends KnownWholesale {
  readonly retail: Units;
  readonly retailDecimals: number;
}

/** The costs of a rated call. */
function costsOf(result: RatedCall): Costs {
  const { retail, wholesale, decimals } = result.units;
  return {
    retail,
    retailDecimals: decimals,
    calculated: wholesale,
    calculatedDecimals: decimals,
    reported: reportedTotal(result.reported.carrierCost),
    reportedDecimals: CALL_DECIMALS,
  };
}

/** Which of the two retail costs of a record is compared: before discounts, or what was charged after them. */
export type ComparedCost = PreviewReport["compares"];

/** What a record says was charged; without an amount where it does not say. */
interface RecordedCosts extends KnownWholesale {
  readonly retail: Units | undefined;
}

/**
 * What a record says was charged: `cost` (after discounts), where that is blank `costBase` (before them), or the other
 * way round. Unlike the amounts that rating reads, these have no bound but their length: rating may have written them.
 */
function recordedCosts(call: CallRecord, compares: ComparedCost): RecordedCosts | "malformed-record" {
  return safely(() => readCosts(call, compares), "malformed-record");
}

function readCosts(call: CallRecord, compares: ComparedCost): ReturnType<typeof recordedCosts> {
  if (typeof call !== "object" || call === null) return "malformed-record";
  const [first, second] = compares === "base" ? [call.costBase, call.cost] : [call.cost, call.costBase];
  const retail = recordedUnits(isBlank(first) ? second : first);
  if (retail === undefined) return "malformed-record";
  return {
    retail: retail ?? undefined,
    calculated: recordedUnits(call.costCarrier) ?? undefined,
    calculatedDecimals: CALL_DECIMALS,
    reported: reportedUnits(call),
    reportedDecimals: CALL_DECIMALS,
  };
}

/** Units of 10^-CALL_DECIMALS pence; null where blank, undefined where it is no amount of a call. */
function recordedUnits(value: unknown): bigint | null | undefined {
  if (isBlank(value)) return null;
  const text = toDecimalText(value);
  return text === undefined ? undefined : toUnits(text, CALL_DECIMALS);
}

/** What the carrier reported; undefined where the record does not name it, or not so that it can be read. */
function reportedUnits(call: CallRecord): bigint | undefined {
  // R15: components beside a total add up to it.
  if (!isBlank(call.costCDR)) return recordedUnits(call.costCDR) ?? undefined;
  const components = REPORTED_COSTS.slice(1).map((field) => recordedUnits(call[field]));
  if (components.includes(undefined) || components.every((units) => units === null)) return undefined;
  return components.reduce<bigint>((sum, units) => sum + (units ?? 0n), 0n);
}

const FACTS = [
  "customerID",
  "numberID",
  "tariffClass",
  "tariffType",
  "tariffID",
  "tariff",
  "tariffTime",
] as const;

/** The lines of the breakdowns that a call belongs to; null where it is not known. */
export type PreviewFacts = Readonly<Record<(typeof FACTS)[number], string | null>>;

/** What a record says, as written by an earlier rating, and where it is silent what the book gives the call. */
export function factsAsRecorded(call: CallRecord, rated: PreviewFacts | undefined): PreviewFacts {
  const fields = call as Readonly<Record<string, unknown>>;
  const recorded = {} as Record<(typeof FACTS)[number], string | null>;
  for (const name of FACTS) {
    const value = safely(() => fields[name], undefined);
    const isText = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
    recorded[name] = isText && value !== "" ? String(value) : null;
  }
  if (rated === undefined) return recorded;
  const { tariffID, tariff } = recorded;
  const namesTariff = tariffID !== null || (tariff !== null && tariff !== rated.tariff);
  for (const name of FACTS) recorded[name] ??= rated[name];
  return namesTariff ? { ...recorded, tariffID, tariff } : recorded;
}

/** What the calls are priced by: an opened book, or `"recorded"`, what each record says was charged. */
export type PreviewSide = OpenedBook | "recorded";

/** What one side makes of a call. */
export interface SideResult {
  /** Undefined where the call has no price on this side; `reason` then says why. */
  readonly costs: Costs | undefined;
  /** What the side knows of the wholesale cost, whether or not it prices the call. */
  readonly wholesale: KnownWholesale | undefined;
  readonly reason: UnratedReason | undefined;
  /** What a book made of it; undefined where the record's own amounts are taken. */
  readonly result: CallResult | undefined;
  /** The rated call, where a book rated it. */
  readonly rated: RatedCall | undefined;
}

/** Prices a call; `readBefore` is the field by which it was read before in this run. */
export type Charger = (call: CallRecord, line: number, readBefore: RepeatedField | undefined) => SideResult;

/** The charger of a side. */
export function chargerOf(side: PreviewSide, reclassify: boolean, compares: ComparedCost): Charger {
  if (side === "recorded") return recordedCharger(compares);
  return (call, line, readBefore) => {
    const rated = rateCall(side, call, { reclassify, line });
    const result = readBefore === undefined ? rated : asReadBefore(rated, call, readBefore);
    return chargedBy(result);
  };
}

/** What a result of a book says of a call. */
export function chargedBy(result: CallResult): SideResult {
  if (result.outcome !== "rated") {
    return unpriced(result.outcome === "ignored" ? "ignored" : result.error, { result });
  }
  const costs = costsOf(result);
  return { costs, wholesale: costs, reason: undefined, result, rated: result };
}

/** Why a row of columns has no price; undefined where it has one. */
export function reasonOf(rated: RatedColumns, row: number): UnratedReason | undefined {
  const outcome = OUTCOMES[rated.outcome[row] as number];
  if (outcome === "rated") return undefined;
  return outcome === "ignored" ? outcome : rated.keys.error(rated.error[row] as number);
}

function recordedCharger(compares: ComparedCost): Charger {
  return (call, _line, readBefore) => {
    const recorded = recordedCosts(call, compares);
    if (recorded === "malformed-record") return unpriced(recorded);
    if (readBefore !== undefined) return unpriced("duplicate-call");
    const { retail } = recorded;
    if (retail === undefined) return unpriced("not-recorded", { wholesale: recorded });
    const costs = { ...recorded, retail, retailDecimals: CALL_DECIMALS };
    return { costs, wholesale: costs, reason: undefined, result: undefined, rated: undefined };
  };
}

function unpriced(
  reason: UnratedReason,
  { result, wholesale }: Partial<Pick<SideResult, "result" | "wholesale">> = {},
): SideResult {
  return { costs: undefined, wholesale, reason, result, rated: undefined };
}

/** Looks names up by id; the id itself where there is none, null where there is no id. */
export interface Names {
  readonly customer: (id: string | null) => string | null;
  readonly number: (id: string | null) => string | null;
  readonly tariff: (id: string | null) => string | null;
}

/** Names of the given books; the first that has one counts. */
export function namesOf(books: readonly OpenedBook[]): Names {
  const customers = new Map<string, string>();
  const numbers = new Map<string, string>();
  const tariffs = new Map<string, string>();
  for (const { records } of books) {
    for (const customer of records.customers) setOnce(customers, customer.id, customerName(customer));
    for (const { id, number } of records.numbers) setOnce(numbers, id, number);
    for (const { id, name } of records.tariffs) setOnce(tariffs, id, name);
  }
  const inMap = (names: ReadonlyMap<string, string>) => (id: string | null) =>
    id === null ? null : (names.get(id) ?? id);
  return { customer: inMap(customers), number: inMap(numbers), tariff: inMap(tariffs) };
}

function setOnce(names: Map<string, string>, id: string, name: string | undefined): void {
  if (name !== undefined && !names.has(id)) names.set(id, name);
}

function customerName({ companyName, firstnames, lastname }: CheckedCustomer): string | undefined {
  if (companyName !== undefined) return companyName;
  const person = [firstnames, lastname].filter((part) => part !== undefined).join(" ");
  return person === "" ? undefined : person;
}
