/** The canonical form of a deck's lines: each kind's form is made once, then copied around the digits of prefixes. */
import {
  ANY_DIGITS,
  type LinePattern,
  MAX_PREFIX_DIGITS,
  markedFields,
  NO_PREFIX_KEY,
  PRICE_END,
  putPrefix,
  type WrittenLines,
} from "../../model/index.ts";

/** Marks behind a piece of a pattern that are no index of a price. */
const PREFIX = -1;
const NOTHING = -2;
/** Bytes are copied four at a time, and so up to three bytes too many. */
const WORD = 4;

/** Pieces of the patterns' canonical forms. */
interface PatternPieces {
  readonly bytes: Uint8Array;
  /** By piece: its end, and the mark behind the piece. */
  readonly ends: Int32Array;
  readonly marks: Int32Array;
  /** By pattern: the index of its first piece; at last, the number of all pieces. */
  readonly firsts: Int32Array;
}

/** The lines of a deck as canonical text. */
export class LineForms {
  /** Most bytes of a line, with the bytes that are copied too many. */
  readonly mostBytes: number;
  nextLine = 0;
  readonly #prefixKeys: Float64Array;
  readonly #kinds: Int32Array;
  /** The forms of the kinds, each with a comma before the form. */
  readonly #forms: DataView;
  /** By kind: offset of its form, at last the end of all forms; and offset of the prefix's digits, or the end. */
  readonly #starts: Int32Array;
  readonly #cuts: Int32Array;

  /** `formOf` gives the canonical form of a pattern. */
  constructor(lines: WrittenLines, formOf: (pattern: LinePattern) => string) {
    this.#prefixKeys = lines.prefixKeys;
    this.#kinds = lines.kinds;
    const pieces = piecesOf(lines.patterns, formOf);
    const kindCount = lines.patternOfKind.length;
    this.#starts = new Int32Array(kindCount + 1);
    this.#cuts = new Int32Array(kindCount);
    let most = 0;
    let length = 0;
    for (let kind = 0; kind < kindCount; kind++) {
      const pattern = lines.patternOfKind[kind] as number;
      const [first, end] = [pieces.firsts[pattern] as number, pieces.firsts[pattern + 1] as number];
      length += (pieces.ends[end - 1] as number) - (first === 0 ? 0 : (pieces.ends[first - 1] as number));
    }
    const forms = new Uint8Array(length + lines.priceTexts.length + WORD);
    fillForms(forms, lines, pieces, { starts: this.#starts, cuts: this.#cuts });
    this.#forms = new DataView(forms.buffer);
    for (let kind = 0; kind < kindCount; kind++) {
      most = Math.max(most, (this.#starts[kind + 1] as number) - (this.#starts[kind] as number));
    }
    this.mostBytes = most + MAX_PREFIX_DIGITS + WORD;
  }

  /** Writes lines, with commas between them, as far as there is room; returns the offset behind them. */
  write(bytes: Uint8Array, start: number): number {
    const forms = this.#forms;
    const to = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const last = bytes.length - this.mostBytes;
    let next = start;
    let line = this.nextLine;
    for (; line < this.#kinds.length && next <= last; line++) {
      const kind = this.#kinds[line] as number;
      const cut = this.#cuts[kind] as number;
      // The first line has no comma before it.
      next = copyWords(forms, (this.#starts[kind] as number) + (line === 0 ? 1 : 0), cut, to, next);
      const key = this.#prefixKeys[line] as number;
      if (key === NO_PREFIX_KEY) continue;
      next = putPrefix(key, bytes, next);
      next = copyWords(forms, cut, this.#starts[kind + 1] as number, to, next);
    }
    this.nextLine = line;
    return next;
  }

  get isDone(): boolean {
    return this.nextLine === this.#kinds.length;
  }
}

function copyWords(from: DataView, start: number, end: number, to: DataView, next: number): number {
  const ahead = next - start;
  for (let at = start; at < end; at += WORD) to.setInt32(at + ahead, from.getInt32(at));
  return end + ahead;
}

/** Writes the forms of the kinds one after another, and the offsets of each form and of its prefix. */
function fillForms(
  forms: Uint8Array,
  { patternOfKind, priceStarts, priceTexts }: WrittenLines,
  { bytes, ends, marks, firsts }: PatternPieces,
  { starts, cuts }: { readonly starts: Int32Array; readonly cuts: Int32Array },
): void {
  let next = 0;
  for (let kind = 0; kind < cuts.length; kind++) {
    const pattern = patternOfKind[kind] as number;
    const end = firsts[pattern + 1] as number;
    let cut = -1;
    for (let piece = firsts[pattern] as number; piece < end; piece++) {
      const pieceEnd = ends[piece] as number;
      for (let at = piece === 0 ? 0 : (ends[piece - 1] as number); at < pieceEnd; at++) {
        forms[next++] = bytes[at] as number;
      }
      const mark = marks[piece] as number;
      if (mark === PREFIX) cut = next;
      if (mark < 0) continue;
      let text = priceStarts[kind] as number;
      for (let before = mark; before > 0; text++) if (priceTexts[text] === PRICE_END) before--;
      for (; priceTexts[text] !== PRICE_END; text++) forms[next++] = priceTexts[text] as number;
    }
    cuts[kind] = cut < 0 ? next : cut;
    starts[kind + 1] = next;
  }
}

function piecesOf(patterns: readonly LinePattern[], formOf: (pattern: LinePattern) => string): PatternPieces {
  const texts: Buffer[] = [];
  const marks: number[] = [];
  const firsts = [0];
  for (const pattern of patterns) {
    const names = markedFields(pattern);
    const prices = names.filter((name) => name !== "prefix");
    // No other value contains a mark, and no name.
    const pieces = `,${formOf(pattern)}`.split(ANY_DIGITS);
    for (const piece of pieces) texts.push(Buffer.from(piece));
    for (const name of names.toSorted()) marks.push(name === "prefix" ? PREFIX : prices.indexOf(name));
    marks.push(NOTHING);
    firsts.push(texts.length);
  }
  let end = 0;
  const ends = Int32Array.from(texts, (text) => {
    end += text.length;
    return end;
  });
  return {
    bytes: Buffer.concat(texts),
    ends,
    marks: Int32Array.from(marks),
    firsts: Int32Array.from(firsts),
  };
}
