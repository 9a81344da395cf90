/** Texts that grow with a book, as plain data: a thread that uses few of them makes few strings. */

/** A list of texts. An array is one. */
export interface TextList {
  readonly length: number;
  /** The text at a place from 0 on. */
  at(place: number): string | undefined;
}

/** What packed texts consist of: the code units of all of them, and where each one ends. */
export interface TextColumns {
  readonly units: Uint16Array;
  readonly ends: Uint32Array;
}

/** Characters made at a time: arguments of one call. */
const PIECE = 4096;

/** Texts packed into columns. Each is made when it is first asked for, and kept. */
export class PackedTexts implements TextList {
  readonly columns: TextColumns;
  readonly #known = new Map<number, string>();

  constructor(columns: TextColumns) {
    this.columns = columns;
  }

  get length(): number {
    return this.columns.ends.length;
  }

  at(place: number): string | undefined {
    if (place < 0 || place >= this.length) return undefined;
    let text = this.#known.get(place);
    if (text === undefined) {
      text = this.#unpack(place);
      this.#known.set(place, text);
    }
    return text;
  }

  #unpack(place: number): string {
    const { units, ends } = this.columns;
    const end = ends[place] as number;
    let text = "";
    for (let at = place === 0 ? 0 : (ends[place - 1] as number); at < end; at += PIECE) {
      text += String.fromCharCode(...units.subarray(at, Math.min(end, at + PIECE)));
    }
    return text;
  }
}

/** The columns of a list of texts, whichever way it keeps them. */
export function textColumns(texts: TextList): TextColumns {
  if (texts instanceof PackedTexts) return texts.columns;
  let total = 0;
  for (let place = 0; place < texts.length; place++) total += textAt(texts, place).length;
  const units = new Uint16Array(total);
  const ends = new Uint32Array(texts.length);
  let next = 0;
  for (let place = 0; place < texts.length; place++) {
    const text = textAt(texts, place);
    for (let at = 0; at < text.length; at++) units[next++] = text.charCodeAt(at);
    ends[place] = next;
  }
  return { units, ends };
}

function textAt(texts: TextList, place: number): string {
  return texts.at(place) ?? "";
}
