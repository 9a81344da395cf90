/** The worker's side of `WorkerThreads`. */
import { parentPort } from "node:worker_threads";
import { FileError } from "../file-error.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

/**
 * Says that this worker is ready, and answers what it is asked, one question after another. A FileError is an answer,
 * too; anything else that is thrown ends the worker.
 */
export function answerQuestions<Question, Answer>(answerTo: (question: Question) => Answer): void {
  const tell = (message: FromWorker<Answer>): void => parentPort?.postMessage(message);
  parentPort?.on("message", ({ index, question }: ToWorker<Question>) => {
    try {
      tell({ kind: "answer", index, answer: answerTo(question) });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const { file, reason, line, column } = error;
      tell({ kind: "refusal", index, file, reason, line, column });
    }
  });
  tell({ kind: "ready" });
}
