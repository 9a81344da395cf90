/** Results as calls: files that `tollbook rate` wrote with columns of calls, such as `call.duration`, among theirs. */
import { type CallColumns, type CallRecord, RESULT_FIELDS } from "../../index.ts";
import { READABLE_FIELDS, type ReadableField } from "../../model/index.ts";
import { FileError } from "../file-error.ts";
import type { ReadCallsOptions } from "../read-options.ts";
import { INPUT_PREFIX, inputField } from "../result-columns.ts";

/** Without these a call costs something else, or nothing; of the three usages one is enough. */
const NEEDED: readonly ReadableField[] = ["startDate", "external"];
const USAGES: readonly ReadableField[] = ["duration", "bytes", "events"];

const EXAMPLE = ["target", "external", "startDate", "startTime", "duration"]
  .map((field) => INPUT_PREFIX + field)
  .join(",");

/** What results say of a call is what one book made of it; another book finds these afresh (R22, R23, R30). */
const FOUND: readonly string[] = ["tariffType", "tariffTime", "location"];

const CALL_NAMES: ReadonlySet<string> = new Set(READABLE_FIELDS);
const RESULT_NAMES: ReadonlySet<string> = new Set(RESULT_FIELDS.filter((name) => !CALL_NAMES.has(name)));

/**
 * What makes calls of results; undefined where the rows are calls as they stand. Told by the fields of the first rows.
 *
 * @throws FileError where they are results that do not say what the calls were
 */
export function callsOfResults(
  columns: CallColumns,
  { name, format }: Pick<ReadCallsOptions, "name" | "format">,
): ((record: CallRecord) => CallRecord) | undefined {
  if (format === "uk-cdr" || format === "dialect") return undefined;
  const fields = new Set<string>();
  for (let row = 0; row < columns.length; row++) {
    for (const field in columns.recordOf(row)) fields.add(field);
  }
  const copied = READABLE_FIELDS.filter((field) => fields.has(INPUT_PREFIX + field));
  const isResults = copied.length > 0 || [...fields].some((field) => RESULT_NAMES.has(field));
  if (!isResults || (copied.length === 0 && fields.has("startDate"))) return undefined;
  const has = (field: ReadableField): boolean => fields.has(field) || fields.has(INPUT_PREFIX + field);
  const missing = [...NEEDED.filter((field) => !has(field)), ...(USAGES.some(has) ? [] : ["duration"])];
  if (missing.length > 0) {
    const names = missing.map((field) => INPUT_PREFIX + field).join(", ");
    const what = `has results, which do not say what was called: ${names} ${missing.length === 1 ? "is" : "are"} missing`;
    throw new FileError(
      name,
      `${what}; give the calls, or results with all that the calls have, such as rate --columns id,cost,${EXAMPLE}`,
    );
  }
  const dropped = fields.has(`${INPUT_PREFIX}target`) ? [...FOUND, "numberID"] : FOUND;
  return (record) => callOfResult(record, dropped, format === "csv");
}

/** Later rows may have fields that the first ones had not: empty cells are no fields. */
function callOfResult(record: CallRecord, dropped: readonly string[], isCsv: boolean): CallRecord {
  const call: Record<string, unknown> = { ...record };
  for (const field of dropped) delete call[field];
  for (const [name, value] of Object.entries(record)) {
    const field = inputField(name);
    if (field === undefined) continue;
    delete call[name];
    call[field] = isCsv && typeof value === "string" ? value.replace(MADE_HARMLESS, "") : value;
  }
  return call;
}

/** The apostrophe that a CSV has before what a spreadsheet would take for a formula, such as +44. */
const MADE_HARMLESS = /^'(?=[=+\-@\t\r\n])/;
