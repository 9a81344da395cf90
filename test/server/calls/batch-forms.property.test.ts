/** Any calls come to the same in every form of a batch, and no body makes the server fail (H25). */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parkPart, priceParts } from "../../../src/server/calls/index.ts";
import type { Store } from "../../../src/server/store/index.ts";
import { workThrough } from "../../../src/server/work/index.ts";
import { atLeast, runs } from "../../properties/runs.ts";
import { ENGINES } from "../databases.ts";
import { type Ask, asking } from "./http.ts";
import { csvRecords } from "./read-csv.ts";
import { aCall, storeWithBook } from "./setup.ts";

const JSON_TYPE = "application/json";
const NDJSON = "application/x-ndjson";
const CSV = "text/csv";

type Fields = Readonly<Record<string, string | number | null | undefined>>;

const blank = fc.constantFrom(undefined, null, "");
/** Mostly good values, so that most calls have a price. */
const mostly = <T>(good: fc.Arbitrary<T>, ...others: readonly (string | number)[]) =>
  fc.oneof(
    { weight: 12, arbitrary: good },
    { weight: 1, arbitrary: others.length === 0 ? blank : fc.oneof(blank, fc.constantFrom(...others)) },
  );
const call: fc.Arbitrary<Fields> = fc
  .record({
    id: mostly(fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom("7", "20")), "x", "-1"),
    target: mostly(fc.constantFrom("02079460018", "02079460019", "02079460020"), "02079460099", "0999"),
    external: mostly(fc.constantFrom("01614960000", "+44 7700 900123"), "999", "=1+1"),
    startDate: mostly(fc.constantFrom("2026-10-05", "2026-10-31", "2026-11-01"), "5/10/2026"),
    startTime: fc.constantFrom("09:00:00", "10:00:00", "23:59:59"),
    duration: mostly(fc.constantFrom(0, 33, 240.5, 700, "91"), "x"),
    carrier: fc.oneof(fc.constantFrom("Gamma", ' "G", \n\u00e9\u{1f600}'), blank),
    carrierCallID: fc.oneof({ weight: 3, arbitrary: blank }, fc.constantFrom("a", "b", "@c")),
    costCDR: fc.oneof(fc.constantFrom("1.50", 2, "-0.5"), blank),
    note: fc.oneof(fc.constantFrom("a,b", "'", "\t"), fc.string({ unit: "grapheme", maxLength: 5 }), blank),
  })
  // What no body may hold is the subject of other tests.
  .filter(({ note }) => !/\0|\p{Surrogate}/u.test(note ?? ""));

const asLines = (calls: readonly Fields[]): string => calls.map((own) => JSON.stringify(own)).join("\n");

/** Each cell in quotes, so that it stands as it is. */
function asCsv(calls: readonly Fields[], columns: readonly string[]): string {
  const cell = (value: unknown): string => `"${String(value ?? "").replaceAll('"', '""')}"`;
  return [columns, ...calls.map((own) => columns.map((name) => own[name]))]
    .map((values) => `${values.map(cell).join(",")}\n`)
    .join("");
}

/** The lines on which the calls of a CSV begin. */
function linesOfCsv(calls: readonly Fields[], columns: readonly string[]): readonly number[] {
  let line = 2;
  return calls.map((own) => {
    const first = line;
    line += asCsv([own], columns).split("\n").length - 2;
    return first;
  });
}

describe.each(ENGINES)("$kind", (engine) => {
  let store: Store;
  let ask: Ask;
  beforeAll(async () => {
    store = await storeWithBook(await engine.empty());
    ask = asking(store);
  });
  afterAll(() => store.close());

  async function forget(): Promise<void> {
    await store.database.script(
      `TRUNCATE calls, results, batches, parts, pools RESTART IDENTITY; SELECT setval('call_ids', 1, false)`,
    );
  }

  /** Sends a batch that is queued; what it came to and its results, once it is priced. */
  async function priced(type: string, body: string) {
    await forget();
    const headers = { "Content-Type": type, "Idempotency-Key": "k", Prefer: "respond-async" };
    const { status, body: taken } = await ask("POST", "/tollbook/batches", body, headers);
    expect(status).toBe(202);
    await workThrough({ store, price: priceParts, park: parkPart });
    const path = `/tollbook/batches/${taken.batch.id}`;
    const { body: batch } = await ask("GET", path);
    const { body: results } = await ask("GET", `${path}/results`);
    return { batch, results: results as readonly Readonly<Record<string, unknown>>[] };
  }

  async function results(type: string): Promise<string> {
    return (await ask("GET", "/tollbook/batches/1/results", undefined, { Accept: type })).text;
  }

  test("H25: JSON, JSON lines and CSV come to the same, and say it in three forms", async () => {
    let rated = 0;
    let inError = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 1, maxLength: 8 }),
        fc.shuffledSubarray(Object.keys(aCall(1)).concat("carrier", "carrierCallID", "costCDR", "note"), {
          minLength: 10,
        }),
        async (calls, columns) => {
          const json = await priced(JSON_TYPE, JSON.stringify({ calls }));
          const { read, rated: own, errors, ignored, repeated } = json.batch;
          expect(read).toBe(own + errors + ignored + repeated);
          rated += own;
          inError += errors;
          expect(await priced(NDJSON, asLines(calls))).toEqual(json);
          expect(await results(NDJSON)).toBe(
            `${json.results.map((one) => JSON.stringify(one)).join("\n")}\n`,
          );

          const rows = csvRecords(await results(CSV));
          expect(rows).toHaveLength(calls.length);
          for (const [at, row] of rows.entries()) holdRow(row, json.results[at] ?? {});

          const lines = linesOfCsv(calls, columns);
          const csv = await priced(CSV, asCsv(calls, columns));
          const inLines = json.results.map((one, at) => ("line" in one ? { ...one, line: lines[at] } : one));
          expect(csv).toEqual({ batch: json.batch, results: inLines });
        },
      ),
      runs(40),
    );
    expect(rated).toBeGreaterThan(atLeast(40));
    expect(inError).toBeGreaterThan(atLeast(20));
  });

  test("H25: whatever bytes come, the answer says what is wrong, and a good batch after them is taken", async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(NDJSON, CSV), hostile, async (type, bytes) => {
        await forget();
        const headers = { "Content-Type": type, "Idempotency-Key": "k" };
        const { status, body } = await ask("POST", "/tollbook/batches", bytes, headers);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect([202, 400], JSON.stringify(body)).toContain(status);
        const good = { ...headers, "Idempotency-Key": "good" };
        expect(
          (
            await ask("POST", "/tollbook/batches", JSON.stringify(aCall(99)), {
              ...good,
              "Content-Type": NDJSON,
            })
          ).status,
        ).toBe(202);
        await workThrough({ store, price: priceParts, park: parkPart });
        const [batch] = await store.database.query<{ id: string; rated: number }>(
          "SELECT id, rated FROM batches WHERE key = 'good'",
        );
        expect(batch?.rated).toBe(1);
        if (status !== 202) return;
        const { id } = body.batch as { readonly id: string };
        const { body: own } = await ask("GET", `/tollbook/batches/${id}`);
        expect(own.state).toBe("done");
        expect(own.read).toBe(own.rated + own.errors + own.ignored + own.repeated);
        const { body: told } = await ask("GET", `/tollbook/batches/${id}/results`);
        expect(told).toHaveLength(own.read);
        expect(told).not.toContain(null);
      }),
      runs(100),
    );
    expect(statuses.get(202) ?? 0).toBeGreaterThan(atLeast(20));
    expect(statuses.get(400) ?? 0).toBeGreaterThan(atLeast(10));
  });
});

/** A row says what its result says, and nothing else but the call. */
function holdRow(row: Readonly<Record<string, string>>, result: Readonly<Record<string, unknown>>): void {
  const told = Object.entries(row).filter(([name, text]) => text !== "" && !name.startsWith("call."));
  const wanted = Object.entries(result).flatMap(([name, value]) => {
    if (value === null || value === "") return [];
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    const isHarmless = !/^[=+\-@\t\r\n]/.test(text) || /^-?[0-9.]+$/.test(text);
    return [[name, isHarmless ? text : `'${text}`]];
  });
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(wanted));
}

const good = [
  aCall(1),
  aCall(2, { external: "+44 7700 900123", note: 'a "quote", é' }),
  aCall(undefined, { carrierCallID: "x", duration: "33.5" }),
] as unknown as readonly Fields[];
const GOOD = [asLines(good), asCsv(good, [...Object.keys(good[0] ?? {}), "carrierCallID", "note"])];
const SNIPPETS = [
  "\n",
  "\r",
  "\0",
  '"',
  ",",
  "{",
  "}",
  "[",
  "\\",
  "\ufeff",
  "\\ud800",
  '"__proto__":1,',
  "\n5\n",
  "\nnull\n",
];

/** Bytes of any kind, and good bodies with bytes taken out, put in or changed. */
const hostile = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  {
    weight: 4,
    arbitrary: fc
      .record({
        body: fc.constantFrom(...GOOD),
        edits: fc.array(
          fc.record({
            at: fc.double({ min: 0, max: 1, noNaN: true }),
            taken: fc.integer({ min: 0, max: 3 }),
            put: fc.oneof(
              fc.constantFrom(...SNIPPETS).map((text) => Buffer.from(text)),
              fc.uint8Array({ maxLength: 2 }),
            ),
          }),
          { maxLength: 4 },
        ),
      })
      .map(({ body, edits }) =>
        edits.reduce<Buffer>((bytes, { at, taken, put }) => {
          const from = Math.floor(at * bytes.length);
          return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + taken)]);
        }, Buffer.from(body)),
      ),
  },
);
