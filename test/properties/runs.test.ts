/** Every property asks `runs()` how many cases it tries and from which seed: nothing else makes a run repeatable. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runs } from "./runs.ts";

const folder = new URL("../", import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts") && !path.endsWith("runs.test.ts"))
  .map((path) => ({ path, text: readFileSync(new URL(path.replaceAll("\\", "/"), folder), "utf8") }));

test("every property takes its cases and its seed from runs()", () => {
  const count = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0;
  const others = sources.filter(({ text }) => count(text, /\bfc\.assert\(/g) !== count(text, /\bruns\(/g));
  expect(others.map(({ path }) => path)).toEqual([]);
});

test("no test is ended by a clock of its own", () => {
  const timed = sources.filter(({ text }) => /\btimeout: \d|^\s*\}, [\d_]{4,}\);$/m.test(text));
  expect(timed.map(({ path }) => path)).toEqual([]);
});

test("no test compares what a clock says", () => {
  const timed = sources.filter(({ text }) => /\bperformance\.now\(|\bDate\.now\(|\bhrtime\b/.test(text));
  expect(timed.map(({ path }) => path)).toEqual([]);
});

test("a seed is always given, so that a run can be repeated", () => {
  expect(Number.isInteger(runs(10).seed)).toBe(true);
  expect(runs(10).numRuns).toBeGreaterThan(0);
});

test("no test mocks a module that another test file of its process has loaded", () => {
  const mocking = sources.filter(
    ({ text }) =>
      /\bvi\.mock\(/.test(text) || (/\bvi\.doMock\(/.test(text) && !/\bvi\.resetModules\(/.test(text)),
  );
  expect(mocking.map(({ path }) => path)).toEqual([]);
});
