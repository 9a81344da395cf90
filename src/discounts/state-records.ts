/** The stored records of a discount state, and their validation (R44). */
import { carrierKey, type PoolName } from "../book/index.ts";
import { parseCivilDate } from "../calendar/index.ts";
import { isDecimalText, toUnits, type Units } from "../money/index.ts";
import { type Allowance, compact, POOL_KINDS, type PoolAmounts, perKind } from "./allowance.ts";
import type { DrawTurn } from "./call-to-discount.ts";

type AmountKind = (typeof POOL_KINDS)[number];

/** The allowance of a pool, null without a limit of the kind, or its use. Plain decimal text; values are pounds. */
export type PoolTexts<W extends "allowance" | "used"> = {
  readonly [F in `${W}${AmountKind["field"]}`]: W extends "used" ? string : string | null;
};

/** The allowance of a pool; null where its plan has no limit of the kind. Plain decimal text; values are pounds. */
export type PoolLimits = PoolTexts<"allowance">;

/** A carrier that filled a pool, and the ids of the carrier's plans with allowances. */
export interface StateCarrier {
  /** `number 1007`, `feature 5`. */
  readonly carrier: string;
  readonly planIDs: readonly string[];
}

/**
 * A pool's use so far, its allowance, its carriers and the last call that came to the pool. Quantities are exact
 * decimal text.
 */
export interface PoolState extends PoolName, PoolLimits, PoolTexts<"used"> {
  /** First day of the billing period, `YYYY-MM-DD`. */
  readonly startDate: string;
  /** The id of the pool's plan. */
  readonly discountPlanID: string;
  readonly carriers: readonly StateCarrier[];
  /** The last call in drawing order: a call that sorts before it is late (R44). */
  readonly last: {
    /** The call's start as an instant, `2026-10-01T09:00:00.000Z`. */
    readonly start: string;
    readonly id: string | null;
  };
}

/** The settings of a book that decide its billing periods and the meaning of an amount of pounds. */
export interface StateBook {
  readonly currency: string;
  readonly currencyDecimals: number;
  readonly timeZone: string;
  readonly billingPeriodStartDay: number;
}

/**
 * The state of discounts after a batch: plain data, to be stored as JSON and passed to the next batch. A state
 * depends on the plans, carriers and periods that it names, and on nothing else of the book.
 */
export interface DiscountState {
  readonly version: 2;
  /** Null where no batch was discounted. */
  readonly book: StateBook | null;
  readonly pools: readonly PoolState[];
}

/** The key of a carrier in a period, unique over all customers. */
export function carrierInPeriod(customerID: string, carrier: string, startDate: string): string {
  return `${startDate} ${carrierKey(customerID, carrier)}`;
}

/** Thrown where a value is no state, or a state does not fit the book: the message says why. */
export class DiscountStateError extends RangeError {
  override readonly name = "DiscountStateError";
}

const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;
const TEXT_FIELDS = ["customerID", "discountPlan", "discountPlanID"] as const;
const OPTIONAL_TEXT_FIELDS = ["discountPlanAllowancePoolName", "numberID"] as const;
/** Validates a state, which may come from a file: every field is checked before any field is used. */
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
  for (const { field } of POOL_KINDS) {
    if (!isQuantity(pool[`used${field}`])) return `.used${field}: is not an amount`;
  }
  for (const { field } of POOL_KINDS) {
    const limit = pool[`allowance${field}`];
    if (limit !== null && !isQuantity(limit)) return `.allowance${field}: is neither an amount nor null`;
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

/** Makes the fields with a pool's allowance, or with its use, of a text for each kind. */
export function poolTexts<W extends "allowance" | "used">(
  what: W,
  make: (kind: AmountKind) => string | null,
): PoolTexts<W> {
  const entries = POOL_KINDS.map((kind) => [`${what}${kind.field}`, make(kind)]);
  return Object.fromEntries(entries) as PoolTexts<W>;
}

export function usedOf(pool: PoolState, valueDecimals: number): PoolAmounts {
  return perKind(({ field, decimals }) => unitsOf(pool, `used${field}`, decimals(valueDecimals)) ?? 0);
}

export function allowanceIn(pool: PoolState, valueDecimals: number): Allowance {
  return perKind(({ field, decimals }) => unitsOf(pool, `allowance${field}`, decimals(valueDecimals)));
}

function unitsOf(
  pool: PoolState,
  field: `${"used" | "allowance"}${AmountKind["field"]}`,
  decimals: number,
): Units | undefined {
  const text = pool[field];
  if (text === null) return undefined;
  const units = toUnits(text, decimals);
  if (units !== undefined) return compact(units);
  const settings = field.endsWith("Value")
    ? "costDecimals and currencyDecimals of the book allow; set costDecimals to what it was when the state was made, or discount the calls of its billing periods again without the state"
    : "there can be; it was not written by discounting";
  throw new DiscountStateError(
    `The discount state's ${field} ${text} has more than ${decimals} decimal places, as many as ${settings}.`,
  );
}

export function turnOf({ last }: PoolState): DrawTurn {
  return { instant: Date.parse(last.start), id: last.id };
}
