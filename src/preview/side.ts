/** Costs of a call on one side of a preview: the only source of a preview's amounts. */

import type { OpenedBook } from "../book/index.ts";
import {
  type AppliedDiscount,
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

/** The wholesale costs of a call on one side, in whole units of 10^-decimals pence; undefined where unknown. */
export interface KnownWholesale {
  readonly calculated: Units | undefined;
  /** Of the calculated cost, and of the retail cost. */
  readonly decimals: number;
  /** The cost that the carrier reported. */
  readonly reported: Units | undefined;
  readonly reportedDecimals: number;
}

/** Amounts in whole units of 10^-decimals pence. */
export interface Costs extends KnownWholesale {
  readonly retail: Units;
}

function costsOf(result: RatedCall): Costs {
  const { retail, wholesale, decimals } = result.units;
  return {
    retail,
    calculated: wholesale,
    decimals,
    reported: reportedTotal(result.reported.carrierCost),
    reportedDecimals: CALL_DECIMALS,
  };
}

/** Which of the two retail costs of a record is compared: before discounts, or charged after discounts. */
export type ComparedCost = PreviewReport["compares"];

/** The charged costs of a record; `retail` is undefined where the record has none. */
interface RecordedCosts extends KnownWholesale {
  readonly retail: Units | undefined;
}

/**
 * The charged costs of a record: `cost` (after discounts) with `costBase` (before discounts) as fallback, or the other
 * way round. Unlike the amounts that rating reads, these amounts have no bound but their length: rating may have
 * written them.
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
    decimals: CALL_DECIMALS,
    reported: reportedUnits(call),
    reportedDecimals: CALL_DECIMALS,
  };
}

/** Units of 10^-CALL_DECIMALS pence; null for a blank value, undefined for a value that is no amount of a call. */
function recordedUnits(value: unknown): bigint | null | undefined {
  if (isBlank(value)) return null;
  const text = toDecimalText(value);
  return text === undefined ? undefined : toUnits(text, CALL_DECIMALS);
}

/** The cost that the carrier reported; undefined where the record has no cost that can be read. */
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

/** The keys of a call's lines in the breakdowns; null where unknown. */
export type PreviewFacts = Readonly<Record<(typeof FACTS)[number], string | null>>;

/** The keys that an earlier rating wrote to a record, with the keys that the book gives as fallback. */
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

/** The source of a side's prices: an opened book, or `"recorded"`, the charged cost of each record. */
export type PreviewSide = OpenedBook | "recorded";

export interface SideResult {
  /** Undefined where the call has no price on this side; `reason` then says why. */
  readonly costs: Costs | undefined;
  /** The known wholesale cost, whether or not the side prices the call. */
  readonly wholesale: KnownWholesale | undefined;
  readonly reason: UnratedReason | undefined;
  /** The result of a book; undefined where the amounts come from the record. */
  readonly result: CallResult | undefined;
  readonly rated: RatedCall | undefined;
}

/** Prices a call; `readBefore` is the field by which the call repeats an earlier call of this run. */
export type Charger = (call: CallRecord, line: number, readBefore: RepeatedField | undefined) => SideResult;

export function chargerOf(side: PreviewSide, reclassify: boolean, compares: ComparedCost): Charger {
  if (side === "recorded") return recordedCharger(compares);
  return (call, line, readBefore) => {
    const rated = rateCall(side, call, { reclassify, line });
    const result = readBefore === undefined ? rated : asReadBefore(rated, call, readBefore);
    return chargedBy(result);
  };
}

export function chargedBy(result: CallResult): SideResult {
  if (result.outcome !== "rated") {
    return unpriced(result.outcome === "ignored" ? "ignored" : result.error, { result });
  }
  const costs = costsOf(result);
  return { costs, wholesale: costs, reason: undefined, result, rated: result };
}

/** A call's costs after the discount that the plans of its side's book give. */
export function discountedBy(
  charged: SideResult,
  discount: AppliedDiscount | undefined,
  side: PreviewSide,
): SideResult {
  const { rated } = charged;
  if (rated === undefined || discount === undefined || side === "recorded") return charged;
  return chargedBy(rated.withDiscount(discount, side.tables));
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
    const costs = { ...recorded, retail };
    return { costs, wholesale: costs, reason: undefined, result: undefined, rated: undefined };
  };
}

/** The other side of a call that is billed in two currencies: an amount of the one is no change of the other (R24). */
export const OTHER_CURRENCY: SideResult = unpriced("currency-mismatch");

function unpriced(
  reason: UnratedReason,
  { result, wholesale }: Partial<Pick<SideResult, "result" | "wholesale">> = {},
): SideResult {
  return { costs: undefined, wholesale, reason, result, rated: undefined };
}

/** Looks names up by id; the id itself where there is no name, null where there is no id. */
export type Names = Readonly<Record<"customer" | "number" | "tariff", (id: string | null) => string | null>>;

/** Names of the given books; the first book that has a name counts. */
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
