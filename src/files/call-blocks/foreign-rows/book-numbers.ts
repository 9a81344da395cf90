/** Which party of a call is a number of the book: the bytes tell most numbers that are not. */
import type { OpenedBook } from "../../../index.ts";
import { SPELLING_FIELDS } from "../../../model/index.ts";
import type { OpenedPlainValue } from "../../dialects/index.ts";
import { NameValues, NO_NAME } from "../name-table.ts";
import { cellText, type FieldSources } from "./dialect-fields.ts";
import type { CellText, RowTexts } from "./dialect-texts.ts";

/** Last digits of a number that index the bit set of endings. */
const LAST_DIGITS = 6;
/** A number needs so many plain digits at its end: the comparison with the book changes only characters before them. */
const PLAIN_DIGITS = 9;
const ZERO = 48;

export class PartiesOfBook {
  readonly #calling: CellText | undefined;
  readonly #called: CellText | undefined;
  /** A bit set of the last digits of the book's numbers. */
  readonly #endings = new Uint8Array(10 ** LAST_DIGITS / 8);
  readonly #isNumber: NameValues;
  readonly #texts: RowTexts;

  constructor(
    parties: readonly [calling: OpenedPlainValue, called: OpenedPlainValue],
    book: OpenedBook,
    sources: FieldSources,
  ) {
    const { numbers } = book.tables;
    [this.#calling, this.#called] = parties.map((party) =>
      party.kind === "cell" ? cellText(party, sources) : undefined,
    );
    this.#texts = sources.texts;
    this.#isNumber = new NameValues((number) =>
      number !== "" && numbers.matches(number).length > 0 ? 1 : 0,
    );
    for (const record of book.records.numbers) {
      for (const field of SPELLING_FIELDS) {
        const ending = Number((record[field] ?? "").replace(/\D/g, "").slice(-LAST_DIGITS));
        this.#endings[ending >> 3] = (this.#endings[ending >> 3] as number) | (1 << (ending & 7));
      }
    }
  }

  way(): "in" | "out" | "problem" {
    // Both must be readable, although one may decide alone.
    if (this.#calling?.find() !== true || this.#called?.find() !== true) return "problem";
    const called = this.#hasFound();
    if (called !== 1) return called === NO_NAME ? "problem" : "out";
    this.#calling.find();
    const calling = this.#hasFound();
    if (calling === NO_NAME) return "problem";
    return calling === 0 ? "in" : "out";
  }

  /** Whether the found text is a number of the book: 1 or 0; NO_NAME if the row needs the slow path. */
  #hasFound(): number {
    const { bytes, start, end, cells } = this.#texts;
    if (start === end) return 0;
    const ending = endingOf(bytes, start, end);
    if (ending >= 0 && ((this.#endings[ending >> 3] as number) & (1 << (ending & 7))) === 0) return 0;
    const { code } = this.#texts;
    return code === NO_NAME ? NO_NAME : this.#isNumber.of(cells.names, code);
  }
}

/** The last digits of a number; -1 if the number does not end in enough digits. */
function endingOf(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < PLAIN_DIGITS) return -1;
  let ending = 0;
  for (let at = end - PLAIN_DIGITS; at < end; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    if (at >= end - LAST_DIGITS) ending = ending * 10 + digit;
  }
  return ending;
}
