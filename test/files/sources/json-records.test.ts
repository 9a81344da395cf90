/** The records of JSON documents as lines: whatever they hold, and wherever a chunk ends. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FileError } from "../../../src/files/index.ts";
import { jsonRecordLines } from "../../../src/files/sources/index.ts";
import { runs } from "../../properties/runs.ts";
import { cut, pieces } from "../bytes.ts";

async function* buffers(bytes: Buffer, piece: number): AsyncGenerator<Buffer, void, undefined> {
  for await (const part of pieces(...cut(bytes, piece))) yield Buffer.from(part);
}

/** The text of all lines. */
async function linesOf(text: string | Buffer, pointer?: string, piece = 7): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of jsonRecordLines(buffers(Buffer.from(text), piece), "calls.json", pointer))
    parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

/** The lines without the white space around them. */
async function told(text: string, pointer?: string): Promise<string[]> {
  const inPieces = [1_000_000, 1, 2, 3, 5].map(async (piece) => {
    const lines = (await linesOf(text, pointer, piece)).split("\n").map((line) => line.trim());
    expect(lines.pop()).toBe("");
    return lines;
  });
  const [whole = [], ...others] = await Promise.all(inPieces);
  for (const lines of others) expect(lines).toEqual(whole);
  return whole;
}

async function refusal(text: string, pointer?: string): Promise<string> {
  const reasons = new Set<string>();
  for (const piece of [1, 3, 1_000_000]) {
    const reason = await linesOf(text, pointer, piece).then(
      (lines) => `lines: ${lines}`,
      (error: unknown) => (error instanceof FileError ? error.reason : String(error)),
    );
    reasons.add(reason);
  }
  expect(reasons.size).toBe(1);
  return [...reasons][0] as string;
}

describe("records become lines", () => {
  test.each<[what: string, text: string, pointer: string | undefined, lines: string[]]>([
    ["of a list", '[{"a":1},{"a":2}]', undefined, ['{"a":1}', '{"a":2}']],
    [
      "of a list at a pointer",
      '{"n":[1,{}],"value":[{"a":1},{"a":2}],"z":"]"}',
      "/value",
      ['{"a":1}', '{"a":2}'],
    ],
    ["of a list deep within", '{"a":{"b":{"c":[{"x":1}]},"d":1}}', "/a/b/c", ['{"x":1}']],
    ["of a list within a list", '{"a":[0,{"b":[{"x":1}]},2]}', "/a/1/b", ['{"x":1}']],
    ["a document that is a call", '{"a":\n[1,\n2]}\n', undefined, ['{"a": [1, 2]}']],
    [
      "documents one after another",
      '{"a":1}{"a":2}\n\n{"a":3}',
      undefined,
      ['{"a":1}', '{"a":2}', '{"a":3}'],
    ],
    ["pages one after another", '{"v":[1]}\n{"v":[]}{"v":[2]}', "/v", ["1", "2"]],
    ["lists one after another", '[{"a":1}]\ufeff[{"a":2}]', undefined, ['{"a":1}', '{"a":2}']],
    ["an empty list", '{"v": [ ] }', "/v", []],
    ["an empty list of documents", " [\n] ", undefined, []],
    [
      "brackets and quotes in texts",
      '[{"a":"}],\\"[{"},{"b\\\\":"\\\\"}]',
      undefined,
      ['{"a":"}],\\"[{"}', '{"b\\\\":"\\\\"}'],
    ],
    [
      "whatever stands in the list",
      '[1,"a,b",null,[2,[3]], tru ]',
      undefined,
      ["1", '"a,b"', "null", "[2,[3]]", "tru"],
    ],
    [
      "a line break in a text, which is none in JSON",
      '[{"a":"x\ny\\\nz"}]',
      undefined,
      ['{"a":"x\ty\\\tz"}'],
    ],
    ["names that are written otherwise", '{"\\u0076":[1]}', "/v", ["1"]],
    ["a pointer with escapes", '{"a/b":{"~":[1]}}', "/a~1b/~0", ["1"]],
    ["a blank name", '{"":[1]}', "/", ["1"]],
    ["__proto__, a name like any other", '{"__proto__":[1]}', "/__proto__", ["1"]],
    ["Windows line ends", '[\r\n{"a":1},\r\n{"a":2}\r\n]\r\n', undefined, ['{"a":1}', '{"a":2}']],
  ])("%s", async (_what, text, pointer, lines) => {
    expect(await told(text, pointer)).toEqual(lines);
  });
});

describe("a file is refused", () => {
  test.each<[what: string, text: string, pointer: string | undefined, reason: RegExp]>([
    ["that is empty", " \n", undefined, /^is empty/],
    ["without the list", '{"error":{"code":1,"value":[2]}}', "/value", /^has no list of calls at \/value$/],
    ["with something else there", '{"value":{"a":1}}', "/value", /^has no list of calls at \/value$/],
    ["with nothing there", '{"value":null}', "/value", /^has no list of calls at \/value$/],
    ["of pages of which one has none", '{"value":[1]}{"error":1}', "/value", /^has no list of calls at/],
    ["that is a text", '"calls"', undefined, /^is not JSON: expected \{ or \[, found "\\""$/],
    ["that is no JSON", "id,target\n1,2\n", undefined, /^is not JSON: expected \{ or \[/],
    [
      "that is cut short in a call",
      '{"v":[{"a":1},{"a"',
      "/v",
      /^ends within a JSON document, behind 2 calls; it was cut short$/,
    ],
    [
      "that is cut short behind the list",
      '{"v":[{"a":1}]',
      "/v",
      /^ends within a JSON document, behind 1 call; it was cut short$/,
    ],
    ["that is cut short before it", '{"v"', "/v", /^ends within a JSON document; it was cut short$/],
    [
      "that is cut short in a document",
      '{"a":1',
      undefined,
      /^ends within a JSON document; it was cut short$/,
    ],
    [
      "with a comma too many",
      "[1,,2]",
      undefined,
      /^is not JSON, behind 1 call: expected a call, found ","$/,
    ],
    [
      "with a comma before the end",
      "[1,]",
      undefined,
      /^is not JSON, behind 1 call: expected a call, found "]"$/,
    ],
    ["with another bracket", '[{"a":1]]', undefined, /^is not JSON, behind 1 call: expected \}, found "]"$/],
    [
      "with a bracket that nothing opened",
      "[1}]",
      undefined,
      /^is not JSON, behind 1 call: expected a comma or \]/,
    ],
    ["without a colon", '{"v" [1]}', "/v", /^is not JSON: expected a colon/],
    ["without a comma", '{"a":1 "v":[1]}', "/v", /^is not JSON: expected a comma or \}/],
    ["without quotes", "{v:[1]}", "/v", /^is not JSON: expected a field name in double quotes, found "v"$/],
    [
      "with a comma before the end of an object",
      '{"v":[1],}',
      "/v",
      /^is not JSON, behind 1 call: expected a field name/,
    ],
  ])("%s", async (_what, text, pointer, reason) => {
    expect(await refusal(text, pointer)).toMatch(reason);
  });
});

describe("memory", () => {
  test("any depth and any length pass through", async () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const text = `{"skipped":${deep},"long":"${"x".repeat(500_000)}","v":[${deep},{"a":1}]}`;
    const lines = (await linesOf(text, "/v", 65_536)).split("\n");
    expect(lines.map((line) => line.length)).toEqual([400_000, 7, 0]);
  });

  test("a name without end is not held", async () => {
    const name = "x".repeat(300_000);
    expect(await linesOf(`{"${name}":[1],"v":[2]}`, "/v", 4_096)).toBe("2\n");
  });
});

test("as JSON.parse reads the document, in whatever pieces it comes", async () => {
  const file = fc.record({
    records: fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 5 }),
    around: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    indent: fc.constantFrom(0, 1, "\t"),
    piece: fc.integer({ min: 1, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(file, async ({ records, around, indent, piece }) => {
      const { value: _taken, ...before } = around;
      const text = JSON.stringify({ ...before, value: records, after: around }, null, indent);
      const lines = (await linesOf(text, "/value", piece)).split("\n").slice(0, -1);
      expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(records)));
    }),
    runs(300),
  );
});
