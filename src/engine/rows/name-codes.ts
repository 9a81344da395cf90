/** Dictionary codes of names. */

const SLOT_BITS = 12;

/** Distinct names and their dictionary codes; code 0 is blank. */
export class NameCodes {
  readonly names: string[] = [""];
  /** Characters of all names together. */
  characters = 0;
  readonly #codes = new Map<string, number>([["", 0]]);
  /** A cache of the codes of recent names, by a hash of some of their characters: the map takes twice as long. */
  readonly #recent = new Uint32Array(1 << SLOT_BITS);
  readonly #areCopied: boolean;

  /**
   * `areCopied` copies the names that are kept: a substring of another text, such as a line of a file, keeps the whole
   * text in memory.
   */
  constructor(areCopied: boolean) {
    this.#areCopied = areCopied;
  }

  codeOf(name: string): number {
    const last = name.length - 1;
    if (last < 0) return 0;
    // Telephone numbers differ at their end and behind their area code, the words of a carrier anywhere.
    let sample = name.charCodeAt(last) | (name.charCodeAt(0) << 8) | (name.charCodeAt(last >> 1) << 16);
    if (last > 7)
      sample ^=
        (name.charCodeAt(last - 1) << 6) ^
        (name.charCodeAt(last - 2) << 14) ^
        (name.charCodeAt(last - 3) << 22);
    const slot = Math.imul(sample, 0x9e3779b1) >>> (32 - SLOT_BITS);
    const code = this.#recent[slot] as number;
    if (this.names[code] === name) return code;
    const found = this.#lookUp(name);
    this.#recent[slot] = found;
    return found;
  }

  #lookUp(name: string): number {
    let code = this.#codes.get(name);
    if (code === undefined) {
      const kept = this.#areCopied ? (JSON.parse(JSON.stringify(name)) as string) : name;
      code = this.names.push(kept) - 1;
      this.#codes.set(kept, code);
      this.characters += name.length;
    }
    return code;
  }
}
