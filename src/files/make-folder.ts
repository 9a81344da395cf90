/** Makes folders, and tells why one cannot be used. */
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { FileError, fileErrorOf, systemCode } from "./file-error.ts";

/**
 * Makes a folder where it does not exist, with the folders above it.
 *
 * @throws FileError where the folder cannot be made
 * @example
 * await makeFolder("."); // => undefined
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeWithParents(folder);
  } catch (error) {
    throw folderError(error, folder);
  }
}

/** `mkdir` of Node 20 with `recursive` never ends where a folder that exists takes no new ones, such as `/proc`. */
async function makeWithParents(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    const parent = dirname(folder);
    if (systemCode(error) !== "ENOENT" || parent === folder) throw error;
    await makeWithParents(parent);
    await makeOne(folder);
  }
}

async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory() !== true) throw error;
  }
}

const NO_RIGHT = "may not be used; permission was denied";
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "cannot be made; the folder above it takes no new folders",
  EEXIST: "is a file, not a folder",
  ENOTDIR: "is no folder and cannot become one; a part of its path is a file",
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EROFS: "cannot be written; the disk is read-only",
};

/** An operating system's error as a sentence about a folder. */
export function folderError(error: unknown, folder: string): FileError {
  const reason = REASONS[systemCode(error) ?? ""];
  return reason === undefined ? fileErrorOf(error, folder) : new FileError(folder, reason);
}
