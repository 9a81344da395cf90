/** A kernel's memory that turns out too small while a file is rated: the same bytes, counts and warnings. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readBlocks } from "../../../src/files/call-blocks/index.ts";
import { BlockRater } from "../../../src/files/rate-run/block-rater.ts";
import { lineFormats } from "../../../src/files/results/index.ts";
import { type BookData, openBook } from "../../../src/index.ts";
import { MemoryFull } from "../../../src/kernel/index.ts";

const FOLDER = new URL("../../../fixtures/reseller/", import.meta.url);
const BOOK = openBook(JSON.parse(readFileSync(new URL("book.json", FOLDER), "utf8")) as BookData);
const MEBIBYTE = 1 << 20;

async function* whole(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** What comes of a file whose calls are rated in a memory of so many bytes at first. */
async function ratedIn(name: string, format: "csv" | "jsonl" | "uk-cdr", workBytes: number | undefined) {
  const rater = new BlockRater({
    book: BOOK,
    reclassify: false,
    format: lineFormats({}, "csv", undefined),
    ...(workBytes !== undefined && { workBytes }),
  });
  const came: unknown[] = [];
  const source = whole(readFileSync(new URL(name, FOLDER)));
  for await (const block of readBlocks(source, { format, name }, 1 << 22)) {
    const { results: bytes, ...others } = rater.rate(block, undefined);
    came.push(bytes.toString(), others);
  }
  return [...came, rater.takeCounts()];
}

describe("a memory too small for what the kernel learns of the book", () => {
  test.each([
    ["calls-2026-10.csv", "csv"],
    ["calls-2026-10.jsonl", "jsonl"],
    ["calls-2026-10.uk-cdr.csv", "uk-cdr"],
  ] as const)("%s", async (name, format) => {
    const expected = await ratedIn(name, format, undefined);
    const fits = async (size: number): Promise<boolean> => {
      try {
        expect(await ratedIn(name, format, size)).toEqual(expected);
        return true;
      } catch (error) {
        if (error instanceof MemoryFull) return false;
        throw error;
      }
    };
    // The smallest memories in which reading and writing fit at all: rating the first block needs more.
    let [tooSmall, smallest] = [16 * MEBIBYTE, 128 * MEBIBYTE];
    while (smallest - tooSmall > MEBIBYTE / 4) {
      const size = (tooSmall + smallest) / 2;
      if (await fits(size)) smallest = size;
      else tooSmall = size;
    }
    expect(smallest).toBeLessThan(128 * MEBIBYTE);
    expect([await fits(smallest + MEBIBYTE / 4), await fits(smallest + MEBIBYTE / 2)]).toEqual([true, true]);
  });
});
