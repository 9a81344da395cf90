/** Where a file may be cut: blocks are whole records, and together they are the file. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Block, BlockCutter } from "../../../src/files/block-cutter.ts";
import { MAX_LINE_BYTES } from "../../../src/files/index.ts";
import { runs } from "../../properties/runs.ts";

/** The blocks of a text that arrives in pieces; the last is what is left at its end. */
function cut(text: string, size: number, piece: number, delimiter: string | undefined) {
  const cutter = new BlockCutter({ size, delimiter });
  const bytes = Buffer.from(text);
  const blocks: { text: string; line: number }[] = [];
  const add = (next: () => Block | undefined): void => {
    for (let block = next(); block !== undefined; block = next())
      blocks.push({ text: block.bytes.toString(), line: block.line });
  };
  for (let at = 0; at < bytes.length; at += piece) {
    cutter.push(bytes.subarray(at, at + piece));
    add(() => cutter.take());
  }
  add(() => cutter.rest());
  return blocks;
}

describe("cutting", () => {
  test("lines stay whole, and each block knows its first line", () => {
    expect(cut("one\ntwo\nthree\nfour", 5, 6, undefined)).toEqual([
      { text: "one\n", line: 1 },
      { text: "two\n", line: 2 },
      { text: "three\n", line: 3 },
      { text: "four", line: 4 },
    ]);
  });

  test("a quoted cell over several lines is not cut", () => {
    const texts = cut('a,"b\nc\nd",e\nf,g\n', 4, 4, ",").map(({ text }) => text);
    expect(texts).toEqual(['a,"b\nc\nd",e\n', "f,g\n"]);
  });

  test.each([
    ["a quote within a cell", 'a"b,c\n', "d,e\n"],
    ["text behind a closed cell", '"a"b,c\n', "d,e\n"],
    ["a closed cell before a lone carriage return", '"a"\rb\n', "d,e\n"],
  ])("%s costs one line and no more", (_what, odd, next) => {
    expect(cut(odd + next, 1, odd.length, ",").map(({ text }) => text)).toEqual([odd, next]);
  });

  test("an open cell is waited for, but not without end", () => {
    const lines = `${"x".repeat(99)}\n`.repeat(MAX_LINE_BYTES / 50);
    const blocks = cut(`"open\n${lines}`, 1, 4_096, ",");
    expect(blocks.length).toBeGreaterThan(2);
    expect(blocks[0]?.text.length).toBeGreaterThan(MAX_LINE_BYTES);
    expect(blocks[0]?.text.length).toBeLessThan(1.1 * MAX_LINE_BYTES);
  });

  test("lines that each open a cell wait for no more than the line after them", () => {
    const cutter = new BlockCutter({ size: 1, delimiter: "," });
    for (let line = 0; line < 2_000; line++) {
      cutter.push(Buffer.from(`${line},"open\n`));
      cutter.take();
      expect(cutter.held.bytes.length).toBeLessThan(12);
    }
  });

  test("of very short lines a block has no more than of others", () => {
    for (const [line, delimiter] of [
      ["1\n", ","],
      ["\n", undefined],
      ['"1"\n', ","],
    ] as const) {
      const text = line.repeat(100_000);
      const blocks = cut(text, 50_000, text.length / 3, delimiter);
      expect(blocks.map((own) => own.text).join("") === text).toBe(true);
      expect(Math.max(...blocks.map((own) => own.text.length / line.length))).toBe(16_384);
    }
  });

  test("quotes mean nothing where every line is a record", () => {
    expect(cut('{"a":"\n"}\n', 3, 4, undefined).map(({ text }) => text)).toEqual(['{"a":"\n', '"}\n']);
  });

  test("of a line that is too long, no more is held than shows it", () => {
    const cutter = new BlockCutter({ size: 1, delimiter: "," });
    const piece = Buffer.alloc(1 << 16, "x");
    for (let at = 0; at < 64; at++) {
      cutter.push(piece);
      expect(cutter.take()).toBeUndefined();
      expect(cutter.held.bytes.length).toBeLessThanOrEqual(MAX_LINE_BYTES + 1);
    }
    cutter.push(Buffer.from("x\nnext\n"));
    expect(cutter.take()?.bytes.length).toBe(MAX_LINE_BYTES + 1 + "\nnext\n".length);
    expect(cutter.rest()).toBeUndefined();
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
            const blocks = cut(whole, size, piece, delimiter);
            expect(blocks.map((own) => own.text).join("")).toBe(whole);
            let line = 1;
            for (const own of blocks) {
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
