/** R26: two lines of one tariff for exactly the same calls leave open which of them a call gets. */
import { formatCivilDate } from "../../calendar/index.ts";
import { type CheckedRateLine, isBaseLine, quoteValue } from "../../model/index.ts";
import { dialledKeyOf } from "../canonical-number.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** Checks the lines of every tariff. */
export function checkDuplicateLines(book: BookUnderCheck): void {
  for (const [place, tariff] of book.records.tariffs.entries()) {
    if (tariff === undefined || tariff.rates.length < 2) continue;
    for (const [line, first] of duplicateLines(tariff.rates)) {
      book.problem(
        `tariffs[${place}].rates[${line}]`,
        `is for the same calls as rates[${first}]: ${description(tariff.rates[line] as CheckedRateLine)}; ` +
          "remove one of them or give it another startDate",
      );
    }
  }
}

/** Lines of one prefix that are compared one by one; among more of them keys are looked up. */
const FEW = 16;

/** Each line that is for the same calls as an earlier one, with the first of those. */
function* duplicateLines(
  lines: readonly CheckedRateLine[],
): Generator<readonly [line: number, first: number]> {
  const before = linesBefore(lines);
  if (before === undefined) return;
  // How many earlier lines have the prefix.
  const counts = new Int32Array(lines.length);
  const keyed = new Map<string, Map<string, number>>();
  for (let line = 0; line < lines.length; line++) {
    const last = before[line] as number;
    if (last === NONE) continue;
    counts[line] = (counts[last] as number) + 1;
    const first =
      (counts[line] as number) <= FEW
        ? firstEqual(lines, before, line)
        : firstWithKey(keyed, lines, before, line);
    if (first !== NONE) yield [line, first];
  }
}

const NONE = -1;

/** For each line the last one before it with the same prefix; undefined where every prefix stands once. */
function linesBefore(lines: readonly CheckedRateLine[]): Int32Array | undefined {
  const keys = new Float64Array(lines.length);
  for (let line = 0; line < lines.length; line++) keys[line] = dialledKeyOf(lines[line]?.prefix ?? "");
  // Nearly every rate deck has one line for each prefix, and sorting numbers shows it sooner than a map would.
  const repeated = repeatedIn(keys);
  if (repeated.size === 0) return undefined;
  const before = new Int32Array(lines.length).fill(NONE);
  for (let line = 0; line < lines.length; line++) {
    const key = keys[line] as number;
    const last = repeated.get(key);
    if (last === undefined) continue;
    before[line] = last;
    repeated.set(key, line);
  }
  return before;
}

/** The keys that stand more than once, none of them met yet. */
function repeatedIn(keys: Float64Array): Map<number, number> {
  const sorted = keys.slice().sort();
  const repeated = new Map<number, number>();
  for (let at = 1; at < sorted.length; at++) {
    const key = sorted[at] as number;
    if (key === sorted[at - 1]) repeated.set(key, NONE);
  }
  return repeated;
}

function firstEqual(lines: readonly CheckedRateLine[], before: Int32Array, line: number): number {
  const own = lines[line] as CheckedRateLine;
  let first = NONE;
  for (let at = before[line] as number; at !== NONE; at = before[at] as number) {
    const other = lines[at] as CheckedRateLine;
    const isEqual =
      isBaseLine(own) === isBaseLine(other) &&
      own.startDate === other.startDate &&
      own.tariffType === other.tariffType &&
      own.tariffTime === other.tariffTime;
    if (isEqual) first = at;
  }
  return first;
}

function firstWithKey(
  keyed: Map<string, Map<string, number>>,
  lines: readonly CheckedRateLine[],
  before: Int32Array,
  line: number,
): number {
  const own = lines[line] as CheckedRateLine;
  const prefix = own.prefix ?? "";
  let firsts = keyed.get(prefix);
  if (firsts === undefined) {
    firsts = new Map();
    keyed.set(prefix, firsts);
    // From the last to the first, so that of equal ones the first remains.
    for (let at = before[line] as number; at !== NONE; at = before[at] as number) {
      firsts.set(restOfKey(lines[at] as CheckedRateLine), at);
    }
  }
  const key = restOfKey(own);
  const first = firsts.get(key);
  if (first === undefined) firsts.set(key, line);
  return first ?? NONE;
}

/** Beside the prefix, what two lines have alike. The length keeps a name from running into the next one. */
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
