/** Files under the temporary names of outputs: what they are called, and what becomes of those of runs that were killed. */
import { type FileHandle, lstat, opendir, rm } from "node:fs/promises";
import { join } from "node:path";

/** A file that nobody has touched for so long belongs to no run any more. */
const LEFTOVER_MILLISECONDS = 86_400_000;
const TOUCH_MILLISECONDS = 3_600_000;

const TEMPORARY_NAME = /^\..+\.[0-9a-f]{12}\.partial$/;

/** The name under which a file is written until it is complete; `random` are 12 hexadecimal digits. */
export function temporaryName(name: string, random: string): string {
  return `.${name}.${random}.partial`;
}

/**
 * Removes what killed runs have left in a folder: plain files of the same owner with a temporary name, a day older than the
 * one that was just made, by the clock of the disk both are on. A run that lasts touches its files (`LeftoverClock`).
 */
export async function removeLeftovers(folder: string, fresh: FileHandle): Promise<void> {
  try {
    const { mtimeMs, uid } = await fresh.stat();
    for await (const entry of await opendir(folder)) {
      if (!entry.isFile() || !TEMPORARY_NAME.test(entry.name)) continue;
      const path = join(folder, entry.name);
      const found = await lstat(path);
      const isOurs = found.isFile() && found.nlink === 1 && found.uid === uid;
      if (isOurs && found.mtimeMs < mtimeMs - LEFTOVER_MILLISECONDS) await rm(path, { force: true });
    }
  } catch {
    // Tidying up is a favour: no run fails because of it.
  }
}

/** Touches a file now and then as long as it is written, so that no other run takes it for a leftover. */
export class LeftoverClock {
  readonly #timer: NodeJS.Timeout;

  constructor(handle: FileHandle) {
    this.#timer = setInterval(() => {
      const now = new Date();
      handle.utimes(now, now).catch(() => undefined);
    }, TOUCH_MILLISECONDS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
