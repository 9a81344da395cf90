/** The example of docs/uk-cdr.md is what the reader does. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { UK_CDR_COLUMNS, type UkCdrDialect } from "../../../src/files/index.ts";
import { itemsOf } from "./rows.ts";

const ROOT = new URL("../../../", import.meta.url);
const text = readFileSync(new URL("docs/uk-cdr.md", ROOT), "utf8");

function blocks(kind: string): string[] {
  return text
    .split("```")
    .filter((block) => block.startsWith(`${kind}\n`))
    .map((block) => block.slice(kind.length + 1));
}

test("the example row becomes the example record", async () => {
  const [dialect, record] = blocks("json").map((block) => JSON.parse(block) as unknown);
  const [row] = blocks("csv");
  const [item] = await itemsOf(dialect as UkCdrDialect, `${UK_CDR_COLUMNS.join(",")}\n${row}`);
  expect(item).toEqual({ line: 2, call: record });
});

test("the example is that of the files beside it, and its dialect that of the fixtures", () => {
  const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");
  const dialect: unknown = JSON.parse(read("docs/example/northway-dialect.json"));
  expect(JSON.parse(blocks("json")[0] ?? "")).toEqual(dialect);
  expect(JSON.parse(read("fixtures/reseller/northway-dialect.json"))).toEqual(dialect);
  expect(read("docs/example/calls.uk-cdr.csv").split("\n")[2]).toBe(blocks("csv")[0]?.trim());
});

test("every column of the standard is in the table", () => {
  for (const column of UK_CDR_COLUMNS) expect(text).toContain(column);
});
