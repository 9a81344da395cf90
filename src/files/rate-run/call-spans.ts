/** The position of each call in the bytes and in the written lines of its block: one call can be rated again alone. */
import { NOT_FOUND } from "../call-blocks/index.ts";

/** Words of a call: offset of its row, line number, and the bytes of results and of errors written before the call. */
const START = 0;
const LINE = 1;
const RESULTS = 2;
const ERRORS = 3;
const WORDS = 4;

/** The calls of one row, and their bytes. */
export interface RowSpan {
  readonly firstCall: number;
  readonly endCall: number;
  readonly line: number;
  readonly bytes: readonly [start: number, end: number];
  readonly results: readonly [start: number, end: number];
  readonly errors: readonly [start: number, end: number];
}

/** The row of a call, from the notes of its block; undefined for a call without bytes in the block. */
export function spanOf(
  notes: Int32Array,
  call: number,
  lengths: Readonly<Record<"bytes" | "results" | "errors", number>>,
): RowSpan | undefined {
  const calls = notes.length / WORDS;
  const wordOf = (callIndex: number, word: number): number => notes[callIndex * WORDS + word] as number;
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
