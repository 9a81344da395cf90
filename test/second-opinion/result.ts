/** R30, R31: the result records, keys in the order of the command line's results. */
import type { Decimal } from "decimal.js";
import type { Call } from "./call.ts";
import { COMPONENTS, type Components, totalOf } from "./components.ts";
import type { CallError } from "./errors.ts";
import type { RatedCall } from "./rate-call.ts";
import { plain, type Row, text } from "./values.ts";

/** The id, or the line where the call has none. */
export type Label = { readonly id: string } | { readonly line: number | null };

export function ratedRow(label: Label, call: Call, rated: RatedCall): Row {
  const { callType, callTypeUsed, used } = rated;
  const destination = callTypeUsed.destination ?? callType.destination;
  const result: Record<string, unknown> = {
    ...label,
    numberID: orNull(rated.billed.number.id),
    customerID: orNull(rated.billed.customer.id),
    featureID: orNull(rated.feature?.id),
    tariffID: orNull(rated.tariff?.id),
    tariff: orNull(rated.tariff?.name),
    tariffType: callType.name,
    tariffTypeUsed: callTypeUsed.name,
    tariffClass: callType.tariffClass,
    tariffTime: rated.period,
    location: orNull(destination?.location) ?? orNull(call.location),
    method: rated.method,
    chargedDuration: used.seconds.toNumber(),
    chargedBytes: used.bytes.toNumber(),
    chargedEvents: used.events.toNumber(),
  };
  addCosts(result, "costBase", totalOf(rated.retail), rated.retail);
  addCosts(result, "cost", totalOf(rated.retail), rated.retail);
  addCosts(result, "costCDR", call.costs.costCDR, call.costs.costCDRComponents);
  addCosts(
    result,
    "costCarrier",
    rated.wholesale === null ? null : totalOf(rated.wholesale),
    rated.wholesale,
  );
  result.costSuggestedRetail = plain(call.costs.costSuggestedRetail);
  return result;
}

export function errorRow(label: Label, error: CallError): Row {
  const row: Row = { ...label, error: error.code, message: error.message };
  return error.field === null ? row : { ...row, field: error.field };
}

export function ignoredRow(label: Label, reason: unknown): Row {
  return { ...label, ignored: true, reason: orNull(reason) };
}

function addCosts(
  result: Record<string, unknown>,
  name: string,
  total: Decimal | null,
  components: Components | Readonly<Record<string, Decimal | null>> | null,
): void {
  const parts: Readonly<Record<string, Decimal | null>> = components ?? {};
  result[name] = plain(total);
  for (const component of COMPONENTS) result[name + component] = plain(parts[component] ?? null);
}

function orNull(value: unknown): string | null {
  return text(value) || null;
}
