/**
 * The wholesale cost a record carries (R15): the carrier-reported total and components, as they were
 * given. They are kept as text and turned into whole units of 10^-10 pence only when something is
 * computed from them, so that a record that merely passes through costs next to nothing.
 */
import { isBlank } from "../model/index.ts";
import { decimalPlaces, toDecimalText, toSafeUnits, toUnits, type Units } from "../money/index.ts";

/** Decimal places of an amount on a call (R2). */
export const CALL_DECIMALS = 10;
/** Largest amount on a call in pence (R2). */
export const MAX_CALL_AMOUNT = 1_000_000_000;
const MAX_UNITS = BigInt(MAX_CALL_AMOUNT) * 10n ** BigInt(CALL_DECIMALS);
/** Any text this short is within bounds: at most nine digits before the point and ten behind it. */
const SHORT = 10;

/** An amount on a call as plain decimal text, null where blank; false where it is no amount within R2's bounds. */
export function readCallAmount(value: unknown): string | null | false {
  if (isBlank(value)) return null;
  const text = toDecimalText(value);
  if (text === undefined) return false;
  if (text.length < SHORT) return text;
  if (decimalPlaces(text) > CALL_DECIMALS) return false;
  const units = toUnits(text, CALL_DECIMALS) ?? 0n;
  return units <= MAX_UNITS && units >= -MAX_UNITS ? text : false;
}

/** The six carrier-reported amounts of a record, total first, each as text or null. */
export type CarrierCost = readonly [
  total: string | null,
  basic: string | null,
  accessCharge: string | null,
  mobileOrigination: string | null,
  payphoneOrigination: string | null,
  callRecording: string | null,
];

/** A record that reports nothing. */
export const NO_CARRIER_COST: CarrierCost = [null, null, null, null, null, null];

/** An amount on a call in whole units of 10^-10 pence; blank is 0. */
export function callUnits(text: string | null): bigint {
  return text === null ? 0n : (toUnits(text, CALL_DECIMALS) ?? 0n);
}

/**
 * R15: whether a total and the components beside it agree. Only with a total and some component is there
 * anything to disagree; a blank basic is then the total less the others.
 */
export function carrierCostAgrees(cost: CarrierCost): boolean {
  const [total, basic, ...others] = cost;
  if (total === null || basic === null) return true;
  const sum = others.reduce((so, other) => so + callUnits(other), callUnits(basic));
  return sum === callUnits(total);
}

/** R15: the components to mark up, in units of 10^-10 pence; undefined where the record carries no cost at all. */
export function reportedComponents(cost: CarrierCost): readonly bigint[] | undefined {
  const [total, basic, ...others] = cost;
  if (cost.every((amount) => amount === null)) return undefined;
  const rest = others.map(callUnits);
  if (basic !== null || total === null) return [callUnits(basic), ...rest];
  return [rest.reduce((left, other) => left - other, callUnits(total)), ...rest];
}

/** R15: all that the record reports, in units of 10^-10 pence; undefined where it carries no cost at all. */
export function reportedTotal(cost: CarrierCost): Units | undefined {
  const [total] = cost;
  // Components beside a total add up to it.
  if (total !== null) return toSafeUnits(total, CALL_DECIMALS) ?? callUnits(total);
  return reportedComponents(cost)?.reduce((sum, units) => sum + units, 0n);
}
