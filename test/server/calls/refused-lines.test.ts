/** What is no batch of lines: refused as a whole, storing nothing (H25, H33). */
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { ENGINES } from "../databases.ts";
import { asking, type Got } from "./http.ts";
import { aCall, storeWithBook } from "./setup.ts";

const NDJSON = "application/x-ndjson";
const CSV = "text/csv";
const HEADER = "id,target,external,startDate,startTime,duration\n";
const ROW = "1,02079460018,01614960000,2026-10-05,10:00:00,91\n";
const LINE = `${JSON.stringify(aCall(1))}\n`;

const [engine] = ENGINES;
if (engine === undefined) throw new Error("There is no database to test with.");
const store = await storeWithBook(await engine.empty());
afterAll(() => store.close());
const ask = asking(store);
let keys = 0;

/** Sends a body under a key of its own. */
function post(
  type: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<Got> {
  const key = { "Idempotency-Key": `k${++keys}` };
  return ask("POST", "/tollbook/batches", body, { "Content-Type": type, ...key, ...headers });
}

async function batches(): Promise<number> {
  const [row] = await store.database.query<{ count: number }>(
    "SELECT count(*)::integer AS count FROM batches",
  );
  return row?.count ?? -1;
}

const packed = gzipSync(LINE);
type Refused = readonly [string, number, string, string | Uint8Array, Readonly<Record<string, string>>?];
const REFUSED: readonly Refused[] = [
  ["nothing", 400003, NDJSON, ""],
  ["nothing", 400003, CSV, ""],
  ["blank lines", 400003, NDJSON, "\n \r\n\n"],
  ["a mark alone", 400003, NDJSON, "\ufeff"],
  ["a header alone", 400003, CSV, HEADER],
  ["no header", 400003, CSV, ROW],
  ["a column twice", 400003, CSV, `id,id,target\n1,1,2\n`],
  ["a column without a name", 400003, CSV, `id,,target\n1,1,2\n`],
  ["__proto__ as a column", 400003, CSV, `id,target,__proto__\n1,2,3\n`],
  ["NUL in the header", 400003, CSV, `id,tar\u0000get\n1,2\n`],
  ["results that do not say what was called", 400003, NDJSON, '{"id":"1","costBase":"1","cost":"1"}'],
  ["UTF-16", 400003, CSV, Buffer.from(`\ufeff${HEADER}`, "utf16le")],
  ["a packed body", 400003, NDJSON, packed],
  ["a spreadsheet", 400003, CSV, "PK\u0003\u0004"],
  ["a packed body that says so", 415001, NDJSON, packed, { "Content-Encoding": "gzip" }],
  ["a body that says it is packed", 415001, "application/json", "{}", { "Content-Encoding": "identity, br" }],
  ["another charset", 415001, "text/csv; charset=windows-1252", HEADER + ROW],
  ["another type", 415001, "text/plain", HEADER + ROW],
  ["no key", 400503, NDJSON, LINE, { "Idempotency-Key": "" }],
  ["a key with spaces", 400502, NDJSON, LINE, { "Idempotency-Key": "a b" }],
  ["answers as CSV", 406001, NDJSON, LINE, { Accept: "text/csv" }],
  ["250,001 lines", 413001, NDJSON, "1\n".repeat(250_001)],
  ["250,001 rows", 413001, CSV, `target,id\n${"a\n".repeat(250_001)}`],
  [
    "250,001 calls as JSON",
    413001,
    "application/json",
    `{"calls":[${"0,".repeat(250_000)}0]}`,
    { Prefer: "respond-async" },
  ],
  ["5,000,001 fields", 413001, NDJSON, `{"x":[${"0,".repeat(499_999)}0]}\n`.repeat(10)],
];

test.each(REFUSED.map(([what, code, type, body, headers = {}]) => ({ what, code, type, body, headers })))(
  "$what is $code ($type)",
  async ({ code, type, body, headers }) => {
    const before = await batches();
    const { body: answer } = await post(type, body, headers);
    expect(answer.error_code).toBe(code);
    expect(answer.hint.length).toBeLessThan(700);
    expect(await batches()).toBe(before);
    expect((await post(NDJSON, LINE)).status).toBe(202);
  },
);

test("H33: more than 32 MiB is 413001, told by the length and while it comes", async () => {
  const length = { "Content-Length": String(32 * 2 ** 20 + 1) };
  expect((await post(NDJSON, LINE, length)).body.error_code).toBe(413001);
  expect((await post(NDJSON, Buffer.alloc(32 * 2 ** 20 + 1, "\n"))).body.error_code).toBe(413001);
  expect((await post(NDJSON, Buffer.concat([Buffer.from(LINE), Buffer.alloc(2 ** 20, "\n")]))).status).toBe(
    202,
  );
});

test("Content-Encoding identity is no encoding", async () => {
  expect((await post(NDJSON, LINE, { "Content-Encoding": "Identity" })).status).toBe(202);
});
