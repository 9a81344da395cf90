/**
 * One run at a time on a state, of discounts or of what was charged: two would begin with the same use of a pool or the same
 * day to charge, and one of them be lost.
 */
import { randomBytes } from "node:crypto";
import { link, readFile, readlink, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import * as z from "zod";
import { FileError, fileErrorOf, systemCode } from "./file-error.ts";
import { temporaryPath } from "./open-output.ts";
import { pathTarget } from "./path-target.ts";

/** Holds a state for one run. */
export interface StateLock {
  /** The process whose lock was taken over, as it had ended without letting go. */
  readonly tookOverFrom: number | undefined;
  /** Throws a FileError where the lock was removed since: what this run used may not be all any more. */
  check(): Promise<void>;
  /** Lets the state go. */
  release(): Promise<void>;
}

/** Who holds a lock, as its file says. */
const holderSchema = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /** When the process began, counted by its system; tells it from a later one of the same number. */
  began: z.string().nullable().catch(null),
  since: z.string(),
});
type Holder = z.output<typeof holderSchema>;

/** Rounds of a dead lock that another run takes over first. */
const MOST_ROUNDS = 20;

/**
 * Locks the file of a state, which need not be there yet, for one run: from before it is read until the
 * next one is written. The lock is a file beside it, `.NAME.lock`, that says which process holds it; the lock of a
 * process that has ended is taken over. Nothing is locked where the path is no file, such as /dev/null: undefined.
 *
 * @throws FileError where another run holds it; the message says which
 */
export async function lockStateFile(path: string): Promise<StateLock | undefined> {
  const target = await pathTarget(path);
  if (target.kind !== "file") return undefined;
  const lock = join(dirname(target.path), `.${basename(target.path)}.lock`);
  const self: Holder = {
    pid: process.pid,
    host: await thisHost(),
    began: await beginningOf(process.pid),
    since: new Date().toISOString(),
  };
  // Two locks of one process differ, too.
  const text = `${JSON.stringify({ ...self, token: randomBytes(9).toString("base64url") })}\n`;
  const isOurs = async (): Promise<boolean> => (await readIfThere(lock)) === text;
  try {
    return {
      tookOverFrom: await acquire(path, lock, text, self),
      async check() {
        if (await isOurs()) return;
        const reason =
          "was unlocked by somebody else while this run used it; nothing was written, so run it again";
        throw new FileError(path, reason);
      },
      async release() {
        if (await isOurs()) await rm(lock, { force: true });
      },
    };
  } catch (error) {
    throw fileErrorOf(error, path);
  }
}

/** Makes the lock's file; gives the process whose lock was taken over, if any. */
async function acquire(path: string, lock: string, text: string, self: Holder): Promise<number | undefined> {
  let tookOverFrom: number | undefined;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (await make(lock, text)) return tookOverFrom;
    const found = await readIfThere(lock);
    if (found === undefined) continue;
    const holder = holderIn(found);
    if (holder === undefined || !(await hasEnded(holder, self)))
      throw new FileError(path, whyInUse(lock, holder, self));
    if (await takeAway(lock, found)) tookOverFrom = holder.pid;
  }
  throw new FileError(path, "is wanted by many runs at once; run one after the other");
}

/** Makes the lock's file with all that it says; false where there is one. */
async function make(lock: string, text: string): Promise<boolean> {
  const written = temporaryPath(lock);
  try {
    await writeFile(written, text, { flag: "wx", mode: 0o644 });
    // Unlike a rename, a link fails where the name is taken.
    await link(written, lock).catch(async (error: unknown) => {
      // Some disks have no links.
      if (!["EPERM", "ENOTSUP", "ENOSYS"].includes(systemCode(error) ?? "")) throw error;
      await writeFile(lock, text, { flag: "wx", mode: 0o644 });
    });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(written, { force: true });
  }
}

/** Takes the lock of a process that has ended away, unless another run was quicker and has made its own. */
async function takeAway(lock: string, dead: string): Promise<boolean> {
  const aside = temporaryPath(lock);
  try {
    await rename(lock, aside);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
  const isDead = (await readIfThere(aside)) === dead;
  // A lock that was made in between goes back; should that fail, its owner notices before it writes.
  if (!isDead) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
  return isDead;
}

async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
}

function holderIn(text: string): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether the holder has ended for certain: of a process of another machine that is not known. */
async function hasEnded(holder: Holder, self: Holder): Promise<boolean> {
  if (holder.host !== self.host) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return systemCode(error) === "ESRCH";
  }
  const began = await beginningOf(holder.pid);
  return holder.began !== null && began !== null && began !== holder.began;
}

/** The machine, and on Linux the part of it that counts its own processes, such as a container. */
async function thisHost(): Promise<string> {
  const processes = await readlink("/proc/self/ns/pid").catch(() => "");
  return `${hostname()} ${processes}`.trim();
}

/** When a process began, as Linux counts it since it started; null where the system does not say. */
async function beginningOf(pid: number): Promise<string | null> {
  try {
    const [boot, status] = await Promise.all([
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
      readFile(`/proc/${pid}/stat`, "utf8"),
    ]);
    // The program's name, in brackets, may have spaces; the beginning is the twentieth word behind it.
    const began = status.slice(status.lastIndexOf(")") + 2).split(" ")[19];
    return began === undefined ? null : `${boot.trim()} ${began}`;
  } catch {
    return null;
  }
}

function whyInUse(lock: string, holder: Holder | undefined, self: Holder): string {
  const remove = `if no run uses it, remove ${lock}`;
  if (holder === undefined) return `is locked, and its lock does not say by whom; ${remove}`;
  const { pid, host, since } = holder;
  return host === self.host
    ? `is in use by another run (process ${pid}, since ${since}); wait until it is done`
    : `is in use by another run (process ${pid} on ${host.split(" ")[0]}, since ${since}); wait until it is done, or ${remove}`;
}
