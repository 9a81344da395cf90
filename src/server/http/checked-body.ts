/** Checks bodies against their schemas: all faults at once, with their paths. */
import type * as z from "zod";
import { type FieldProblem, fieldError, ServerError } from "../errors.ts";
import type { JsonObject } from "./read-body.ts";

/** A path such as `rates[2].cost`. */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

export function problemsOf(schema: z.ZodType, value: unknown): FieldProblem[] {
  const checked = schema.safeParse(value);
  return checked.success ? [] : checked.error.issues.map(problemOf);
}

function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    return { path: pathText([...issue.path, key]), message: "is not known here" };
  }
  return { path: pathText(issue.path), message: issue.message };
}

/**
 * A body as its schema parses it.
 *
 * @throws ServerError 400002 with all problems
 */
export function checkedBody(schema: z.ZodType, json: JsonObject): unknown {
  const checked = schema.safeParse(json);
  if (checked.success) return checked.data;
  throw fieldError(checked.error.issues.map(problemOf));
}

/**
 * The parameters of an action (H14).
 *
 * @throws ServerError 400503 where required parameters are missing, 400502 for unknown and invalid parameters
 */
export function checkedParameters(schema: z.ZodType, required: readonly string[], json: JsonObject): unknown {
  const missing = required.filter(
    (name) => json[name] === undefined || json[name] === null || json[name] === "",
  );
  if (missing.length > 0) throw new ServerError(400503, `Give ${missing.join(" and ")}.`);
  const checked = schema.safeParse(json);
  if (checked.success) return checked.data;
  const problems = checked.error.issues.map(problemOf);
  const words = problems
    .slice(0, 5)
    .map(({ path, message }) => (path === "" ? message : `${path} ${message}`));
  throw new ServerError(400502, `${words.join("; ")}.`, { problems });
}
