/** The worker thread of `rateFile`: opens the shared book, then rates the blocks it is sent, one after another. */
import { parentPort, workerData } from "node:worker_threads";
import { openShared } from "../../index.ts";
import type { ScannerSetup } from "../call-blocks/index.ts";
import { BlockRater, type RepeatedIn } from "./block-rater.ts";
import type { FromWorker, ToWorker, WorkerSetup } from "./worker-messages.ts";

const { book, reclassify, hashes: areAsked, format } = workerData as WorkerSetup;
const rater = new BlockRater(openShared(book), reclassify, format);
let setup: ScannerSetup | undefined;

parentPort?.on("message", (message: ToWorker) => {
  if (message.kind === "setup") {
    setup = message.setup;
    return;
  }
  if (setup === undefined) throw new Error("a block came before what it is read with");
  const { index, block, repeated } = message;
  const bytes = Buffer.from(block.bytes.buffer, block.bytes.byteOffset, block.bytes.length);
  const hashes: Uint32Array[] = [];
  const repeatedIn: RepeatedIn = (own, first) => {
    if (repeated === undefined) hashes.push(own.slice());
    return repeated?.filter(([place]) => place >= first) ?? [];
  };
  const outcome = rater.rate({ ...block, bytes, setup }, areAsked ? repeatedIn : undefined);
  // Copies, so that they can be handed over.
  const results = new Uint8Array(outcome.results);
  const errors = new Uint8Array(outcome.errors);
  const rated = { ...outcome, ...rater.takeCounts(), results, errors, hashes: joined(hashes) };
  const answer: FromWorker = { index, rated };
  parentPort?.postMessage(answer, [results.buffer, errors.buffer]);
});

function joined(parts: readonly Uint32Array[]): Uint32Array | undefined {
  if (parts.length < 2) return parts[0];
  const all = new Uint32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
