/** Usage and amounts as columns hold them: NaN where blank, undefined where a column cannot hold the value. */
import { Refusal } from "../../book/index.ts";
import { MAX_EVENTS, MAX_SECONDS } from "../../model/index.ts";
import { callMicroPence, readCallAmount } from "../call/carrier-cost.ts";
import { BLANK, readUsage } from "../call/read-call.ts";

export type UsageField = keyof typeof USAGE;

const USAGE = {
  duration: { decimals: 3, max: MAX_SECONDS },
  bytes: { decimals: 0, max: Number.MAX_SAFE_INTEGER },
  events: { decimals: 0, max: MAX_EVENTS },
} as const;

/** Milliseconds, bytes or events. */
export function readColumnUsage(value: unknown, field: UsageField): number | undefined {
  const { decimals, max } = USAGE[field];
  const usage = readUsage(value, field, decimals, max);
  if (usage instanceof Refusal) return undefined;
  return usage === BLANK ? Number.NaN : usage;
}

/** Whole micro-pence (R15). */
export function readColumnAmount(value: unknown): number | undefined {
  const amount = readCallAmount(value);
  if (amount === false) return undefined;
  if (amount === null) return Number.NaN;
  const micro = callMicroPence(amount);
  return Number.isNaN(micro) ? undefined : micro + 0;
}
