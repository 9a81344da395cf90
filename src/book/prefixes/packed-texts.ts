/** Texts of a shared book as plain data: each thread makes strings of the texts that it uses only. */

import { madeOnce } from "../../model/index.ts";

/** A list of texts. An array is one. */
export interface TextList {
  readonly length: number;
  /** The text at an index; indexes count from 0. */
  at(index: number): string | undefined;
}

/** The columns of packed texts: the code units of all texts in turn, and the end of each text. */
export interface TextColumns {
  readonly units: Uint16Array;
  readonly ends: Uint32Array;
}

/** Characters made at a time: the arguments of one call of `fromCharCode`. */
const PIECE = 4096;

/** Texts packed into columns. Each string is made on demand and cached. */
export class PackedTexts implements TextList {
  readonly columns: TextColumns;
  readonly #known = new Map<number, string>();

  constructor(columns: TextColumns) {
    this.columns = columns;
  }

  get length(): number {
    return this.columns.ends.length;
  }

  at(index: number): string | undefined {
    if (index < 0 || index >= this.length) return undefined;
    return madeOnce(this.#known, index, () => this.#unpack(index));
  }

  #unpack(index: number): string {
    const { units, ends } = this.columns;
    const end = ends[index] as number;
    let text = "";
    for (let at = index === 0 ? 0 : (ends[index - 1] as number); at < end; at += PIECE) {
      text += String.fromCharCode(...units.subarray(at, Math.min(end, at + PIECE)));
    }
    return text;
  }
}

export function textColumns(texts: TextList): TextColumns {
  if (texts instanceof PackedTexts) return texts.columns;
  let total = 0;
  for (let index = 0; index < texts.length; index++) total += textAt(texts, index).length;
  const units = new Uint16Array(total);
  const ends = new Uint32Array(texts.length);
  let next = 0;
  for (let index = 0; index < texts.length; index++) {
    const text = textAt(texts, index);
    for (let at = 0; at < text.length; at++) units[next++] = text.charCodeAt(at);
    ends[index] = next;
  }
  return { units, ends };
}

function textAt(texts: TextList, index: number): string {
  return texts.at(index) ?? "";
}
