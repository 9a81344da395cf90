/** Requests that mean harm: whatever is sent to whichever path, the server answers what is wrong, and does not fail. */
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openStore } from "../../../src/server/store/index.ts";
import { runs } from "../../properties/runs.ts";
import { ENGINES } from "../databases.ts";
import { openAsked } from "./asking.ts";

const [engine] = ENGINES;
if (engine === undefined) throw new Error("There is no database to test with.");
const faults: unknown[] = [];
const { ask, database, store } = await openAsked(
  engine,
  {
    callTypes: [{ name: "UK", tariffClass: "national" }],
    tariffs: [
      { id: 1, name: "UK", tariffClass: "national", baseCost: "1.2", rates: [{ tariffType: "UK", cost: 1 }] },
    ],
    customers: [{ id: 1, companyName: "Alpha", defaultNationalTariff: "UK" }],
    numbers: [{ id: 1, customerID: 1, number: "020 7946 0001" }],
    services: [{ id: 1, customerID: 1 }],
    features: [{ id: 1, numberID: 1, startDate: "2026-01-01" }],
    fixedFeeTariffs: [{ id: 1, name: "Fees", rates: [{ fixedFeeValue: 1 }] }],
    standardFeatures: [{ id: 1, name: "Rental", serviceCharge: 1 }],
    featureTypes: [{ id: 1, featureTypeName: "Line" }],
    transactionTypes: [{ id: 1, transactionTypeName: "Calls" }],
  } as never,
  {
    onAnswer: ({ fault }: { fault: unknown }) => {
      if (fault !== undefined) faults.push(fault);
    },
  },
);
afterAll(() => database.close());
const { body: document } = await ask("GET", "/tollbook/openapi.json");
type Fields = Readonly<Record<string, object>>;
const schemas = document.components.schemas as Readonly<Record<string, { readonly properties?: Fields }>>;

interface Shape {
  readonly $ref?: string;
  readonly properties?: Fields;
}
interface Operation {
  readonly requestBody?: { readonly content: { readonly "application/json"?: { readonly schema: Shape } } };
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}
const operations = Object.entries(
  document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const { $ref, properties } = operation.requestBody?.content["application/json"]?.schema ?? {};
    const named = $ref === undefined ? undefined : schemas[$ref.split("/").at(-1) ?? ""]?.properties;
    const query = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
    const fields = Object.keys(properties ?? named ?? {});
    return { path, method: method.toUpperCase(), fields, query: query.map(({ name }) => name) };
  }),
);

const HOSTILE = [
  "'; DROP TABLE records; --",
  "../../etc/passwd",
  "$1",
  "%00",
  "\\",
  '"',
  "{}",
  "NaN",
  "1e400",
  "-0",
  "９",
  "\u202e",
  "x".repeat(11_000),
];
const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1, 1.5, 1e21, -1e-7, "", ...HOSTILE),
  fc.constantFrom(
    "UK",
    "1",
    "2026-01-31",
    "2026-02-30",
    "9999-12-31",
    "0000-00-00",
    "Dropped",
    "costOnly",
    "recurringOnly",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.double(),
);
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.constantFrom("a", "id", "toString", "valueOf", "length", "cost"), scalar, {
      maxKeys: 3,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.dictionary(fc.constantFrom("cost", "prefix", "date", "then"), scalar, { maxKeys: 3 }),
      { maxLength: 2 },
    ),
  },
);
const id = fc.constantFrom(
  "1",
  "1",
  "1",
  "2",
  "0",
  "-1",
  "9223372036854775807",
  "9223372036854775808",
  "abc",
  "%2e%2e",
  "1;2",
  "%F0%9F%98%80",
  "%ff",
);
const request = fc.constantFrom(...operations).chain(({ path, method, fields, query }) =>
  fc.record({
    method: fc.constant(method),
    path: id.map((text) => path.replaceAll("{id}", text).replace("{list}", "tariffs")),
    query: fc.dictionary(
      fc.constantFrom("limit", "idAfter", "__proto__", ...query),
      fc.constantFrom("1", "true", "2026-01-31", "%00", "%ff", "'", "-1", ""),
      { maxKeys: 2 },
    ),
    body: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.dictionary(fc.constantFrom("id", "colour", "hasOwnProperty", ...fields), value, {
          maxKeys: 5,
        }),
      },
      { weight: 1, arbitrary: fc.constantFrom<unknown>([], null, "x", 1) },
    ),
  }),
);

test("no request makes the server fail", async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 10, maxLength: 40, size: "max" }), async (requests) => {
      for (const { method, path, query, body } of requests) {
        const text = Object.entries(query)
          .map(([name, given]) => `${name}=${given}`)
          .join("&");
        const before = faults.length;
        const { status, text: told } = await ask(
          method,
          `${path}${text === "" ? "" : `?${text}`}`,
          method === "GET" ? undefined : body,
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const asked = `${method} ${path}?${text} ${JSON.stringify(body).slice(0, 500)}`;
        expect([
          asked,
          status < 500 ? 0 : status,
          faults.slice(before).map((fault) => (fault as Error).stack),
        ]).toEqual([asked, 0, []]);
        expect(told).not.toMatch(/\/src\/|node_modules|SELECT |INSERT |\bat .*:\d+:\d+/);
      }
    }),
    runs(60),
  );
  for (const status of [200, 400, 404]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
  // Whatever was let in, the book opens again from the database.
  const again = await (await openStore(database)).present();
  expect(again.digest).toBe((await store.present()).digest);
});
