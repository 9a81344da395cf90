/** Where a file may be cut: blocks are whole records, and together they are the file. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockCutter } from "../../../src/files/rate-run/block-cutter.ts";
import { runs } from "../../properties/runs.ts";

/** The blocks of a text that arrives in pieces; the last may not be whole. */
function cut(text: string, size: number, piece: number, delimiter: string | undefined) {
  const cutter = new BlockCutter({ size, delimiter }, 1);
  const bytes = Buffer.from(text);
  const blocks: { text: string; line: number }[] = [];
  for (let at = 0; at < bytes.length; at += piece) {
    const block = cutter.push(bytes.subarray(at, at + piece));
    if (block !== undefined) blocks.push({ text: block.bytes.toString(), line: block.line });
  }
  const rest = cutter.rest();
  return { blocks, rest: { text: rest.bytes.toString(), line: rest.line }, isLost: cutter.isLost };
}

describe("cutting", () => {
  test("lines stay whole, and each block knows its first line", () => {
    const { blocks, rest } = cut("one\ntwo\nthree\nfour", 5, 6, undefined);
    expect(blocks).toEqual([
      { text: "one\n", line: 1 },
      { text: "two\n", line: 2 },
      { text: "three\n", line: 3 },
    ]);
    expect(rest).toEqual({ text: "four", line: 4 });
  });

  test("a quoted cell over several lines is not cut", () => {
    const { blocks, rest, isLost } = cut('a,"b\nc\nd",e\nf,g\n', 4, 4, ",");
    expect(isLost).toBe(false);
    expect(blocks.map((own) => own.text).join("") + rest.text).toBe('a,"b\nc\nd",e\nf,g\n');
    for (const { text } of [...blocks, rest]) expect((text.match(/"/g)?.length ?? 0) % 2).toBe(0);
  });

  test.each([
    ["a quote within a cell", 'a"b,c\nd,e\n'],
    ["text behind a closed cell", '"a"b,c\nd,e\n'],
    ["a closed cell before a lone carriage return", '"a"\rb\nd,e\n'],
  ])("%s loses the cutter", (_what, text) => {
    expect(cut(text, 4, 100, ",").isLost).toBe(true);
  });

  test("quotes mean nothing where every line is a record", () => {
    expect(cut('{"a":"\n"}\n', 3, 4, undefined).isLost).toBe(false);
  });

  test("nothing is lost or doubled, whatever the bytes", () => {
    const text = fc.array(fc.constantFrom("a", ",", '"', "\n", "\r\n", "é", '""', ',"x"', "\0"), {
      size: "+1",
    });
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 9 }),
        (parts, size, piece) => {
          const whole = parts.join("");
          for (const delimiter of [",", undefined]) {
            const { blocks, rest } = cut(whole, size, piece, delimiter);
            expect([...blocks, rest].map((own) => own.text).join("")).toBe(whole);
            let line = 1;
            for (const own of [...blocks, rest]) {
              expect(own.line).toBe(line);
              line += own.text.split("\n").length - 1;
            }
          }
        },
      ),
      runs(500),
    );
  });
});
