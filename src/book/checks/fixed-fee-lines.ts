/** R72: lines of fixed fee tariffs that leave open which of them a charge gets, or mark up what has no cost. */

import { feeLineKey } from "../fee-lines.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** Checks the lines of every fixed fee tariff. */
export function checkFixedFeeLines(book: BookUnderCheck): void {
  for (const [place, tariff] of book.each("fixedFeeTariffs")) {
    const firsts = new Map<string, number>();
    for (const [at, line] of tariff.rates.entries()) {
      const path = `fixedFeeTariffs[${place}].rates[${at}]`;
      if (tariff.retail === "wholesale" && line.fixedFeeTariffType === "markup") {
        book.problem(
          `${path}.fixedFeeTariffType`,
          "is markup in a wholesale tariff, which has no cost to mark up; write fixed or proRata",
        );
      }
      const key = feeLineKey(line);
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, at);
      else {
        book.problem(
          path,
          `is for the same charges and dates as rates[${first}]; remove one of them or give it another startDate`,
        );
      }
    }
  }
}
