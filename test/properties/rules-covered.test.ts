/** Every rule has a test that names it, in its title or in the comment at the head of its file. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const RULES = [
  ...numbered("R", 1, 16),
  ...numbered("R", 20, 31),
  ...numbered("R", 40, 45),
  ...numbered("R", 50, 58),
  ...numbered("R", 60, 79),
  // What the server answers.
  ...numbered("H", 1, 39),
];

function numbered(letter: string, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => `${letter}${first + at}`);
}

const folder = new URL("../", import.meta.url);
const named = new Set(
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.test(?:-d)?\.ts$/.test(path) && !path.endsWith("rules-covered.test.ts"))
    .flatMap((path) => [...rulesNamed(readFileSync(new URL(path, folder), "utf8"))]),
);

/** The rules in a file's titles and head comment; "R4-R16" and "R4 to R16" name those between as well. */
function* rulesNamed(source: string): Generator<string> {
  const head = /^\/\*\*[\s\S]*?\*\//.exec(source)?.[0] ?? "";
  const titles = source.match(/\b(?:test|describe)\b[^"`]*?["`][^"`]*/g) ?? [];
  for (const text of [head, ...titles]) {
    for (const [, letter = "", first = "", last = first] of text.matchAll(
      /\b([RH])([0-9]{1,2})(?:(?:-| to )\1([0-9]{1,2}))?/g,
    )) {
      yield* numbered(letter, Number(first), Number(last));
    }
  }
}

test.for(RULES)("%s is named by a test", (rule) => {
  expect(named).toContain(rule);
});
