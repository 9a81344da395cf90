/** R25, R26: lines for the same calls, base lines that leave values out, and lines that no call reaches. */
import { formatCivilDate } from "../../calendar/index.ts";
import {
  baseFieldName,
  type CheckedRateLine,
  isBaseLine,
  madeOnce,
  prefixText,
  quoteValue,
  RATE_VALUE_NAMES,
  type RateLines,
} from "../../model/index.ts";
import { DestinationReach, unreachedText } from "../destinations/destination-reach.ts";
import type { BookPrefixes } from "../prefixes/book-prefixes.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** Checks every tariff for lines with the same prefix, conditions and start date. */
export function checkDuplicateLines(book: BookUnderCheck, prefixes: BookPrefixes): void {
  for (const [tariffIndex, tariff] of book.each("tariffs")) {
    if (tariff.rates.length < 2) continue;
    for (const [lineIndex, first] of duplicateLines(tariff.rates, prefixes.keyIndexesOf(tariff.rates))) {
      book.problem(
        `tariffs[${tariffIndex}].rates[${lineIndex}]`,
        `is for the same calls as rates[${first}]: ${description(tariff.rates.at(lineIndex) as CheckedRateLine)}; ` +
          "remove one of them or give it another startDate",
      );
    }
  }
}

/** Each line that is for the same calls as an earlier line, with the first such line. */
function* duplicateLines(
  lines: RateLines,
  prefixKeyIndexes: Int32Array,
): Generator<readonly [lineIndex: number, first: number]> {
  const keys = new Map<string, number>();
  const keyIndexes = lines.spread(
    lines.patterns.map((pattern) => madeOnce(keys, restOfKey(pattern), () => keys.size)),
  );
  if (areDistinct(keyIndexes, prefixKeyIndexes)) return;
  const firsts = new Map<number, number>();
  for (let lineIndex = 0; lineIndex < lines.length; lineIndex++) {
    const key = (prefixKeyIndexes[lineIndex] as number) * keys.size + (keyIndexes[lineIndex] as number);
    const first = madeOnce(firsts, key, () => lineIndex);
    if (first !== lineIndex) yield [lineIndex, first];
  }
}

/** Fast path: true where no two lines of a prefix have a key in common; of more than 32 keys, some share a bit. */
function areDistinct(keyIndexes: Int32Array, prefixKeyIndexes: Int32Array): boolean {
  let most = 0;
  for (let line = 0; line < prefixKeyIndexes.length; line++)
    most = Math.max(most, prefixKeyIndexes[line] as number);
  const met = new Int32Array(most + 1);
  for (let line = 0; line < prefixKeyIndexes.length; line++) {
    const prefix = prefixKeyIndexes[line] as number;
    const bit = 1 << (keyIndexes[line] as number);
    if (((met[prefix] as number) & bit) !== 0) return false;
    met[prefix] = (met[prefix] as number) | bit;
  }
  return true;
}

/** A key that is equal for lines with equal conditions beside the prefix. The length keeps the two names apart. */
function restOfKey(line: CheckedRateLine): string {
  const { tariffType, tariffTime, startDate } = line;
  return `${isBaseLine(line) ? "base" : ""} ${startDate ?? ""} ${tariffType?.length ?? ""} ${tariffType ?? ""} ${tariffTime ?? ""}`;
}

function description(line: CheckedRateLine): string {
  const { prefix, tariffType, tariffTime, startDate } = line;
  const from = startDate === undefined ? "no startDate" : `from ${formatCivilDate(startDate)}`;
  if (isBaseLine(line)) return `base line, ${from}`;
  return [
    prefix === undefined ? "any number" : `prefix ${prefix}`,
    tariffType === undefined ? "any call type" : `call type ${quoteValue(tariffType)}`,
    tariffTime === undefined ? "any period" : `period ${quoteValue(tariffTime)}`,
    from,
  ].join(", ");
}

/** Warns of each base line that lacks a value of the base fields: the value is missing while the line is in force. */
export function warnOfBareBaseLines(book: BookUnderCheck): void {
  const what = "base lines without values that the base fields have";
  book.warnOfTariffs(what, (warnings, { base, rates }) => {
    for (const lineIndex of rates.where(isBaseLine)) {
      const line = rates.patternOf(lineIndex);
      const missing = RATE_VALUE_NAMES.filter((name) => base[name] !== undefined && line[name] === undefined);
      if (missing.length === 0) continue;
      warnings.add(
        `.rates[${lineIndex}]`,
        `stands in the place of the base fields and has no ${missing.join(", ")}, where they have ` +
          `${missing.map(baseFieldName).join(", ")}; write on the line what is to go on`,
      );
    }
  });
}

/**
 * Warns of each tariff with lines for prefixes to which no destination of its class leads: typical of a price list
 * imported without its destinations. In a book without destinations all calls bring their own types.
 */
export function warnOfUnreachedLines(book: BookUnderCheck): void {
  if (!book.hasRecords("destinations")) return;
  const reach = new DestinationReach({
    callTypes: book.all("callTypes"),
    destinations: book.all("destinations"),
    chargeBands: book.all("chargeBands"),
  });
  const what = "tariffs with lines for prefixes to which no destination leads";
  book.warnOfTariffs(what, (warnings, { tariffClass, rates }) => {
    const prefixes = rates
      .where(({ tariffType }) => tariffType === undefined)
      .map((line) => prefixText(rates.prefixKeys[line] as number));
    const unreached = reach.unreached(tariffClass, prefixes);
    if (unreached !== undefined) warnings.add(".rates", `has ${unreachedText(unreached, tariffClass)}`);
  });
}
