/** Which calls of a block were read before in a run: compared in one place, in the order of the file. */
import { type DuplicateIndex, HASH_WORDS, type RepeatedField } from "../engine/index.ts";

/** A call of a block that was read before: its place in the block, and by which field. */
export type Repeated = readonly [place: number, field: RepeatedField];

/** Says which calls were read before, from HASH_WORDS words of each; then all of them have been. `first` is the first one's place. */
export function noteHashes(hashes: Uint32Array, first: number, seen: DuplicateIndex): Repeated[] {
  const repeated: Repeated[] = [];
  for (let at = 0; at < hashes.length; at += HASH_WORDS) {
    const field = seen.noteHashes(hashes, at);
    if (field !== undefined) repeated.push([first + at / HASH_WORDS, field]);
  }
  return repeated;
}
