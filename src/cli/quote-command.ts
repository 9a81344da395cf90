import type { Command } from "commander";
import { type OpenedBook, type Quote, type QuotedCall, quote } from "../index.ts";
import { minorUnit } from "../report/index.ts";
import { openBookFile } from "./book-file.ts";
import { wrongUsage } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { EXIT } from "./exit-codes.ts";
import { print, printJson, table } from "./print.ts";

interface QuoteArguments {
  readonly book: string;
  readonly tariff: string;
  readonly to?: string;
  readonly callType?: string;
  readonly duration?: string;
  readonly bytes?: string;
  readonly events?: string;
  readonly at?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  tollbook quote --book book.json --tariff "Business UK" --to "020 7946 0999" --duration 120
  tollbook quote --book book.json --tariff "Business mobile" --call-type "UK mobile" --duration 120 --at 2026-03-02T10:00:00
`;

/** Adds `tollbook quote`: what a call would cost under a tariff. */
export function addQuoteCommand(program: Command, io: CliIO, finish: (exitCode: number) => void): void {
  program
    .command("quote")
    .description("say what a call would cost under a tariff")
    .requiredOption("--book <file>", "the book")
    .requiredOption("--tariff <name>", "name or id of the tariff")
    .option("--to <number>", "the number to be called")
    .option("--call-type <name>", "the type of call, instead of a number")
    .option("--duration <seconds>", "how long it takes")
    .option("--bytes <bytes>", "data that is transferred")
    .option("--events <count>", "events, such as messages")
    .option("--at <time>", "its start in the book's time zone, such as 2026-03-02T10:00:00; now, if left out")
    .option("--json", "print JSON, with every step")
    .addHelpText("after", EXAMPLES)
    .action(async (options: QuoteArguments) => finish(await runQuote(options, io)));
}

async function runQuote(options: QuoteArguments, io: CliIO): Promise<number> {
  const { to, callType, duration, bytes, events } = options;
  if (to === undefined && callType === undefined) {
    throw wrongUsage("A quote needs a number or a type of call.", "Add --to NUMBER or --call-type NAME.");
  }
  if (to !== undefined && callType !== undefined) {
    throw wrongUsage(
      "A quote is for a number or for a type of call, not for both.",
      "Leave out --to or --call-type.",
    );
  }
  const { book } = await openBookFile(options.book, io);
  const at = options.at ?? new Date(io.now()).toISOString();
  const quoted = quote(book, {
    tariff: options.tariff,
    at,
    ...(to !== undefined && { to }),
    ...(callType !== undefined && { callType }),
    ...(duration !== undefined && { duration }),
    ...(bytes !== undefined && { bytes }),
    ...(events !== undefined && { events }),
  });
  if (options.json === true) await printJson(io, quoted);
  else await print(io, formatQuote(quoted, at, book.settings));
  return quoted.outcome === "rated" ? EXIT.ok : EXIT.someInError;
}

function formatQuote(
  quoted: Quote,
  at: string,
  { currency, currencyDecimals }: OpenedBook["settings"],
): string {
  if (quoted.outcome === "error") return `No quote (${quoted.error}): ${quoted.message}\n`;
  const components = Object.entries(quoted.components).filter(([, cost]) => cost !== "0");
  const place = quoted.location === null ? "" : ` (${quoted.location})`;
  return table([
    ["tariff", `${quoted.tariff} (id ${quoted.tariffID}, ${quoted.tariffClass})`],
    ["call type", `${quoted.tariffType}${place}`],
    ["start", `${at} (${quoted.tariffTime})`],
    ["charged", charged(quoted)],
    ...(components.length > 1 ? components.map(([name, cost]) => [`  ${name}`, cost]) : []),
    ["cost", `${quoted.cost} ${minorUnit(currency, currencyDecimals)}`],
  ]);
}

function charged(quoted: QuotedCall): string {
  const parts = [`${quoted.chargedDuration} s`];
  if (quoted.chargedBytes > 0) parts.push(`${quoted.chargedBytes} bytes`);
  if (quoted.chargedEvents > 0) parts.push(`${quoted.chargedEvents} events`);
  return parts.join(", ");
}
