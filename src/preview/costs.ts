/** What a call costs on one side of a preview: the one place from which a preview takes amounts. */

import { CALL_DECIMALS, type RatedCall, reportedTotal } from "../engine/index.ts";
import { type CallRecord, isBlank, REPORTED_COSTS, safely } from "../model/index.ts";
import { toDecimalText, toUnits, type Units } from "../money/index.ts";

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
export function recordedCosts(call: CallRecord): Costs | "not-recorded" | "malformed-record" {
  return safely(() => readCosts(call), "malformed-record");
}

function readCosts(call: CallRecord): ReturnType<typeof recordedCosts> {
  if (typeof call !== "object" || call === null) return "malformed-record";
  const retail = recordedUnits(isBlank(call.cost) ? call.costBase : call.cost);
  if (retail === null) return "not-recorded";
  if (retail === undefined) return "malformed-record";
  return {
    retail,
    retailDecimals: CALL_DECIMALS,
    wholesale: recordedWholesale(call),
    wholesaleDecimals: CALL_DECIMALS,
  };
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
