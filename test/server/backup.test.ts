/** Backups of both databases, restored and served: they answer what was answered, and price what waited (H32, H37). */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parkPart, priceParts } from "../../src/server/calls/index.ts";
import { type Database, openPglite, openPostgres } from "../../src/server/database/index.ts";
import { serve } from "../../src/server/serving/index.ts";
import { openStore, type Store } from "../../src/server/store/index.ts";
import { workThrough } from "../../src/server/work/index.ts";
import { answersOf, withoutStamps } from "./answers-of.ts";
import { asking } from "./calls/http.ts";
import { emptyPostgres } from "./databases.ts";
import { workAMonth } from "./dumps/work-a-month.ts";
import { postgresFolder } from "./postgres-server.ts";

const WAITING = "/backend/api/v1/tollbook/batches/3";

/** A store after a month, with a batch that waits. */
async function afterAMonth(database: Database): Promise<Store> {
  const store = await openStore(database);
  await workAMonth(asking(store), true);
  return store;
}

/** Prices what waits. */
async function priceWaiting(store: Store): Promise<void> {
  const notes = await workThrough({ store, price: priceParts, park: parkPart });
  expect(notes.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
}

/** Serves a database until what waited there is priced. */
async function servedToItsEnd(database: Database): Promise<void> {
  const { url, stop } = await serve({
    database,
    host: "127.0.0.1",
    port: 0,
    log: () => undefined,
    now: () => Date.UTC(2026, 10, 23),
  });
  for (;;) {
    const batch = (await (await fetch(`${url}${WAITING}`)).json()) as { readonly state: string };
    if (batch.state === "done") break;
    expect(batch.state).toBe("open");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await stop()).toBe(true);
}

const pgDump = join(postgresFolder() ?? "", "pg_dump");

/** Runs one of PostgreSQL's programs; what it prints. It may say nothing else. */
function program(name: string, words: readonly string[], input?: Buffer): Buffer {
  const ran = spawnSync(join(postgresFolder() ?? "", name), words, { input, maxBuffer: 1 << 27 });
  expect([ran.status, ran.stderr.toString()], name).toEqual([0, ""]);
  return ran.stdout;
}

test.runIf(existsSync(pgDump)).for([
  ["with its queue", []],
  ["without its queue", ["-N", "tollbook_queue"]],
] as const)(
  "a PostgreSQL database that pg_dump wrote %s while it was in use, is restored and served",
  async ([, words]) => {
    const [from, to] = [await emptyPostgres(), await emptyPostgres()];
    const store = await afterAMonth(await openPostgres(from));
    const before = await answersOf(asking(store));
    const dumped = program("pg_dump", ["-Fc", ...words, "-d", from]);
    await priceWaiting(store);
    const priced = withoutStamps(await answersOf(asking(store)));
    await store.close();

    program("pg_restore", ["--exit-on-error", "-d", to], dumped);
    const restored = await openStore(await openPostgres(to));
    expect(await answersOf(asking(restored))).toEqual(before);
    await restored.close();
    await servedToItsEnd(await openPostgres(to));
    const after = await openStore(await openPostgres(to));
    expect(withoutStamps(await answersOf(asking(after)))).toEqual(priced);
    await after.close();
  },
);

test("a folder that was copied while nobody had it open is served as it was", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tollbook-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [home, backup] = [join(folder, "data"), join(folder, "backup")];
  const store = await afterAMonth(await openPglite(home));
  const before = await answersOf(asking(store));
  await store.close();
  await cp(home, backup, { recursive: true });
  const again = await openStore(await openPglite(home));
  await priceWaiting(again);
  const priced = withoutStamps(await answersOf(asking(again)));
  await again.close();

  const restored = await openStore(await openPglite(backup));
  expect(await answersOf(asking(restored))).toEqual(before);
  await restored.close();
  await servedToItsEnd(await openPglite(backup));
  const after = await openStore(await openPglite(backup));
  expect(withoutStamps(await answersOf(asking(after)))).toEqual(priced);
  await after.close();
});
