/** The worker thread of `rateFile`: opens the shared book, then rates the blocks it is sent, one after another. */
import { workerData } from "node:worker_threads";
import { openShared } from "../../index.ts";
import type { ScannerSetup } from "../call-blocks/index.ts";
import { answerQuestions } from "../threads/index.ts";
import { type RatedBlock, ThreadRater } from "./thread-rater.ts";
import type { BlockToRate, WorkerSetup } from "./worker-messages.ts";

const { book, ...thread } = workerData as WorkerSetup;
const rater = new ThreadRater(openShared(book), thread);
let last: ScannerSetup | undefined;

answerQuestions<BlockToRate, RatedBlock>(({ setup = last, block, repeated, room }) => {
  if (setup === undefined) throw new Error("a block came before what it is read with");
  last = setup;
  return rater.rate({ ...block, setup }, repeated, room);
});
