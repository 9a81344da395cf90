/** Steps of a dialect that only cut a text, as lists that the kernel carries out. */
import { cutting } from "../../kernel/index.ts";
import type { DialectStep } from "../dialects/index.ts";
import { type CallBlock, CUTS_BYTES } from "./call-block.ts";

/** The words of a step: its kind and its parameters. */
type Cut = readonly number[];

const MOST_CHARACTERS = 1 << 30;

/** The lists of steps of one file, in the kernel's memory. */
export class CutLists {
  readonly #block: CallBlock;
  readonly #end: number;
  #at: number;

  constructor(block: CallBlock) {
    this.#block = block;
    this.#at = block.cuts;
    this.#end = block.cuts + CUTS_BYTES;
  }

  /** Writes the leading steps that only cut, as far as there is room: the address of their list, and their number. */
  list(steps: readonly DialectStep[]): { readonly address: number; readonly count: number } {
    const cuts: Cut[] = [];
    for (const step of steps) {
      const cut = this.#cutOf(step);
      if (cut === undefined) break;
      cuts.push(cut);
    }
    const address = this.#take(cutting.FIRST_STEP + cuts.length * cutting.STEP_BYTES);
    if (cuts.length === 0 || address === undefined) return { address: 0, count: 0 };
    this.#block.wholes(address, 1)[0] = cuts.length;
    for (const [index, cut] of cuts.entries())
      this.#block.wholes(address + cutting.FIRST_STEP + index * cutting.STEP_BYTES, cut.length).set(cut);
    return { address, count: cuts.length };
  }

  #cutOf(step: DialectStep): Cut | undefined {
    const kind = cutKind(step);
    if (kind === undefined) return undefined;
    if (typeof step === "string") return [kind, ...(BYTES_LEFT_OUT.get(step) ?? [])];
    if ("before" in step) return this.#mark(kind, step.before);
    if ("after" in step) return this.#mark(kind, step.after);
    if ("prefixes" in step) return this.#prefixes(Object.entries(step.prefixes));
    if ("cut" in step) {
      const [from, to = -1] = step.cut;
      return [kind, Math.min(from - 1, MOST_CHARACTERS), Math.min(to, MOST_CHARACTERS)];
    }
    const { dropPrefix = [] } = step as { readonly dropPrefix?: string | readonly string[] };
    const dropped = typeof dropPrefix === "string" ? [dropPrefix] : dropPrefix;
    return this.#prefixes(dropped.map((prefix) => [prefix, ""]));
  }

  #mark(kind: number, mark: string): Cut | undefined {
    const address = this.#text(mark);
    return address === undefined ? undefined : [kind, address, Buffer.byteLength(mark)];
  }

  #prefixes(prefixes: readonly (readonly [prefix: string, instead: string])[]): Cut | undefined {
    const longestFirst = [...prefixes].sort(([a], [b]) => b.length - a.length);
    const list = this.#take(prefixes.length * cutting.PREFIX_BYTES);
    if (list === undefined) return undefined;
    for (const [index, [prefix, instead]] of longestFirst.entries()) {
      const text = this.#text(prefix);
      if (text === undefined) return undefined;
      const length = Buffer.byteLength(prefix);
      // The replacement of a prefix may be the end of the prefix: no new text is needed then.
      const cutBytes = prefix.endsWith(instead) ? length - Buffer.byteLength(instead) : cutting.NEW_TEXT;
      this.#block.wholes(list + index * cutting.PREFIX_BYTES, 3).set([text, length, cutBytes]);
    }
    return [cutting.WITHOUT_PREFIX, list, prefixes.length];
  }

  #text(text: string): number | undefined {
    const address = this.#take(Buffer.byteLength(text));
    if (address !== undefined) this.#block.memory.write(text, address);
    return address;
  }

  /** Takes room, rounded up to whole words; undefined if there is none. */
  #take(bytes: number): number | undefined {
    const address = this.#at;
    if (address + bytes > this.#end) return undefined;
    this.#at = (address + bytes + 3) & ~3;
    return address;
  }
}

/** Whether all steps only cut a text, without a copy. */
export function isCutAlone(steps: readonly DialectStep[]): boolean {
  return steps.length > 0 && steps.every((step) => cutKind(step) !== undefined);
}

/** The kernel's number of a step; undefined for a step that makes new texts. */
function cutKind(step: DialectStep): number | undefined {
  if (typeof step === "string") return NAMED_CUTS.get(step);
  if ("before" in step) return cutting.BEFORE_MARK;
  if ("after" in step) return cutting.AFTER_MARK;
  if ("dropPrefix" in step || "prefixes" in step) return cutting.WITHOUT_PREFIX;
  return "cut" in step && step.cut[0] >= 1 && (step.cut[1] ?? 0) >= 0 ? cutting.CHARACTERS : undefined;
}

const NAMED_CUTS: ReadonlyMap<string, number> = new Map([
  ["uriUser", cutting.URI_USER],
  ["angle", cutting.WITHIN_ANGLES],
  ["phone", cutting.LEFT_PHONE],
  ["urlDecode", cutting.LEFT_WITHOUT],
  ["lower", cutting.LEFT_WITHOUT],
  ["upper", cutting.LEFT_WITHOUT],
]);

/** Steps that leave a text unchanged if the text has no byte of this range. */
const BYTES_LEFT_OUT: ReadonlyMap<string, readonly [first: number, last: number]> = new Map([
  ["urlDecode", [37, 37]],
  ["lower", [65, 90]],
  ["upper", [97, 122]],
]);
