/**
 * Ids and carriers' ids that were read in one run. A month can have a hundred million calls, so each id is kept as 84
 * bits of its hash: among 10^8 ids the chance of one false duplicate is n² ÷ 2^85, below one in three billion for each
 * of the two keys.
 */
import { type KernelForm, kernel } from "../../kernel/index.ts";
import { HASH_WORDS, IDSet } from "./id-set.ts";

/** Index of the first word of the carrier's id's hash among the words of a call; the words of a blank id are 0. */
const CARRIER_WORDS = HASH_WORDS / 2;

/** A field by which a call may have been read before. */
export type RepeatedField = "id" | "carrierCallID";

/** A call that was read before: its index among the calls handed in, and the repeated field. */
export type Repeated = readonly [callIndex: number, field: RepeatedField];

const NONE: readonly Repeated[] = [];

/** Remembers the ids of calls. */
export class DuplicateIndex {
  readonly #form: KernelForm;
  readonly #ids: IDSet;
  /** Made for the first carrier's id. */
  #carrierCallIDs: IDSet | undefined;

  constructor(form = kernel()) {
    this.#form = form;
    this.#ids = new IDSet(0, form);
  }

  /** The field by which the call with these hashes was read before, if it was; then remembers it (R30). */
  noteCall(words: Int32Array): RepeatedField | undefined {
    const isKnownID = this.#ids.noteOne(words);
    const isKnownCarrierCallID = this.#carrierCallIDsOf(words)?.noteOne(words) === true;
    if (isKnownID) return "id";
    return isKnownCarrierCallID ? "carrierCallID" : undefined;
  }

  /**
   * Notes many calls in order, HASH_WORDS words each, and returns the calls that were read before; `first` is the index
   * of the first call. `share` is the part of all calls that was read so far, where it is known: room is made for all
   * calls.
   */
  noteAll(words: Int32Array, first: number, share?: number): readonly Repeated[] {
    const repeated = new Map<number, RepeatedField>();
    this.#ids.note(words, share, (call) => repeated.set(first + call, "id"));
    this.#carrierCallIDsOf(words)?.note(words, share, (call) => {
      if (!repeated.has(first + call)) repeated.set(first + call, "carrierCallID");
    });
    return repeated.size === 0 ? NONE : [...repeated];
  }

  /** The set of carriers' ids, made for the first such id. */
  #carrierCallIDsOf(words: Int32Array): IDSet | undefined {
    if (this.#carrierCallIDs === undefined && hasCarrierCallIDs(words))
      this.#carrierCallIDs = new IDSet(CARRIER_WORDS, this.#form);
    return this.#carrierCallIDs;
  }

  /** Bytes of the index. */
  get byteLength(): number {
    return this.#ids.byteLength + (this.#carrierCallIDs?.byteLength ?? 0);
  }
}

function hasCarrierCallIDs(words: Int32Array): boolean {
  for (let at = CARRIER_WORDS; at < words.length; at += HASH_WORDS) if (words[at + 1] !== 0) return true;
  return false;
}
