/** What a call costs on one side of a preview: the one source of a preview's amounts. */

import type { OpenedBook } from "../book/index.ts";
import {
  asReadBefore,
  type BatchOptions,
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
import type { UnratedReason } from "./preview-report.ts";

/** Amounts in whole units of 10^-decimals pence. */
export interface Costs {
  readonly retail: Units;
  readonly retailDecimals: number;
  /** Undefined where it is not known. */
  readonly wholesale: Units | undefined;
  readonly wholesaleDecimals: number;
}

/**
 * The costs of a rated call. Wholesale is what the carrier reported and, where it reported nothing, what was
 * calculated, as in a tally.
 */
export function costsOf(result: RatedCall): Costs {
  const { retail, wholesale, decimals } = result.units;
  const reported = reportedTotal(result.reported.carrierCost);
  return {
    retail,
    retailDecimals: decimals,
    wholesale: reported ?? wholesale,
    wholesaleDecimals: reported === undefined ? decimals : CALL_DECIMALS,
  };
}

/**
 * What a record says was charged: `cost` (after discounts), where that is blank `costBase` (before them).
 * Wholesale is `costCDR` or its components, where all are blank `costCarrier`. Unlike the amounts that rating
 * reads, these have no bound but their length: rating may have written them.
 */
function recordedCosts(call: CallRecord): Costs | "not-recorded" | "malformed-record" {
  return safely(() => readCosts(call), "malformed-record");
}

function readCosts(call: CallRecord): ReturnType<typeof recordedCosts> {
  if (typeof call !== "object" || call === null) return "malformed-record";
  const retail = recordedUnits(isBlank(call.cost) ? call.costBase : call.cost);
  if (retail === null) return "not-recorded";
  if (retail === undefined) return "malformed-record";
  const wholesale = recordedWholesale(call);
  return { retail, retailDecimals: CALL_DECIMALS, wholesale, wholesaleDecimals: CALL_DECIMALS };
}

/** Units of 10^-CALL_DECIMALS pence; null where blank, undefined where it is no amount of a call. */
function recordedUnits(value: unknown): bigint | null | undefined {
  if (isBlank(value)) return null;
  const text = toDecimalText(value);
  return text === undefined ? undefined : toUnits(text, CALL_DECIMALS);
}

/** Undefined where the record names no wholesale cost, or one that cannot be read. */
function recordedWholesale(call: CallRecord): bigint | undefined {
  // R15: components beside a total add up to it.
  if (!isBlank(call.costCDR)) return recordedUnits(call.costCDR) ?? undefined;
  const components = REPORTED_COSTS.slice(1).map((field) => recordedUnits(call[field]));
  if (components.every((units) => units === null)) return recordedUnits(call.costCarrier) ?? undefined;
  return components.includes(undefined)
    ? undefined
    : components.reduce<bigint>((sum, units) => sum + (units ?? 0n), 0n);
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
  readonly reason: UnratedReason | undefined;
  /** What a book made of it; undefined where the record's own amounts are taken. */
  readonly result: CallResult | undefined;
  /** The rated call, where a book rated it. */
  readonly rated: RatedCall | undefined;
}

/** Prices a call; `readBefore` is the field by which it was read before in this run. */
export type Charger = (call: CallRecord, line: number, readBefore: RepeatedField | undefined) => SideResult;

/** The charger of a side. */
export function chargerOf(side: PreviewSide, { reclassify = false }: BatchOptions): Charger {
  if (side === "recorded") return chargeAsRecorded;
  return (call, line, readBefore) => {
    const rated = rateCall(side, call, { reclassify, line });
    const result = readBefore === undefined ? rated : asReadBefore(rated, call, readBefore);
    return chargedBy(result);
  };
}

/** What a result of a book says of a call. */
export function chargedBy(result: CallResult): SideResult {
  if (result.outcome === "rated") return { costs: costsOf(result), reason: undefined, result, rated: result };
  return unpriced(result.outcome === "ignored" ? "ignored" : result.error, result);
}

/** Why a row of columns has no price; undefined where it has one. */
export function reasonOf(rated: RatedColumns, row: number): UnratedReason | undefined {
  const outcome = OUTCOMES[rated.outcome[row] as number];
  if (outcome === "rated") return undefined;
  return outcome === "ignored" ? outcome : rated.keys.error(rated.error[row] as number);
}

const chargeAsRecorded: Charger = (call, _line, readBefore) => {
  const costs = recordedCosts(call);
  if (costs === "malformed-record") return unpriced(costs);
  if (readBefore !== undefined) return unpriced("duplicate-call");
  return costs === "not-recorded"
    ? unpriced(costs)
    : { costs, reason: undefined, result: undefined, rated: undefined };
};

function unpriced(reason: UnratedReason, result?: CallResult): SideResult {
  return { costs: undefined, reason, result, rated: undefined };
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

/** How a change spreads over the customers: how many of them in each band, and what they make together. */
