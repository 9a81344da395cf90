/** Rows of a file that were passed over, by reason, as a sentence. */
import { counted, countText } from "./money-text.ts";
import { harmless } from "./plain-text.ts";

/** Most reasons in the sentence; the JSON has all reasons. */
const MOST_REASONS = 5;

/**
 * `3 rows passed over: left nobody 2, not a call 1`, the most frequent reason first; "" without such rows.
 *
 * @example passedOverText({ "not a call": 1, "did not leave the exchange": 2 })
 * // => "3 rows passed over: did not leave the exchange 2, not a call 1"
 */
export function passedOverText(passedOver: Readonly<Record<string, number>> | undefined): string {
  const reasons = Object.entries(passedOver ?? {}).sort(([, a], [, b]) => b - a);
  if (reasons.length === 0) return "";
  const rows = reasons.reduce((sum, [, count]) => sum + count, 0);
  const shown = reasons.slice(0, MOST_REASONS).map(([why, count]) => `${harmless(why)} ${countText(count)}`);
  const more = reasons.slice(MOST_REASONS);
  const rest = more.reduce((sum, [, count]) => sum + count, 0);
  if (more.length > 0) shown.push(`${counted(more.length, "more reason")} ${countText(rest)}`);
  return `${counted(rows, "row")} passed over: ${shown.join(", ")}`;
}
