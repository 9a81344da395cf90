/** What a stray quote costs: counted in texts that are parsed, as no clock tells the same twice. */
import { afterEach, expect, test, vi } from "vitest";
import { pieces } from "./bytes.ts";

const HEADER = "id,target,note\n";

/** Is told of every text that the parser of quoted records is given. */
const parsings = vi.fn();

afterEach(() => {
  // Other test files of this process load the module as it is.
  vi.doUnmock("csv-parse/sync");
  vi.resetModules();
});

test("a stray quote costs no more than its line, however many there are", async () => {
  vi.resetModules();
  vi.doMock("csv-parse/sync", async (original) => {
    const module = await original<typeof import("csv-parse/sync")>();
    const parse = (text: string, options: object): unknown => {
      parsings(text);
      return module.parse(text, options);
    };
    return { ...module, parse };
  });
  const { readCalls } = await import("../../src/files/index.ts");
  const lines = Array.from({ length: 2_000 }, (_, at) => `${at},"open,3\n${at},"b",c\n`);
  const problems: boolean[] = [];
  for await (const item of readCalls(pieces(HEADER, ...lines), { format: "csv", name: "calls.csv" }))
    problems.push("problem" in item);
  expect(problems).toEqual(lines.flatMap(() => [true, false]));
  // The good records, and no line a second time.
  expect(parsings).toHaveBeenCalledTimes(2_000);
});
