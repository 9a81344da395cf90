/** What the threads of a run say to each other. */
import type { BookData } from "../../index.ts";
import type { ReadCallsOptions } from "../read-calls.ts";
import type { BlockFormat, BlockOutcome, Repeated } from "./block-rater.ts";

/** What a worker is told when it begins. */
export interface WorkerSetup {
  readonly data: BookData;
  readonly read: ReadCallsOptions;
  readonly reclassify: boolean;
  readonly duplicates: "report" | "keep";
  readonly format: BlockFormat;
}

/** To a worker: a block to rate, or which calls of a rated block were read before. */
export type ToWorker =
  | {
      readonly kind: "block";
      readonly index: number;
      readonly bytes: Uint8Array;
      readonly prefix: Uint8Array;
      readonly line: number;
    }
  | { readonly kind: "repeated"; readonly index: number; readonly repeated: readonly Repeated[] };

/** From a worker: the hashes of a block's ids, what it gave, or why the file cannot be read. */
export type FromWorker =
  | { readonly kind: "hashes"; readonly index: number; readonly hashes: Uint32Array }
  | { readonly kind: "done"; readonly index: number; readonly outcome: BlockOutcome }
  | {
      readonly kind: "fault";
      readonly index: number;
      readonly file: string;
      readonly reason: string;
      readonly line: number | undefined;
      readonly column: number | undefined;
    };
