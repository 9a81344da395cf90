/** The worker thread of `rateFile`. A FileError is an answer, too; any other error ends the worker. */
import { parentPort, workerData } from "node:worker_threads";
import { openShared } from "../../index.ts";
import { FileError } from "../file-error.ts";
import { type BlockToRate, type FromWorker, ThreadRater, type WorkerSetup } from "./thread-rater.ts";

const { book, ...setup } = workerData as WorkerSetup;
const rater = new ThreadRater(openShared(book), setup);
const tell = (message: FromWorker): void => parentPort?.postMessage(message);

parentPort?.on("message", (block: BlockToRate) => {
  const { index } = block;
  try {
    tell({ kind: "rated", index, rated: rater.rate(block) });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { file, reason, line, column } = error;
    tell({ kind: "refusal", index, file, reason, line, column });
  }
});
tell({ kind: "ready" });
