/** Bodies that nobody should send, and what each is refused with. */
import type { Chance } from "../chance.ts";

/** A request that is to be refused. */
export interface HostileRequest {
  readonly name: string;
  readonly path: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The error code that answers it. */
  readonly code: number;
}

const KEY = { "Idempotency-Key": "hostile" };
const BATCHES = "/tollbook/batches";
const DEEP = 100_000;
const HUGE_BYTES = 5 * 2 ** 20;
const HUGE_BATCH_BYTES = 33 * 2 ** 20;

function padded(bytes: number): string {
  return `{"calls":["${"x".repeat(bytes)}"]}`;
}

/** Every kind of body that is refused. The largest are made when they are sent. */
const HOSTILE: readonly (Omit<HostileRequest, "body"> & { readonly body: () => string })[] = [
  { name: "broken JSON", path: BATCHES, body: () => '{"calls":[{"id":1,', headers: KEY, code: 400003 },
  { name: "no object", path: BATCHES, body: () => "[1]", headers: KEY, code: 400003 },
  {
    name: "too deep",
    path: BATCHES,
    body: () => `{"calls":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}`,
    headers: KEY,
    code: 400003,
  },
  {
    name: "a field twice",
    path: BATCHES,
    body: () => '{"calls":[1],"calls":[2]}',
    headers: KEY,
    code: 400003,
  },
  { name: "wrong type", path: BATCHES, body: () => '{"calls":"all of them"}', headers: KEY, code: 400002 },
  {
    name: "U+0000",
    path: BATCHES,
    body: () => '{"calls":[{"target":"\\u0000"}]}',
    headers: KEY,
    code: 400002,
  },
  { name: "no key", path: BATCHES, body: () => '{"calls":[{}]}', code: 400503 },
  { name: "unknown field", path: "/tollbook/previews", body: () => '{"increase":5}', code: 400002 },
  { name: "wrong date", path: "/tollbook/rerate", body: () => '{"minDate":"yesterday"}', code: 400002 },
  {
    name: "wrong amount",
    path: "/tariffs/",
    body: () => '{"name":"x","tariffClass":"national","baseCost":"1,2"}',
    code: 400002,
  },
  { name: "huge", path: "/customers/", body: () => padded(HUGE_BYTES), code: 413001 },
  { name: "huge batch", path: BATCHES, body: () => padded(HUGE_BATCH_BYTES), headers: KEY, code: 413001 },
  {
    name: "another type",
    path: "/customers/",
    body: () => "<customer/>",
    headers: { "Content-Type": "text/xml" },
    code: 415001,
  },
  { name: "no such path", path: "/secrets/", body: () => "{}", code: 404003 },
];

/** One of them. The largest takes some memory, so it comes seldom. */
export function anyHostile(chance: Chance): HostileRequest {
  const one = chance.pick(HOSTILE);
  const hostile =
    one.name === "huge batch" && !chance.oneIn(5) ? (HOSTILE[0] as (typeof HOSTILE)[number]) : one;
  return { ...hostile, body: hostile.body() };
}

/** All of them, one after another. */
export function everyHostile(): readonly HostileRequest[] {
  return HOSTILE.map((hostile) => ({ ...hostile, body: hostile.body() }));
}
