/** Rates blocks as one thread of several does: a worker, or the main thread beside the workers. */
import type { Repeated } from "../../engine/index.ts";
import type { OpenedBook } from "../../index.ts";
import { asCallBytes, type OwnedBlock, roomFor } from "../threads/index.ts";
import {
  type BlockCounts,
  type BlockFormat,
  type BlockOutcome,
  BlockRater,
  type RepeatedIn,
} from "./block-rater.ts";

/** What every thread of a run has to know. */
export interface ThreadSetup {
  readonly reclassify: boolean;
  /** Whether the hashes of ids are asked for. */
  readonly hashes: boolean;
  readonly format: BlockFormat;
}

/** What a thread makes of a block. */
export interface RatedBlock extends BlockOutcome, BlockCounts {
  readonly results: Uint8Array<SharedArrayBuffer>;
  readonly errors: Uint8Array<SharedArrayBuffer>;
  /** The block's own bytes. */
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** HASH_WORDS words a call, where they are asked for. */
  readonly hashes: Uint32Array | undefined;
}

export class ThreadRater {
  readonly #rater: BlockRater;
  readonly #areHashesAsked: boolean;

  constructor(book: OpenedBook, { reclassify, hashes, format }: ThreadSetup) {
    this.#rater = new BlockRater({ book, reclassify, format });
    this.#areHashesAsked = hashes;
  }

  /**
   * Rates a block. `repeated` are the calls of it that are known to have been read before, undefined where that is not
   * known; `room` is memory for the results, used if it is large enough.
   */
  rate(
    block: OwnedBlock,
    repeated: readonly Repeated[] | undefined,
    room: SharedArrayBuffer | undefined,
  ): RatedBlock {
    const hashes: Uint32Array[] = [];
    const repeatedIn: RepeatedIn = (own, first) => {
      if (repeated === undefined) hashes.push(own.slice());
      return repeated?.filter(([place]) => place >= first) ?? [];
    };
    const outcome = this.#rater.rate(asCallBytes(block), this.#areHashesAsked ? repeatedIn : undefined);
    const results = copied(outcome.results, room);
    const errors = copied(outcome.errors, undefined);
    const counts = this.#rater.takeCounts();
    return { ...outcome, ...counts, results, errors, bytes: block.bytes, hashes: joined(hashes) };
  }
}

/** A copy that all threads can read, in the memory that is there for it if that is large enough. */
function copied(bytes: Uint8Array, room: SharedArrayBuffer | undefined): Uint8Array<SharedArrayBuffer> {
  const isEnough = room !== undefined && room.byteLength >= bytes.length;
  const copy = new Uint8Array(
    isEnough ? room : new SharedArrayBuffer(roomFor(bytes.length)),
    0,
    bytes.length,
  );
  copy.set(bytes);
  return copy;
}

function joined(parts: readonly Uint32Array[]): Uint32Array | undefined {
  if (parts.length < 2) return parts[0];
  const all = new Uint32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
