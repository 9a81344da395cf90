/** R22, R25: lines for prefixes that no destination gives a call type. */
import { prefixText } from "../../model/index.ts";
import { DestinationReach, unreachedText } from "../destination-reach.ts";
import { SomeWarnings } from "../some-warnings.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/**
 * Warns of each tariff with lines for prefixes to which no destination of its class leads, as a price list has that
 * was imported without its destinations. In a book without any, all calls bring their own types.
 */
export function warnOfUnreachedLines(book: BookUnderCheck): void {
  if (!book.hasRecords("destinations")) return;
  const reach = new DestinationReach({
    callTypes: book.all("callTypes"),
    destinations: book.all("destinations"),
    chargeBands: book.all("chargeBands"),
  });
  const warnings = new SomeWarnings(book);
  for (const [place, tariff] of book.each("tariffs")) {
    const { rates } = tariff;
    const prefixes = rates
      .where(({ tariffType }) => tariffType === undefined)
      .map((line) => prefixText(rates.prefixKeys[line] as number));
    const unreached = reach.unreached(tariff.tariffClass, prefixes);
    if (unreached === undefined) continue;
    warnings.add(`tariffs[${place}].rates`, `has ${unreachedText(unreached, tariff.tariffClass)}`);
  }
  warnings.close("tariffs", "tariffs with lines for prefixes to which no destination leads");
}
