/** Which format a file is in: of each sample the preset it is a sample of. */
import { readdir, readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { CALL_DIALECTS, type SniffReport, sniffCalls } from "../../../src/files/index.ts";

const FOLDER = new URL("../../../fixtures/formats/", import.meta.url);

interface Expected {
  readonly name: string;
  readonly sample: string;
  /** Whether the sample is read by a dialect of a site, as the preset is a base alone. */
  readonly isBase: boolean;
}

const EXPECTED: readonly Expected[] = await Promise.all(
  (await readdir(FOLDER))
    .filter((file) => file.endsWith(".expected.json"))
    .map(async (file) => {
      const { sample, dialect } = JSON.parse(await readFile(new URL(file, FOLDER), "utf8"));
      return { name: file.replace(".expected.json", ""), sample, isBase: dialect !== undefined };
    }),
);

async function sniffed(bytes: Buffer): Promise<SniffReport> {
  async function* source(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  return sniffCalls(source(), { name: "calls" });
}

test("every preset has a sample", () => {
  expect(EXPECTED.map(({ name }) => name).sort()).toEqual([...CALL_DIALECTS.keys()].sort());
});

describe("the likeliest format of a sample is its preset", () => {
  test.each(EXPECTED)("$name", async ({ name, sample, isBase }) => {
    const { formats } = await sniffed(await readFile(new URL(sample, FOLDER)));
    const best = formats[0];
    expect(best?.name).toBe(name);
    if (isBase) return;
    expect(best?.certainty).not.toBe("possible");
    expect(best?.first.length).toBeGreaterThan(0);
    expect(best?.rows).toBe((best?.calls ?? 0) + (best?.passedOver ?? 0) + (best?.problems ?? 0));
  });
});

test("a file that is packed is looked into", async () => {
  const bytes = await readFile(new URL("yeti-csv.csv", FOLDER));
  expect((await sniffed(gzipSync(bytes))).formats).toEqual((await sniffed(bytes)).formats);
});
