/** What the threads of a run say to each other. */

import type { FilePlace } from "../file-error.ts";

/** To a worker. */
export interface ToWorker<Question> {
  readonly index: number;
  readonly question: Question;
}

/** From a worker: it can begin, it has answered, or the file cannot be read as it was asked to. */
export type FromWorker<Answer> =
  | { readonly kind: "ready" }
  | { readonly kind: "answer"; readonly index: number; readonly answer: Answer }
  | ({
      readonly kind: "refusal";
      readonly index: number;
      readonly file: string;
      readonly reason: string;
    } & FilePlace);
