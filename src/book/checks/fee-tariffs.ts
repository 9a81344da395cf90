/** R72: lines of fixed fee tariffs for the same charges. */

import { feeLineKey } from "../fees/fee-lines.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

export function checkFixedFeeLines(book: BookUnderCheck): void {
  for (const [tariffIndex, tariff] of book.each("fixedFeeTariffs")) {
    const firsts = new Map<string, number>();
    for (const [lineIndex, line] of tariff.rates.entries()) {
      const path = `fixedFeeTariffs[${tariffIndex}].rates[${lineIndex}]`;
      if (tariff.retail === "wholesale" && line.fixedFeeTariffType === "markup") {
        book.problem(
          `${path}.fixedFeeTariffType`,
          "is markup in a wholesale tariff, which has no cost to mark up; write fixed or proRata",
        );
      }
      const key = feeLineKey(line);
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, lineIndex);
      else {
        book.problem(
          path,
          `is for the same charges and dates as rates[${first}]; remove one of them or give it another startDate`,
        );
      }
    }
  }
}
