/** What the tests of this folder share: sources of bytes, and reading all that a reader gives. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type CallItem, type CallLine, type FileFormat, readCalls } from "../../src/files/index.ts";

/** Pieces as a source of bytes. */
export async function* pieces(
  ...parts: readonly (Uint8Array | string)[]
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part;
}

/** Bytes cut into pieces of `size`. */
export function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += size) parts.push(bytes.subarray(start, start + size));
  return parts;
}

/** All items of a call file. */
export async function itemsOf(
  format: FileFormat,
  ...parts: readonly (Uint8Array | string)[]
): Promise<CallItem[]> {
  const items: CallItem[] = [];
  for await (const item of readCalls(pieces(...parts), { format, name: `calls.${format}` })) items.push(item);
  return items;
}

/** Why an item is no call. */
export function notCall(item: Exclude<CallItem, CallLine>): string {
  return "problem" in item ? item.problem.reason : item.passedOver;
}

/** Items as short text: `2 {"id":"1"}` for a call, `3! reason` for a problem. */
export async function told(
  format: FileFormat,
  ...parts: readonly (Uint8Array | string)[]
): Promise<string[]> {
  return (await itemsOf(format, ...parts)).map((item) =>
    "call" in item ? `${item.line} ${JSON.stringify(item.call)}` : `${item.line}! ${notCall(item)}`,
  );
}

/** A folder that is there for one test, with files in it. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tollbook-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** The message with which a promise fails; undefined where it does not. */
export async function failure(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}
