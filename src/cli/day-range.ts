import { parseCivilDate } from "../calendar/index.ts";
import { MOST_DAYS } from "../charges/index.ts";
import { wrongUsage } from "./cli-error.ts";

/** Refuses a range of days that charging does not take, before anything is read. */
export function requireRange({ from, to }: { readonly from: string; readonly to: string }): void {
  const first = requireDay("--from", from);
  const last = requireDay("--to", to);
  if (last < first) {
    throw wrongUsage(
      `--from ${from} is after --to ${to}.`,
      "Both days belong to the range; write the first one first.",
    );
  }
  const days = last - first + 1;
  if (days <= MOST_DAYS) return;
  throw wrongUsage(
    `${from} to ${to} are ${days} days; at most ${MOST_DAYS} are charged at once.`,
    "Charge the first part, with --features, and then the rest.",
  );
}

/** The number of a day, as an option names it. */
export function requireDay(option: string, text: string): number {
  const day = parseCivilDate(text);
  if (day !== undefined) return day;
  throw wrongUsage(
    `${option} is ${JSON.stringify(text)}, which is no date.`,
    "Write YYYY-MM-DD, such as 2026-10-01.",
  );
}
