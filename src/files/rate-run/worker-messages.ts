/** What the threads of a run say to each other. */
import type { Repeated } from "../../engine/index.ts";
import type { SharedBook } from "../../index.ts";
import type { ScannerSetup } from "../call-blocks/index.ts";
import type { OwnedBlock } from "../threads/index.ts";
import type { ThreadSetup } from "./thread-rater.ts";

/** What a worker is told when it begins. */
export interface WorkerSetup extends ThreadSetup {
  readonly book: SharedBook;
}

/** A block for a worker to rate. */
export interface BlockToRate {
  /** How it is read; undefined: as the block before. */
  readonly setup: ScannerSetup | undefined;
  readonly block: Omit<OwnedBlock, "setup">;
  /** Calls of it that are known to have been read before; undefined where that is not known yet. */
  readonly repeated: readonly Repeated[] | undefined;
  /** Memory for the results: of earlier ones, which are written. */
  readonly room: SharedArrayBuffer | undefined;
}
