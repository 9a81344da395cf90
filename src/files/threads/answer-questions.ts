/** The worker's side of `WorkerThreads`. */
import { parentPort } from "node:worker_threads";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

/** Says that this worker is ready, and answers what it is asked, one question after another. */
export function answerQuestions<Question, Answer>(answerTo: (question: Question) => Answer): void {
  const tell = (message: FromWorker<Answer>): void => parentPort?.postMessage(message);
  parentPort?.on("message", ({ index, question }: ToWorker<Question>) => {
    tell({ kind: "answer", index, answer: answerTo(question) });
  });
  tell({ kind: "ready" });
}
