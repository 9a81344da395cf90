/** What the fuzzer itself rests on: the same number is the same file, every shape comes up, and small is smaller. */
import { expect, test } from "vitest";
import { ALL_SHAPES, caseOf } from "../../proof/fuzz/any-file.ts";
import { SHAPES } from "../../proof/fuzz/shapes.ts";
import { shrunk } from "../../proof/fuzz/shrink.ts";

test("a case follows from its seed and its number", () => {
  for (const number of [0, 12, 49]) {
    const { bytes, ...how } = caseOf(7, number);
    const { bytes: again, ...howAgain } = caseOf(7, number);
    expect(again.equals(bytes)).toBe(true);
    expect(howAgain).toEqual(how);
    expect(caseOf(8, number).bytes.equals(bytes)).toBe(false);
  }
});

test("every shape comes up in every format", () => {
  const seen = new Set<string>();
  for (let number = 0; number < ALL_SHAPES; number++) {
    const { format, shape } = caseOf(1, number);
    seen.add(`${shape} ${format}`);
  }
  expect(seen.size).toBe(3 * Object.keys(SHAPES).length);
});

test("lines that matter are all that is left of a file", async () => {
  const lines = Array.from({ length: 500 }, (_, at) => `line ${at}`).join("\n");
  const isWrong = async (bytes: Buffer): Promise<boolean> =>
    bytes.includes("line 77\n") && bytes.includes("line 401\n");
  expect((await shrunk(Buffer.from(lines), isWrong)).toString()).toMatch(/^line 77\nline 401\n.*$/);
});
