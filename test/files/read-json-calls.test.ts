import { describe, expect, test } from "vitest";
import { MAX_LINE_BYTES, readCalls } from "../../src/files/index.ts";
import { failure, itemsOf, pieces, told } from "./bytes.ts";

describe("JSON lines", () => {
  test("one call per line, with line numbers; blank lines are passed over and not counted", async () => {
    const text = '{"id":1}\n\n   \n{"id":2}\r\n{"id":3}';
    expect(await told("jsonl", text)).toEqual(['1 {"id":1}', '4 {"id":2}', '5 {"id":3}']);
  });

  test("an empty file has no calls", async () => {
    expect(await told("jsonl")).toEqual([]);
    expect(await told("jsonl", "")).toEqual([]);
    expect(await told("jsonl", "\n\n")).toEqual([]);
  });

  test("a byte order mark is passed over, also in pieces", async () => {
    const bytes = Buffer.from('\ufeff{"id":1}\n');
    expect(await told("jsonl", bytes)).toEqual(['1 {"id":1}']);
    expect(await told("jsonl", '{"id":1}\n\ufeff{"id":2}\n')).toEqual(['1 {"id":1}', '2 {"id":2}']);
    expect(await told("jsonl", ...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(['1 {"id":1}']);
  });

  test.for<[line: string, reason: string]>([
    ['{"id":1', "expected a comma or }, found the end of the text"],
    ["[1,2]", "is not a JSON object; each line holds one call"],
    ["12", "is not a JSON object; each line holds one call"],
    ["null", "is not a JSON object; each line holds one call"],
    ["{'id':1}", 'expected a field name in double quotes, found "\'"'],
    ['{"id":1}{"id":2}', '"{" follows the end of the value'],
    [
      '{"id":1}\r{"id":2}',
      '"{" follows the end of the value; it holds carriage returns that end no line, and lines end with line feeds',
    ],
    ['{"__proto__":{}}', "__proto__ is not allowed as a field name"],
    ['{"constructor":1}', "constructor is not allowed as a field name"],
    [
      '{"call.startDate":"","call.__proto__":{"target":"7"}}',
      "call.__proto__ is not allowed as a field name",
    ],
    [`{"a":${"[".repeat(64)}${"]".repeat(64)}}`, "nests more than 64 levels deep"],
  ])("%s is a problem and the rest goes on", async ([line, reason]) => {
    expect(await told("jsonl", `{"id":"a"}\n${line}\n{"id":"b"}\n`)).toEqual([
      '1 {"id":"a"}',
      `2! ${reason}`,
      '3 {"id":"b"}',
    ]);
  });

  test("a problem names file, line and column", async () => {
    const [, item] = await itemsOf("jsonl", '{"id":1}\n{"id":tru}\n');
    expect(item).toEqual({
      line: 2,
      problem: {
        file: "calls.jsonl",
        line: 2,
        column: 7,
        reason: "tru is not a value; write texts in double quotes",
      },
    });
  });

  test("a line that is not UTF-8 is a problem", async () => {
    const bad = Buffer.concat([
      Buffer.from('{"id":1}\n"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"\n{"id":2}\n'),
    ]);
    expect(await told("jsonl", bad)).toEqual(['1 {"id":1}', "2! is not UTF-8 text", '3 {"id":2}']);
  });

  test("characters cut by a piece's end stay whole", async () => {
    const bytes = Buffer.from('{"location":"Zürich – 東京 🏔"}\n');
    const parts = [...bytes].map((byte) => Uint8Array.of(byte));
    expect(await told("jsonl", ...parts)).toEqual(['1 {"location":"Zürich – 東京 🏔"}']);
  });

  test("a line of just the limit is read, one byte more is a problem", async () => {
    const fits = `{"a":"${"x".repeat(MAX_LINE_BYTES - 8)}"}`;
    const [first, second, third] = await itemsOf("jsonl", `${fits}\n${fits} \n{"id":3}`);
    expect(first).toMatchObject({ line: 1, call: {} });
    expect(second).toMatchObject({ line: 2, problem: { reason: "is longer than 1048576 bytes" } });
    expect(third).toEqual({ line: 3, call: { id: 3 } });
  });

  test("a line of 100 MB is passed over without being held", async () => {
    async function* long(): AsyncGenerator<Uint8Array, void, undefined> {
      yield Buffer.from('{"id":1}\n{"a":"');
      const piece = Buffer.alloc(1 << 16, "x");
      for (let sent = 0; sent < 100_000_000; sent += piece.length) yield piece;
      yield Buffer.from('"}\n{"id":2}\n');
    }
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const lines: number[] = [];
    for await (const item of readCalls(long(), { format: "jsonl", name: "calls.jsonl" })) {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
      lines.push("problem" in item ? -item.line : item.line);
    }
    expect(lines).toEqual([1, -2, 3]);
    expect(peak).toBeLessThan(20_000_000);
  });

  test.for<[string, number[], string]>([
    [
      "UTF-16",
      [0xff, 0xfe, 0x7b, 0x00],
      "is written in UTF-16; save it as UTF-8 (in a spreadsheet: CSV UTF-8)",
    ],
    [
      "UTF-16 without a mark",
      [0x7b, 0, 0x22, 0],
      "is written in UTF-16 without a mark of it; save it as UTF-8",
    ],
    [
      "UTF-16BE without a mark",
      [0, 0x7b, 0, 0x22],
      "is written in UTF-16 without a mark of it; save it as UTF-8",
    ],
    ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "is compressed with xz; unpack it first"],
    ["zstd", [0x28, 0xb5, 0x2f, 0xfd], "is compressed with Zstandard; unpack it first"],
    ["7z", [0x37, 0x7a, 0xbc, 0xaf], "is compressed with 7-Zip; unpack it first"],
    ["gzip", [0x1f, 0x8b, 0x08], "is compressed with gzip and ends too soon; it was cut short"],
    ["a spreadsheet", [0x50, 0x4b, 0x03, 0x04], "is a ZIP archive or a spreadsheet; save it as CSV or JSON"],
    [
      "an old spreadsheet",
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1],
      "is a spreadsheet of Excel before 2007; save it as CSV",
    ],
    ["a PDF", [0x25, 0x50, 0x44, 0x46, 0x2d], "is a PDF, which has no columns; ask its sender for CSV"],
  ])("%s is no call file", async ([, bytes, reason]) => {
    expect(await failure(told("jsonl", Uint8Array.from(bytes)))).toBe(`FileError: calls.jsonl: ${reason}`);
    expect(await failure(told("csv", Uint8Array.from(bytes)))).toBe(`FileError: calls.csv: ${reason}`);
  });

  test("a source that fails ends reading with a FileError", async () => {
    async function* broken(): AsyncGenerator<Uint8Array, void, undefined> {
      yield* pieces('{"id":1}\n');
      throw Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
    }
    const read = (async (): Promise<void> => {
      for await (const _ of readCalls(broken(), { format: "jsonl", name: "calls.jsonl" }));
    })();
    expect(await failure(read)).toBe("FileError: calls.jsonl: could not be read or written (EIO: i/o error)");
    await expect(read).rejects.toMatchObject({ cause: { code: "EIO" } });
  });

  test.each([
    ["an ArrayBuffer", new TextEncoder().encode('{"id":1}').buffer],
    ["a record", { id: 1 }],
    ["null", null],
  ])("a source that gives %s is refused", async (_, piece) => {
    expect(await failure(told("jsonl", piece as unknown as Uint8Array))).toBe(
      "FileError: calls.jsonl: could not be read or written (a piece of it is neither bytes, a Uint8Array, nor text)",
    );
  });

  test("leaving early closes the source", async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<Uint8Array, void, undefined> {
      try {
        for (;;) yield Buffer.from('{"id":1}\n');
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of readCalls(source(), { format: "jsonl", name: "calls.jsonl" })) break;
    expect(isClosed).toBe(true);
  });
});
