import type { BigIntStats } from "node:fs";
import { readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { FileError, fileErrorOf, systemCode } from "./file-error.ts";

/** The target of a path once every link is followed. */
export type PathTarget =
  /** An open stream of this process by its number, such as /dev/stdout. */
  | { readonly kind: "stream"; readonly descriptor: number }
  /** A named pipe or a device, which is written directly. */
  | { readonly kind: "pipe" | "device"; readonly path: string }
  | { readonly kind: "folder"; readonly path: string }
  /** A file, which may exist already. */
  | { readonly kind: "file"; readonly path: string; readonly existing: BigIntStats | undefined };

/** Most links that are followed one after another, as in Linux. */
const MOST_LINKS = 40;

/** Folders in which a name is a stream of the process: /dev/fd, and its targets in Linux. */
const STREAM_FOLDER = /^(?:\/dev\/fd|\/proc\/(\d+)(?:\/task\/\d+)?\/fd)$/;

/**
 * Follows a path, link by link, to the file that would be read or written. The file need not exist, nor the target of a
 * link; the folder must. Throws a FileError where there is no folder, and where links lead in a circle.
 */
export async function pathTarget(path: string): Promise<PathTarget> {
  let at = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    const entryPath = join(await realFolder(at, path), basename(at));
    const descriptor = descriptorOf(entryPath);
    if (descriptor !== undefined) return { kind: "stream", descriptor };
    const link = await readlink(entryPath).catch(() => undefined);
    if (link === undefined) return targetAt(entryPath, path);
    at = resolve(dirname(entryPath), link);
  }
  throw new FileError(path, "is a link that leads in a circle");
}

async function realFolder(at: string, path: string): Promise<string> {
  const folder = dirname(at);
  try {
    return await realpath(folder);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw fileErrorOf(error, path);
    throw new FileError(path, `there is no folder ${folder}; make it first`);
  }
}

function descriptorOf(entryPath: string): number | undefined {
  const folder = STREAM_FOLDER.exec(dirname(entryPath));
  if (folder === null || !/^[0-9]{1,9}$/.test(basename(entryPath))) return undefined;
  // Streams of another process are files like any other.
  const [, owner] = folder;
  return owner === undefined || Number(owner) === process.pid ? Number(basename(entryPath)) : undefined;
}

async function targetAt(entryPath: string, path: string): Promise<PathTarget> {
  try {
    const existing = await stat(entryPath, { bigint: true });
    if (existing.isDirectory()) return { kind: "folder", path: entryPath };
    if (existing.isFile()) return { kind: "file", path: entryPath, existing };
    return { kind: existing.isFIFO() ? "pipe" : "device", path: entryPath };
  } catch (error) {
    if (systemCode(error) === "ENOENT") return { kind: "file", path: entryPath, existing: undefined };
    throw fileErrorOf(error, path);
  }
}
