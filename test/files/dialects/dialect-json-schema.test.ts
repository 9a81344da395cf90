import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { CALL_DIALECTS, callDialectJsonSchema, readJsonFile } from "../../../src/files/index.ts";
import { ROOT } from "../../docs/pages.ts";

const schema = callDialectJsonSchema();
const validator = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
const SAMPLES = join(ROOT, "fixtures", "formats");

/** Whether a dialect fits the JSON Schema. */
function fits(dialect: unknown): boolean {
  return validator.safeParse(JSON.parse(JSON.stringify(dialect))).success;
}

test("the file for editors is the schema; `vitest -u` writes it again", async () => {
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(ROOT, "docs", "call-dialect.schema.json"));
});

test.each([...CALL_DIALECTS])("the preset %s fits it", (_, dialect) => {
  expect(fits(dialect)).toBe(true);
});

const dialectFiles = readdirSync(SAMPLES).filter((name) => name.endsWith(".dialect.json"));

test.each(dialectFiles)("the dialect %s fits it", async (name) => {
  expect(fits(await readJsonFile(join(SAMPLES, name), "a dialect"))).toBe(true);
});

describe("what a dialect may not say does not fit it", () => {
  test.each<[string, unknown]>([
    ["an unknown key", { feilds: {} }],
    ["an unknown field", { fields: { targte: "From" } }],
    ["an unknown step", { fields: { target: { column: "From", is: ["phon"] } } }],
    ["an unknown unit", { fields: { duration: { column: "S", is: [{ duration: "sec" }] } } }],
    ["rows passed over without a reason", { passOver: [{ column: "S", in: ["0"] }] }],
    ["another way to read", { reads: "xml" }],
    ["a value of its own", { fields: { target: { colum: "From" } } }],
  ])("%s", (_, dialect) => {
    expect(fits(dialect)).toBe(false);
  });

  test("null takes away", () => {
    expect(fits({ basedOn: "x", direction: { byNumber: null }, fields: { id: null }, zone: null })).toBe(
      true,
    );
  });
});
