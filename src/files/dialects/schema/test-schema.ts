/** The tests of a row. */
import type * as z from "zod";
import { type FieldTable, listOf, namedInSchemas, recordSchema, text } from "../../../model/index.ts";
import { columnName, flagOnly, MOST_ENTRIES, onlyOne, texts } from "./schema-parts.ts";

const cellTestFields = {
  column: columnName,
  in: texts,
  notIn: texts,
  blank: flagOnly(),
  exactly: flagOnly(),
} satisfies FieldTable;

function checkQuestion(isGiven: (field: string) => boolean): { field: string; message: string }[] {
  const questions = ["in", "notIn", "blank"];
  const given = questions.filter(isGiven);
  const message = onlyOne(given, questions);
  if (message !== undefined) return [{ field: given[1] ?? "in", message }];
  return isGiven("exactly") && isGiven("blank") ? [{ field: "exactly", message: "is for in and notIn" }] : [];
}

const cellTestRecord = recordSchema(cellTestFields, {
  required: ["column"],
  check: (_test, isGiven) => checkQuestion(isGiven),
});

function checkTest(isGiven: (field: string) => boolean): { field: string; message: string }[] {
  if (!isGiven("all")) {
    if (isGiven("column")) return checkQuestion(isGiven);
    return [{ field: "column", message: 'is required; or write { "all": [tests] }' }];
  }
  const beside = ["column", "in", "notIn", "blank", "exactly"].filter(isGiven);
  return beside.map((name) => ({ field: name, message: "stands beside all; write it as one of its tests" }));
}

const testFields = { ...cellTestFields, all: listOf(cellTestRecord, { of: "tests", most: MOST_ENTRIES }) };

const testRecord = recordSchema(testFields, {
  check: (_test, isGiven) => checkTest(isGiven),
});

const passOverRecord = recordSchema(
  { ...testFields, why: text },
  { required: ["why"], check: (_test, isGiven) => checkTest(isGiven) },
);

export type CheckedTest = z.output<typeof testRecord.schema>;

export const tests = listOf(testRecord, { of: "tests", most: MOST_ENTRIES });

export const passOver = listOf(passOverRecord, { of: "tests", most: MOST_ENTRIES });

namedInSchemas(testRecord.schema, "test");
namedInSchemas(cellTestRecord.schema, "cellTest");
namedInSchemas(passOverRecord.schema, "passOver");
