import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCode } from "./file-error.ts";

/**
 * Makes a folder where it does not exist, with the folders above it.
 *
 * `mkdir` of Node 20 with `recursive` never ends where a folder that exists takes no new ones, such as `/proc`.
 *
 * @throws an error of the system, such as EEXIST for a file and ENOENT where no folder can be made
 * @example
 * await makeFolder("."); // => undefined
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    const parent = dirname(folder);
    if (systemCode(error) !== "ENOENT" || parent === folder) throw error;
    await makeFolder(parent);
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
