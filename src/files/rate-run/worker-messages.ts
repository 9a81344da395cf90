/**
 * What the threads of a run say to each other. Large pieces of memory are handed over and come back: were new ones made
 * for every block, collecting them as garbage would take longer than rating.
 */
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
      /** Its bytes are handed over, and come back with the answer. */
      readonly block: Omit<CallBytes, "setup" | "bytes"> & { readonly bytes: Uint8Array };
      /** Calls of it that are known to have been read before; undefined where that is not known yet. */
      readonly repeated: readonly Repeated[] | undefined;
      /** Memory for the results, handed over, too: of earlier ones, which are written. */
      readonly room: ArrayBuffer | undefined;
    };

/** What a worker makes of a block. */
export interface RatedBlock extends BlockOutcome, BlockCounts {
  /** The block's own bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** HASH_WORDS words a call, where they are asked for. */
  readonly hashes: Uint32Array | undefined;
}

/** From a worker. */
export interface FromWorker {
  readonly index: number;
  readonly rated: RatedBlock;
}
