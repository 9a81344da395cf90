/** What a stray quote costs: counted in lines that are read, as no clock tells the same twice. */
import { afterEach, expect, test, vi } from "vitest";
import { pieces } from "./bytes.ts";

const HEADER = "id,target,note\n";

/** Is told of every line of which a text is made. */
const readings = vi.fn();

afterEach(() => {
  // Other test files of this process load the module as it is.
  vi.doUnmock("../../src/files/text.ts");
  vi.resetModules();
});

test("a stray quote costs no more than its line, however many there are", async () => {
  vi.resetModules();
  vi.doMock("../../src/files/text.ts", async (original) => {
    const module = await original<typeof import("../../src/files/text.ts")>();
    const decodeLine: typeof module.decodeLine = (...line) => {
      readings();
      return module.decodeLine(...line);
    };
    return { ...module, decodeLine };
  });
  const { readCalls } = await import("../../src/files/index.ts");
  const lines = Array.from({ length: 2_000 }, (_, at) => `${at},"open,3\n${at},"b",c\n`);
  const problems: boolean[] = [];
  for await (const item of readCalls(pieces(HEADER, ...lines), { format: "csv", name: "calls.csv" }))
    problems.push("problem" in item);
  expect(problems).toEqual(lines.flatMap(() => [true, false]));
  expect(readings.mock.calls.length).toBeGreaterThan(0);
  // Where blocks are cut, a line that opens a cell is read with the one behind it.
  expect(readings.mock.calls.length).toBeLessThanOrEqual(2 * 4_000);
});
