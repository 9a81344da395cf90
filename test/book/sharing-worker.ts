/** A thread that opens the books it is sent and says what they say, for tests. */
import { parentPort } from "node:worker_threads";
import { type CallRecord, openShared, type SharedBook } from "../../src/index.ts";
import { whatABookSays } from "./what-a-book-says.ts";

/** What the thread is sent. */
export interface Question {
  readonly shared: SharedBook;
  readonly calls: readonly CallRecord[];
  readonly reclassify: boolean;
}

parentPort?.on("message", ({ shared, calls, reclassify }: Question) => {
  parentPort?.postMessage(whatABookSays(openShared(shared), calls, reclassify));
});
