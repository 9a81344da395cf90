import { basename } from "node:path";
import { bookDigest, type CallLine } from "../../files/index.ts";
import {
  type CallRecord,
  createRater,
  type Explanation,
  explainCall,
  explainCharge,
  explainDiscounts,
} from "../../index.ts";
import { formatChargeExplanation, formatExplanation, passedOverText } from "../../report/index.ts";
import { type BookFile, openBookFile } from "../book-file.ts";
import { callsFormatOf } from "../calls-format.ts";
import { batchesOf, type CallsOfRun, discountedCalls, openCalls } from "../calls-input.ts";
import { CliError, type CliIO, counted, EXIT, printAs, wrongUsage } from "../cli-io.ts";
import {
  BOOK,
  CALLS_FORMAT,
  CALLS_INPUT,
  DISCOUNTS,
  declareCommand,
  type Given,
  instead,
  JSON_OUTPUT,
  named,
  optional,
  RECLASSIFY,
  requireDay,
  requireDiscountsWithState,
} from "../declare-command.ts";
import { inOrder, openFeatureStates, openWindow, readState, withFiles } from "../run-files.ts";

const OPTIONS = {
  book: BOOK,
  calls: optional("<file>", CALLS_INPUT.calls.description),
  id: optional("<id>", "id of the call"),
  ...CALLS_FORMAT,
  reclassify: RECLASSIFY,
  discounts: DISCOUNTS,
  state: named("<file>", "with --discounts: what earlier runs have used, as rate --state wrote it"),
  feature: instead(optional("<id>", "instead of a call: id of the feature"), [
    "calls",
    "id",
    ...Object.keys(CALLS_FORMAT),
    "reclassify",
    "discounts",
    "state",
  ]),
  on: optional("<date>", "with --feature: the day, YYYY-MM-DD"),
  features: named("<file>", "with --feature: what was charged so far, as charges --features wrote it"),
  json: JSON_OUTPUT,
};

export const explainCommand = declareCommand({
  name: "explain",
  description: "say step by step why a call, or a feature on a day, costs what it costs",
  options: OPTIONS,
  examples: `
Examples:
  tollbook explain --book book.json --calls calls.jsonl --id 7
  tollbook explain --book book.json --calls calls.jsonl --id 6 --discounts
  tollbook explain --book book.json --calls calls.uk-cdr.csv --calls-format fcs-v3 --id NW261005000001
  tollbook explain --book book.json --feature 1 --on 2026-10-15

With --discounts the calls of the file that draw before it are rated first.
`,
  run: explain,
});

type ExplainOptions = Given<typeof OPTIONS>;

function explain(options: ExplainOptions, io: CliIO): Promise<number> {
  const { calls, id, feature, on } = options;
  if (feature !== undefined) {
    if (on !== undefined) return explainFeature({ ...options, feature, on }, io);
    throw wrongUsage("--feature needs a day.", "Add --on YYYY-MM-DD.");
  }
  if (on !== undefined || options.features !== undefined) {
    throw wrongUsage("--on and --features are for a feature.", "Add --feature ID, or leave them out.");
  }
  if (calls !== undefined && id !== undefined) return explainCallOf({ ...options, calls, id }, io);
  if (calls !== undefined) throw wrongUsage("--calls needs the id of a call.", "Add --id ID.");
  if (id !== undefined) throw wrongUsage("--id is of a call of a file.", "Add --calls FILE.");
  throw wrongUsage(
    "An explanation needs a call or a feature.",
    "Name a call by --calls FILE --id ID, or a feature by --feature ID --on DATE.",
  );
}

/** Explains the charge of a feature on a day; the states of a file are read and not written. */
async function explainFeature(
  { feature, on, features, ...options }: ExplainOptions & { readonly feature: string; readonly on: string },
  io: CliIO,
): Promise<number> {
  requireDay("--on", on);
  const states = await openFeatureStates(features, io);
  const { book } = await openBookFile(options.book, io, { features, states });
  const known = book.records.features;
  if (!known.some(({ id }) => id === feature)) {
    throw new CliError(
      EXIT.unreadable,
      `${basename(options.book)} has no feature ${feature}; it has ${counted(known.length, "feature")}.`,
      "Check the id, and whether it is the right book.",
    );
  }
  const explanation = explainCharge(book, feature, on);
  await printAs(options.json, explanation, () => `${formatChargeExplanation(explanation).trimEnd()}\n`, io);
  return explanation.outcome === "error" ? EXIT.someInError : EXIT.ok;
}

type CallOptions = ExplainOptions & { readonly calls: string; readonly id: string };

async function explainCallOf(options: CallOptions, io: CliIO): Promise<number> {
  requireDiscountsWithState(options.discounts, options.state);
  callsFormatOf(options);
  const explanation = await withFiles(io, async (files) => {
    const bookFile = await openBookFile(options.book, io);
    const calls = await openCalls(options, { files, bookFile }, io);
    return (options.discounts ? explainDiscounted : explainAlone)(options, { bookFile, ...calls }, io);
  });
  await printAs(options.json, explanation, () => `${formatExplanation(explanation).trimEnd()}\n`, io);
  return "error" in explanation.result ? EXIT.someInError : EXIT.ok;
}

/** A record with the digest of its book gets this book's digest, so that another book is reported (R30). */
function explained({ book, data }: BookFile, { line, call }: CallLine, reclassify: boolean): Explanation {
  const isDigestNamed = "bookDigest" in call && call.bookDigest !== null && call.bookDigest !== "";
  return explainCall(book, call, {
    line,
    reclassify,
    ...(isDigestNamed && { bookDigest: bookDigest(data) }),
  });
}

/** The cover of a call depends on the draws of earlier calls, so earlier calls are rated and discounted first. */
async function explainDiscounted(options: CallOptions, run: CallsOfRun, io: CliIO): Promise<Explanation> {
  const { bookFile } = run;
  const { state, reclassify } = options;
  const window = openWindow<CallLine>(bookFile.book, await readState(state, io), state);
  const rater = createRater(bookFile.book, { reclassify });
  return inOrder(async () => {
    for await (const done of discountedCalls(run, rater, window, io)) {
      if ("problem" in done || idOf(done.item.call) !== options.id) continue;
      return explainDiscounts(explained(bookFile, done.item, reclassify), done.result);
    }
    const passedOver = passedOverText(run.passedOver.counts);
    const message = `No call in ${basename(options.calls)} has the id ${options.id}${passedOver === "" ? "" : `; ${passedOver}`}.`;
    throw new CliError(EXIT.unreadable, message, "Check the id, and whether it is the right file.");
  });
}

/** Explains the first call of the file with the id; the rest of the file is not read. */
async function explainAlone(options: CallOptions, run: CallsOfRun, io: CliIO): Promise<Explanation> {
  let calls = 0;
  let unreadable = 0;
  for await (const items of batchesOf(run, io)) {
    for (const item of items) {
      if (!("call" in item)) unreadable++;
      else if (idOf(item.call) === options.id) return explained(run.bookFile, item, options.reclassify);
      else calls++;
    }
  }
  const passedOver = passedOverText(run.passedOver.counts);
  throw new CliError(
    EXIT.unreadable,
    `No call in ${run.read.name} has the id ${options.id}; it has ${counted(calls, "call")}${passedOver === "" ? "" : `, and ${passedOver}`}.`,
    unreadable === 0
      ? "Check the id, and whether it is the right file."
      : `${counted(unreadable, "line")} of it could not be read; tollbook rate names them.`,
  );
}

function idOf({ id }: CallRecord): string {
  return String(id ?? "");
}
