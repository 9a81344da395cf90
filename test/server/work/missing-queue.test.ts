/** PostgreSQL without pg-boss: what is told to whoever starts a server or a worker, and what works all the same (H36). */
import { PassThrough, Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { RequestNote } from "../../../src/server/index.ts";
import { aCall, BOOK } from "../calls/setup.ts";
import { ENGINES, emptyPostgres } from "../databases.ts";

const NEEDED = "needs pg-boss: npm install pg-boss@10.4.2";
const MISSING_PACKAGE = "../../../src/server/database/missing-package.ts";

type ServerModule = typeof import("../../../src/server/index.ts");
type Command = typeof import("../../../src/cli/index.ts").run;

let server: ServerModule;
let run: Command;
beforeAll(async () => {
  vi.resetModules();
  // Every import of pg-boss fails as it does where it is not installed.
  vi.doMock(MISSING_PACKAGE, async (original) => {
    const real = await original<typeof import("../../../src/server/database/missing-package.ts")>();
    const { optionalPackages } = real;
    const missing = async (): Promise<never> => {
      throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    };
    return {
      ...real,
      optionalPackages: (what: string, loads: Readonly<Record<string, () => Promise<unknown>>>) =>
        optionalPackages(what, "pg-boss" in loads ? { ...loads, "pg-boss": missing } : loads),
    };
  });
  server = await import("../../../src/server/index.ts");
  ({ run } = await import("../../../src/cli/index.ts"));
});
afterAll(() => {
  vi.doUnmock(MISSING_PACKAGE);
  vi.resetModules();
});

describe.each(ENGINES)("$kind", (engine) => {
  test("H36: batches are priced in their requests; on PostgreSQL one that is to be queued is a fault that the log names", async () => {
    const store = await server.openStore(await engine.empty());
    const notes: RequestNote[] = [];
    const handler = server.createHandler({
      store,
      authorize: () => ({ user: "tester", level: 5, access: "write" }),
      onAnswer: (note) => notes.push(note),
    });
    const ask = (
      method: string,
      path: string,
      body: object,
      headers: Readonly<Record<string, string>> = {},
    ) =>
      handler(
        new Request(`http://test/backend/api/v1/tollbook/${path}`, {
          method,
          headers: { "Content-Type": "application/json", ...headers },
          body: JSON.stringify(body),
        }),
      );
    expect((await ask("PATCH", "book", { upsert: BOOK })).status).toBe(200);
    const priced = await ask("POST", "batches", { calls: [aCall(1)] }, { "Idempotency-Key": "k" });
    expect(priced.status).toBe(201);
    const key = { "Idempotency-Key": "l", Prefer: "respond-async" };
    const queued = await ask("POST", "batches", { calls: [aCall(2)] }, key);
    if (engine.kind === "pglite") {
      expect(queued.status).toBe(202);
    } else {
      expect([queued.status, await queued.json()]).toMatchObject([500, { error_code: 500001 }]);
      expect(notes.at(-1)?.fault).toMatchObject({
        name: "MissingPackage",
        message: `A queue in PostgreSQL ${NEEDED}`,
      });
      expect(await store.database.query("SELECT key FROM batches")).toEqual([{ key: "k" }]);
    }
    await store.close();
  });
});

describe.runIf(ENGINES.some(({ kind }) => kind === "postgresql"))("commands on PostgreSQL", () => {
  test.each([
    ["worker", "tollbook worker"],
    ["serve --port 0", "tollbook serve --database"],
    ["serve --port 0 --queue-only", "tollbook serve --database"],
  ])("H36: tollbook %s ends with the sentence that says what to install", async (command, what) => {
    // One that starts goes on until it is told to stop.
    const stop = new AbortController();
    let told = "";
    const stderr = new Writable({
      write(chunk: Buffer, _encoding, taken) {
        told += chunk.toString();
        if (/listening|working/.test(told)) stop.abort();
        taken();
      },
    });
    const code = await run([...command.split(" "), "--database", await emptyPostgres()], {
      stdin: new PassThrough().end(),
      stdout: new PassThrough(),
      stderr,
      isTerminal: false,
      now: () => 0,
      signal: stop.signal,
    });
    expect([code, told]).toEqual([1, expect.stringContaining(`${what} ${NEEDED}`)]);
    expect(stop.signal.aborted).toBe(false);
  });
});
