/** Batches that come as JSON lines or CSV, over both databases: H25, H33. */
import { beforeEach, describe, expect, test } from "vitest";
import { applyDiscounts, rateCalls, toRecord } from "../../../src/index.ts";
import { parkPart, priceParts } from "../../../src/server/calls/index.ts";
import type { Database } from "../../../src/server/database/index.ts";
import type { Store } from "../../../src/server/store/index.ts";
import { workThrough } from "../../../src/server/work/index.ts";
import { ENGINES } from "../databases.ts";
import { type Ask, asking, type Got } from "./http.ts";
import { aCall, OPENED, storeWithBook } from "./setup.ts";

const NDJSON = "application/x-ndjson";
const CSV = "text/csv";
const HEADER = "id,target,external,startDate,startTime,duration\n";
const ROW = "1,02079460018,01614960000,2026-10-05,10:00:00,91\n";
const LINE = `${JSON.stringify(aCall(1))}\n`;

describe.each(ENGINES)("$kind", (engine) => {
  let database: Database;
  let store: Store;
  let ask: Ask;
  beforeEach(async () => {
    database = await engine.empty();
    store = await storeWithBook(database);
    ask = asking(store);
    return () => store.close();
  });

  function post(
    type: string,
    body: string | Uint8Array,
    key = "k",
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Got> {
    return ask("POST", "/tollbook/batches", body, {
      "Content-Type": type,
      "Idempotency-Key": key,
      ...headers,
    });
  }

  /** Prices what waits; the batch and its results. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever is there
  async function done(id = "1"): Promise<{ readonly batch: any; readonly results: any[] }> {
    await workThrough({ store, price: priceParts, park: parkPart });
    const { body: batch } = await ask("GET", `/tollbook/batches/${id}`);
    return { batch, results: (await ask("GET", `/tollbook/batches/${id}/results`)).body };
  }

  async function countCalls(): Promise<number> {
    const [row] = await database.query<{ count: number }>("SELECT count(*)::integer AS count FROM calls");
    return row?.count ?? -1;
  }

  test.each([
    [NDJSON, LINE + JSON.stringify(aCall(2, { duration: 700 }))],
    ["application/jsonl; charset=utf-8", `${LINE}\n\r\n${JSON.stringify(aCall(2, { duration: 700 }))}\r\n`],
    [CSV, `${HEADER}${ROW}2,02079460018,01614960000,2026-10-05,10:00:00,700`],
    [
      'Text/CSV; charset="UTF-8"; header=present',
      `\ufeff${HEADER}\n${ROW}2,"02079460018","01614960000",2026-10-05,10:00:00,"700"\n`.replaceAll(
        "\n",
        "\r\n",
      ),
    ],
  ])("H25: %s is queued with 202 and comes to what its calls cost", async (type, body) => {
    const taken = await post(type, body);
    expect(taken.status).toBe(202);
    expect(taken.headers.get("location")).toBe("/backend/api/v1/tollbook/batches/1");
    expect(taken.headers.get("preference-applied")).toBeNull();
    expect(taken.body).toMatchObject({ batch: { id: "1", key: "k", state: "open", read: 2, rated: 0 } });
    const { batch, results } = await done();
    expect(batch).toMatchObject({ state: "done", read: 2, rated: 2, errors: 0, ignored: 0, repeated: 0 });
    const calls = [aCall(1), aCall(2, { duration: 700 })];
    const expected = applyDiscounts(OPENED, rateCalls(OPENED, calls)).calls;
    expect(results).toEqual(expected.map((result) => toRecord(result)));
    const again = await post(type, body);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(again.body.batch).toMatchObject({ id: "1", state: "done", rated: 2 });
  });

  test("H25: Preference-Applied answers a preference, and nothing else", async () => {
    const { headers } = await post(NDJSON, LINE, "k", { Prefer: "respond-async" });
    expect(headers.get("preference-applied")).toBe("respond-async");
  });

  test("H23: under one key the same calls are the same batch in whatever form they come, and others are 409005", async () => {
    expect((await post(CSV, HEADER + ROW)).status).toBe(202);
    for (const [type, body] of [
      [NDJSON, LINE],
      [NDJSON, LINE.replace("91", '"91"')],
      ["application/jsonl", `\n${LINE}`],
      [CSV, `carrier,${HEADER},${ROW}`],
    ] as const) {
      const again = await post(type, body);
      expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
    }
    const json = await ask("POST", "/tollbook/batches", { calls: [aCall(1)] }, { "Idempotency-Key": "k" });
    expect([json.status, json.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
    for (const body of [LINE + LINE, LINE.replace("91", "92"), `${LINE}{`]) {
      expect((await post(NDJSON, body)).body.error_code).toBe(409005);
    }
    const { results } = await done();
    const whole = await ask("POST", "/tollbook/batches", { calls: [aCall(1)] }, { "Idempotency-Key": "k" });
    expect([whole.status, whole.body.results]).toEqual([200, results]);
  });

  test("R30: a line that cannot be read is a call in error, with its line, and the others are rated", async () => {
    const lines = [
      JSON.stringify(aCall(1)),
      "",
      '{"id":2',
      "5",
      '{"id":3,"__proto__":{"duration":1}}',
      '{"id":4,"nested":{"constructor":1}}',
      '{"id":5,"external":"01\\u00001"}',
      '{"id":6,"external":"01\\ud800"}',
      '{"id":7,"duration":12345678901234567890}',
      '{"id":8,"duration":1,"dur\\u0061tion":2}',
      `{"id":9,"x":${"[".repeat(64)}${"]".repeat(64)}}`,
      `{"id":10,"x":"${"x".repeat(2 ** 20)}"}`,
      JSON.stringify(aCall("no id")),
      JSON.stringify(aCall(1)),
      JSON.stringify(aCall(11)),
    ];
    const body = Buffer.concat([Buffer.from(lines.join("\n")), Buffer.from([0x0a, 0x22, 0xff, 0x22])]);
    const taken = await post(NDJSON, body);
    expect(taken.body.batch).toMatchObject({ state: "open", read: 15, errors: 13 });
    const { batch, results } = await done();
    expect(batch).toMatchObject({ read: 15, rated: 2, errors: 13, ignored: 0, repeated: 0 });
    expect(results.map(({ id, line, error, message }) => [id ?? line, error ?? "rated", message])).toEqual([
      ["1", "rated", undefined],
      [
        3,
        "malformed-record",
        "Line 3, column 8, could not be read: expected a comma or }, found the end of the text.",
      ],
      [4, "malformed-record", "Line 4 could not be read: is not a JSON object; each line holds one call."],
      [5, "malformed-record", "Line 5 could not be read: __proto__ is not allowed as a field name."],
      [6, "malformed-record", "Line 6 could not be read: nested.constructor is not allowed as a field name."],
      [7, "malformed-record", "Line 7 could not be read: external holds U+0000 or half of a character."],
      [8, "malformed-record", "Line 8 could not be read: external holds U+0000 or half of a character."],
      [
        9,
        "malformed-record",
        "Line 9 could not be read: duration is a number beyond 2^53; write it as text, in quotes.",
      ],
      [10, "malformed-record", 'Line 10 could not be read: names the field "duration" twice in one object.'],
      [11, "malformed-record", "Line 11, column 1, could not be read: nests more than 64 levels deep."],
      [12, "malformed-record", "Line 12 could not be read: is longer than 1048576 bytes."],
      ["no id", "malformed-record", expect.stringContaining("is not an integer")],
      ["1", "duplicate-call", expect.any(String)],
      ["11", "rated", undefined],
      [16, "malformed-record", "Line 16 could not be read: is not UTF-8 text."],
    ]);
    expect(await countCalls()).toBe(2);
  });

  test("R30: rows of CSV that cannot be read are calls in error, with the lines of the file", async () => {
    const rows = [
      ROW.trim(),
      "2,0207",
      '3,"02079460018" x,01614960000,2026-10-05,10:00:00,91',
      "4,020\u00007946,01614960000,2026-10-05,10:00:00,91",
      '5,02079460018,"0161\n4960000",2026-10-05,10:00:00,91',
      "6,02079460018,01614960000,2026-10-05,10:00:00,long",
      "7,02079460018,01614960000,2026-10-05,10:00:00,91",
    ];
    await post(CSV, HEADER + rows.join("\n"));
    const { batch, results } = await done();
    expect(batch).toMatchObject({ read: 7, rated: 3, errors: 4 });
    expect(results.map(({ id, line, error }) => [id ?? line, error ?? "rated"])).toEqual([
      ["1", "rated"],
      [3, "malformed-record"],
      [4, "malformed-record"],
      [5, "malformed-record"],
      ["5", "rated"],
      ["6", "malformed-record"],
      ["7", "rated"],
    ]);
    expect(results[1].message).toBe(
      "Line 3 could not be read: has 2 cells where the header row names 6 columns.",
    );
  });

  test("H24: the second batch answers with the results of the first, and stores nothing twice", async () => {
    await post(NDJSON, LINE, "first");
    const first = await done();
    await post(CSV, HEADER + ROW, "second");
    const { batch, results } = await done("2");
    expect(batch).toMatchObject({ state: "done", read: 1, rated: 0, repeated: 1 });
    expect(results).toEqual(first.results);
    expect(await countCalls()).toBe(1);
  });

  test("a body of which nothing waits is 202, too: all that is in it is answered at once", async () => {
    const taken = await post(NDJSON, "{\nnull");
    expect([taken.status, taken.body.batch.state]).toEqual([202, "done"]);
    const json = await ask(
      "POST",
      "/tollbook/batches",
      { calls: [null] },
      { "Idempotency-Key": "json", Prefer: "respond-async" },
    );
    expect([json.status, json.body.batch.state]).toEqual([202, "done"]);
    expect(await database.query("SELECT status FROM log WHERE status <> 200")).toEqual([
      { status: 202 },
      { status: 202 },
    ]);
    const { batch, results } = await done();
    expect(batch).toMatchObject({ read: 2, errors: 2 });
    expect(results).toHaveLength(2);
  });
});
