import { parseCivilDate } from "../../calendar/index.ts";
import { Fault, quoteValue } from "../../model/index.ts";
import { isoDate } from "../uk-cdr/index.ts";
import type { SheetDateFormat } from "./sheet-mapping.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const NAMED_MONTH = /^([0-9]{1,2})[ /.-]([A-Za-z]{3,9})[ /.-]([0-9]{4}|[0-9]{2})$/;
const YEAR_FIRST = /^[0-9]{4}[/.-]/;
/** What databases put behind a date; any other time of day would be lost. */
const MIDNIGHT = /[ T]00:00(?::00(?:\.0{1,9})?)?$/;

/**
 * The date in a cell as `YYYY-MM-DD`, or why there is none.
 *
 * @example dateInCell("1/4/2026", "dd/mm/yyyy") // => "2026-04-01"
 */
export function dateInCell(cell: string, format: SheetDateFormat): string | Fault {
  const text = cell.replace(MIDNIGHT, "");
  const iso = format === "dd mmm yyyy" ? namedMonth(text) : isoDate(text, plainFormat(format));
  const isWanted = format !== "yyyy-mm-dd" || YEAR_FIRST.test(text);
  if (isWanted && parseCivilDate(iso) !== undefined) return iso;
  const hint = format === "yyyy-mm-dd" ? 'write YYYY-MM-DD or name its "dateFormat"' : `write ${format}`;
  return new Fault(`${quoteValue(cell)} is not a date; ${hint}`);
}

function plainFormat(format: SheetDateFormat): "dd/mm/yyyy" | "dd/mm/yy" | "mm/dd/yyyy" | "yyyymmdd" {
  return format === "yyyy-mm-dd" || format === "dd mmm yyyy" ? "dd/mm/yyyy" : format;
}

function namedMonth(text: string): string {
  const [, day = "", name = "", year = ""] = NAMED_MONTH.exec(text) ?? [];
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  if (month < 0) return text;
  const fullYear = year.length === 2 ? `20${year}` : year;
  return `${fullYear}-${String(month + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
}
