/**
 * Lock of a state, of discounts or of charges, for one run at a time: two runs would begin with the same use of a pool
 * or the same day to charge, and the state of one run would be lost.
 */
import { randomBytes } from "node:crypto";
import { link, readFile, readlink, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import * as z from "zod";
import { safely } from "../model/index.ts";
import { asFileErrors, FileError, ifThere, systemCode } from "./file-error.ts";
import { temporaryPath } from "./open-output.ts";
import { pathTarget } from "./path-target.ts";

/** The lock of a state for one run. */
export interface StateLock {
  /** The process whose lock was taken over, because the process had ended without a release. */
  readonly tookOverFrom: number | undefined;
  /** Throws a FileError where the lock was removed since: another run may have changed the state. */
  check(): Promise<void>;
  release(): Promise<void>;
}

const holderSchema = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /** Start time of the process, by its system; tells the process from a later process of the same number. */
  began: z.string().nullable().catch(null),
  since: z.string(),
});
type Holder = z.output<typeof holderSchema>;

/** Most attempts to lock, where another run takes over the lock of an ended process first. */
const MOST_ROUNDS = 20;

/**
 * Locks the file of a state, which need not exist yet, for one run: from before the state is read until the next state
 * is written. The lock is a file beside the state, `.NAME.lock`, that names the process that holds the lock; the lock
 * of a process that has ended is taken over. Undefined, and nothing locked, where the path is no file, such as
 * /dev/null.
 *
 * @throws FileError where another run holds the lock; the message names that run
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
  // The token makes two locks of one process differ, too.
  const text = `${JSON.stringify({ ...self, token: randomBytes(9).toString("base64url") })}\n`;
  const isOurs = async (): Promise<boolean> => (await ifThere(readFile(lock, "utf8"))) === text;
  return {
    tookOverFrom: await asFileErrors(path, () => acquire(path, lock, text, self)),
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
}

/** Creates the lock file; returns the process whose lock was taken over, if any. */
async function acquire(path: string, lock: string, text: string, self: Holder): Promise<number | undefined> {
  let tookOverFrom: number | undefined;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (await make(lock, text)) return tookOverFrom;
    const found = await ifThere(readFile(lock, "utf8"));
    if (found === undefined) continue;
    const holder = safely(() => holderSchema.safeParse(JSON.parse(found)).data, undefined);
    if (holder === undefined || !(await hasEnded(holder, self)))
      throw new FileError(path, whyInUse(lock, holder, self));
    if (await takeAway(lock, found)) tookOverFrom = holder.pid;
  }
  throw new FileError(path, "is wanted by many runs at once; run one after the other");
}

/** Creates the lock file with its whole content; false where there is a lock file. */
async function make(lock: string, text: string): Promise<boolean> {
  const written = temporaryPath(lock);
  try {
    await writeFile(written, text, { flag: "wx", mode: 0o644 });
    // Unlike a rename, a link fails where the name is taken.
    await link(written, lock).catch(async (error: unknown) => {
      // Some file systems have no links.
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

/** Removes the lock of a process that has ended, unless another run was faster and has created its lock. */
async function takeAway(lock: string, dead: string): Promise<boolean> {
  const aside = temporaryPath(lock);
  try {
    await rename(lock, aside);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
  const isDead = (await ifThere(readFile(aside, "utf8"))) === dead;
  // A lock that was created in between goes back; should that fail, its owner notices before writing (`check`).
  if (!isDead) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
  return isDead;
}

/** Whether the holder has certainly ended, which is not known of a process of another machine. */
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

/** The machine, and on Linux its PID namespace, such as that of a container. */
async function thisHost(): Promise<string> {
  const processes = await readlink("/proc/self/ns/pid").catch(() => "");
  return `${hostname()} ${processes}`.trim();
}

/** Start time of a process, as Linux counts from its boot; null where the system does not tell. */
async function beginningOf(pid: number): Promise<string | null> {
  try {
    const [boot, status] = await Promise.all([
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
      readFile(`/proc/${pid}/stat`, "utf8"),
    ]);
    // The program's name, in brackets, may have spaces; the start time is the twentieth word behind the name.
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
