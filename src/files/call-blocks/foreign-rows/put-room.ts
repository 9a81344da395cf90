/** Where it stands which cells are put as fields as they stand, and which texts say nothing. */
import { type CallBlock, MOST_PUTS, NONES_BYTES } from "../call-block.ts";

/** Room in the kernel's memory for what is put of rows of all kinds. */
export class PutRoom {
  /** Texts that say nothing in all columns; undefined where there is no room for them. */
  readonly #blank: ReadonlySet<string> | undefined;
  #used = 0;

  constructor(blank: ReadonlySet<string>, block: CallBlock) {
    this.#blank = writeNones(
      [...blank].map((text) => Buffer.from(text)),
      block,
    )
      ? blank
      : undefined;
  }

  /** Whether these texts, those of all columns among them, are no more than those. */
  hasNones({ size }: ReadonlySet<string>): boolean {
    return size === 0 || size === this.#blank?.size;
  }

  /** The first of so many that stand one after another; undefined where there is no room. */
  take(count: number): number | undefined {
    if (this.#used + count > MOST_PUTS) return undefined;
    this.#used += count;
    return this.#used - count;
  }
}

/** Writes texts behind where each of them begins and ends; false where there is no room. */
function writeNones(texts: readonly Buffer[], block: CallBlock): boolean {
  const { memory, nones } = block;
  let end = nones + 4 + 8 * texts.length;
  if (end + texts.reduce((all, { length }) => all + length, 0) > nones + NONES_BYTES) return false;
  const words = block.wholes(nones, 1 + 2 * texts.length);
  words[0] = texts.length;
  for (const [at, text] of texts.entries()) {
    words[1 + 2 * at] = end;
    memory.set(text, end);
    end += text.length;
    words[2 + 2 * at] = end;
  }
  return true;
}
