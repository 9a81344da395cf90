/**
 * The wholesale cost of a record (R15): the carrier-reported total and components, as given. Amounts become text or
 * whole units of 10^-10 pence only for writing or computing, so that a record that is only passed on costs next to
 * nothing.
 */
import {
  type CallRecord,
  isBlank,
  type PerCost,
  perComponent,
  REPORTED_COSTS,
  safely,
} from "../../model/index.ts";
import {
  decimalPlaces,
  formatUnits,
  toDecimalText,
  toSafeUnits,
  toUnits,
  type Units,
} from "../../money/index.ts";

/** Decimal places of an amount on a call (R2). */
export const CALL_DECIMALS = 10;
/** Largest amount on a call in pence (R2). */
export const MAX_CALL_AMOUNT = 1_000_000_000;
const MAX_UNITS = BigInt(MAX_CALL_AMOUNT) * 10n ** BigInt(CALL_DECIMALS);
/** Any text this short is within bounds: at most nine digits before the point and ten behind it. */
const SHORT = 10;

/**
 * An amount on a call as it was given: decimal text, or a number that is the nearest to a multiple of 0.0001;
 * null where blank.
 */
export type CallAmount = string | number | null;

/** An amount on a call; false where it is no amount within R2's bounds. */
export function readCallAmount(value: unknown): CallAmount | false {
  if (isBlank(value)) return null;
  // A number nearest to m ÷ 10,000 with at most 15 digits in m has m ÷ 10,000 as its shortest decimal form (R1).
  if (typeof value === "number" && value <= 1e9 && value >= -1e9 && Math.round(value * 1e4) / 1e4 === value)
    return value;
  const text = toDecimalText(value);
  if (text === undefined) return false;
  if (text.length < SHORT) return text;
  if (decimalPlaces(text) > CALL_DECIMALS) return false;
  const units = toUnits(text, CALL_DECIMALS) ?? 0n;
  return units <= MAX_UNITS && units >= -MAX_UNITS ? text : false;
}

/** An amount on a call in canonical form: no leading zeros, no trailing zeros, no `-0` (R1). */
export function callAmountText(amount: CallAmount): string | null {
  if (amount === null) return null;
  // -0 is 0; a multiple of 0.0001 has no exponent.
  if (typeof amount === "number") return String(amount + 0);
  return isCanonical(amount) ? amount : formatUnits(callUnits(amount), CALL_DECIMALS);
}

/** Whether a decimal text is already canonical, as nearly all texts are. */
function isCanonical(text: string): boolean {
  if (text === "0") return true;
  const first = text.charCodeAt(0);
  if (first < ONE || first > NINE) return false;
  return !text.includes(".") || text.charCodeAt(text.length - 1) !== ZERO;
}

const POINT = 46;
const ZERO = 48;
const ONE = 49;
const NINE = 57;

/** The carrier-reported amounts of a record, total first, each as it was given. */
export type CarrierCost = PerCost<CallAmount>;

/** A record that reports nothing. */
export const NO_CARRIER_COST: CarrierCost = [null, ...perComponent(() => null)];

/** An amount on a call in whole units of 10^-10 pence; blank is 0. */
export function callUnits(amount: CallAmount): bigint {
  if (amount === null) return 0n;
  if (typeof amount === "number") return BigInt(Math.round(amount * 1e4)) * 1_000_000n;
  return toUnits(amount, CALL_DECIMALS) ?? 0n;
}

/** An amount on a call in whole micro-pence, as a double; NaN where it has more decimal places than that. */
export function callMicroPence(amount: CallAmount): number {
  if (amount === null) return 0;
  if (typeof amount === "number") return Math.round(amount * 1e4) * 100;
  const negative = amount.charCodeAt(0) === 45;
  let digits = 0;
  let places = -1;
  for (let at = negative ? 1 : 0; at < amount.length; at++) {
    const code = amount.charCodeAt(at);
    if (code === POINT) places = 0;
    else if (places === 6) {
      // Zeros may follow.
      if (code !== ZERO) return Number.NaN;
    } else {
      digits = digits * 10 + code - ZERO;
      if (places >= 0) places++;
    }
  }
  // At most 10^9 pence: every step on the way is a whole number below 2^53.
  const micro = digits * (SCALES[places < 0 ? 0 : places] as number);
  return negative ? -micro : micro;
}

const SCALES: readonly number[] = [1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1];

/**
 * R15: whether the total and the components agree: always without a total, and with a blank basic, which is the total
 * less the other components.
 */
export function carrierCostAgrees(cost: CarrierCost): boolean {
  const [total, basic] = cost;
  if (total === null || basic === null) return true;
  // At most seven times 10^15 micro-pence, below 2^53; NaN where an amount is finer.
  let micro = -callMicroPence(total);
  for (let at = 1; at < cost.length; at++) micro += callMicroPence(cost[at] as CallAmount);
  if (!Number.isNaN(micro)) return micro === 0;
  return cost.slice(1).reduce<bigint>((sum, amount) => sum + callUnits(amount), 0n) === callUnits(total);
}

/** R15: the components to mark up, in units of 10^-10 pence; undefined where the record carries no cost at all. */
export function reportedComponents(cost: CarrierCost): readonly bigint[] | undefined {
  const [total, basic, ...others] = cost;
  if (cost.every((amount) => amount === null)) return undefined;
  const rest = others.map(callUnits);
  if (basic !== null || total === null) return [callUnits(basic), ...rest];
  return [rest.reduce((left, other) => left - other, callUnits(total)), ...rest];
}

/** R15: the total cost that the record reports, in units of 10^-10 pence; undefined where it carries no cost at all. */
export function reportedTotal(cost: CarrierCost): Units | undefined {
  const [total] = cost;
  // Components beside a total add up to it.
  if (total !== null) return fewUnits(total);
  return reportedComponents(cost)?.reduce((sum, units) => sum + units, 0n);
}

/** An amount in units of 10^-10 pence, as a double where it is a safe integer. */
function fewUnits(amount: string | number): Units {
  if (typeof amount === "string") return toSafeUnits(amount, CALL_DECIMALS) ?? callUnits(amount);
  const units = Math.round(amount * 1e4) * 1e6;
  return Number.isSafeInteger(units) ? units : callUnits(amount);
}

/** The costs that a record reports, null where they cannot be read: for sums over calls in error. */
export function reportedInRecord(call: CallRecord): CarrierCost {
  return REPORTED_COSTS.map((field) => {
    const amount = readCallAmount(safely<unknown>(() => call[field], null));
    return amount === false ? null : amount;
  }) as unknown as CarrierCost;
}
