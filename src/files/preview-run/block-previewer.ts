/**
 * Prices the blocks of a file on both sides of a preview, in two steps: a block is scanned and rated, and counted when
 * whoever knows the ids of all calls before it has said which of its own were read before. Between the two a block
 * stays as it is, so that the next ones need not wait.
 */

import { CallHasher, HASH_WORDS, type UnknownOrigin, UnknownOrigins } from "../../engine/index.ts";
import type { Collector, RatedTwice, RepeatedRows } from "../../preview/index.ts";
import {
  type CallBlock,
  type CallScanner,
  NamesInUse,
  openScanner,
  type ScannerSetup,
} from "../call-blocks/index.ts";
import type { Repeated } from "../repeated-calls.ts";
import { asCallBytes, type OwnedBlock } from "../threads/index.ts";

/** What is to be known of a block before it is counted. */
export interface BlockCalls {
  readonly calls: number;
  /** HASH_WORDS words a call; undefined where nobody asks for them. */
  readonly hashes: Uint32Array | undefined;
  /** Names that this previewer had not met before (R11). */
  readonly unknownOrigins: readonly UnknownOrigin[];
}

/** What scans and rates one block at a time. */
interface Turn {
  readonly setup: ScannerSetup;
  readonly scanner: CallScanner;
  rated: RatedTwice | undefined;
  block: OwnedBlock | undefined;
  /** Whether the scanner still holds all calls of the block, rated. */
  isHeld: boolean;
}

/** Prices blocks. What it holds grows with the blocks that wait to be counted, not with their number. */
export class BlockPreviewer {
  readonly #collector: Collector;
  readonly #asksForHashes: boolean;
  readonly #names = new NamesInUse();
  readonly #waiting = new Map<number, Turn>();
  #free: Turn[] = [];
  readonly #origins: UnknownOrigins;
  readonly #hasher: CallHasher;
  #hashes = new Uint32Array(0);

  constructor(collector: Collector, asksForHashes: boolean) {
    this.#collector = collector;
    this.#asksForHashes = asksForHashes;
    this.#origins = new UnknownOrigins(collector.after);
    this.#hasher = new CallHasher(collector.after.tables);
  }

  /** Scans and rates a block, whose bytes must stay as they are until it is counted under the same index. */
  take(index: number, block: OwnedBlock): BlockCalls {
    const turn = this.#turnFor(block.setup);
    this.#waiting.set(index, turn);
    turn.block = block;
    turn.isHeld = false;
    const { scanner } = turn;
    beginWith(scanner, block);
    let calls = 0;
    while (scanner.next()) {
      this.#hash(scanner.block, calls);
      this.#origins.noteRows(scanner.block, calls);
      calls += scanner.block.length;
      turn.isHeld = calls === scanner.block.length && !scanner.block.isFull;
      if (turn.isHeld) {
        turn.rated = this.#collector.rate(scanner.block, turn.rated);
        break;
      }
    }
    const hashes = this.#asksForHashes ? this.#hashes.slice(0, calls * HASH_WORDS) : undefined;
    return { calls, hashes, unknownOrigins: this.#origins.take() };
  }

  #turnFor(setup: ScannerSetup): Turn {
    this.#free = this.#free.filter((turn) => turn.setup === setup);
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const scanner = openScanner(setup);
    scanner.block.namesInUse = this.#names;
    return { setup, scanner, rated: undefined, block: undefined, isHeld: false };
  }

  #hash(block: CallBlock, first: number): void {
    if (!this.#asksForHashes) return;
    const words = (first + block.length) * HASH_WORDS;
    if (this.#hashes.length < words) {
      const larger = new Uint32Array(2 * words);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    for (let row = 0; row < block.length; row++) {
      this.#hasher.writeRow(block, row, this.#hashes, (first + row) * HASH_WORDS);
    }
  }

  /** Counts a block that was taken, before which `first` calls of the file come; gives back its memory. */
  count(index: number, first: number, repeated: readonly Repeated[]): SharedArrayBuffer {
    const turn = this.#waiting.get(index);
    if (turn?.block === undefined) throw new Error(`block ${index} is to be counted before it was taken`);
    this.#waiting.delete(index);
    const { scanner, block } = turn;
    if (turn.isHeld) {
      this.#collector.addRated(scanner.block, turn.rated, first, rowsOf(repeated, 0, scanner.block.length));
    } else {
      // Rows so short that a scanner does not hold them all at once are read a second time.
      beginWith(scanner, block);
      let from = 0;
      while (scanner.next()) {
        const { length } = scanner.block;
        turn.rated = this.#collector.rate(scanner.block, turn.rated);
        this.#collector.addRated(
          scanner.block,
          turn.rated,
          first + from,
          rowsOf(repeated, from, from + length),
        );
        from += length;
      }
    }
    turn.block = undefined;
    this.#free.push(turn);
    return block.bytes.buffer;
  }
}

/** Those from place `from` to `to`, by row. */
function rowsOf(repeated: readonly Repeated[], from: number, to: number): RepeatedRows {
  const own = repeated.filter(([place]) => place >= from && place < to);
  return new Map(own.map(([place, field]) => [place - from, field]));
}

function beginWith(scanner: CallScanner, block: OwnedBlock): void {
  const { bytes, line, before } = asCallBytes(block);
  scanner.begin(bytes, line, before);
}
