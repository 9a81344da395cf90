/** A file's pieces: their bytes, their memory, and when the file is closed. */
import { type FileHandle, open, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FilePieces, PIECE_BYTES, passingPieces } from "../../../src/files/sources/index.ts";
import { folderWith } from "../bytes.ts";

/** Three pieces, the last a short one, each of another byte. */
const BYTES = Buffer.concat([1, 2, 3].map((byte) => Buffer.alloc(byte === 3 ? 5 : PIECE_BYTES, byte)));

const FILE = { name: "calls.csv", size: BYTES.length };

async function written(): Promise<string> {
  return join(await folderWith({ "calls.csv": BYTES }), "calls.csv");
}

async function opened(): Promise<FileHandle> {
  return open(await written(), "r");
}

async function allOf(source: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return pieces;
}

test("pieces that are kept stay as they are", async () => {
  const handle = await opened();
  const pieces = await allOf(new FilePieces(handle, FILE));
  expect(Buffer.concat(pieces).equals(BYTES)).toBe(true);
  expect(handle.fd).toBe(-1);
});

test("passing pieces are the file, of which two at most are in memory", async () => {
  const source = new FilePieces(await opened(), FILE);
  const memories = new Set<ArrayBufferLike>();
  const copies: Uint8Array[] = [];
  for await (const piece of passingPieces(source) as AsyncIterable<Uint8Array>) {
    memories.add(piece.buffer);
    copies.push(Buffer.from(piece));
  }
  expect(Buffer.concat(copies).equals(BYTES)).toBe(true);
  expect(source.bytesRead).toBe(BYTES.length);
  expect(memories.size).toBe(2);
});

test("any other source stays as it is", () => {
  const source = (async function* () {})();
  expect(passingPieces(source)).toBe(source);
});

test("a file is closed where its reader leaves, and where it was not begun", async () => {
  const left = await opened();
  for await (const _ of new FilePieces(left, FILE)) break;
  expect(left.fd).toBe(-1);
  const unread = await opened();
  new FilePieces(unread, FILE).close();
  await expect.poll(() => unread.fd).toBe(-1);
});

test("a signal ends the reading, and closes the file", async () => {
  const interruption = new AbortController();
  const handle = await opened();
  const reading = new FilePieces(handle, { ...FILE, signal: interruption.signal })[Symbol.asyncIterator]();
  expect((await reading.next()).value).toHaveLength(PIECE_BYTES);
  interruption.abort(new Error("interrupted"));
  await expect(reading.next()).rejects.toThrow("interrupted");
  expect(handle.fd).toBe(-1);
});

test("a file that cannot be read is an error where it is read", async () => {
  const handle = await opened();
  const source = new FilePieces(handle, FILE);
  await handle.close();
  await expect(allOf(source)).rejects.toThrow("file closed");
});

test("a file that becomes shorter while it is read is an error, as its last calls are not there", async () => {
  const path = await written();
  const handle = await open(path, "r");
  const reading = new FilePieces(handle, FILE)[Symbol.asyncIterator]();
  await reading.next();
  await truncate(path, PIECE_BYTES + 7);
  const rest = async () => {
    while (!(await reading.next()).done);
  };
  await expect(rest()).rejects.toThrow(
    /^calls\.csv: became shorter while it was read: \d+ of its 524293 bytes/,
  );
  expect(handle.fd).toBe(-1);
});

test("what is added to a file while it is read is read, too", async () => {
  const size = BYTES.length - 5;
  expect(Buffer.concat(await allOf(new FilePieces(await opened(), { ...FILE, size }))).equals(BYTES)).toBe(
    true,
  );
});
