/** What the threads of a preview say to each other. */
import type { PreviewOptions, SharedBook } from "../../index.ts";
import type { PreviewPart } from "../../preview/index.ts";
import type { ScannerSetup } from "../call-blocks/index.ts";
import type { Repeated } from "../repeated-calls.ts";
import type { OwnedBlock } from "../threads/index.ts";
import type { BlockCalls } from "./block-previewer.ts";

/** What a worker is told when it begins. */
export interface WorkerSetup {
  readonly before: SharedBook | "recorded";
  readonly after: SharedBook;
  readonly options: PreviewOptions;
  /** Whether the hashes of ids are asked for. */
  readonly hashes: boolean;
}

/** To a worker: a block to take, one to count, and at the end what it has collected is asked for. */
export type Question =
  | {
      readonly kind: "take";
      readonly index: number;
      /** How it is read; undefined: as the block before. */
      readonly setup: ScannerSetup | undefined;
      readonly block: Omit<OwnedBlock, "setup">;
    }
  | {
      readonly kind: "count";
      readonly index: number;
      readonly first: number;
      readonly repeated: readonly Repeated[];
    }
  | { readonly kind: "part" };

/** The answers, in the same order: of a block that is counted its memory. */
export type Answer = BlockCalls | SharedArrayBuffer | PreviewPart;
