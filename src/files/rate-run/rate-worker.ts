/** The worker thread of `rateFile`: opens the shared book, then rates the blocks it is sent, one after another. */
import { parentPort, workerData } from "node:worker_threads";
import { openShared } from "../../index.ts";
import type { ScannerSetup } from "../call-blocks/index.ts";
import { ThreadRater } from "./thread-rater.ts";
import type { FromWorker, ToWorker, WorkerSetup } from "./worker-messages.ts";

const { book, ...thread } = workerData as WorkerSetup;
const rater = new ThreadRater(openShared(book), thread);
let setup: ScannerSetup | undefined;

parentPort?.on("message", (message: ToWorker) => {
  if (message.kind === "setup") {
    setup = message.setup;
    return;
  }
  if (setup === undefined) throw new Error("a block came before what it is read with");
  const { index, block, repeated, room } = message;
  const rated = rater.rate({ ...block, setup }, repeated, room);
  const { results, errors, bytes } = rated;
  tell({ kind: "rated", index, rated }, [results.buffer, errors.buffer, bytes.buffer]);
});
tell({ kind: "ready" });

function tell(message: FromWorker, handedOver: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, handedOver);
}
