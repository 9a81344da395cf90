/**
 * Results as calls: files that `tollbook rate` wrote hold the fields of their calls in columns such as `call.duration`,
 * so that the calls can be rated again, previewed and billed. The other fields of results are the outcome of one book.
 */
import type { CallRecord } from "../../index.ts";
import { READABLE_FIELDS, REPORTED_COSTS, type ReadableField } from "../../model/index.ts";
import { FileError } from "../file-error.ts";
import { INPUT_PREFIX, inputField } from "./result-columns.ts";

/** Without these fields a call has another cost, or none; one of the three usages is enough. */
const NEEDED: readonly ReadableField[] = ["startDate", "external"];
const USAGES: readonly ReadableField[] = ["duration", "bytes", "events"];

/** Calls have at least one of these fields. */
const SAID: readonly string[] = ["target", "external", "startDate", "startTime", ...USAGES];

const EXAMPLE = ["target", "external", "startDate", "startTime", "duration"]
  .map((field) => INPUT_PREFIX + field)
  .join(",");

/** Fields that rating with another book finds afresh (R21, R22, R23). */
const FOUND: readonly string[] = ["numberID", "tariffType", "tariffTime"];
/** Results have these fields under the same names; results of calls that were not rated only as `call.costCDR` etc. */
const REPORTED: readonly string[] = [...REPORTED_COSTS, "costSuggestedRetail"];

/** Before the name of a field of results where the call has a field of the same name. */
export const RESULT_PREFIX = "result.";

/** Results with these fields of their calls tell which number was called, and by which number. */
export const TOLD_OF_CALLS = [
  "target",
  "external",
  "startDate",
  "duration",
] as const satisfies readonly ReadableField[];

/**
 * The field of the call for a field of results, by its name alone. `callFieldsOf` gives the same for all fields of a
 * record that has TOLD_OF_CALLS with `call.` before the names, that has no field for which this is undefined, and that
 * has no two fields for the same field of the call.
 */
export function fieldOfResult(name: string): string | undefined {
  const field = inputField(name);
  if (field !== undefined) return field;
  if (SAID.includes(name)) return undefined;
  return FOUND.includes(name) ? RESULT_PREFIX + name : name;
}

/** Whether fields are those of results: calls may have costs, too, and columns of any name. */
function areOfResults(fields: ReadonlySet<string>): boolean {
  if (READABLE_FIELDS.some((field) => fields.has(INPUT_PREFIX + field)))
    return fields.has(`${INPUT_PREFIX}startDate`) || !fields.has("startDate");
  const isResult = ["costBase", "cost", "tariffTypeUsed"].some((field) => fields.has(field));
  return (
    (isResult || (fields.has("error") && fields.has("message"))) && !SAID.some((name) => fields.has(name))
  );
}

/**
 * Maps names of result fields to names of call fields; undefined where the names are fields of calls already. The
 * `kept` fields have the names of the file: `cost` is that of the result, `call.cost` what the call says.
 *
 * @throws FileError where the names are fields of results without the fields of their calls
 */
export function callFieldsOf(
  names: readonly string[],
  file: string,
  kept: readonly string[] = [],
): ((name: string) => string) | undefined {
  const fields = new Set(names);
  if (!areOfResults(fields)) return undefined;
  const has = (field: string): boolean => fields.has(field) || fields.has(INPUT_PREFIX + field);
  const missing = [...NEEDED.filter((field) => !has(field)), ...(USAGES.some(has) ? [] : ["duration"])];
  // A price list may have a cost, too: without any of these names nothing says that a row is about a call.
  if (missing.length > 0 && !["id", "line", "numberID", "customerID"].some(has)) return undefined;
  if (missing.length > 0) {
    const columns = missing.map((field) => INPUT_PREFIX + field).join(", ");
    const what = `has results, which do not say what was called: ${columns} ${missing.length === 1 ? "is" : "are"} missing`;
    const reason = `${what}; give the calls, or results with all that the calls have, such as rate --columns id,cost,${EXAMPLE}`;
    throw new FileError(file, reason);
  }
  const isFound = (name: string): boolean =>
    FOUND.includes(name) && (name !== "numberID" || fields.has(`${INPUT_PREFIX}target`));
  return (name) => {
    const field = inputField(name);
    if (kept.includes(field ?? name)) return name;
    if (field !== undefined) return field;
    const isOfCall = fields.has(INPUT_PREFIX + name) && !REPORTED.includes(name);
    return isOfCall || isFound(name) ? RESULT_PREFIX + name : name;
  };
}

/** Makes calls of records, which may be results; making one throws like `callFieldsOf`. */
export function callMaker(file: string, kept?: readonly string[]): (record: CallRecord) => CallRecord {
  // Most records have the names of the record before, for which the fields need not be found again.
  let names: readonly string[] = [];
  let fields: readonly string[] | undefined;
  return (record) => {
    const own = Object.keys(record);
    if (own.length !== names.length || own.some((name, at) => name !== names[at])) {
      const fieldOf = callFieldsOf(own, file, kept);
      names = own;
      fields = fieldOf && own.map(fieldOf);
    }
    if (fields === undefined) return record;
    const values = Object.values(record);
    const call: Record<string, unknown> = {};
    for (const [at, field] of fields.entries()) call[field] = values[at];
    return call;
  };
}

/** Removes the apostrophe that CSV has before a text that a spreadsheet would take for a formula, such as +44. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") ? cell.replace(MADE_HARMLESS, "") : cell;
}

const MADE_HARMLESS = /^'(?=[=+\-@\t\r\n])/;
