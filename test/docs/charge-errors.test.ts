/** The page of charges says what to do about every error of a feature. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHARGE_ERROR_CODES } from "../../src/charges/index.ts";
import { ROOT } from "./pages.ts";

test("R60 charges.md has a row for every error code, in the order in which they are looked for", async () => {
  const page = await readFile(join(ROOT, "docs", "charges.md"), "utf8");
  const errors = page.slice(page.indexOf("\n## Errors"));
  const rows = [...errors.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);
  expect(rows).toEqual([...CHARGE_ERROR_CODES]);
});
