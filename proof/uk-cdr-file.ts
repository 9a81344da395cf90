/** Calls as a file of UK standard CDRs. */
import { UK_CDR_COLUMNS, type UkCdrDialect } from "tollbook/files";
import type { Item } from "./calls.ts";
import { Chance } from "./chance.ts";
import { unitsOf } from "./decimal.ts";
import { type FilePart, flawed, partOf, quoted } from "./file-part.ts";
import type { Setting } from "./settings.ts";
import type { CallTexts } from "./situations.ts";

/** How the UK CDR file is written. */
export const DIALECT: UkCdrDialect = {
  header: "yes",
  fields: {
    "Call Cause": "callTypeOriginationTypeFlag",
    "Salesprice (pre-bundle)": "costSuggestedRetail",
  },
  origins: { "0": "", M: "mobile", P: "payphone" },
  directions: { IC: "I", OG: "O" },
  recordings: { Y: true, N: false },
  timeBands: { "1": "Daytime", "2": "Evening" },
};

export function ukCdrHeader({ lineEnds }: Setting): string {
  return `${UK_CDR_COLUMNS.map((name) => (name.includes(",") ? quoted(name) : name)).join(",")}${lineEnds[0]}`;
}

/** The call that a UK CDR row can tell of this one, or undefined where it cannot be told so. */
export function ukCdrCall(call: CallTexts): CallTexts | undefined {
  const { startDate = "", startTime = "", id } = call;
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(startDate) || !/^[0-9]{2}:[0-9]{2}(:[0-9.]+)?$/.test(startTime)) {
    return undefined;
  }
  const told: Record<string, string> = {};
  for (const field of UK_CDR_FIELDS) {
    const text = call[field]?.trim() ?? "";
    // A part of 0 says nothing: carriers fill these columns with zeros.
    const isFiller = COST_PARTS.includes(field) && /^-?0+(\.0+)?$/.test(text);
    if (text !== "" && !isFiller) told[field] = text;
  }
  if (id !== undefined) told.carrierCallID = id;
  // The dialect has one code for what is not recorded.
  if (told.callTypeRecordingFlag === "none") told.callTypeRecordingFlag = "false";
  if (told.tariffTime !== undefined && !(told.tariffTime in BAND_CODES)) delete told.tariffTime;
  return told;
}

const UK_CDR_FIELDS = [
  ...["id", "target", "external", "startDate", "startTime", "duration", "bytes", "location", "chargeBand"],
  ...["tariffTime", "costCDR", "costSuggestedRetail", "callTypeDirectionFlag", "carrier"],
  ...["callTypeRecordingFlag", "callTypeOriginationTypeFlag", "costCDRAccessCharge", "costCDRBasic"],
];
const COST_PARTS = ["costCDRAccessCharge", "costCDRBasic"];
const BAND_CODES: Readonly<Record<string, string>> = { Daytime: "1", Evening: "2" };

/** Calls of `ukCdrCall` as rows, the first of them on this line. */
export function ukCdrPart(
  items: readonly Item[],
  { lineEnds }: Setting,
  line: number,
  seed: number,
): FilePart {
  const chance = new Chance(seed, line);
  return partOf(items, line, (item) => {
    const end = chance.pick(lineEnds);
    const cells = UK_CDR_COLUMNS.map((column) => ukCdrCell(column, item.call));
    const flaw = item.flaw === "too many cells" ? "too few cells" : item.flaw;
    const written = cells.map((cell) => (/[",\r\n]/.test(cell) ? quoted(cell) : cell));
    return [end.repeat(item.blankLines), flawed(written, flaw) + end];
  });
}

function ukCdrCell(column: (typeof UK_CDR_COLUMNS)[number], call: CallTexts): string {
  const text = (field: string): string => call[field] ?? "";
  switch (column) {
    case "Call Cause":
      return (
        { mobile: "M", payphone: "P" }[text("callTypeOriginationTypeFlag")] ??
        text("callTypeOriginationTypeFlag")
      );
    case "Customer Identifier":
      return text("target");
    case "Telephone Number Dialled":
      return text("external");
    case "Call Date":
      return text("startDate").split("-").reverse().join("/");
    case "Call Time":
      return text("startTime");
    case "Duration":
      return text("duration");
    case "Description":
      return text("location");
    case "Chargecode":
      return text("chargeBand");
    case "Time Band":
      return BAND_CODES[text("tariffTime")] ?? "";
    case "Salesprice":
      return pounds(text("costCDR"));
    case "Salesprice (pre-bundle)":
      return pounds(text("costSuggestedRetail"));
    case "Call Class":
      return { I: "IC", O: "OG" }[text("callTypeDirectionFlag")] ?? text("callTypeDirectionFlag");
    case "Carrier":
      return text("carrier");
    case "Recording":
      return { true: "Y", false: "N" }[text("callTypeRecordingFlag")] ?? text("callTypeRecordingFlag");
    case "RecordID":
      return text("id");
    case "Currency":
      return text("id").endsWith("0") ? "GBP" : "";
    case "NGCS Access Charge":
      return pounds(text("costCDRAccessCharge"));
    case "NGCS Service Charge":
      return pounds(text("costCDRBasic"));
    case "Total Bytes Transferred":
      return text("bytes");
    default:
      return "";
  }
}

/** Pence as pounds, by moving the point; what is no amount stays. */
function pounds(pence: string): string {
  const units = unitsOf(pence, 40);
  if (units === undefined) return pence;
  const digits = String(units < 0n ? -units : units).padStart(43, "0");
  const text = `${digits.slice(0, -42)}.${digits.slice(-42)}`.replace(/0+$/, "").replace(/\.$/, "");
  return units < 0n ? `-${text}` : text;
}
