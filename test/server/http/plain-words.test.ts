/** What schemas of requests say of values that do not fit is in our words, with the path, whatever the value is (H6). */
import { expect, test } from "vitest";
import type * as z from "zod";
import { bookSchema, callRecordSchema } from "../../../src/schemas/index.ts";
import { batchRoutes } from "../../../src/server/batches/index.ts";
import { callRoutes } from "../../../src/server/calls/index.ts";
import { problemsOf } from "../../../src/server/http/index.ts";
import { invoiceActions, invoiceRoutes } from "../../../src/server/invoices/index.ts";
import { previewRoutes } from "../../../src/server/previews/index.ts";
import { resourceActions, resourceRoutes } from "../../../src/server/resources/index.ts";

const ANY: readonly unknown[] = [
  ...[undefined, null, "", "x", 0, -1, 1.5, 1e300, true, [], {}, ["x"], [1], [null], [[]], [{}]],
  ...[{ zzz: 1, yyy: 2 }, [{ zzz: 1 }]],
];
/** Words of zod. */
const FOREIGN = /invalid|expected|received|too (?:big|small)|unrecognized|undefined|\barray\b/i;

/** Values for a schema: anything, and for each of its fields anything. */
function* valuesFor(schema: unknown, depth = 3): Generator<unknown> {
  yield* ANY;
  if (depth === 0) return;
  const { def } = schema as { readonly def: Readonly<Record<string, unknown>> };
  const inner = [def.innerType, def.in, def.out, ...((def.options ?? []) as unknown[])].filter(Boolean);
  for (const one of inner) yield* valuesFor(one, depth - 1);
  if (def.element !== undefined) for (const value of valuesFor(def.element, depth - 1)) yield [value];
  for (const [name, field] of Object.entries((def.shape ?? {}) as Record<string, unknown>)) {
    for (const value of valuesFor(field, depth - 1)) yield { [name]: value };
  }
}

const bodies = [...resourceRoutes, ...batchRoutes, ...callRoutes, ...invoiceRoutes, ...previewRoutes]
  .filter(({ body }) => body !== undefined)
  .map(({ name, body }) => [name, body as z.ZodType] as const);
const parameters = [...resourceActions, ...invoiceActions].map(
  ({ resource, name, parameters: schema }) => [`${name} of ${resource}`, schema] as const,
);

const all: readonly (readonly [string, z.ZodType])[] = [
  ...bodies,
  ...parameters,
  ["a call", callRecordSchema],
  ["a book", bookSchema],
];

test.each(all)("%s", (_name, schema) => {
  const foreign = new Map<string, unknown>();
  for (const value of valuesFor(schema)) {
    for (const { path, message } of problemsOf(schema, value)) {
      if (FOREIGN.test(message)) foreign.set(`${path.replace(/\d+/g, "0")}: ${message}`, value);
    }
  }
  expect([...foreign.keys()].slice(0, 20)).toEqual([]);
});

test("each unknown field is a problem of its own, and a field of the wrong kind is told what is", () => {
  const taken = batchRoutes.find(({ name }) => name === "takeBatch")?.body as z.ZodType;
  expect(problemsOf(taken, { calls: "A", cals: 1, keys: 2 })).toEqual([
    { path: "calls", message: '"A" is not a list' },
    { path: "cals", message: "is not known here; did you mean calls?" },
    { path: "keys", message: "is not known here" },
  ]);
  const preview = previewRoutes.find(({ name }) => name === "preview")?.body as z.ZodType;
  expect(problemsOf(preview, { increases: [{ id: 1, resource: "fees", increasePercent: [] }] })).toEqual([
    {
      path: "increases[0].resource",
      message: '"fees" is not one of tariffs, fixedFeeTariffs, standardFeatures',
    },
    { path: "increases[0].increasePercent", message: "a list is not text or a number" },
  ]);
});
