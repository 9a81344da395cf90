import { basename } from "node:path";
import { Option } from "commander";
import {
  type CallFormat,
  DEFAULT_DIALECT,
  FileError,
  openDialect,
  readDialect,
  type UkCdrDialect,
} from "../files/index.ts";
import type { BookData, OpenedBook } from "../index.ts";
import { wrongUsage } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { tell } from "./print.ts";
import { unlessInterrupted } from "./unless-interrupted.ts";

/** `--dialect`, shared by the commands that read calls. */
export function dialectOption(): Option {
  return new Option(
    "--dialect <file|name>",
    `how a carrier writes UK standard CDRs; without it ${DEFAULT_DIALECT}`,
  );
}

/** What a dialect is measured against. */
interface Surroundings {
  readonly format: CallFormat;
  readonly data: BookData;
  readonly settings: OpenedBook["settings"];
  readonly io: CliIO;
}

/** The dialect of the calls, fit for the book; undefined where they are in another format. */
export async function dialectFor(
  given: string | undefined,
  { format, data, settings: { currency, currencyDecimals }, io }: Surroundings,
): Promise<UkCdrDialect | undefined> {
  if (format !== "uk-cdr") {
    if (given === undefined) return undefined;
    throw wrongUsage(
      `--dialect ${given} says how UK standard CDRs are written, and the calls are ${format}.`,
      "Add --calls-format uk-cdr.",
    );
  }
  const dialect = await unlessInterrupted(readDialect(given ?? DEFAULT_DIALECT), io);
  const opened = openDialect(dialect);
  const name = basename(given ?? DEFAULT_DIALECT);
  if (opened.currency !== currency) {
    throw new FileError(
      name,
      `is for ${opened.currency} and the book in ${currency}; money is never converted`,
    );
  }
  if (currencyDecimals !== 2 && opened.unit === "pounds") {
    throw new FileError(
      name,
      `is in pounds, which are read as hundredths, and the book prices calls in units of 10^-${currencyDecimals} ${currency} (currencyDecimals)`,
    );
  }
  const periods = new Set<unknown>([
    "",
    "default",
    ...(data.ratingPeriods ?? []).map((period) => period.name),
  ]);
  for (const [code, period] of opened.timeBands) {
    if (periods.has(period)) continue;
    tell(
      io,
      `${name}: timeBands ${code}: the book has no rating period ${period}, so no line for a period matches its calls.\n`,
    );
  }
  return dialect;
}
