/** Checks values by schemas, and words the faults for people: zod's own words never reach one. */
import type * as z from "zod";
import { didYouMean } from "../../names/index.ts";
import { isBlank } from "./blank.ts";
import { quoteValue } from "./kinds.ts";

/** A fault of a value, with the path to it: `rates[2].cost`. */
export interface PlacedFault {
  readonly path: string;
  /** A sentence part that follows the path. */
  readonly message: string;
}

/** By a type of zod: what a person calls a value of it. */
const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a record",
  record: "a record",
};

/** A path as text: `tariffs[3].rates[12].cost`. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else text += text === "" ? String(part) : `.${String(part)}`;
  }
  return text;
}

/**
 * What is wrong with a value, for schemas that do not say it themselves: a sentence part that follows the path. An
 * `error` of zod, for a schema or for one check.
 */
export function plainWords(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== "custom") return "is required";
  const shown = quoteValue(issue.input);
  switch (issue.code) {
    case "invalid_type": {
      const kind = kindOf(issue);
      if (isBlank(issue.input))
        return `is blank; write ${kind === KINDS.object ? "an object with named fields" : kind}`;
      return `${shown} is not ${kind}${kind === KINDS.object ? "; write an object with named fields" : ""}`;
    }
    case "invalid_value":
      return `${shown} is not ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`;
    case "invalid_union":
      return ofAlternatives(issue, shown);
    case "too_small":
      return outside(issue.origin, String(issue.minimum), ["at least", "is less than"]);
    case "too_big":
      return outside(issue.origin, String(issue.maximum), ["at most", "is more than"]);
    case "unrecognized_keys":
      return "is not known here";
    default:
      return `${shown} does not fit`;
  }
}

function kindOf(issue: { readonly expected?: unknown; readonly format?: unknown }): string {
  const { expected, format } = issue;
  return KINDS[format === "safeint" ? "int" : String(expected)] ?? "of the kind that is read here";
}

/** A value of the wrong kind for all of them; else the first fault of the one whose kind it has. */
function ofAlternatives(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>, shown: string): string {
  const alternatives = (issue.errors ?? []).map(([first]) => first).filter((first) => first !== undefined);
  const fitting = alternatives.find(({ code, path }) => code !== "invalid_type" || path.length > 0);
  if (fitting !== undefined) {
    const where = pathText(fitting.path);
    return where === "" ? fitting.message : `is wrong at ${where}: ${fitting.message}`;
  }
  const kinds = new Set(alternatives.map((one) => kindOf(one as { expected?: unknown })));
  return `${shown} is not ${[...kinds].join(" or ") || "of the kind that is read here"}`;
}

function outside(origin: string, bound: string, [ofCount, ofNumber]: readonly [string, string]): string {
  if (origin === "string") return `takes ${ofCount} ${bound} characters`;
  return origin === "array" ? `takes ${ofCount} ${bound}` : `${ofNumber} ${bound}`;
}

/** A value as its schema reads it, or all its faults. */
export function checkBySchema<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { readonly value: T } | { readonly faults: readonly PlacedFault[] } {
  const checked = schema.safeParse(value, { error: wordsWithNames });
  return checked.success ? { value: checked.data } : { faults: checked.error.issues.flatMap(faultsOf) };
}

/** Of unknown fields a line for each, with the nearest known one: only here the schema is at hand. */
function wordsWithNames(issue: z.core.$ZodRawIssue): string {
  const words = plainWords(issue);
  if (issue.code !== "unrecognized_keys") return words;
  const { shape = {} } = (issue.inst?._zod.def ?? {}) as { readonly shape?: object };
  return issue.keys.map((key) => `${words}${didYouMean(key, Object.keys(shape))}`).join("\n");
}

/** Each unknown field is a fault of its own. */
function faultsOf(issue: z.core.$ZodIssue): readonly PlacedFault[] {
  const { path, message } = issue;
  if (issue.code !== "unrecognized_keys") return [{ path: pathText(path), message }];
  const lines = message.split("\n");
  return issue.keys.map((key, at) => ({ path: pathText([...path, key]), message: lines[at] ?? message }));
}
