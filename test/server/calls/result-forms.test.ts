/** Results of batches as JSON, JSON lines and CSV, over both databases (H25). */
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { parkPart, priceParts } from "../../../src/server/calls/index.ts";
import { createHandler } from "../../../src/server/create-handler.ts";
import type { Sql } from "../../../src/server/database/index.ts";
import type { RequestNote } from "../../../src/server/http/index.ts";
import { logLine } from "../../../src/server/serving/log-line.ts";
import type { Store } from "../../../src/server/store/index.ts";
import { workThrough } from "../../../src/server/work/index.ts";
import { ENGINES } from "../databases.ts";
import { type Ask, asking } from "./http.ts";
import { csvRecords } from "./read-csv.ts";
import { aCall, storeWithBook } from "./setup.ts";

const NDJSON = "application/x-ndjson";
const PATH = "/tollbook/batches/1/results";

describe.each(ENGINES)("$kind", (engine) => {
  let store: Store;
  let ask: Ask;
  beforeEach(async () => {
    store = await storeWithBook(await engine.empty());
    ask = asking(store);
    return () => store.close();
  });

  const worker = () => ({ store, price: priceParts, park: parkPart });

  async function send(lines: readonly unknown[]): Promise<void> {
    const body = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
    const headers = { "Content-Type": NDJSON, "Idempotency-Key": "k" };
    expect((await ask("POST", "/tollbook/batches", body, headers)).status).toBe(202);
  }

  const as = (type: string) => ask("GET", PATH, undefined, { Accept: type });

  test("H25: three forms say the same, with the calls beside them in CSV", async () => {
    await send([
      aCall(1, { carrierCallID: "=cmd('x')", duration: 700 }),
      aCall(2, { external: "+44 7700 900123", carrierCallID: '-1,"2"' }),
      aCall(3, { target: "02079460099" }),
      "no JSON",
      aCall(5, { duration: "long", costCDR: "1.5" }),
    ]);
    for (const type of ["application/json", NDJSON, "text/csv"])
      expect((await as(type)).body.error_code).toBe(409002);
    await workThrough(worker());
    const { body: results, headers } = await as("application/json");
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(results).toHaveLength(5);
    for (const type of [NDJSON, "application/jsonl"]) {
      const lines = await ask("GET", PATH, undefined, { Accept: type });
      expect(lines.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
      expect(lines.text).toBe(`${results.map((result: object) => JSON.stringify(result)).join("\n")}\n`);
    }
    const csv = await as("text/csv, application/json;q=0.5");
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.text.split("\n")[0]).toMatch(
      /^id,line,call\.target,call\.external,call\.startDate,call\.startTime,call\.duration,.*,discountPlans,late$/,
    );
    const rows = csvRecords(csv.text);
    expect(rows.map(({ id, line, cost, error, reason }) => [id, line, cost !== "", error, reason])).toEqual([
      ["1", "", true, "", ""],
      ["2", "", true, "", ""],
      ["3", "", false, "", "test line"],
      ["", "4", false, "malformed-record", ""],
      ["5", "", false, "malformed-record", ""],
    ]);
    expect(rows.map((row) => row["call.carrierCallID"])).toEqual(["'=cmd('x')", `'-1,"2"`, "", "", ""]);
    expect(rows[1]).toMatchObject({ "call.external": "'+44 7700 900123", "call.duration": "91" });
    expect(rows[4]).toMatchObject({ "call.duration": "long", "call.costCDR": "1.5" });
  });

  test("H25: results that cannot be read to their end are cut short, and the log tells why", async () => {
    await send(Array.from({ length: 2_001 }, () => "x"));
    await workThrough(worker());
    const notes: RequestNote[] = [];
    let readings = 0;
    // The batch is read first, then its results, a thousand at a time.
    const failing = (of: Store): Store =>
      Object.assign(Object.create(of) as Store, {
        present: () => of.present(),
        lastBook: () => of.lastBook(),
        read: <T>(work: (sql: Sql) => Promise<T>) =>
          ++readings > 2 ? Promise.reject(new Error("gone")) : of.read(work),
        until: (...until: Parameters<Store["until"]>) => failing(of.until(...until)),
      });
    const askFailing = asking(failing(store), "write", { onAnswer: (note) => notes.push(note) });
    await expect(askFailing("GET", PATH, undefined, { Accept: NDJSON })).rejects.toThrow("gone");
    expect(notes).toMatchObject([{ status: 200, fault: new Error("gone") }]);
    expect(JSON.parse(logLine(notes[0] as RequestNote, 0))).toMatchObject({ level: "error", status: 200 });
  });

  test("H25: a client that leaves while results are read is one request, and no fault", async () => {
    await send(Array.from({ length: 2_001 }, () => "x"));
    await workThrough(worker());
    const notes: RequestNote[] = [];
    const handler = createHandler({
      store,
      authorize: () => ({ user: "tester", level: 5, access: "read" }),
      onAnswer: (note) => notes.push(note),
    });
    const answer = await handler(new Request(`http://test/backend/api/v1${PATH}`));
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    await setImmediate();
    expect(notes).toEqual([expect.objectContaining({ status: 200, fault: undefined })]);
  });

  test("H25: results that take several readings are whole, in order, and once", async () => {
    await send(Array.from({ length: 2_001 }, (_, at) => (at === 1_500 ? aCall(7) : "x")));
    await workThrough(worker());
    const { body: results } = await as("application/json");
    const names = results.map(({ id, line }: Record<string, unknown>) => id ?? line);
    expect(names).toEqual(Array.from({ length: 2_001 }, (_, at) => (at === 1_500 ? "7" : at + 1)));
    expect(
      (await as(NDJSON)).text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(results);
    const rows = csvRecords((await as("text/csv")).text);
    expect(rows.map(({ id, line }) => (id === "" ? Number(line) : id))).toEqual(names);
  });

  test("H38: of calls whose part is parked JSON lines say null, and CSV what they are", async () => {
    await send([aCall(1), aCall(2, { target: "02079460020" })]);
    await workThrough({
      ...worker(),
      price: async (sql, parts, book) => {
        if (parts.some(({ customerID }) => customerID === "7")) throw new Error("no room on the disk");
        await priceParts(sql, parts, book);
      },
    });
    expect((await as(NDJSON)).text).toMatch(/^null\n\{"id":"2",.*\}\n$/);
    const rows = csvRecords((await as("text/csv")).text);
    expect(rows.map((row) => [row.id, row["call.target"], row.costBase !== ""])).toEqual([
      ["1", "02079460018", false],
      ["2", "02079460020", true],
    ]);
  });

  test("an unknown batch is 404001, and PDF 406001", async () => {
    await send([aCall(1)]);
    expect((await as("application/pdf")).body.error_code).toBe(406001);
    const none = await ask("GET", "/tollbook/batches/2/results", undefined, { Accept: "text/csv" });
    expect(none.body.error_code).toBe(404001);
  });
});
