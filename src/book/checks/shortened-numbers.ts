/** R20, R21: numbers of the book of which a spreadsheet has lost the last digits. */
import { quoteValue, SPELLING_FIELDS } from "../../model/index.ts";
import { isShortened } from "../prefixes/canonical-number.ts";
import { SomeWarnings } from "../read-records.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** Warns of numbers such as 4.42079E+11, by which no call is found, or the call of another number. */
export function warnOfShortenedNumbers(book: BookUnderCheck): void {
  const warnings = new SomeWarnings(book);
  const check = (path: string, spelling: string | undefined): void => {
    if (spelling === undefined || !isShortened(spelling)) return;
    warnings.add(
      path,
      `${quoteValue(spelling)} is a number that a spreadsheet has shortened: its last digits are lost; write all its digits`,
    );
  };
  for (const [recordIndex, number] of book.each("numbers")) {
    for (const field of SPELLING_FIELDS) check(`numbers[${recordIndex}].${field}`, number[field]);
  }
  for (const [recordIndex, { number }] of book.each("ignoredNumbers"))
    check(`ignoredNumbers[${recordIndex}].number`, number);
  warnings.close("numbers", "numbers that a spreadsheet has shortened");
}
