/**
 * One run at a time on a state, of discounts or of what was charged: two would begin with the same use of a pool or the same
 * day to charge, and one of them be lost.
 */
import { randomBytes } from "node:crypto";
import { link, open, readFile, readlink, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { isPlainRecord } from "../model/index.ts";
import { FileError, fileErrorOf, systemCode } from "./file-error.ts";
import { temporaryName } from "./open-output.ts";
import { pathTarget } from "./path-target.ts";

/** Holds a state for one run. */
export interface StateLock {
  /** The process whose lock was taken over, as it had ended without letting go. */
  readonly tookOverFrom: number | undefined;
  /** Throws a FileError where somebody has removed the lock since: what this run used may not be all any more. */
  check(): Promise<void>;
  /** Lets the state go. */
  release(): Promise<void>;
}

/** Who holds a lock, as its file says. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, counted by its system; tells it from a later one of the same number. */
  readonly began: string | null;
  readonly since: string;
}

/** Rounds of a dead lock that somebody else takes over first. */
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
  const folder = dirname(target.path);
  const lock = join(folder, `.${basename(target.path)}.lock`);
  const holder: Holder = {
    pid: process.pid,
    host: await thisHost(),
    began: await beginningOf(process.pid),
    since: new Date().toISOString(),
  };
  // Two locks of one process differ, too.
  const text = `${JSON.stringify({ ...holder, token: randomBytes(9).toString("base64url") })}\n`;
  try {
    const tookOverFrom = await acquire({ path, folder, lock, text }, holder);
    return new HeldLock(path, lock, text, tookOverFrom);
  } catch (error) {
    throw fileErrorOf(error, path);
  }
}

class HeldLock implements StateLock {
  readonly tookOverFrom: number | undefined;
  readonly #path: string;
  readonly #lock: string;
  readonly #text: string;

  constructor(path: string, lock: string, text: string, tookOverFrom: number | undefined) {
    this.#path = path;
    this.#lock = lock;
    this.#text = text;
    this.tookOverFrom = tookOverFrom;
  }

  async check(): Promise<void> {
    if (await this.#isOurs()) return;
    throw new FileError(
      this.#path,
      "was unlocked by somebody else while this run used it; nothing was written, so run it again",
    );
  }

  async release(): Promise<void> {
    if (await this.#isOurs()) await rm(this.#lock, { force: true });
  }

  async #isOurs(): Promise<boolean> {
    return (await readIfThere(this.#lock)) === this.#text;
  }
}

interface Place {
  readonly path: string;
  readonly folder: string;
  readonly lock: string;
  readonly text: string;
}

/** Makes the lock's file; gives the process whose lock was taken over, if any. */
async function acquire({ path, folder, lock, text }: Place, own: Holder): Promise<number | undefined> {
  let tookOverFrom: number | undefined;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (await make(folder, lock, text)) return tookOverFrom;
    const found = await readIfThere(lock);
    if (found === undefined) continue;
    const holder = holderIn(found);
    if (holder === undefined || !(await hasEnded(holder, own))) throw inUse(path, lock, holder, own);
    if (await takeAway(folder, lock, found)) tookOverFrom = holder.pid;
  }
  throw new FileError(path, "is wanted by many runs at once; run one after the other");
}

/** Makes the lock's file with all that it says; false where there is one. */
async function make(folder: string, lock: string, text: string): Promise<boolean> {
  const written = join(folder, temporaryName(basename(lock), randomBytes(6).toString("hex")));
  const handle = await open(written, "wx", 0o644);
  try {
    await handle.writeFile(text);
    await handle.close();
    // Unlike a rename, a link fails where the name is taken.
    await link(written, lock);
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === "EEXIST") return false;
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS") return await makeWithoutLink(lock, text);
    throw error;
  } finally {
    await handle.close().catch(() => undefined);
    await rm(written, { force: true });
  }
}

/** The same on a disk that has no links. */
async function makeWithoutLink(lock: string, text: string): Promise<boolean> {
  try {
    const handle = await open(lock, "wx", 0o644);
    await handle.writeFile(text);
    await handle.close();
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Takes the lock of a process that has ended away, unless another run was quicker and has made its own. */
async function takeAway(folder: string, lock: string, dead: string): Promise<boolean> {
  const aside = join(folder, temporaryName(basename(lock), randomBytes(6).toString("hex")));
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
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function holderIn(text: string): Holder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isPlainRecord(value)) return undefined;
  const { pid, host, began, since } = value;
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (typeof host !== "string" || typeof since !== "string") return undefined;
  return { pid, host, began: typeof began === "string" ? began : null, since };
}

/** Whether the holder has ended for certain: of a process of another machine nobody can say. */
async function hasEnded(holder: Holder, own: Holder): Promise<boolean> {
  if (holder.host !== own.host) return false;
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

function inUse(path: string, lock: string, holder: Holder | undefined, own: Holder): FileError {
  const remove = `if no run uses it, remove ${lock}`;
  if (holder === undefined)
    return new FileError(path, `is locked, and its lock does not say by whom; ${remove}`);
  const { pid, since } = holder;
  return holder.host === own.host
    ? new FileError(path, `is in use by another run (process ${pid}, since ${since}); wait until it is done`)
    : new FileError(
        path,
        `is in use by another run (process ${pid} on ${holder.host.split(" ")[0]}, since ${since}); wait until it is done, or ${remove}`,
      );
}
