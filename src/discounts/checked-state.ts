/** A state of discounts as it comes from outside, checked field by field. */
import { parseCivilDate } from "../calendar/index.ts";
import { isDecimalText, toUnits, type Units } from "../money/index.ts";
import { type Allowance, type Amounts, compact } from "./allowance.ts";
import { SECONDS_DECIMALS } from "./discount-pool.ts";
import type { DrawTurn } from "./draw-order.ts";
import type { DiscountState, PoolState } from "./state-records.ts";

/** Thrown where a state is none, or does not fit the book: its message says in what. */
export class DiscountStateError extends RangeError {
  override readonly name = "DiscountStateError";
}

const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;
const TEXT_FIELDS = ["customerID", "discountPlan", "discountPlanID"] as const;
const OPTIONAL_TEXT_FIELDS = ["discountPlanAllowancePoolName", "numberID"] as const;
const LIMIT_FIELDS = [
  "allowanceSeconds",
  "allowanceBytes",
  "allowanceEvents",
  "allowanceCalls",
  "allowanceValue",
] as const;
const USED_FIELDS = ["usedSeconds", "usedBytes", "usedEvents", "usedCalls", "usedValue"] as const;

/** A state, which may come from a file: every field is looked at before any is used. */
export function checkedState(state: DiscountState): DiscountState {
  const given: unknown = state;
  if (!isRecord(given) || given.version !== 2 || !Array.isArray(given.pools)) {
    throw new DiscountStateError(
      "The discount state is not of this version; discount the calls of its billing periods again without it.",
    );
  }
  const isWithoutBook = given.book === null && given.pools.length === 0;
  if (!isWithoutBook && !isStateBook(given.book)) {
    throw new DiscountStateError("The discount state's book: is not the settings that it depends on.");
  }
  for (const [at, pool] of (given.pools as readonly unknown[]).entries()) {
    const wrong = isRecord(pool) ? faultOf(pool) : ": is not a pool";
    if (wrong !== undefined) throw new DiscountStateError(`The discount state's pools[${at}]${wrong}.`);
  }
  return state;
}

function isStateBook(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.currency === "string" &&
    typeof value.currencyDecimals === "number" &&
    typeof value.timeZone === "string" &&
    typeof value.billingPeriodStartDay === "number"
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function faultOf(pool: Readonly<Record<string, unknown>>): string | undefined {
  for (const field of TEXT_FIELDS) if (typeof pool[field] !== "string") return `.${field}: is not text`;
  for (const field of OPTIONAL_TEXT_FIELDS) {
    if (pool[field] !== null && typeof pool[field] !== "string") return `.${field}: is neither text nor null`;
  }
  if (typeof pool.startDate !== "string" || parseCivilDate(pool.startDate) === undefined) {
    return ".startDate: is not a date";
  }
  for (const field of USED_FIELDS) {
    if (!isQuantity(pool[field])) return `.${field}: is not an amount`;
  }
  for (const field of LIMIT_FIELDS) {
    const limit = pool[field];
    if (limit !== null && !isQuantity(limit)) return `.${field}: is neither an amount nor null`;
  }
  if (!Array.isArray(pool.carriers) || !pool.carriers.every(isCarrier)) {
    return ".carriers: is not a list of what filled it";
  }
  const { last } = pool;
  if (!isRecord(last) || typeof last.start !== "string" || !INSTANT.test(last.start)) {
    return ".last.start: is not an instant";
  }
  if (Number.isNaN(Date.parse(last.start))) return ".last.start: is not an instant";
  if (last.id !== null && typeof last.id !== "string") return ".last.id: is neither text nor null";
  return undefined;
}

function isQuantity(value: unknown): value is string {
  return typeof value === "string" && isDecimalText(value) && !value.startsWith("-");
}

function isCarrier(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.carrier === "string" &&
    Array.isArray(value.planIDs) &&
    value.planIDs.every((id) => typeof id === "string")
  );
}

/** What a pool's state says has been used. */
export function usedOf(pool: PoolState, valueDecimals: number): Amounts {
  return {
    milliseconds: unitsOf(pool, "usedSeconds", SECONDS_DECIMALS),
    bytes: unitsOf(pool, "usedBytes", 0),
    events: unitsOf(pool, "usedEvents", 0),
    calls: unitsOf(pool, "usedCalls", 0),
    value: unitsOf(pool, "usedValue", valueDecimals),
  };
}

/** What a pool's state says it held. */
export function allowanceIn(pool: PoolState, valueDecimals: number): Allowance {
  const limit = (field: (typeof LIMIT_FIELDS)[number], decimals: number): Units | undefined =>
    pool[field] === null ? undefined : unitsOf(pool, field, decimals);
  return {
    milliseconds: limit("allowanceSeconds", SECONDS_DECIMALS),
    bytes: limit("allowanceBytes", 0),
    events: limit("allowanceEvents", 0),
    calls: limit("allowanceCalls", 0),
    value: limit("allowanceValue", valueDecimals),
  };
}

function unitsOf(
  pool: PoolState,
  field: (typeof USED_FIELDS)[number] | (typeof LIMIT_FIELDS)[number],
  decimals: number,
): Units {
  const units = toUnits(pool[field] ?? "0", decimals);
  if (units !== undefined) return compact(units);
  throw new DiscountStateError(
    `The discount state's ${field} ${pool[field]} has more than ${decimals} decimal places; it belongs to a book of other settings.`,
  );
}

/** The turn of the last call of a pool's state. */
export function turnOf({ last }: PoolState): DrawTurn {
  return { instant: Date.parse(last.start), id: last.id };
}
