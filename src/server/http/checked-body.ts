/** Checks bodies against their schemas: all faults at once, with their paths. */
import type * as z from "zod";
import { issueText } from "../../index.ts";
import { checkBySchema } from "../../model/index.ts";
import { type FieldProblem, fieldError, ServerError, sentenceOf } from "../errors.ts";
import type { JsonObject } from "./read-body.ts";

export function problemsOf(schema: z.ZodType, value: unknown): readonly FieldProblem[] {
  const checked = checkBySchema(schema, value);
  return "faults" in checked ? checked.faults : [];
}

/**
 * A body as its schema parses it.
 *
 * @throws ServerError 400002 with all problems
 */
export function checkedBody(schema: z.ZodType, json: JsonObject): unknown {
  const checked = checkBySchema(schema, json);
  if ("faults" in checked) throw fieldError(checked.faults);
  return checked.value;
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
  const checked = checkBySchema(schema, json);
  if (!("faults" in checked)) return checked.value;
  const words = checked.faults.slice(0, 5).map(issueText);
  throw new ServerError(400502, sentenceOf(words), { problems: checked.faults });
}
