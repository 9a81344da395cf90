/** What the threads of a run say to each other. */
import type { SharedBook } from "../../index.ts";
import type { CallBytes, ScannerSetup } from "../call-blocks/index.ts";
import type { BlockCounts, BlockFormat, BlockOutcome, Repeated } from "./block-rater.ts";

/** What a worker is told when it begins. */
export interface WorkerSetup {
  readonly book: SharedBook;
  readonly reclassify: boolean;
  /** Whether the hashes of ids are asked for. */
  readonly hashes: boolean;
  readonly format: BlockFormat;
}

/** To a worker: how the blocks that follow are read, or a block to rate. */
export type ToWorker =
  | { readonly kind: "setup"; readonly setup: ScannerSetup }
  | {
      readonly kind: "block";
      readonly index: number;
      readonly block: Omit<CallBytes, "setup">;
      /** Calls of it that are known to have been read before; undefined where that is not known yet. */
      readonly repeated: readonly Repeated[] | undefined;
    };

/** What a worker makes of a block. */
export interface RatedBlock extends BlockOutcome, BlockCounts {
  /** HASH_WORDS words a call, where they are asked for. */
  readonly hashes: Uint32Array | undefined;
}

/** From a worker. */
export interface FromWorker {
  readonly index: number;
  readonly rated: RatedBlock;
}
