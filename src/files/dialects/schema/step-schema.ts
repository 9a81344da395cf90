/** The steps of a dialect. */
import * as z from "zod";
import {
  composite,
  Fault,
  type FieldTable,
  field,
  isBlank,
  isPlainRecord,
  namedInSchemas,
  nearestName,
  oneOf,
  quoteValue,
  readText,
  recordSchema,
  writtenAs,
} from "../../../model/index.ts";
import { tableOf } from "../../preset-files.ts";
import type { DialectStep } from "../call-dialect.ts";
import { readCode } from "../field-names.ts";
import { flagOnly, MOST_CHARACTERS, MOST_ENTRIES, readInto } from "./schema-parts.ts";

const cut: z.ZodType = field(
  (value) => {
    const isCut =
      Array.isArray(value) &&
      (value.length === 1 || value.length === 2) &&
      value.every((at) => Number.isInteger(at) && at >= 1 && at <= MOST_CHARACTERS) &&
      (value.length === 1 || value[1] >= value[0]);
    return isCut
      ? value
      : new Fault(`${quoteValue(value)} is no cut; write [from, to], characters from 1, such as [3, 7]`);
  },
  () => z.array(z.int().min(1)).min(1).max(2),
);

function readMark(value: unknown): string | Fault {
  const mark = readText(value);
  return mark === "" ? new Fault('"" is no text to look for') : mark;
}

const mark = field(readMark, () => z.string().min(1));

const prefixOrPrefixes: z.ZodType = field(
  (value) => {
    const prefixes: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (prefixes.length === 0 || prefixes.length > MOST_ENTRIES)
      return new Fault("is not a list of prefixes");
    return prefixes.map(readMark).find((prefix) => prefix instanceof Fault) ?? value;
  },
  () => z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
);

const prefixTable = tableOf(
  (value, key) => (key === "" ? new Fault("is no prefix") : value === "" ? "" : readText(value)),
  'table; write { "00": "+" }',
  () => z.record(z.string().min(1), z.string()),
);

const codeTable = tableOf(
  (value) => (typeof value === "boolean" ? String(value) : readCode(value)),
  'table; write { "code": "meaning" }',
  () => z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
);

/** Steps without parameters. */
const STEP_WORDS = ["uriUser", "angle", "urlDecode", "lower", "upper", "phone", "clock"] as const;

const stepFields = {
  before: mark,
  after: mark,
  cut,
  dropPrefix: prefixOrPrefixes,
  prefixes: prefixTable,
  table: codeTable,
  /** For `table`: the result for a code that the table does not have; default `keep`. */
  otherwise: oneOf("keep", "blank", "problem"),
  /** For `table`: whether its codes compare exactly, with case. */
  exactly: flagOnly(),
  duration: oneOf("s", "ms", "us", "ns", "min", "h:mm:ss", "hhmmss"),
  round: oneOf("up", "down", "nearest"),
  money: oneOf("major", "minor", "1/100 minor", "1/10000 major"),
  sign: oneOf("drop", "negate"),
  zero: oneOf("blank"),
  date: oneOf("dd/mm/yyyy", "dd/mm/yy", "mm/dd/yyyy", "yyyymmdd"),
  decimal: oneOf(",", "."),
} satisfies FieldTable;

const OF_TABLE: readonly string[] = ["otherwise", "exactly"];
const STEP_NAMES = Object.keys(stepFields).filter((name) => !OF_TABLE.includes(name));

const stepRecord = recordSchema(stepFields, {
  check: function* (_step, isGiven) {
    if (isGiven("table")) return;
    for (const field of OF_TABLE.filter(isGiven)) yield { field, message: "is for a table" };
  },
});

export const step: z.ZodType<DialectStep> = composite((value, fault) => {
  if (typeof value === "string") {
    if ((STEP_WORDS as readonly string[]).includes(value)) return value as DialectStep;
    const nearest = nearestName(value, [...STEP_WORDS, ...STEP_NAMES]);
    const hint =
      nearest === undefined
        ? `steps are ${[...STEP_WORDS, ...STEP_NAMES].join(", ")}`
        : STEP_NAMES.includes(nearest)
          ? `write { ${JSON.stringify(nearest)}: … }`
          : `did you mean ${nearest}?`;
    fault([], `${quoteValue(value)} is not a step; ${hint}`);
    return z.NEVER;
  }
  readInto(stepRecord.schema, value, fault);
  // One step for each object, so that the order of the steps is written.
  if (!isPlainRecord(value)) return value as DialectStep;
  const given = STEP_NAMES.filter((name) => !isBlank(value[name]));
  if (given.length > 1) fault([], `is ${given.length} steps, ${given.join(" and ")}; write each by itself`);
  else if (given.length === 0 && Object.keys(value).every((name) => STEP_NAMES.includes(name))) {
    fault([], `is no step; steps are ${[...STEP_WORDS, ...STEP_NAMES].join(", ")}`);
  }
  // A blank field is none, and its name tells no step.
  return Object.fromEntries(Object.entries(value).filter(([, part]) => !isBlank(part))) as DialectStep;
});
writtenAs(step, () => z.union([z.enum(STEP_WORDS), stepRecord.written.meta({ minProperties: 1 })]));

namedInSchemas(step, "step");
