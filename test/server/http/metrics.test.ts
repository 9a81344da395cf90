/** Figures for Prometheus: what was done is counted once, and nothing that a caller writes makes a series. */
import { afterAll, expect, test } from "vitest";
import { parkPart, priceParts } from "../../../src/server/calls/index.ts";
import { openStore, type Store } from "../../../src/server/store/index.ts";
import { workThrough } from "../../../src/server/work/index.ts";
import { aCall, BOOK } from "../calls/setup.ts";
import { ENGINES } from "../databases.ts";
import { type Ask, askOf, openAsked } from "./asking.ts";

const [engine] = ENGINES;
if (engine === undefined) throw new Error("There is no database to test with.");
const { store, database } = await openAsked(engine, BOOK);
afterAll(() => database.close());

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const SAMPLE = new RegExp(
  `^(${NAME}(?:\\{${NAME}="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"(?:,${NAME}="(?:[^"\\\\\\n]|\\\\[\\\\"n])*")*\\})?) (\\S+)$`,
);

/** Samples by name and labels, read by the format's own grammar. */
async function samples(ask: Ask): Promise<ReadonlyMap<string, number>> {
  const { status, headers, text } = await ask("GET", "/tollbook/metrics");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  expect(text.endsWith("\n")).toBe(true);
  const found = new Map<string, number>();
  for (const line of text.split("\n")) {
    if (line === "" || /^# (?:HELP|TYPE) /.test(line)) continue;
    const [, name = "", value = ""] = SAMPLE.exec(line) ?? [];
    expect([line, found.has(name)]).toEqual([`${name} ${value}`, false]);
    found.set(name, Number(value));
    expect(found.get(name), line).not.toBeNaN();
  }
  return found;
}

test("calls are counted by outcome and by error, and a batch that comes again counts no call", async () => {
  const ask = askOf(store);
  const calls = [
    aCall(1),
    aCall(2),
    aCall(2),
    aCall(3, { target: "02079460099" }),
    aCall(4, { target: "02079461111" }),
    aCall(5, { duration: "long" }),
  ];
  const headers = { "Idempotency-Key": "figures" };
  const first = await ask("POST", "/tollbook/batches", { calls }, { headers });
  const again = await ask("POST", "/tollbook/batches", { calls }, { headers });
  const more = await ask(
    "POST",
    "/tollbook/batches",
    { calls: [aCall(1), aCall(6)] },
    { headers: { "Idempotency-Key": "more" } },
  );
  expect([first.status, again.status, more.status]).toEqual([201, 200, 201]);
  const found = await samples(ask);
  const batches = [first.body.batch, more.body.batch];
  const sum = (name: string): number => batches.reduce((total, batch) => total + batch[name], 0);
  expect(found.get('tollbook_calls_total{outcome="rated"}')).toBe(sum("rated"));
  expect(found.get('tollbook_calls_total{outcome="error"}')).toBe(sum("errors"));
  expect(found.get('tollbook_calls_total{outcome="ignored"}')).toBe(sum("ignored"));
  expect(found.get('tollbook_calls_total{outcome="repeated"}')).toBe(sum("repeated"));
  expect([sum("rated"), sum("errors"), sum("ignored"), sum("repeated")]).toEqual([3, 3, 1, 1]);
  const errors = [...found].filter(([name]) => name.startsWith("tollbook_call_errors_total"));
  expect(Object.fromEntries(errors)).toEqual({
    'tollbook_call_errors_total{code="duplicate-call"}': 1,
    'tollbook_call_errors_total{code="unregistered-number"}': 1,
    'tollbook_call_errors_total{code="malformed-record"}': 1,
  });
  const route = 'method="POST",route="/tollbook/batches"';
  expect(found.get(`tollbook_requests_total{${route},status="201"}`)).toBe(2);
  expect(found.get(`tollbook_requests_total{${route},status="200"}`)).toBe(1);
  expect(found.get(`tollbook_request_duration_seconds_count{${route}}`)).toBe(3);
  expect(found.get(`tollbook_request_duration_seconds_bucket{le="+Inf",${route}}`)).toBe(3);
  expect(found.get("tollbook_book_revision")).toBe((await store.present()).revision);
  expect(found.get("tollbook_database_up")).toBe(1);
  expect(found.get("tollbook_requests_running")).toBe(1);
});

test("parts of queued batches are counted while they wait and while they are parked, and how long the first waits", async () => {
  const ask = askOf(store);
  const figures = async () => {
    const found = await samples(ask);
    const open = found.get('tollbook_parts{state="open"}');
    const parked = found.get('tollbook_parts{state="parked"}');
    return { open, parked, oldest: found.get("tollbook_oldest_open_part_seconds") };
  };
  const work = (price: typeof priceParts) => workThrough({ store, price, park: parkPart });
  const queue = (key: string, calls: readonly unknown[]) =>
    ask(
      "POST",
      "/tollbook/batches",
      { calls },
      { headers: { "Idempotency-Key": key, Prefer: "respond-async" } },
    );
  expect(await figures()).toEqual({ open: 0, parked: 0, oldest: 0 });
  expect((await queue("earlier", [aCall(101), aCall(102, { target: "02079460020" })])).status).toBe(202);
  await queue("later", [aCall(103)]);
  await database.script("UPDATE batches SET stamp = stamp - interval '1 hour' WHERE key = 'earlier'");
  const waiting = await figures();
  expect(waiting).toMatchObject({ open: 3, parked: 0 });
  expect(waiting.oldest).toBeGreaterThanOrEqual(3_600);

  await work(async (sql, parts, book) => {
    if (parts.some(({ customerID }) => customerID === "8")) throw new Error("no room on the disk");
    await priceParts(sql, parts, book);
  });
  expect(await figures()).toEqual({ open: 0, parked: 1, oldest: 0 });
  await queue("earlier", [aCall(101), aCall(102, { target: "02079460020" })]);
  expect(await figures()).toMatchObject({ open: 1, parked: 0 });
  await work(priceParts);
  expect(await figures()).toEqual({ open: 0, parked: 0, oldest: 0 });
});

test("each handler counts for itself", async () => {
  const found = await samples(askOf(store));
  expect(found.get('tollbook_calls_total{outcome="rated"}')).toBe(0);
  expect([...found.keys()].filter((name) => name.startsWith("tollbook_requests_total"))).toEqual([]);
});

test("paths, ids, queries and methods of callers make no series", async () => {
  const ask = askOf(store);
  for (let id = 1; id <= 40; id++) {
    await ask("GET", `/customers/${id}`);
    await ask("GET", `/customers/?idAfter=${id}`);
    await ask("GET", `/no-such-path-${id}`);
    await ask("GET", `/tollbook/batches/${id}%22%0a`);
    await ask(`METHOD${id}`, "/customers/");
    await ask(`METHOD${id}`, `/no-such-path-${id}`);
    await ask("POST", `/tariffs/1/action${id}`, {});
  }
  const found = await samples(ask);
  const requests = [...found].filter(([name]) => name.startsWith("tollbook_requests_total"));
  expect(Object.fromEntries(requests)).toEqual({
    'tollbook_requests_total{method="GET",route="/customers/{id}",status="200"}': 2,
    'tollbook_requests_total{method="GET",route="/customers/{id}",status="404"}': 38,
    'tollbook_requests_total{method="GET",route="/customers/",status="200"}': 40,
    'tollbook_requests_total{method="GET",route="/tollbook/batches/{id}",status="404"}': 40,
    'tollbook_requests_total{method="none",route="none",status="404"}': 80,
    'tollbook_requests_total{method="none",route="none",status="405"}': 40,
    'tollbook_requests_total{method="none",route="none",status="400"}': 40,
  });
});

test("figures need a key, and any will do", async () => {
  const ask = askOf(store);
  const statuses = [];
  for (const as of ["nobody", "0:read", "0:write"]) {
    statuses.push((await ask("GET", "/tollbook/metrics", undefined, { as })).status);
  }
  expect(statuses).toEqual([401, 200, 200]);
});

test("Prometheus, curl and a browser get text; who takes JSON alone gets none", async () => {
  const ask = askOf(store);
  const asked = async (accept: string) =>
    (await ask("GET", "/tollbook/metrics", undefined, { headers: { Accept: accept } })).status;
  const prometheus =
    "application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2";
  expect(await asked(prometheus)).toBe(200);
  expect(await asked("*/*")).toBe(200);
  expect(await asked("text/html,*/*;q=0.8")).toBe(200);
  expect(await asked("application/json")).toBe(406);
});

test("figures are told without a database and while too many requests run", async () => {
  const query = () => Promise.reject(Object.assign(new Error("gone"), { code: "57P01" }));
  const away = over(store, query);
  const withoutDatabase = await samples(askOf(away));
  expect(withoutDatabase.get("tollbook_database_up")).toBe(0);
  const ofDatabase = [...withoutDatabase.keys()].filter((name) =>
    /^tollbook_(?:book_revision|parts|oldest_open_part_seconds)/.test(name),
  );
  expect(ofDatabase).toEqual([]);
  const full = askOf(store, { mostRequests: 0 });
  expect((await full("GET", "/customers/")).status).toBe(503);
  const found = await samples(full);
  const refused = 'tollbook_requests_total{method="GET",route="/customers/",status="503"}';
  expect(found.get(refused)).toBe(1);
});

test("when the database is there again the figures say so", async () => {
  let isAway = true;
  const other = await openStore(database);
  const query: Store["database"]["query"] = (text, values) =>
    isAway ? Promise.reject(new Error("gone")) : database.query(text, values);
  const ask = askOf(over(other, query));
  expect((await samples(ask)).get("tollbook_database_up")).toBe(0);
  isAway = false;
  const found = await samples(ask);
  expect([found.get("tollbook_database_up"), found.get("tollbook_book_revision")]).toEqual([
    1,
    (await other.present()).revision,
  ]);
});

/** The store, its database asked by `query`. */
function over(below: Store, query: Store["database"]["query"]): Store {
  const asked = Object.assign(Object.create(below.database), { query });
  const other: Store = Object.assign(Object.create(below), {
    database: asked,
    present: () => below.present(),
    until: () => other,
  });
  return other;
}
