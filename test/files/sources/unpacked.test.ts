/** Call files that are packed with gzip: unpacked while they are read, and told where they are damaged or cut short. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type CallFormat, openInput, readCalls } from "../../../src/files/index.ts";
import { unpacked } from "../../../src/files/sources/index.ts";
import { cut, folderWith, pieces } from "../bytes.ts";

const LINES = Array.from({ length: 500 }, (_, id) => `{"id":"${id}","target":"02079460018"}\n`).join("");
const PACKED = gzipSync(LINES);

async function textOf(bytes: Uint8Array, piece = 100): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of unpacked(pieces(...cut(Buffer.from(bytes), piece)), "calls.gz")) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe("unpacked", () => {
  test.each([1, 2, 3, 100, 1_000_000])("in pieces of %d bytes", async (piece) => {
    expect(await textOf(PACKED, piece)).toBe(LINES);
  });

  test("files that were packed apart and put together", async () => {
    const parts = [LINES.slice(0, 1_000), LINES.slice(1_000)].map((part) => gzipSync(part));
    expect(await textOf(Buffer.concat(parts))).toBe(LINES);
  });

  test("what is not packed stays as it is", async () => {
    for (const text of ["", "\x1f", "x", LINES]) expect(await textOf(Buffer.from(text), 1)).toBe(text);
  });

  test.each<[what: string, bytes: Uint8Array, reason: RegExp]>([
    [
      "cut short",
      PACKED.subarray(0, -20),
      /^FileError: calls\.gz: is compressed with gzip and ends too soon/,
    ],
    ["cut short by its sum", PACKED.subarray(0, -3), /and ends too soon; it was cut short$/],
    ["only begun", PACKED.subarray(0, 2), /and ends too soon/],
    ["damaged", changed(PACKED, 40), /^FileError: calls\.gz: is compressed with gzip and damaged \(/],
    ["with another sum", changed(PACKED, PACKED.length - 6), /and damaged \(incorrect data check\)$/],
    [
      "with more behind it",
      Buffer.concat([PACKED, Buffer.from("id,target\n")]),
      /and damaged \(incorrect header check\)$/,
    ],
  ])("%s", async (_what, bytes, reason) => {
    await expect(textOf(bytes).catch(String)).resolves.toMatch(reason);
  });

  test("a source that fails is told as such, and one that is left is closed", async () => {
    let isClosed = false;
    async function* failing(bytes: Uint8Array) {
      try {
        yield bytes.subarray(0, 300);
        throw new Error("the line went dead");
      } finally {
        isClosed = true;
      }
    }
    const all = async () => {
      for await (const _ of unpacked(failing(PACKED), "calls.gz"));
    };
    await expect(all()).rejects.toThrow("the line went dead");
    isClosed = false;
    for await (const _ of unpacked(failing(Buffer.from(LINES)), "calls")) break;
    expect(isClosed).toBe(true);
  });
});

function changed(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] as number) ^ 0xff;
  return copy;
}

test.each<[CallFormat, string, string?]>([
  ["jsonl", '{"target":"1"}\n'],
  ["csv", "target\n1\n"],
  ["uk-cdr", "S,,1\n"],
  ["dialect", '{"calls":[{"target":"1"}]}'],
])("calls of format %s", async (format, text) => {
  const dialect =
    format === "dialect"
      ? ({ reads: "json", records: "/calls", zone: "utc", fields: { target: "target" } } as const)
      : undefined;
  const read = { format, name: "calls", dialect };
  const all = async (bytes: Uint8Array) => {
    const items = [];
    for await (const item of readCalls(pieces(bytes), read)) items.push(item);
    return items;
  };
  expect(await all(gzipSync(text))).toEqual(await all(Buffer.from(text)));
});

test("a file's size is not that of its calls", async () => {
  const folder = await folderWith({ "calls.jsonl.gz": PACKED, "calls.jsonl": LINES, short: "x" });
  const sizeOf = async (name: string) => {
    const input = await openInput(join(folder, name));
    input.close();
    return input.size;
  };
  expect(await sizeOf("calls.jsonl.gz")).toBeUndefined();
  expect(await sizeOf("calls.jsonl")).toBe(LINES.length);
  expect(await sizeOf("short")).toBe(1);
});
