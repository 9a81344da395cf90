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

/** The most lines of one prefix that are compared one by one; more lines use a hash table of keys. */
const FEW = 16;

/** Each line that is for the same calls as an earlier line, with the first such line. */
function* duplicateLines(
  lines: RateLines,
  prefixKeyIndexes: Int32Array,
): Generator<readonly [lineIndex: number, first: number]> {
  if (areDistinct(lines, prefixKeyIndexes)) return;
  const before = linesBefore(prefixKeyIndexes);
  if (before === undefined) return;
  // By line: how many earlier lines have the same prefix.
  const counts = new Int32Array(lines.length);
  const keyed = new Map<number, Map<string, number>>();
  for (let lineIndex = 0; lineIndex < lines.length; lineIndex++) {
    const last = before[lineIndex] as number;
    if (last === NONE) continue;
    counts[lineIndex] = (counts[last] as number) + 1;
    const first =
      (counts[lineIndex] as number) <= FEW
        ? firstEqual(lines, before, lineIndex)
        : firstWithKey(keyed, lines, before, lineIndex);
    if (first !== NONE) yield [lineIndex, first];
  }
}

const NONE = -1;
/** Bits of a whole number. */
const FEW_KEYS = 32;

/** Fast path: true where no two lines of a prefix are for the same calls. Always false with more than FEW_KEYS keys. */
function areDistinct(lines: RateLines, prefixKeyIndexes: Int32Array): boolean {
  const keys = new Map<string, number>();
  const bits = lines.patterns.map((pattern) => {
    return 1 << madeOnce(keys, restOfKey(pattern), () => keys.size);
  });
  return keys.size <= FEW_KEYS && areBitsDistinct(lines.spread(bits), prefixKeyIndexes);
}

/** Whether no two lines of a prefix have the same bit. */
function areBitsDistinct(bits: Int32Array, prefixKeyIndexes: Int32Array): boolean {
  let most = 0;
  for (let line = 0; line < prefixKeyIndexes.length; line++)
    most = Math.max(most, prefixKeyIndexes[line] as number);
  const met = new Int32Array(most + 1);
  for (let line = 0; line < prefixKeyIndexes.length; line++) {
    const keyIndex = prefixKeyIndexes[line] as number;
    const bit = bits[line] as number;
    if (((met[keyIndex] as number) & bit) !== 0) return false;
    met[keyIndex] = (met[keyIndex] as number) | bit;
  }
  return true;
}

/** By line: the previous line with the same prefix, or NONE. Undefined where no two lines share a prefix. */
function linesBefore(prefixKeyIndexes: Int32Array): Int32Array | undefined {
  let most = 0;
  for (const keyIndex of prefixKeyIndexes) if (keyIndex > most) most = keyIndex;
  const last = new Int32Array(most + 1).fill(NONE);
  const before = new Int32Array(prefixKeyIndexes.length);
  // Many rate decks have one line for each prefix.
  let isRepeated = false;
  for (let lineIndex = 0; lineIndex < before.length; lineIndex++) {
    const keyIndex = prefixKeyIndexes[lineIndex] as number;
    const earlier = last[keyIndex] as number;
    if (earlier !== NONE) isRepeated = true;
    before[lineIndex] = earlier;
    last[keyIndex] = lineIndex;
  }
  return isRepeated ? before : undefined;
}

function firstEqual(lines: RateLines, before: Int32Array, lineIndex: number): number {
  const line = lines.patternOf(lineIndex);
  let first = NONE;
  for (let at = before[lineIndex] as number; at !== NONE; at = before[at] as number) {
    const earlier = lines.patternOf(at);
    const isEqual =
      isBaseLine(line) === isBaseLine(earlier) &&
      line.startDate === earlier.startDate &&
      line.tariffType === earlier.tariffType &&
      line.tariffTime === earlier.tariffTime;
    if (isEqual) first = at;
  }
  return first;
}

function firstWithKey(
  keyed: Map<number, Map<string, number>>,
  lines: RateLines,
  before: Int32Array,
  lineIndex: number,
): number {
  const line = lines.patternOf(lineIndex);
  const prefix = lines.prefixKeys[lineIndex] as number;
  const firsts = madeOnce(keyed, prefix, () => {
    const ofPrefix = new Map<string, number>();
    // Backwards, so that the first of equal lines remains.
    for (let at = before[lineIndex] as number; at !== NONE; at = before[at] as number) {
      ofPrefix.set(restOfKey(lines.patternOf(at)), at);
    }
    return ofPrefix;
  });
  const key = restOfKey(line);
  const first = firsts.get(key);
  if (first === undefined) firsts.set(key, lineIndex);
  return first ?? NONE;
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
