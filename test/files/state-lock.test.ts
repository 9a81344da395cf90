/** R44: one run at a time on a discount state, so that what it uses of a pool is used once. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FileError, lockStateFile, type StateLock } from "../../src/files/index.ts";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "tollbook-lock-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function locked(path: string): Promise<StateLock> {
  const lock = await lockStateFile(path);
  if (lock === undefined) throw new Error("not locked");
  return lock;
}

/** A process that has ended. */
function endedProcess(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

/** What a lock's file says, with other words. */
async function lockSaying(state: string, words: object): Promise<void> {
  const lock = await locked(state);
  const file = join(state, "..", ".pools.json.lock");
  const said = JSON.parse(await readFile(file, "utf8")) as object;
  await lock.release();
  await writeFile(file, `${JSON.stringify({ ...said, ...words })}\n`);
}

test("the second of two is refused and told who holds it, also through a link; then it is free", async () => {
  const where = await folder();
  const state = join(where, "pools.json");
  await symlink(state, join(where, "link.json"));
  const first = await locked(state);
  for (const path of [state, join(where, "link.json")]) {
    await expect(lockStateFile(path)).rejects.toThrow(FileError);
    await expect(lockStateFile(path)).rejects.toThrow(
      `is in use by another run (process ${process.pid}, since `,
    );
  }
  await first.check();
  await first.release();
  const second = await locked(state);
  await second.release();
  expect(second.tookOverFrom).toBeUndefined();
  expect(await readdir(where)).toEqual(["link.json"]);
});

test("of many at once one gets it", async () => {
  const where = await folder();
  const state = join(where, "pools.json");
  await lockSaying(state, { pid: endedProcess() });
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockStateFile(state)));
  const held = tries.flatMap((one) => (one.status === "fulfilled" && one.value ? [one.value] : []));
  // Should a lock be taken away just when it is made, its owner is told when it asks.
  const checks = await Promise.allSettled(held.map((lock) => lock.check()));
  expect(checks.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const lock of held) await lock.release();
  expect(await readdir(where)).toEqual([]);
});

test("the lock of a process that has ended is taken over", async () => {
  const state = join(await folder(), "pools.json");
  const pid = endedProcess();
  await lockSaying(state, { pid });
  const lock = await locked(state);
  expect(lock.tookOverFrom).toBe(pid);
  await lock.check();
  await lock.release();
});

test.runIf(process.platform === "linux")("also where its number is another process's by now", async () => {
  const state = join(await folder(), "pools.json");
  await lockSaying(state, { began: "another start 1" });
  expect((await locked(state)).tookOverFrom).toBe(process.pid);
});

test("that of another machine is not, nor one that says nothing, and the message says what to remove", async () => {
  const where = await folder();
  const state = join(where, "pools.json");
  const file = join(where, ".pools.json.lock");
  await lockSaying(state, { host: "elsewhere pid:[1]", pid: endedProcess() });
  await expect(lockStateFile(state)).rejects.toThrow(
    /process \d+ on elsewhere, since .*remove .*\.pools\.json\.lock/,
  );
  await writeFile(file, "?");
  await expect(lockStateFile(state)).rejects.toThrow(/does not say by whom; if no run uses it, remove/);
  await rm(file);
  await (await locked(state)).release();
});

test("whoever has lost its lock is told before it writes, and leaves that of another alone", async () => {
  const where = await folder();
  const state = join(where, "pools.json");
  const first = await locked(state);
  await rm(join(where, ".pools.json.lock"));
  const second = await locked(state);
  await expect(first.check()).rejects.toThrow(/was unlocked by somebody else/);
  await first.release();
  await second.check();
  await second.release();
});

test("what is no file is not locked, and a missing folder is said", async () => {
  expect(await lockStateFile("/dev/null")).toBeUndefined();
  await expect(lockStateFile(join(await folder(), "gone", "pools.json"))).rejects.toThrow(
    /there is no folder/,
  );
});
