import { basename } from "node:path";
import { type Command, Option } from "commander";
import {
  bookDigest,
  type CallFormat,
  type CallLine,
  openInput,
  type ReadCallsOptions,
  readCallBatches,
} from "../files/index.ts";
import {
  type BookData,
  type CallRecord,
  createRater,
  type DiscountedItem,
  type Explanation,
  explainCall,
  explainDiscounts,
  type OpenedBook,
} from "../index.ts";
import { formatExplanation } from "../report/index.ts";
import { openBookFile } from "./book-file.ts";
import { callsFormatOf, callsFormatOption, howToRead } from "./calls-option.ts";
import { CliError, wrongUsage } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { dialectFor, dialectOption } from "./dialect-option.ts";
import { addDiscountOptions, inOrder, openDiscounts, requireDiscountsWithState } from "./discount-option.ts";
import { EXIT } from "./exit-codes.ts";
import { explainFeature, type FeatureArguments } from "./explain-feature.ts";
import { counted, print, printJson } from "./print.ts";

interface AnyArguments {
  readonly book: string;
  readonly calls?: string;
  readonly id?: string;
  readonly feature?: string;
  readonly on?: string;
  readonly features?: string;
  readonly json?: boolean;
}

interface ExplainArguments {
  readonly book: string;
  readonly calls: string;
  readonly callsFormat?: CallFormat;
  readonly dialect?: string;
  readonly id: string;
  readonly reclassify?: boolean;
  readonly discounts?: boolean;
  readonly state?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  tollbook explain --book book.json --calls calls.jsonl --id 7
  tollbook explain --book book.json --calls calls.jsonl --id 6 --discounts
  tollbook explain --book book.json --feature 1 --on 2026-10-15

With --discounts the calls of the file that draw before it are rated first.
`;

/** Adds `tollbook explain`: why one call, or one feature on a day, costs what it costs. */
export function addExplainCommand(program: Command, io: CliIO, finish: (exitCode: number) => void): void {
  const command = program
    .command("explain")
    .description("say step by step why a call, or a feature on a day, costs what it costs")
    .requiredOption("--book <file>", "the book")
    .option("--calls <file>", "the calls, .jsonl, .csv or UK standard CDRs; - reads standard input")
    .option("--id <id>", "id of the call")
    .addOption(callsFormatOption())
    .addOption(dialectOption())
    .option("--reclassify", "find call type and period afresh where the call names its own");
  addDiscountOptions(command, "with --discounts: what earlier runs have used, as rate --state wrote it")
    .addOption(
      new Option("--feature <id>", "instead of a call: id of the feature").conflicts([
        "calls",
        "id",
        "callsFormat",
        "dialect",
        "reclassify",
        "discounts",
        "state",
      ]),
    )
    .option("--on <date>", "with --feature: the day, YYYY-MM-DD")
    .option("--features <file>", "with --feature: what was charged so far, as charges --features wrote it")
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (options: AnyArguments) => {
      finish(isOfFeature(options) ? await explainFeature(options, io) : await explain(callOf(options), io));
    });
}

function isOfFeature(options: AnyArguments): options is FeatureArguments {
  const { feature, on, features } = options;
  if (feature === undefined) {
    if (on === undefined && features === undefined) return false;
    throw wrongUsage("--on and --features are for a feature.", "Add --feature ID, or leave them out.");
  }
  if (on !== undefined) return true;
  throw wrongUsage("--feature needs a day.", "Add --on YYYY-MM-DD.");
}

function callOf(options: AnyArguments): ExplainArguments {
  const { calls, id } = options;
  if (calls !== undefined && id !== undefined) return { ...options, calls, id };
  throw wrongUsage(
    "An explanation needs a call or a feature.",
    "Name a call by --calls FILE --id ID, or a feature by --feature ID --on DATE.",
  );
}

async function explain(options: ExplainArguments, io: CliIO): Promise<number> {
  requireDiscountsWithState(options);
  const format = callsFormatOf(options.calls, options.callsFormat);
  const { book, data } = await openBookFile(options.book, io);
  const dialect = await dialectFor(options.dialect, { format, data, settings: book.settings, io });
  const how = { format, dialect };
  const explanation =
    options.discounts === true
      ? await explainDiscounted(options, how, { book, data }, io)
      : await explainAlone(options, how, { book, data }, io);
  if (options.json === true) await printJson(io, explanation);
  else await print(io, `${formatExplanation(explanation).trimEnd()}\n`);
  return "error" in explanation.result ? EXIT.someInError : EXIT.ok;
}

interface BookOfFile {
  readonly book: OpenedBook;
  readonly data: BookData;
}

/** The book's digest, where the record says which book priced it, so that an explanation by another one says so (R30). */
function digestFor(call: CallRecord, data: BookData): { readonly bookDigest?: string } {
  return "bookDigest" in call && call.bookDigest !== null && call.bookDigest !== ""
    ? { bookDigest: bookDigest(data) }
    : {};
}

type FormatOfCalls = Pick<ReadCallsOptions, "format" | "dialect">;

async function explainAlone(
  options: ExplainArguments,
  how: FormatOfCalls,
  { book, data }: BookOfFile,
  io: CliIO,
): Promise<Explanation> {
  const { line, call } = await findCall(options, how, io);
  return explainCall(book, call, {
    line,
    reclassify: options.reclassify === true,
    ...digestFor(call, data),
  });
}

/** What is covered of a call depends on those that drew before it, so they are rated and discounted first. */
async function explainDiscounted(
  options: ExplainArguments,
  how: FormatOfCalls,
  { book, data }: BookOfFile,
  io: CliIO,
): Promise<Explanation> {
  const window = await openDiscounts<CallLine>(book, options.state, io);
  const reclassify = options.reclassify === true;
  const rater = createRater(book, { reclassify });
  const wanted = ({ item }: DiscountedItem<CallLine>): boolean => String(item.call.id ?? "") === options.id;
  const found = await inOrder(async () => {
    const input = await openInput(options.calls, {
      stdin: io.stdin,
      ...(io.signal && { signal: io.signal }),
    });
    try {
      for await (const items of readCallBatches(input.source, howToRead(input.name, how, io))) {
        io.signal?.throwIfAborted();
        for (const item of items) {
          if (!("call" in item)) continue;
          const done = window.add(rater(item.call, item.line), item).find(wanted);
          if (done !== undefined) return done;
        }
      }
    } finally {
      input.close();
    }
    return window.finish().find(wanted);
  });
  if (found === undefined) {
    throw new CliError(
      EXIT.unreadable,
      `No call in ${basename(options.calls)} has the id ${options.id}.`,
      "Check the id, and whether it is the right file.",
    );
  }
  const { line, call } = found.item;
  return explainDiscounts(
    explainCall(book, call, { line, reclassify, ...digestFor(call, data) }),
    found.result,
  );
}

/** The first call of the file with the id; the rest of the file is not read. */
async function findCall(
  options: ExplainArguments,
  how: FormatOfCalls,
  io: CliIO,
): Promise<{ readonly line: number; readonly call: CallRecord }> {
  const input = await openInput(options.calls, { stdin: io.stdin, ...(io.signal && { signal: io.signal }) });
  const name = basename(input.name);
  let calls = 0;
  let unreadable = 0;
  for await (const items of readCallBatches(input.source, howToRead(input.name, how, io))) {
    io.signal?.throwIfAborted();
    for (const item of items) {
      if (!("call" in item)) unreadable++;
      else if (String(item.call.id ?? "") === options.id) return item;
      calls++;
    }
  }
  throw new CliError(
    EXIT.unreadable,
    `No call in ${name} has the id ${options.id}; it has ${counted(calls, "call")}.`,
    unreadable === 0
      ? "Check the id, and whether it is the right file."
      : `${counted(unreadable, "line")} of it could not be read; tollbook rate names them.`,
  );
}
