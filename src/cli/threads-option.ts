import { InvalidArgumentError, Option } from "commander";
import { MOST_THREADS } from "../files/index.ts";
import { wrongUsage } from "./cli-error.ts";

/** `--threads`, of the commands that rate a file. */
export function threadsOption(): Option {
  return new Option(
    "--threads <n>",
    "threads to rate on; without it all of the processor's for a large file, else one",
  ).argParser(threadCount);
}

function threadCount(value: string): number {
  const count = /^[0-9]{1,3}$/.test(value) ? Number(value) : 0;
  if (count >= 1 && count <= MOST_THREADS) return count;
  throw new InvalidArgumentError(`Write a whole number from 1 to ${MOST_THREADS}.`);
}

/** Refuses several threads for discounts, which one would wait for in vain. */
export function requireOneThreadForDiscounts(options: {
  readonly discounts?: boolean;
  readonly threads?: number;
}): void {
  if (options.discounts === true && (options.threads ?? 1) > 1) {
    throw wrongUsage("Discounts are drawn call after call, on one thread.", "Leave out --threads.");
  }
}
