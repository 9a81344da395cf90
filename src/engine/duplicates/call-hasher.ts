/**
 * Hashes of the keys that make a call a duplicate (R30): its `id`, and the `carrierCallID` together with
 * the carrier, the direction and whether the call is a further leg of another.
 */
import type { BookTables } from "../../book/index.ts";
import { type Kernel, openKernel } from "../../kernel/index.ts";
import type { CallRecord } from "../../model/index.ts";
import { readID } from "../call/read-call.ts";
import type { CallColumns, TextColumn } from "../columns/call-columns.ts";
import { carrierOfCall } from "./call-identity.ts";
import { HASH_WORDS } from "./id-set.ts";

/** Seeds of carriers' hashes: one for each direction, and FURTHER_LEG added for a further leg. */
const OUTBOUND = 1;
const INBOUND = 2;
const FURTHER_LEG = 2;

/** Most carriers whose hashes are cached; a hostile file has as many carriers as calls. */
const MOST_CARRIERS = 1 << 12;

/** Words of one of a call's two hashes. */
const HALF = HASH_WORDS / 2;
const NO_SEED = new Int32Array(HALF);

// Addresses for hashing a text: the initial state (beginning), the hash, and the text.
const BEGINNING = 64;
const HASH = 128;
const TEXT = 256;
const FIRST_BEGINNING = BEGINNING >> 2;
const FIRST_HASH = HASH >> 2;
const FIRST_TEXT_BYTES = 256;
const MOST_BYTES_A_UNIT = 3;
/** Bytes behind a text, which are read with it. */
const BEHIND = 4;

/** Hashes the calls of a run, from records or from columns; the book gives the meaning of a direction flag. */
export class CallHasher {
  readonly #callTypes: BookTables["callTypes"];
  readonly #words = new Int32Array(HASH_WORDS);
  #rows = new Int32Array(0);
  /** By seed: the hash of each carrier. */
  readonly #carriers: readonly Map<string, Int32Array>[] = Array.from({ length: 5 }, () => new Map());

  constructor({ callTypes }: BookTables) {
    this.#callTypes = callTypes;
  }

  /**
   * The hashes of a call, HASH_WORDS words, valid until the next call is hashed. Fields that cannot be read count as
   * blank.
   */
  of(call: CallRecord): Int32Array {
    const words = this.#words;
    clear(words);
    if (typeof call !== "object" || call === null) return words;
    try {
      const id = readID(call.id);
      if (id) hashText(id, NO_SEED, words, 0);
      const carrierCallID = readID(call.carrierCallID);
      if (carrierCallID) hashText(carrierCallID, this.#beginningOfCall(call), words, HALF);
    } catch {
      // A field that throws when it is read makes the call malformed.
    }
    return words;
  }

  /** The hashes of all rows, HASH_WORDS words each, valid until other columns are hashed. */
  ofRows(columns: CallColumns): Int32Array {
    const words = columns.length * HASH_WORDS;
    if (this.#rows.length < words) this.#rows = new Int32Array(words);
    for (let row = 0; row < columns.length; row++) this.#rows.set(this.ofRow(columns, row), row * HASH_WORDS);
    return this.#rows.subarray(0, words);
  }

  /** As `of`, for the call of a row: from its columns where they are there, else from the record. */
  ofRow(columns: CallColumns, row: number): Int32Array {
    const { id, carrierCallID, hasALegID, byRecord, names } = columns;
    if (byRecord[row] !== 0 || id === undefined || carrierCallID === undefined || hasALegID === undefined)
      return this.of(columns.recordOf(row));
    const words = this.#words;
    clear(words);
    if (id.start[row] !== id.end[row]) hashCell(id, row, NO_SEED, words, 0);
    if (carrierCallID.start[row] !== carrierCallID.end[row]) {
      const carrier = names[columns.carrier[row] as number] as string;
      const directionFlag = names[columns.directionFlag[row] as number] as string;
      const beginning = this.beginningOf(carrier, directionFlag, hasALegID[row] !== 0);
      hashCell(carrierCallID, row, beginning, words, HALF);
    }
    return words;
  }

  /** The initial state of the hashes of a carrier's ids. */
  beginningOf(carrier: string, directionFlag: string, isFurtherLeg: boolean): Int32Array {
    return this.#beginning(
      carrier,
      this.#callTypes.directionNamed(directionFlag) === "inbound",
      isFurtherLeg,
    );
  }

  #beginning(carrier: string, isInbound: boolean, isFurtherLeg: boolean): Int32Array {
    const seed = (isInbound ? INBOUND : OUTBOUND) + (isFurtherLeg ? FURTHER_LEG : 0);
    const known = this.#carriers[seed] as Map<string, Int32Array>;
    let beginning = known.get(carrier);
    if (beginning === undefined) {
      beginning = new Int32Array(HALF);
      hashText(carrier, new Int32Array(HALF).fill(seed), beginning, 0);
      if (known.size === MOST_CARRIERS) known.clear();
      known.set(carrier, beginning);
    }
    return beginning;
  }

  #beginningOfCall(call: CallRecord): Int32Array {
    const { carrier, isInbound, isFurtherLeg } = carrierOfCall(this.#callTypes, call);
    return this.#beginning(carrier, isInbound, isFurtherLeg);
  }
}

/** Scratch memory, in which one text at a time is hashed. */
class Scratch {
  readonly #kernel: Kernel;
  words: Int32Array;
  bytes: Uint8Array;
  #room = FIRST_TEXT_BYTES;

  constructor() {
    const workBytes = TEXT + FIRST_TEXT_BYTES;
    this.#kernel = openKernel(new ArrayBuffer(0), { form: "javascript", hasNoRows: true, workBytes });
    this.words = this.#kernel.memory.views.workI32s;
    this.bytes = this.#kernel.memory.views.workU8s;
  }

  /** Room for a text, and for the bytes that are read behind the text. */
  makeRoom(textBytes: number): void {
    if (textBytes + BEHIND <= this.#room) return;
    this.#room = 2 * (textBytes + BEHIND);
    const { memory } = this.#kernel;
    memory.extend(TEXT + this.#room);
    this.words = memory.views.workI32s;
    this.bytes = memory.views.workU8s;
  }

  /** Writes the hash of the text in the memory up to `end`; word by word, which is quicker for so few words. */
  hash(end: number, beginning: Int32Array, words: Int32Array, at: number): void {
    const memoryWords = this.words;
    memoryWords[FIRST_BEGINNING] = beginning[0] as number;
    memoryWords[FIRST_BEGINNING + 1] = beginning[1] as number;
    memoryWords[FIRST_BEGINNING + 2] = beginning[2] as number;
    memoryWords[FIRST_BEGINNING + 3] = beginning[3] as number;
    this.#kernel.functions.hashText(BEGINNING, TEXT, end, HASH);
    words[at] = memoryWords[FIRST_HASH] as number;
    words[at + 1] = memoryWords[FIRST_HASH + 1] as number;
    words[at + 2] = memoryWords[FIRST_HASH + 2] as number;
    words[at + 3] = memoryWords[FIRST_HASH + 3] as number;
  }
}

let sharedScratch: Scratch | undefined;

function scratchFor(textBytes: number): Scratch {
  sharedScratch ??= new Scratch();
  sharedScratch.makeRoom(textBytes);
  return sharedScratch;
}

/** Writes the hash of a text from an initial state. */
function hashText(text: string, beginning: Int32Array, words: Int32Array, at: number): void {
  const scratch = scratchFor(MOST_BYTES_A_UNIT * text.length);
  scratch.hash(writeText(text, scratch.bytes, TEXT), beginning, words, at);
}

/** As `hashText`, for a cell in ASCII. */
function hashCell(
  { bytes, start, end }: TextColumn,
  row: number,
  beginning: Int32Array,
  words: Int32Array,
  at: number,
): void {
  const from = start[row] as number;
  const length = (end[row] as number) - from;
  const scratch = scratchFor(length);
  for (let done = 0; done < length; done++) scratch.bytes[TEXT + done] = bytes[from + done] as number;
  scratch.hash(TEXT + length, beginning, words, at);
}

/** Marks both ids of a call as blank. */
function clear(words: Int32Array): void {
  for (let word = 0; word < HASH_WORDS; word++) words[word] = 0;
}

/** Writes a text in UTF-8, a lone surrogate in the same way; returns the end. */
function writeText(text: string, bytes: Uint8Array, start: number): number {
  let at = start;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes[at++] = unit;
      continue;
    }
    const code = text.codePointAt(index) as number;
    if (code < 0x800) bytes[at++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x1_0000) bytes[at++] = 0xe0 | (code >> 12);
      else {
        // Two units of the text.
        index++;
        bytes[at++] = 0xf0 | (code >> 18);
        bytes[at++] = 0x80 | ((code >> 12) & 0x3f);
      }
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
    }
    bytes[at++] = 0x80 | (code & 0x3f);
  }
  return at;
}
