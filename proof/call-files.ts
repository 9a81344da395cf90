/** Calls as the text of a CSV file and of JSON lines, each with its flaws. */
import type { Flaw, Item } from "./calls.ts";
import { Chance } from "./chance.ts";
import { type FilePart, flawed, NO_UTF8, partOf, quoted } from "./file-part.ts";
import type { Setting } from "./settings.ts";
import type { CallTexts } from "./situations.ts";

/** A value of a call as a JSON line tells it. */
export type CallValues = Readonly<Record<string, string | number | boolean>>;

/** Every column that a generated call may have, and one more that is carried along. */
const CSV_COLUMNS = [
  ...["startDate", "id", "target", "external", "startTime", "duration", "note", "carrier", "callCarrier"],
  ...["bytes", "events", "chargeBand", "tariffTypeCarrier", "tariffType", "tariffTime", "numberID"],
  ...["callTypeDirectionFlag", "callTypeOriginationTypeFlag", "callTypeRecordingFlag", "location"],
  ...["costCDRBasic", "costCDR", "costCDRAccessCharge", "costCDRSurchargeMobileOrigination"],
  ...["costCDRSurchargePayphoneOrigination", "costCDRSurchargeCallRecording", "costSuggestedRetail"],
  ...["carrierCallID", "aLegID"],
] as const;

export function csvHeader({ lineEnds }: Setting): string {
  return `${CSV_COLUMNS.join(",")}${lineEnds[0]}`;
}

/** Items as rows of CSV, the first of them on this line. */
export function csvPart(items: readonly Item[], { lineEnds }: Setting, line: number, seed: number): FilePart {
  const chance = new Chance(seed, line);
  return partOf(items, line, (item) => {
    const end = chance.pick(lineEnds);
    const blank = end.repeat(item.blankLines);
    return [blank, flawed(cellsOf(item.call, chance), item.flaw) + end];
  });
}

function cellsOf(call: CallTexts, chance: Chance): string[] {
  return CSV_COLUMNS.map((column) => {
    const text = call[column] ?? "";
    const mustQuote = /[",\r\n]/.test(text);
    return mustQuote || (text !== "" && chance.oneIn(60)) ? quoted(text) : text;
  });
}

/** Items as JSON lines, the first of them on this line. */
export function jsonPart(items: readonly Item[], values: readonly CallValues[], line: number): FilePart {
  return partOf(items, line, ({ flaw, blankLines }, at) => [
    "\n".repeat(blankLines),
    `${brokenJson(JSON.stringify(values[at]), flaw)}\n`,
  ]);
}

function brokenJson(text: string, flaw: Flaw | undefined): string {
  switch (flaw) {
    case undefined:
      return text;
    case "too few cells":
      return text.slice(0, -1);
    case "too many cells":
      return `[${text}]`;
    case "stray quotes":
      return `{"__proto__":1,${text.slice(1)}`;
    case "not UTF-8":
      return `${text.slice(0, -1)},"note":"${NO_UTF8}"}`;
    case "never closed":
      return `${text.slice(0, -1)},"note":"never closed}`;
  }
}

/** Fields that JSON may tell as numbers. */
const NUMERIC = /^(?:id|numberID|duration|bytes|events|cost.*)$/;

/** A call as JSON tells it: numbers and flags as what they are, where that says the same. */
export function jsonValues(call: CallTexts, seed: number, line: number): CallValues {
  const chance = new Chance(seed, line);
  return Object.fromEntries(
    Object.entries(call).map(([field, text]): [string, string | number | boolean] => {
      const number = Number(text);
      if (NUMERIC.test(field) && chance.oneIn(2) && String(number) === text && Number.isFinite(number)) {
        return [field, number];
      }
      if (field === "callTypeRecordingFlag" && text === "true") return [field, true];
      return [field, text];
    }),
  );
}
