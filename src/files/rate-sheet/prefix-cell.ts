import { Fault, MAX_PREFIX_DIGITS, quoteValue } from "../../model/index.ts";

/** How a sheet writes prefixes. */
export interface PrefixStyle {
  readonly ranges: boolean;
  readonly leadingZero: "refuse" | "drop" | "keep";
}

/** Prefixes that one cell may stand for. */
export const MAX_PREFIXES_OF_CELL = 10_000;
const MAX_CELL = 100_000;

const SEPARATORS = /[\s()-]/g;
const SEPARATORS_BUT_HYPHEN = /[\s()]/g;
const MASK = "xX*";

/**
 * The prefixes in a cell: one or several between `;`, `,`, `|`, `/` or line ends, each with `+` or `00` or as bare
 * digits, spaces and brackets in it, as a mask (`7072xxxxx` is 7072) or, where the mapping says so, as a range.
 * With a country code they are national ones, unless they begin with `+` or `00`.
 *
 * @example prefixesInCell("+44 20; 0044 21xx", "", { ranges: false, leadingZero: "refuse" }) // => ["4420", "4421"]
 */
export function prefixesInCell(
  cell: string,
  countryCode: string,
  style: PrefixStyle,
): readonly string[] | Fault {
  if (cell.length > MAX_CELL) return new Fault(`is longer than ${MAX_CELL} characters`);
  const found = new Set<string>();
  for (const written of cell.split(/[;,|/\r\n]/)) {
    const part = written.trim();
    if (part === "") continue;
    const prefixes = style.ranges ? ofRange(part, countryCode, style) : ofPart(part, countryCode, style);
    if (prefixes instanceof Fault) return prefixes;
    for (const prefix of prefixes) found.add(prefix);
    if (found.size > MAX_PREFIXES_OF_CELL) {
      return new Fault(`stands for more than ${MAX_PREFIXES_OF_CELL} prefixes`);
    }
  }
  return found.size > 0 ? [...found] : new Fault("has no prefix");
}

function ofPart(part: string, countryCode: string, style: PrefixStyle): readonly string[] | Fault {
  // R21: the 0 of +44 (0)20 is not dialled from abroad.
  const isInternational = part.startsWith("+") || part.startsWith("00");
  const text = isInternational ? part.replace("(0)", "") : part;
  const number = numberOf(text.replace(SEPARATORS, ""), part);
  if (number instanceof Fault) return number;
  const prefix = complete(number, countryCode, style, part);
  return prefix instanceof Fault ? prefix : [prefix];
}

function ofRange(part: string, countryCode: string, style: PrefixStyle): readonly string[] | Fault {
  const ends = part.replace(SEPARATORS_BUT_HYPHEN, "").split(/[-–]/);
  if (ends.length === 1) return ofPart(part, countryCode, style);
  const notARange = new Fault(`${quoteValue(part)} is not a range of prefixes; write it as 4420-4425`);
  if (ends.length !== 2) return notARange;
  const from = numberOf(ends[0] ?? "", part);
  const to = numberOf(ends[1] ?? "", part);
  if (from instanceof Fault || to instanceof Fault) return notARange;
  const last = from.digits.slice(0, -to.digits.length) + to.digits;
  if (last.length !== from.digits.length || last.length > MAX_PREFIX_DIGITS || last < from.digits)
    return notARange;
  // Fifteen digits are a safe whole number.
  const count = Number(last) - Number(from.digits) + 1;
  if (count > MAX_PREFIXES_OF_CELL) {
    return new Fault(`${quoteValue(part)} stands for more than ${MAX_PREFIXES_OF_CELL} prefixes`);
  }
  const prefixes: string[] = [];
  for (let step = 0; step < count; step++) {
    const digits = String(Number(from.digits) + step).padStart(from.digits.length, "0");
    const prefix = complete({ ...from, digits }, countryCode, style, part);
    if (prefix instanceof Fault) return prefix;
    prefixes.push(prefix);
  }
  return prefixes;
}

interface WrittenNumber {
  readonly digits: string;
  readonly isInternational: boolean;
}

/** The digits of a number or a mask, and whether it was written with `+` or `00`. */
function numberOf(text: string, part: string): WrittenNumber | Fault {
  let end = text.length;
  while (end > 0 && MASK.includes(text.charAt(end - 1))) end--;
  const start = text.startsWith("+") ? 1 : text.startsWith("00") ? 2 : 0;
  const digits = text.slice(start, end);
  if (/^[0-9]+$/.test(digits)) return { digits, isInternational: start > 0 };
  return new Fault(`${quoteValue(part)} is not a prefix; write digits such as 4420, +4420 or 4420xxx`);
}

function complete(
  number: WrittenNumber,
  countryCode: string,
  { leadingZero }: PrefixStyle,
  part: string,
): string | Fault {
  let prefix = number.digits;
  if (!number.isInternational && prefix.startsWith("0")) {
    if (countryCode === "") {
      return new Fault(`${quoteValue(part)} begins with 0; write it with its country code`);
    }
    if (leadingZero === "refuse") {
      return new Fault(
        `${quoteValue(part)} begins with 0; say "leadingZero": "drop" or "keep" for national prefixes`,
      );
    }
    if (leadingZero === "drop") prefix = prefix.slice(1);
  }
  if (!number.isInternational) prefix = countryCode + prefix;
  if (prefix === "") return new Fault(`${quoteValue(part)} has no digits`);
  if (prefix.startsWith("0")) return new Fault(`${quoteValue(part)} has a country code that begins with 0`);
  if (prefix.length <= MAX_PREFIX_DIGITS) return prefix;
  return new Fault(`${quoteValue(part)} has more than ${MAX_PREFIX_DIGITS} digits`);
}
