/** What the threads of a run say to each other. */

/** To a worker. */
export interface ToWorker<Question> {
  readonly index: number;
  readonly question: Question;
}

/** From a worker: it can begin, or it has answered. */
export type FromWorker<Answer> =
  | { readonly kind: "ready" }
  | { readonly kind: "answer"; readonly index: number; readonly answer: Answer };
