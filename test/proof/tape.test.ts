/** The tape: every take is kept under a name of its own, and is the same whenever it is recorded. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { takeOne } from "../../proof/tape/take-one.ts";
import { keptName, TAKES } from "../../proof/tape/takes.ts";

test("takes have names of their own, also as folders", () => {
  const names = TAKES.map(keptName);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]+$/);
});

test("takes write to their own folder alone, and read what is kept beside the tape", () => {
  const options = ["--book", "--calls", "--dialect"];
  const outputs = ["--out", "--summary", "--errors", "--state", "--features", "--html", "--csv"];
  for (const { name, words } of TAKES) {
    for (const [at, word] of words.entries()) {
      if (options.includes(word)) expect(words[at + 1], `${name} ${word}`).toMatch(/^in\//);
      if (outputs.includes(word)) expect(words[at + 1], `${name} ${word}`).toMatch(/^out\//);
    }
  }
});

test("a take begins on one day, whatever the day is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tape-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const command = join(folder, "command.mjs");
  const out = join(folder, "out");
  writeFileSync(command, "const { now } = Date; console.log(new Date(now()).toISOString().slice(0, 10));");
  const used = await takeOne({ name: "day", words: [] }, command, folder, out);
  expect(readFileSync(join(out, "stdout"), "utf8")).toBe("2026-11-01\n");
  expect(used.megabytes).toBeGreaterThan(0);
});
