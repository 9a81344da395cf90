/** The worker thread of `rateFile`: opens the shared book, then rates the blocks it is sent, one after another. */
import { parentPort, workerData } from "node:worker_threads";
import { openShared } from "../../index.ts";
import type { ScannerSetup } from "../call-blocks/index.ts";
import { BlockRater, type RepeatedIn } from "./block-rater.ts";
import { roomFor } from "./spare-memory.ts";
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
  const { index, block, repeated, room } = message;
  const { buffer, byteOffset, length } = block.bytes;
  const hashes: Uint32Array[] = [];
  const repeatedIn: RepeatedIn = (own, first) => {
    if (repeated === undefined) hashes.push(own.slice());
    return repeated?.filter(([place]) => place >= first) ?? [];
  };
  const bytes = Buffer.from(buffer, byteOffset, length);
  const outcome = rater.rate({ ...block, bytes, setup }, areAsked ? repeatedIn : undefined);
  const results = copied(outcome.results, room);
  const errors = copied(outcome.errors, undefined);
  const own = new Uint8Array(buffer as ArrayBuffer, byteOffset, length);
  const rated = { ...outcome, ...rater.takeCounts(), results, errors, bytes: own, hashes: joined(hashes) };
  const answer: FromWorker = { index, rated };
  parentPort?.postMessage(answer, [results.buffer, errors.buffer, own.buffer]);
});

/** A copy that can be handed over, in the memory that is there for it if that is large enough. */
function copied(bytes: Uint8Array, room: ArrayBuffer | undefined): Uint8Array<ArrayBuffer> {
  const isEnough = room !== undefined && room.byteLength >= bytes.length;
  const copy = new Uint8Array(isEnough ? room : new ArrayBuffer(roomFor(bytes.length)), 0, bytes.length);
  copy.set(bytes);
  return copy;
}

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
