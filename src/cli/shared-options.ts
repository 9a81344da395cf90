/** Options that several commands have, and what is asked of them before anything is read. */
import { InvalidArgumentError } from "commander";
import { parseCivilDate } from "../calendar/index.ts";
import { MOST_DAYS } from "../charges/index.ts";
import { CALL_FORMATS, type CallFormat, DEFAULT_DIALECT, MOST_THREADS } from "../files/index.ts";
import { wrongUsage } from "./cli-error.ts";
import { byDefault, choice, type DeclaredOption, flag, optional, required } from "./declare-command.ts";

export const BOOK = required("<file>", "the book");

/** Of the commands that read calls. */
export const CALLS_INPUT = {
  calls: required("<file>", "the calls, .jsonl, .csv or UK standard CDRs; - reads standard input"),
  callsFormat: formatOption("format of the calls; without it the file's name tells", CALL_FORMATS),
  dialect: optional("<file|name>", `how a carrier writes UK standard CDRs; without it ${DEFAULT_DIALECT}`),
};

export const DUPLICATES = byDefault(
  choice("<how>", "report a call whose id was read before, or keep it", ["report", "keep"]),
  "report",
);
export const RECLASSIFY = flag("find call type and period afresh where the calls name their own");
export const DISCOUNTS = flag("apply the book's discount plans");
export const FEATURES = optional(
  "<file>",
  "go on from what this file says was charged, and leave it for the next run; it need not be there yet",
);
export const SUMMARY = optional("<file>", "write the summary as JSON, too");
export const JSON_OUTPUT = flag("print JSON");
export const THREADS: DeclaredOption<number | undefined> = {
  value: "<n>",
  description: "threads to rate on; without it all of the processor's for a large file, else one",
  configure: (option) => option.argParser(threadCount),
};

/** A format by its name. */
export function formatOption<Format extends CallFormat>(
  description: string,
  formats: readonly Format[],
): DeclaredOption<Format | undefined> {
  const parse = (word: string): Format => {
    const format = formats.find((name) => name === word);
    if (format !== undefined) return format;
    throw new InvalidArgumentError(`Allowed are ${formats.slice(0, -1).join(", ")} and ${formats.at(-1)}.`);
  };
  return { value: "<format>", description, configure: (option) => option.choices(formats).argParser(parse) };
}

function threadCount(value: string): number {
  const count = /^[0-9]{1,3}$/.test(value) ? Number(value) : 0;
  if (count >= 1 && count <= MOST_THREADS) return count;
  throw new InvalidArgumentError(`Write a whole number from 1 to ${MOST_THREADS}.`);
}

/** Refuses several threads for discounts, which one would wait for in vain. */
export function requireOneThreadForDiscounts(discounts: boolean, threads = 1): void {
  if (!discounts || threads === 1) return;
  throw wrongUsage("Discounts are drawn call after call, on one thread.", "Leave out --threads.");
}

/** Refuses a state without discounts, which would silently not be used. */
export function requireDiscountsWithState(discounts: boolean, state: string | undefined): void {
  if (state === undefined || discounts) return;
  throw wrongUsage("--state is for discounts.", "Add --discounts, or leave --state out.");
}

/** Refuses a range of days that charging does not take. */
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
