/** Columns of a CSV file of calls that nothing reads, and that may be meant for a field that rating reads. */
import { RESULT_FIELDS } from "../index.ts";
import { CALL_FIELDS, nearestName, READABLE_FIELDS } from "../model/index.ts";

/** Known names of columns: of calls, whether rating reads them or not, and of results, which may be rated again. */
const KNOWN: ReadonlySet<string> = new Set([...READABLE_FIELDS, ...RESULT_FIELDS, "CDRFileID", "lineNumber"]);

/** Columns that are looked at: nobody misspells one behind them, and a hostile file may have half a million. */
const MOST_COLUMNS = 200;

/** Shorter names are within two letters of nearly any other. */
const SHORTEST_OFTEN_MISSPELT = 5;

/** What to say of each column of a header whose name is nearly that of a field without a column. */
export function misspeltColumns(header: readonly string[]): readonly string[] {
  const missing = CALL_FIELDS.filter((field) => !header.includes(field));
  return header.slice(0, MOST_COLUMNS).flatMap((name, index) => {
    const meant = KNOWN.has(name) ? undefined : fieldNear(name, missing);
    if (meant === undefined) return [];
    return [`column ${index + 1}, ${name}, is no field of a call and not read; did you mean ${meant}?`];
  });
}

function fieldNear(name: string, fields: readonly string[]): string | undefined {
  return nearestName(name, fields, name.length < SHORTEST_OFTEN_MISSPELT ? 1 : undefined);
}
