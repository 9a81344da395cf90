/** The soak itself: a short one over both databases, and what it would find. */
import { describe, expect, test } from "vitest";
import { Chance } from "../../../proof/chance.ts";
import { batchFaults, callFaults, type ListedCall, sumOf } from "../../../proof/soak/check-end.ts";
import { everyHostile } from "../../../proof/soak/hostile-bodies.ts";
import { isFlat, type MemorySample, memoryCourse } from "../../../proof/soak/memory-figures.ts";
import { callsOf, SentBatches } from "../../../proof/soak/sent-batches.ts";
import { soak } from "../../../proof/soak/soak.ts";
import { soakBook } from "../../../proof/soak/soak-book.ts";
import { SoakClient } from "../../../proof/soak/soak-client.ts";
import { askHostile, SOAK_REQUESTS } from "../../../proof/soak/soak-requests.ts";
import { serve } from "../../../src/server/serving/index.ts";
import { ENGINES } from "../databases.ts";

const REQUESTS = 60;

describe.each(ENGINES)("$kind", (engine) => {
  test("a short soak loses nothing and doubles nothing, and every hostile body is refused", async () => {
    const database = await engine.empty();
    const served = await serve({
      database,
      host: "127.0.0.1",
      port: 0,
      level: 5,
      book: soakBook(),
      log: () => undefined,
      now: () => Date.UTC(2026, 10, 23),
    });
    const cutter = database.kind === "postgresql" ? await engine.again(database) : undefined;
    try {
      const client = new SoakClient(served.url);
      for (const hostile of everyHostile()) {
        expect((await askHostile(client, hostile)).fault, hostile.name).toBeUndefined();
      }
      const { requests, answers, end, faults } = await soak({
        client,
        seed: 1,
        clients: 4,
        isOver: (asked) => asked >= REQUESTS,
        ...(cutter && {
          async cutConnections() {
            await cutter.query(
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
            );
          },
        }),
      });
      expect(faults).toEqual([]);
      expect(requests).toBe(REQUESTS);
      const asked = [...answers.values()].flatMap((statuses) => [...statuses.values()]);
      expect(asked.reduce((sum, times) => sum + times, 0)).toBe(REQUESTS);
      expect(end.batches).toBeGreaterThan(10);
      expect(end.rated).toBeGreaterThan(100);
      expect(end.rated + end.inError + end.ignored).toBe(end.calls);
    } finally {
      await cutter?.close();
      await served.stop();
    }
  });
});

test("the shares of requests are all above zero, and names tell them apart", () => {
  expect(SOAK_REQUESTS.every(({ share }) => share > 0)).toBe(true);
  expect(new Set(SOAK_REQUESTS.map(({ name }) => name)).size).toBe(SOAK_REQUESTS.length);
});

test("reads ask after no batch before one is acknowledged", async () => {
  const read = SOAK_REQUESTS.find(({ name }) => name === "read") as (typeof SOAK_REQUESTS)[number];
  const asked = new Set<string>();
  const client = {
    async ask(_: string, path: string) {
      asked.add(path);
      return { status: 200, body: {} };
    },
  } as unknown as SoakClient;
  const context = { client, chance: new Chance(1, 0), sent: new SentBatches() };
  for (let times = 0; times < 200; times++) {
    await read.ask({ ...context, cutConnections: undefined, nextNumber: () => 1 });
  }
  const batches = [...asked].filter((path) => path.startsWith("/tollbook/batches"));
  expect(batches).toEqual(["/tollbook/batches?limit=20"]);
});

describe("what a soak finds", () => {
  const first = (): number => 0;

  /** Two calls, the second of an acknowledged batch again, and a line that is none. */
  function twoBatches(): SentBatches {
    const sent = new SentBatches();
    const size = { newCalls: 2, refused: 0, repeated: 0, isQueued: false };
    sent.set(sent.begin(size, first), { kind: "acknowledged", id: "1" });
    sent.begin({ ...size, refused: 1, repeated: 1 }, first);
    return sent;
  }

  function listed(id: number, batchID: string): ListedCall {
    const tollbook = { customerID: "1", batchID, invoiceID: null, revision: 1, error: null, message: null };
    return { id: String(id), cost: "1.5", tollbook };
  }

  test("a batch has its new calls, acknowledged ones again, and lines that are no calls", () => {
    const [, second] = twoBatches().all();
    const calls = callsOf((second as NonNullable<typeof second>).batch) as readonly { id: unknown }[];
    expect(calls.map(({ id }) => id)).toEqual([3, 4, 1, "no id 0"]);
  });

  const answer = { state: "done", read: 4, rated: 2, errors: 1, ignored: 0, repeated: 1 };
  const totals = { cost: "1.75", costBase: "2" };
  const results = [
    { id: "3", cost: "0.5", costBase: "1" },
    { id: "4", cost: "1.25", costBase: "1" },
    { id: "1", cost: "9", costBase: "9" },
    { id: "no id 0", error: "malformed-record" },
  ];

  test.for<[string, object, readonly object[] | undefined, RegExp | undefined]>([
    ["nothing", {}, undefined, undefined],
    ["a batch that waits", { state: "open" }, undefined, /is open/],
    ["a total that is another", { totals: { ...totals, cost: "1.76" } }, undefined, /total cost of 1.76/],
    ["outcomes that do not add up", { errors: 2 }, undefined, /do not add up/],
    ["a result that is lost", {}, results.slice(1), /3 results of 4 lines/],
    ["a result of another call", {}, [{ ...results[0], id: "5" }, ...results.slice(1)], /of another call/],
  ])("in a batch: %s", ([, changed, given, found]) => {
    const [, second] = twoBatches().all();
    const { batch } = second as NonNullable<typeof second>;
    const faults = batchFaults(batch, { ...answer, totals, ...changed }, (given ?? results) as never);
    if (found === undefined) expect(faults).toEqual([]);
    else expect(faults.join("\n")).toMatch(found);
  });

  test.for<[string, "acknowledged" | "left" | "cut short", readonly number[], RegExp | undefined]>([
    ["everything", "acknowledged", [3, 4], undefined],
    ["a call lost", "acknowledged", [3], /acknowledged with 2 calls, and 1 are there/],
    ["a call twice", "acknowledged", [3, 4, 4], /call 4 is there twice/],
    ["a call that nobody sent", "acknowledged", [3, 4, 5], /1 calls are there that nobody sent/],
    ["all of what nobody waited for", "left", [3, 4], undefined],
    ["nothing of it", "left", [], undefined],
    ["a part of it", "left", [4], /in part: 1 of 2/],
    ["what was cut short", "cut short", [3, 4], /was cut short, is there/],
  ])("in the list of calls: %s", ([, kind, ids, found]) => {
    const sent = twoBatches();
    const [, second] = sent.all();
    const { batch } = second as NonNullable<typeof second>;
    sent.set(batch, kind === "acknowledged" ? { kind, id: "2" } : { kind });
    const faults = callFaults(sent, [listed(1, "1"), listed(2, "1"), ...ids.map((id) => listed(id, "2"))]);
    if (found === undefined) expect(faults).toEqual([]);
    else expect(faults.join("\n")).toMatch(found);
  });

  test("a call without a result or an error", () => {
    const sent = new SentBatches();
    const size = { newCalls: 1, refused: 0, repeated: 0, isQueued: false };
    sent.set(sent.begin(size, first), { kind: "acknowledged", id: "1" });
    expect(callFaults(sent, [{ ...listed(1, "1"), cost: null }])).toEqual([
      "call 1 has neither a result nor an error",
    ]);
  });

  test("sums are exact", () => {
    expect(sumOf(["0.1", "0.2", "123456789012345678.000001"])).toBe("123456789012345678.300001");
    expect(sumOf([])).toBe("0");
    expect(() => sumOf([null])).toThrow("null is no amount");
  });

  test("memory that grows, and memory that only swings", () => {
    const course = (megabytes: (at: number) => number): boolean | undefined => {
      const samples: MemorySample[] = Array.from({ length: 101 }, (_, at) => ({
        at,
        residentBytes: 200 * 2 ** 20,
        heapBytes: megabytes(at) * 2 ** 20,
      }));
      const own = memoryCourse(samples);
      return own && isFlat(own);
    };
    expect(course((at) => 100 + (at % 7) * 30)).toBe(true);
    expect(course((at) => (at < 20 ? 20 : 100))).toBe(true);
    expect(course((at) => 100 + at * 2)).toBe(false);
    expect(memoryCourse([])).toBeUndefined();
  });
});
