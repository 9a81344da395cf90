/** Rates blocks as one thread of several does, a worker or the main thread beside the workers; and what they say to each other. */
import type { Repeated } from "../../engine/index.ts";
import type { OpenedBook, SharedBook } from "../../index.ts";
import type { CallBytes, ScannerSetup } from "../call-blocks/index.ts";
import type { FilePlace } from "../file-error.ts";
import {
  type BlockCounts,
  type BlockFormat,
  type BlockOutcome,
  BlockRater,
  type RepeatedIn,
} from "./block-rater.ts";
import { GrowingWords } from "./growing-words.ts";

/** What every thread of a run has to know. */
export interface ThreadSetup {
  readonly reclassify: boolean;
  /** Whether the hashes of ids are asked for. */
  readonly hashes: boolean;
  readonly format: BlockFormat;
}

/** What a worker is told when it begins. */
export interface WorkerSetup extends ThreadSetup {
  readonly book: SharedBook;
}

/** A block whose bytes stay as they are until it is done. */
interface OwnedBlock extends Omit<CallBytes, "bytes" | "setup"> {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

/** Memory for what is made of a block: that of an earlier one, which is written. */
export interface RatedRoom {
  readonly results: SharedArrayBuffer;
  readonly hashes: SharedArrayBuffer | undefined;
  readonly notes: SharedArrayBuffer | undefined;
}

/** A block for a thread to rate. */
export interface BlockToRate {
  readonly index: number;
  /** How it is read; undefined: as the block before. */
  readonly setup: ScannerSetup | undefined;
  readonly block: OwnedBlock;
  /** Calls of it that are known to have been read before; undefined where that is not known yet. */
  readonly repeated: readonly Repeated[] | undefined;
  readonly room: RatedRoom | undefined;
}

/** What a thread makes of a block. */
export interface RatedBlock extends BlockOutcome, BlockCounts {
  readonly results: Uint8Array<SharedArrayBuffer>;
  readonly errors: Uint8Array<SharedArrayBuffer>;
  /** The block's own bytes. */
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  readonly notes: Int32Array<SharedArrayBuffer> | undefined;
  /** The hashes of ids, where they are asked for. */
  readonly hashes: Int32Array<SharedArrayBuffer> | undefined;
}

/** From a worker: it can begin, it has rated a block, or the file cannot be read as it was asked to. */
export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "rated"; readonly index: number; readonly rated: RatedBlock }
  | ({
      readonly kind: "refusal";
      readonly index: number;
      readonly file: string;
      readonly reason: string;
    } & FilePlace);

export class ThreadRater {
  readonly #rater: BlockRater;
  readonly #hashes: GrowingWords | undefined;
  #setup: ScannerSetup | undefined;

  constructor(book: OpenedBook, { reclassify, hashes, format }: ThreadSetup) {
    this.#rater = new BlockRater({ book, reclassify, format, notesCalls: hashes });
    this.#hashes = hashes ? new GrowingWords() : undefined;
  }

  rate({ block, setup = this.#setup, repeated, room }: Omit<BlockToRate, "index">): RatedBlock {
    if (setup === undefined) throw new Error("a block came before what it is read with");
    this.#setup = setup;
    this.#hashes?.clear();
    const repeatedIn: RepeatedIn = (own, first) => {
      if (repeated === undefined) this.#hashes?.put(own);
      return repeated?.filter(([place]) => place >= first) ?? [];
    };
    const { buffer, byteOffset, length } = block.bytes;
    const bytes = Buffer.from(buffer, byteOffset, length);
    const outcome = this.#rater.rate({ ...block, bytes, setup }, this.#hashes && repeatedIn);
    const results = copyOf(outcome.results, room?.results);
    const errors = copyOf(outcome.errors, undefined);
    const notes = outcome.notes && copyOfWords(outcome.notes, room?.notes);
    const hashes = this.#hashes && copyOfWords(this.#hashes.words, room?.hashes);
    return { ...outcome, ...this.#rater.takeCounts(), results, errors, notes, hashes, bytes: block.bytes };
  }
}

/**
 * Memory that blocks and what is made of them no longer need, for the next ones: were it made anew for every block,
 * collecting it as garbage would take longer than rating. All threads share it, and who has a block has its memory. It
 * could be handed over instead; but once any memory was, the engine asks at every access to any typed array whether this
 * one is still there.
 */
export class SpareMemory<Memory> {
  readonly #spare: Memory[] = [];

  /** Memory that was given back, or undefined where there is none. */
  take(): Memory | undefined {
    return this.#spare.pop();
  }

  give(memory: Memory): void {
    this.#spare.push(memory);
  }
}

function copyOfWords(words: Int32Array, room: SharedArrayBuffer | undefined): Int32Array<SharedArrayBuffer> {
  const copy = copyOf(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), room);
  return new Int32Array(copy.buffer, 0, words.length);
}

/** A copy of bytes that all threads can read: in the memory that is there for it, if that is large enough. */
export function copyOf(
  bytes: Uint8Array,
  room: SharedArrayBuffer | undefined,
): Uint8Array<SharedArrayBuffer> {
  const { length } = bytes;
  const isEnough = room !== undefined && room.byteLength >= length;
  // New memory is as large as the next ones will need, too: they are of nearly the same size.
  const copy = new Uint8Array(isEnough ? room : new SharedArrayBuffer(length + (length >> 2)), 0, length);
  copy.set(bytes);
  return copy;
}
