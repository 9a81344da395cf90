/** Rates blocks on one of several threads, a worker or the main thread; and the messages between the threads. */
import type { Repeated } from "../../engine/index.ts";
import type { OpenedBook, SharedBook } from "../../index.ts";
import type { CallBytes, ScannerSetup } from "../call-blocks/index.ts";
import type { FilePlace } from "../file-error.ts";
import { asBuffer } from "../text.ts";
import { type BlockCounts, type BlockFormat, type BlockOutcome, BlockRater } from "./block-rater.ts";
import { GrowingWords } from "./growing-words.ts";
import type { RepeatedIn } from "./rated-rows.ts";

/** Settings of every thread of a run. */
export interface ThreadSetup {
  readonly reclassify: boolean;
  /** Whether outcomes have the hashes of call ids. */
  readonly hashes: boolean;
  readonly format: BlockFormat;
}

/** Data with which a worker starts. */
export interface WorkerSetup extends ThreadSetup {
  readonly book: SharedBook;
}

/** A block whose bytes stay unchanged until the block is done. */
interface OwnedBlock extends Omit<CallBytes, "bytes" | "setup"> {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

/** Memory for the outcome of a block, reused from an earlier block that is written. */
export interface RatedRoom {
  readonly results: SharedArrayBuffer;
  readonly hashes: SharedArrayBuffer | undefined;
  readonly notes: SharedArrayBuffer | undefined;
}

export interface BlockToRate {
  readonly index: number;
  /** How the block is read; undefined: like the block before. */
  readonly setup: ScannerSetup | undefined;
  readonly block: OwnedBlock;
  /** Calls of the block that were read before; undefined where they are not known yet. */
  readonly repeated: readonly Repeated[] | undefined;
  readonly room: RatedRoom | undefined;
}

export interface RatedBlock extends BlockOutcome, BlockCounts {
  readonly results: Uint8Array<SharedArrayBuffer>;
  readonly errors: Uint8Array<SharedArrayBuffer>;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  readonly notes: Int32Array<SharedArrayBuffer> | undefined;
  /** The hashes of call ids, where `ThreadSetup.hashes` is set. */
  readonly hashes: Int32Array<SharedArrayBuffer> | undefined;
}

/** A message from a worker: the worker is ready, a block is rated, or the file cannot be read as requested. */
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
    const repeatedIn: RepeatedIn = (blockHashes, first) => {
      if (repeated === undefined) this.#hashes?.put(blockHashes);
      return repeated?.filter(([callIndex]) => callIndex >= first) ?? [];
    };
    const bytes = asBuffer(block.bytes);
    const outcome = this.#rater.rate({ ...block, bytes, setup }, this.#hashes && repeatedIn);
    const results = copyOf(outcome.results, room?.results);
    const errors = copyOf(outcome.errors, undefined);
    const notes = outcome.notes && copyOfWords(outcome.notes, room?.notes);
    const hashes = this.#hashes && copyOfWords(this.#hashes.words, room?.hashes);
    return { ...outcome, ...this.#rater.takeCounts(), results, errors, notes, hashes, bytes: block.bytes };
  }
}

function copyOfWords(words: Int32Array, room: SharedArrayBuffer | undefined): Int32Array<SharedArrayBuffer> {
  const copy = copyOf(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), room);
  return new Int32Array(copy.buffer, 0, words.length);
}

/** A copy of bytes that all threads can read: in `room`, if `room` is large enough. */
export function copyOf(
  bytes: Uint8Array,
  room: SharedArrayBuffer | undefined,
): Uint8Array<SharedArrayBuffer> {
  const { length } = bytes;
  const isEnough = room !== undefined && room.byteLength >= length;
  // New memory has a quarter to spare, so that the next copies, of nearly the same size, fit as well.
  const copy = new Uint8Array(isEnough ? room : new SharedArrayBuffer(length + (length >> 2)), 0, length);
  copy.set(bytes);
  return copy;
}
