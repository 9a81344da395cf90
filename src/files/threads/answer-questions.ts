/** The worker's side of `WorkerThreads`. */
import { parentPort } from "node:worker_threads";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

/** What a worker makes of a question, and the memory of it that it hands over. */
export interface Answered<Answer> {
  readonly answer: Answer;
  readonly handedOver: readonly ArrayBuffer[];
}

/** Says that this worker is ready, and answers what it is asked, one question after another. */
export function answerQuestions<Question, Answer>(answerTo: (question: Question) => Answered<Answer>): void {
  const tell = (message: FromWorker<Answer>, handedOver: readonly ArrayBuffer[] = []): void =>
    parentPort?.postMessage(message, handedOver);
  parentPort?.on("message", ({ index, question }: ToWorker<Question>) => {
    const { answer, handedOver } = answerTo(question);
    tell({ kind: "answer", index, answer }, handedOver);
  });
  tell({ kind: "ready" });
}
