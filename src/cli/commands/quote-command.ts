import { localMillisecondsAt } from "../../calendar/index.ts";
import { type OpenedBook, type Quote, type QuotedCall, quote } from "../../index.ts";
import { minorUnit } from "../../money/index.ts";
import { openBookFile } from "../book-file.ts";
import { type CliIO, EXIT, printAs, table, wrongUsage } from "../cli-io.ts";
import { BOOK, declareCommand, flag, type Given, optional, required } from "../declare-command.ts";

const OPTIONS = {
  book: BOOK,
  tariff: required("<name>", "name or id of the tariff"),
  to: optional("<number>", "the number to be called"),
  callType: optional("<name>", "the type of call, instead of a number"),
  duration: optional("<seconds>", "how long it takes"),
  bytes: optional("<bytes>", "data that is transferred"),
  events: optional("<count>", "events, such as messages"),
  at: optional("<time>", "its start in the book's time zone, such as 2026-03-02T10:00:00; now, if left out"),
  json: flag("print JSON, with every step"),
};

export const quoteCommand = declareCommand({
  name: "quote",
  description: "say what a call would cost under a tariff",
  options: OPTIONS,
  examples: `
Examples:
  tollbook quote --book book.json --tariff "Business UK" --to "020 7946 0999" --duration 120
  tollbook quote --book book.json --tariff "Business mobile" --call-type "UK mobile" --duration 120 --at 2026-03-02T10:00:00
`,
  run: quoteCall,
});

async function quoteCall({ book: path, json, ...call }: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  if (call.to === undefined && call.callType === undefined) {
    throw wrongUsage("A quote needs a number or a type of call.", "Add --to NUMBER or --call-type NAME.");
  }
  if (call.to !== undefined && call.callType !== undefined) {
    throw wrongUsage(
      "A quote is for a number or for a type of call, not for both.",
      "Leave out --to or --call-type.",
    );
  }
  const { book } = await openBookFile(path, io);
  const now = io.now();
  // An instant, as the local time may be one of the two of an hour that autumn repeats.
  const quoted = quote(book, { ...call, at: call.at ?? new Date(now).toISOString() });
  const start = call.at ?? localTime(book, now);
  await printAs(json, quoted, () => formatQuote(quoted, start), io);
  return quoted.outcome === "rated" ? EXIT.ok : EXIT.someInError;
}

/** An instant in the book's time zone as users write times, `2026-03-02T10:00:00`. */
function localTime({ tables }: OpenedBook, instant: number): string {
  return new Date(localMillisecondsAt(tables.zone, instant)).toISOString().slice(0, 19);
}

function formatQuote(quoted: Quote, start: string): string {
  if (quoted.outcome === "error") return `No quote (${quoted.error}): ${quoted.message}\n`;
  const components = Object.entries(quoted.components).filter(([, cost]) => cost !== "0");
  const location = quoted.location === null ? "" : ` (${quoted.location})`;
  return table([
    ["tariff", `${quoted.tariff} (id ${quoted.tariffID}, ${quoted.tariffClass})`],
    ["call type", `${quoted.tariffType}${location}`],
    ["start", `${start} (${quoted.tariffTime})`],
    ["charged", charged(quoted)],
    ...(components.length > 1 ? components.map(([name, cost]) => [`  ${name}`, cost]) : []),
    ["cost", `${quoted.cost} ${minorUnit(quoted.currency, quoted.currencyDecimals)}`],
  ]);
}

function charged(quoted: QuotedCall): string {
  const parts = [`${quoted.chargedDuration} s`];
  if (quoted.chargedBytes > 0) parts.push(`${quoted.chargedBytes} bytes`);
  if (quoted.chargedEvents > 0) parts.push(`${quoted.chargedEvents} events`);
  return parts.join(", ");
}
