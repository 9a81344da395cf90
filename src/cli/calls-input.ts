/** The calls of a command line: opened, and read a batch at a time. */
import { basename } from "node:path";
import {
  type CallLine,
  describeProblem,
  type FeatureStates,
  type Input,
  PassedOverCounter,
  type ReadCallsOptions,
  readCallBatches,
  type UnreadableLine,
} from "../files/index.ts";
import type { DiscountedItem, DiscountWindow, Rater } from "../index.ts";
import { harmless } from "../report/index.ts";
import { type BookFile, openBookFile } from "./book-file.ts";
import { howToRead } from "./calls-dialect.ts";
import type { CallsGiven } from "./calls-format.ts";
import { type CliIO, tell } from "./cli-io.ts";
import { type NamedFiles, requireNoBookFile } from "./distinct-files.ts";
import type { RunFiles } from "./run-files.ts";

export interface CallsOfRun {
  readonly bookFile: BookFile;
  readonly input: Input;
  /** How the calls are read; doubtful input gives a warning on standard error. */
  readonly read: ReadCallsOptions;
  /** Counts the rows that are passed over, as the calls are read. */
  readonly passedOver: PassedOverCounter;
}

/** Options of opening a run: the output files, which must not be files of the book, and the states of features. */
interface OpenOptions {
  readonly files: RunFiles;
  readonly written: NamedFiles;
  readonly features?: string | undefined;
  readonly states?: FeatureStates | undefined;
}

/** Opens the book and the calls of a run; the dialect of the calls must fit the book. */
export async function openRun(
  given: CallsGiven & { readonly book: string },
  { files, written, features, states }: OpenOptions,
  io: CliIO,
): Promise<CallsOfRun> {
  const bookFile = await openBookFile(given.book, io, { features, states });
  await requireNoBookFile(written, bookFile.files);
  return { bookFile, ...(await openCalls(given, { files, bookFile }, io)) };
}

/** Opens the calls of a run whose book is open. */
export async function openCalls(
  given: CallsGiven,
  { files, bookFile }: { readonly files: RunFiles; readonly bookFile: BookFile | undefined },
  io: CliIO,
): Promise<Omit<CallsOfRun, "bookFile">> {
  const how = await howToRead(given, bookFile, io);
  const input = await files.openInput(given.calls);
  const onWarning: ReadCallsOptions["onWarning"] = (warning) =>
    tell(io, `warning  ${harmless(describeProblem(warning))}\n`);
  const read = { ...how, name: basename(input.name), onWarning };
  return { input, read, passedOver: new PassedOverCounter() };
}

/** The calls of a run and lines that could not be read, a batch at a time, until the user interrupts. */
export async function* batchesOf(
  { input, read, passedOver }: Omit<CallsOfRun, "bookFile">,
  io: CliIO,
): AsyncGenerator<(CallLine | UnreadableLine)[], void, undefined> {
  for await (const items of readCallBatches(input.source, read)) {
    io.signal?.throwIfAborted();
    yield items.filter((item): item is CallLine | UnreadableLine => {
      if ("passedOver" in item) passedOver.add(item.passedOver);
      return !("passedOver" in item);
    });
  }
}

/** Calls, rated and discounted in drawing order, and among them lines that could not be read. */
export async function* discountedCalls(
  calls: Omit<CallsOfRun, "bookFile">,
  rater: Rater,
  window: DiscountWindow<CallLine>,
  io: CliIO,
): AsyncGenerator<DiscountedItem<CallLine> | UnreadableLine> {
  for await (const items of batchesOf(calls, io)) {
    for (const item of items) {
      if ("call" in item) yield* window.add(rater(item.call, item.line), item);
      else yield item;
    }
  }
  yield* window.finish();
}
