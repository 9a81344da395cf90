/** The tape: every take is kept under a name of its own. */
import { expect, test } from "vitest";
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
