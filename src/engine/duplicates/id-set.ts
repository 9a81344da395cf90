/**
 * A set of ids by their hashes, in the growing memory of its own kernel. A small set uses the JavaScript form, so that
 * a run of a few calls costs little.
 */
import {
  hashing,
  JavaScriptMemory,
  type Kernel,
  type KernelForm,
  kernel,
  noting,
  openKernel,
} from "../../kernel/index.ts";

/** Calls whose hashes are noted at once. */
const MOST_CALLS = 256;

// Addresses in the memory; the lines of the set come last.
const SET = 64;
const KNOWN = 128;
const HASHES = KNOWN + 4 * MOST_CALLS;
const FIRST_HASH = HASHES >> 2;
const TABLE = HASHES + MOST_CALLS * hashing.CALL_HASH_BYTES;

const FIRST_LINES = 8;
/** Most lines of a set, with its tail and the lines set aside, in the JavaScript form. */
const SMALL_LINES = 64;
/** The load at which a set grows, and the factor, which is larger for small sets: between 11.6 and 14 bytes an id. */
const MAX_LOAD = 0.92;
const GROWTH = 1.2;
const QUICK_GROWTH = 2;
const QUICK_LINES = 1 << 14;
/** Bytes that addresses of 32 bits reach, in WebAssembly and in JavaScript: 300 and 150 million ids. */
const MOST_BYTES = 2 ** 32 - 2 ** 16;
const MOST_BYTES_OF_JAVASCRIPT = 2 ** 31 - 2 ** 16;
/** Most lines for expected ids. */
const MOST_EXPECTED_LINES = 2 ** 24;
/** Most bytes that are allocated ahead. */
const MOST_AHEAD = 1 << 25;
/** The load at the end, where the number of ids is known. */
const LAST_LOAD = 0.84;

export const HASH_WORDS = hashing.CALL_HASH_BYTES >> 2;

/** The ids of calls, of one kind: `firstWord` is the index of their hash among the words of a call. */
export class IDSet {
  #kernel: Kernel;
  #words: Int32Array;
  readonly #form: KernelForm;
  readonly #hashes: number;

  constructor(firstWord: number, form = kernel()) {
    const workBytes = TABLE + SMALL_LINES * noting.LINE_BYTES;
    this.#kernel = openKernel(new ArrayBuffer(0), { form: "javascript", hasNoRows: true, workBytes });
    this.#words = this.#kernel.memory.views.workI32s;
    this.#form = form;
    this.#hashes = HASHES + 4 * firstWord;
    this.#set(noting.TABLE, TABLE);
    this.#set(noting.KNOWN, KNOWN);
    this.#set(noting.TAIL_LINES, FIRST_LINES);
    this.#useLines(FIRST_LINES);
  }

  get byteLength(): number {
    return (this.#at(noting.LINES) + this.#at(noting.TAIL_LINES)) * noting.LINE_BYTES;
  }

  #at(word: number): number {
    return this.#words[(SET + word) >> 2] as number;
  }
  #set(word: number, value: number): void {
    this.#words[(SET + word) >> 2] = value;
  }

  /**
   * Notes the ids of calls in order, HASH_WORDS words each, and tells the index of each call whose id was noted before.
   * `share` is the part of all calls that was read so far, where it is known.
   */
  note(words: Int32Array, share: number | undefined, tell: (call: number) => void): void {
    const mostWords = MOST_CALLS * HASH_WORDS;
    for (let from = 0; from < words.length; from += mostWords) {
      const to = Math.min(words.length, from + mostWords);
      this.#words.set(words.length <= mostWords ? words : words.subarray(from, to), FIRST_HASH);
      this.#noteHere((to - from) / HASH_WORDS, share, (words.length - to) / HASH_WORDS);
      const known = this.#at(noting.KNOWN_COUNT);
      for (let at = 0; at < known; at++) tell(from / HASH_WORDS + (this.#words[(KNOWN >> 2) + at] as number));
    }
  }

  /** Notes the id of one call; returns whether it was noted before. */
  noteOne(words: Int32Array): boolean {
    const memoryWords = this.#words;
    for (let word = 0; word < HASH_WORDS; word++) memoryWords[FIRST_HASH + word] = words[word] as number;
    this.#noteHere(1, undefined, 0);
    return this.#at(noting.KNOWN_COUNT) > 0;
  }

  /** Notes the hashes in the memory; `later` calls that were read, too, come next. */
  #noteHere(calls: number, share: number | undefined, later: number): void {
    this.#set(noting.KNOWN_COUNT, 0);
    let next = this.#noteFrom(0, calls);
    while (next < calls) {
      if (this.#at(noting.USED) < this.#at(noting.MOST_USED)) this.#lengthenTail();
      else this.#grow(share, calls - next + later);
      next = this.#noteFrom(next, calls);
    }
  }

  #noteFrom(first: number, calls: number): number {
    return this.#kernel.functions.noteIDs(SET, this.#hashes, hashing.CALL_HASH_BYTES, first, calls);
  }

  #lengthenTail(): void {
    const tail = 2 * this.#at(noting.TAIL_LINES);
    this.#makeRoom(this.#at(noting.LINES) + tail);
    this.#set(noting.TAIL_LINES, tail);
  }

  /**
   * Makes room for more ids, or, where `share` is known, for all ids of the file: the ids of `share` are noted except
   * `later`.
   */
  #grow(share: number | undefined, later: number): void {
    const lines = this.#at(noting.LINES);
    const ids = share === undefined ? 0 : (this.#at(noting.USED) + later) / share;
    const expected = Math.min(ids / LAST_LOAD / noting.SLOTS, MOST_EXPECTED_LINES);
    const growth = lines < QUICK_LINES ? QUICK_GROWTH : GROWTH;
    const more = Math.ceil(Math.max(growth * lines, expected));
    this.#makeRoom(more + this.#at(noting.TAIL_LINES) + 2 + this.#kernel.functions.linesAside(SET, more) + 1);
    this.#kernel.functions.growIDs(SET, more);
    this.#useLines(more);
  }

  #useLines(lines: number): void {
    this.#set(noting.LINES, lines);
    this.#set(noting.MOST_USED, Math.floor(MAX_LOAD * noting.SLOTS * lines));
  }

  #makeRoom(lines: number): void {
    const bytes = TABLE + lines * noting.LINE_BYTES;
    const small = this.#kernel.memory.views.workU8s;
    if (lines > SMALL_LINES && small.length <= TABLE + SMALL_LINES * noting.LINE_BYTES) {
      this.#kernel = openKernel(new ArrayBuffer(0), { form: this.#form, hasNoRows: true, workBytes: bytes });
      this.#kernel.memory.views.workU8s.set(small);
    }
    const { memory } = this.#kernel;
    const most = memory instanceof JavaScriptMemory ? MOST_BYTES_OF_JAVASCRIPT : MOST_BYTES;
    if (bytes > most) {
      const used = this.#at(noting.USED);
      throw new RangeError(`${used} ids are remembered, and there is no room for more: keep duplicates.`);
    }
    // In large steps: pages that are never written cost nothing, but every step may collect garbage.
    if (bytes > memory.views.workU8s.length)
      memory.extend(Math.max(bytes, Math.min(2 * bytes, bytes + MOST_AHEAD, most)));
    this.#words = memory.views.workI32s;
  }
}
