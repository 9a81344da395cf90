/** Where each call of a block stands, in its bytes and among the lines written of it: so that one can be rated again alone. */
import { NOT_FOUND } from "../call-blocks/index.ts";
import { GrowingWords } from "./growing-words.ts";

/** Of a call: where its row begins, the number of its line, and what was written of results and of errors before it. */
const START = 0;
const LINE = 1;
const RESULTS = 2;
const ERRORS = 3;
const WORDS = 4;

/** Notes the calls of a block one after another. */
export class CallNotes {
  readonly #noted = new GrowingWords();

  clear(): void {
    this.#noted.clear();
  }

  add(start: number, line: number, results: number, errors: number): void {
    this.#noted.putFour(start, line, results, errors);
  }

  /** What was noted, as plain data, until it is cleared. */
  get words(): Int32Array {
    return this.#noted.words;
  }
}

/** The calls of one row, and which bytes are theirs. */
export interface RowSpan {
  readonly firstCall: number;
  readonly endCall: number;
  readonly line: number;
  readonly bytes: readonly [start: number, end: number];
  readonly results: readonly [start: number, end: number];
  readonly errors: readonly [start: number, end: number];
}

/** How long the block, its results and its errors are. */
interface BlockLengths {
  readonly bytes: number;
  readonly results: number;
  readonly errors: number;
}

/** The row of a call, from what was noted of all calls of its block; undefined for one that none of its bytes are of. */
export function spanOf(notes: Int32Array, call: number, lengths: BlockLengths): RowSpan | undefined {
  const calls = notes.length / WORDS;
  const wordOf = (of: number, word: number): number => notes[of * WORDS + word] as number;
  const start = wordOf(call, START);
  if (start === NOT_FOUND) return undefined;
  let firstCall = call;
  while (firstCall > 0 && wordOf(firstCall - 1, START) === start) firstCall--;
  let endCall = call + 1;
  while (endCall < calls && wordOf(endCall, START) === start) endCall++;
  const spanOfWord = (word: number, length: number): readonly [number, number] => [
    wordOf(firstCall, word),
    endCall < calls ? wordOf(endCall, word) : length,
  ];
  return {
    firstCall,
    endCall,
    line: wordOf(call, LINE),
    bytes: spanOfWord(START, lengths.bytes),
    results: spanOfWord(RESULTS, lengths.results),
    errors: spanOfWord(ERRORS, lengths.errors),
  };
}
