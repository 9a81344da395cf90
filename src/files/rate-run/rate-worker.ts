/** The worker thread of `rateFile`: opens the book once, then rates the blocks it is sent, one after another. */
import { parentPort, workerData } from "node:worker_threads";
import { openBook } from "../../index.ts";
import { FileError } from "../file-error.ts";
import { readPart } from "./block-items.ts";
import { finishBlock, type RatedBlock, rateBlock } from "./block-rater.ts";
import type { FromWorker, ToWorker, WorkerSetup } from "./worker-messages.ts";

const { data, read, reclassify, duplicates, format } = workerData as WorkerSetup;
const book = openBook(data);
/** Blocks that wait to be told which of their calls were read before. */
const waiting = new Map<number, RatedBlock>();

function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}

async function rate(message: Extract<ToWorker, { kind: "block" }>): Promise<void> {
  const { index, bytes, prefix, line } = message;
  const items = [];
  try {
    for await (const batch of readPart(oneChunk(bytes), read, { prefix, line })) items.push(...batch);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { file, reason, line: at, column } = error;
    send({ kind: "fault", index, file, reason, line: at, column });
    return;
  }
  const rated = rateBlock(book, items, reclassify);
  if (duplicates === "keep") {
    send({ kind: "done", index, outcome: finishBlock(rated, [], format) });
    return;
  }
  waiting.set(index, rated);
  send({ kind: "hashes", index, hashes: rated.hashes });
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

parentPort?.on("message", (message: ToWorker) => {
  if (message.kind === "block") {
    // A fault of Tollbook itself ends the thread, and with it the run.
    void rate(message).catch((error: unknown) =>
      setImmediate(() => {
        throw error;
      }),
    );
    return;
  }
  const rated = waiting.get(message.index);
  if (rated === undefined) throw new Error(`block ${message.index} was not rated`);
  waiting.delete(message.index);
  send({ kind: "done", index: message.index, outcome: finishBlock(rated, message.repeated, format) });
});
