/**
 * Results as calls: files that `tollbook rate` wrote hold what their calls said in columns such as `call.duration`, so that
 * they can be rated again, previewed and billed. What results say of a call besides is what one book made of it.
 */
import type { CallRecord } from "../../index.ts";
import { READABLE_FIELDS, REPORTED_COSTS, type ReadableField } from "../../model/index.ts";
import { FileError } from "../file-error.ts";
import { INPUT_PREFIX, inputField } from "./result-columns.ts";

/** Without these a call costs something else, or nothing; of the three usages one is enough. */
const NEEDED: readonly ReadableField[] = ["startDate", "external"];
const USAGES: readonly ReadableField[] = ["duration", "bytes", "events"];

/** Of these, calls have one at least. */
const SAID: readonly string[] = ["target", "external", "startDate", "startTime", ...USAGES];

const EXAMPLE = ["target", "external", "startDate", "startTime", "duration"]
  .map((field) => INPUT_PREFIX + field)
  .join(",");

/** Another book finds these afresh (R21, R22, R23). */
const FOUND: readonly string[] = ["numberID", "tariffType", "tariffTime"];
/** Results have these under their own names, and those of calls that were not rated as `call.costCDR` alone. */
const REPORTED: readonly string[] = [...REPORTED_COSTS, "costSuggestedRetail"];

/** What a field of results is called beside the one of its call. */
export const RESULT_PREFIX = "result.";

/** Results that have these of their calls say what was called, and by which number. */
export const TOLD_OF_CALLS = [
  "target",
  "external",
  "startDate",
  "duration",
] as const satisfies readonly ReadableField[];

/**
 * Which field of the call a field of results is, by its name alone. So says `callFieldsOf` of all fields of a record that has
 * TOLD_OF_CALLS with `call.` before them, no field of which this is undefined, and no two that are the same field of the call.
 */
export function fieldOfResult(name: string): string | undefined {
  const field = inputField(name);
  if (field !== undefined) return field;
  if (SAID.includes(name)) return undefined;
  return FOUND.includes(name) ? RESULT_PREFIX + name : name;
}

/** Whether fields are those of results: calls may carry what they cost, and columns of any name. */
function areOfResults(fields: ReadonlySet<string>): boolean {
  if (READABLE_FIELDS.some((field) => fields.has(INPUT_PREFIX + field)))
    return fields.has(`${INPUT_PREFIX}startDate`) || !fields.has("startDate");
  const isResult = ["costBase", "cost", "tariffTypeUsed"].some((field) => fields.has(field));
  return (
    (isResult || (fields.has("error") && fields.has("message"))) && !SAID.some((name) => fields.has(name))
  );
}

/**
 * The fields of the calls behind the fields of results, each under its name in a call; undefined where they are fields of
 * calls already.
 *
 * @throws FileError where they are those of results that do not say what the calls were
 */
export function callFieldsOf(names: readonly string[], file: string): ((name: string) => string) | undefined {
  const fields = new Set(names);
  if (!areOfResults(fields)) return undefined;
  const has = (field: string): boolean => fields.has(field) || fields.has(INPUT_PREFIX + field);
  const missing = [...NEEDED.filter((field) => !has(field)), ...(USAGES.some(has) ? [] : ["duration"])];
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
    if (field !== undefined) return field;
    const isOfCall = fields.has(INPUT_PREFIX + name) && !REPORTED.includes(name);
    return isOfCall || isFound(name) ? RESULT_PREFIX + name : name;
  };
}

/** The call of a record, which may be that of a result. Throws as `callFieldsOf`. */
export function callOfRecord(record: CallRecord, file: string): CallRecord {
  const fieldOf = callFieldsOf(Object.keys(record), file);
  if (fieldOf === undefined) return record;
  const call: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) call[fieldOf(name)] = value;
  return call;
}

/** The apostrophe that a CSV has before what a spreadsheet would take for a formula, such as +44. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") ? cell.replace(MADE_HARMLESS, "") : cell;
}

const MADE_HARMLESS = /^'(?=[=+\-@\t\r\n])/;
