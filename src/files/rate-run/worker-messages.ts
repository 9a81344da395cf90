/**
 * What the threads of a run say to each other. Large pieces of memory are handed over and come back: were new ones made
 * for every block, collecting them as garbage would take longer than rating.
 */
import type { SharedBook } from "../../index.ts";
import type { ScannerSetup } from "../call-blocks/index.ts";
import type { Repeated } from "./block-rater.ts";
import type { OwnedBlock, RatedBlock, ThreadSetup } from "./thread-rater.ts";

/** What a worker is told when it begins. */
export interface WorkerSetup extends ThreadSetup {
  readonly book: SharedBook;
}

/** To a worker: how the blocks that follow are read, or a block to rate. */
export type ToWorker =
  | { readonly kind: "setup"; readonly setup: ScannerSetup }
  | {
      readonly kind: "block";
      readonly index: number;
      /** Its bytes are handed over, and come back with the answer. */
      readonly block: Omit<OwnedBlock, "setup">;
      /** Calls of it that are known to have been read before; undefined where that is not known yet. */
      readonly repeated: readonly Repeated[] | undefined;
      /** Memory for the results, handed over, too: of earlier ones, which are written. */
      readonly room: ArrayBuffer | undefined;
    };

/** From a worker: the book is open, or a block is rated. */
export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "rated"; readonly index: number; readonly rated: RatedBlock };
