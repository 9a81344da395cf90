/** Query parameters (H13): read from the text of a request, each once, and checked by their schemas. */
import * as z from "zod";
import { parseCivilDate } from "../../calendar/index.ts";
import { checkBySchema } from "../../model/index.ts";
import { didYouMean } from "../../names/index.ts";
import { type FieldProblem, ServerError, sentenceOf } from "../errors.ts";
import { isStoredID, LARGEST_ID } from "../store/index.ts";
import type { QueryTable, QueryValues } from "./route.ts";

/** The value of a parameter without `=`: only flags take it. */
const BARE = true;

/** `name=true`, `name=false` or the name alone (the seeds' conventions, 8). */
export const flagParameter = z
  .union([z.literal(BARE), z.literal("true"), z.literal("false")], {
    error: "is a flag: write its name alone, or true or false behind it",
  })
  .transform((value) => value !== "false")
  .meta({ override: { type: "boolean", allowEmptyValue: true } });

export const textParameter = z.string({ error: "needs a value" }).meta({ override: { type: "string" } });

export function integerParameter(least: number, most: number): z.ZodType<number, string> {
  const words = `is a whole number from ${least} to ${most}`;
  return z
    .string({ error: words })
    .regex(/^[0-9]{1,16}$/, words)
    .transform(Number)
    .refine((value) => value >= least && value <= most, words)
    .meta({ override: { type: "integer", minimum: least, maximum: most } }) as z.ZodType<number, string>;
}

/** Zero or an id (H5, H13). */
export const idParameter = z
  .string({ error: "is an id" })
  .refine(
    (text) => text === "0" || isStoredID(text),
    `is an id: digits without leading zeros, at most ${LARGEST_ID}`,
  )
  .meta({ override: { type: "integer", format: "int64", minimum: 0 } });

/** `YYYY-MM-DD`, as text, in queries and bodies; the year 0, which other readers of dates take, no database does. */
export const dateParameter = z
  .string({ error: "is not a date: write YYYY-MM-DD" })
  .refine((text) => parseCivilDate(text) !== undefined, "is not a date: write YYYY-MM-DD")
  .meta({ override: { type: "string", format: "date" } });

/** Parameters of a first and a last day. */
const RANGES = [
  ["minDate", "maxDate"],
  ["minDueDate", "maxDueDate"],
] as const;

/** Ranges that run backwards: they would find nothing, and nobody would know why. */
function backwards(values: Readonly<Record<string, unknown>>): readonly FieldProblem[] {
  return RANGES.flatMap(([first, last]) => {
    const [from, to] = [values[first], values[last]];
    const isBackwards = typeof from === "string" && typeof to === "string" && to < from;
    return isBackwards ? [{ path: first, message: `is ${from}, which lies after the ${last} ${to}` }] : [];
  });
}

/** A body of which `minDate` and `maxDate` are a range, which does not run backwards. */
export function withRange<S extends z.ZodObject>(schema: S): S {
  return schema.superRefine((values, context) => {
    for (const { path, message } of backwards(values)) {
      context.addIssue({ code: "custom", path: [path], message });
    }
  });
}

/** An id in a body, text or a number, as text. */
export const idField = z.union([z.string(), z.int()], "is an id").transform(String).pipe(idParameter);

export const anyObject = z.looseObject({});

const DATE_TIME = /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2}:[0-9]{2})(Z|[+ -][0-9]{2}:[0-9]{2})?$/;
const DATE_TIME_WORDS = "is a time: write YYYY-MM-DDTHH:mm:ssZ";

/** `YYYY-MM-DDTHH:mm:ssZ`, UTC without a designator (H13); as the same in UTC. */
export const dateTimeParameter = z
  .string({ error: DATE_TIME_WORDS })
  .transform((text, context) => {
    const instant = instantOf(text);
    if (instant !== undefined) return instant;
    context.addIssue({ code: "custom", message: DATE_TIME_WORDS });
    return z.NEVER;
  })
  .meta({ override: { type: "string", format: "date-time" } });

function instantOf(text: string): string | undefined {
  const [, date = "", time = "", zone = "Z"] = DATE_TIME.exec(text) ?? [];
  if (parseCivilDate(date) === undefined) return undefined;
  // A plus that was not encoded arrives as a space.
  const instant = new Date(`${date}T${time}${zone.replace(" ", "+")}`);
  if (Number.isNaN(instant.getTime()) || time.startsWith("24")) return undefined;
  const utc = instant.toISOString();
  return /^(?!0000)[0-9]{4}-/.test(utc) ? utc : undefined;
}

/** The parameters of a request's text behind its `?`, checked.
 *
 * @throws ServerError 400001 for unknown, repeated and malformed parameters, all at once
 */
export function readQuery<Q extends QueryTable>(text: string, table: Q): QueryValues<Q> {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, value] of parametersOf(text)) {
    const schema = Object.hasOwn(table, name) ? table[name] : undefined;
    if (schema === undefined) {
      faults.push(`${quoted(name)} is not a parameter here${didYouMean(name, Object.keys(table))}`);
      continue;
    }
    if (Object.hasOwn(values, name)) {
      faults.push(`${name} is given more than once`);
      continue;
    }
    const checked = checkBySchema(schema, value);
    values[name] = "faults" in checked ? undefined : checked.value;
    if ("faults" in checked) faults.push(`${name} ${checked.faults[0]?.message ?? "is malformed"}`);
  }
  faults.push(...backwards(values).map(({ path, message }) => `${path} ${message}`));
  if (faults.length > 0) throw new ServerError(400001, sentenceOf(faults.slice(0, 20)));
  return values as QueryValues<Q>;
}

/** Names and values in their order; `BARE` for a name alone. */
function* parametersOf(text: string): Generator<[string, string | typeof BARE]> {
  if (text === "") return;
  for (const part of text.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = decoded(equals < 0 ? part : part.slice(0, equals));
    yield [name, equals < 0 ? BARE : decoded(part.slice(equals + 1))];
  }
}

/** Decodes a part of a query. U+0000 is refused: text of a database cannot hold it. */
function decoded(part: string): string {
  let text: string;
  try {
    text = decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    throw new ServerError(400001, `${quoted(part)} is not UTF-8 in percent signs.`);
  }
  if (text.includes("\0")) throw new ServerError(400001, "A query parameter holds U+0000.");
  return text;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}
