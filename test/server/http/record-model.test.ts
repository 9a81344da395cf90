/** Any sequence of requests answers as a model in memory does, over both databases (H7 to H13). */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../src/server/database/index.ts";
import { openStore } from "../../../src/server/store/index.ts";
import { runs } from "../../properties/runs.ts";
import { ENGINES } from "../databases.ts";
import { MODEL, type ModelAnswer, type ModelRecord, RecordModel } from "../model/record-model.ts";
import { type Answered, type Ask, askOf, reopenAsked } from "./asking.ts";

const id = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 6 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom("9007199254740993", "9223372036854775806") },
);
const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: fc.constantFrom("A", "B", "1", 1, "ünïcode ☎", "", null),
  decimal: fc.constantFrom("1.20", "1.2", 1.2, "0", 0, "1000000.000", null, ""),
  count: fc.constantFrom(1, "1", "1.0", 2, 0, null, ""),
  names: fc.constantFrom(["A", "B"], "A,B", "A, B,", ["A"], "A", [], null),
};
/** Columns that are carried along, and a name that every object has. */
const carried = fc.record(
  { colour: fc.constantFrom("red", 1, null, { a: [1] }), toString: fc.constantFrom("x", null) },
  { requiredKeys: [] },
);

function bodyOf(resource: string): fc.Arbitrary<ModelRecord> {
  const { fields } = MODEL[resource] as { fields: Record<string, string> };
  const known = Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [name, VALUES[kind] as fc.Arbitrary<unknown>]),
  );
  return fc
    .tuple(fc.record(known, { requiredKeys: [] }), carried)
    .map(([body, more]) => ({ ...body, ...more }));
}

const request = fc.constantFrom(...Object.keys(MODEL)).chain((resource) => {
  const owner = MODEL[resource]?.owner === undefined ? fc.constant(undefined) : id;
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("post" as const),
        resource: fc.constant(resource),
        owner,
        body: bodyOf(resource),
        given: fc.option(id, { nil: undefined }),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant("patch" as const),
        resource: fc.constant(resource),
        id,
        body: bodyOf(resource),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("delete" as const), resource: fc.constant(resource), id }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("get" as const), resource: fc.constant(resource), id }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("list" as const),
        resource: fc.constant(resource),
        owner: fc.option(owner, { nil: undefined }),
        idAfter: fc.option(id, { nil: undefined }),
        limit: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
        reference: fc.option(fc.constantFrom("A", "1"), { nil: undefined }),
      }),
    },
  );
});
type Request = typeof request extends fc.Arbitrary<infer R> ? R : never;

/** Both answers to one request. */
async function bothAnswers(asked: Request, ask: Ask, model: RecordModel): Promise<[Answered, ModelAnswer]> {
  const { resource } = asked;
  switch (asked.kind) {
    case "post": {
      const body = asked.given === undefined ? asked.body : { ...asked.body, id: asked.given };
      const path = asked.owner === undefined ? `/${resource}/` : `/customers/${asked.owner}/${resource}/`;
      return [await ask("POST", path, body), model.post(resource, asked.owner, body)];
    }
    case "patch":
      return [
        await ask("PATCH", `/${resource}/${asked.id}`, asked.body),
        model.patch(resource, asked.id, asked.body),
      ];
    case "delete":
      // Customers are deleted in thirty days, and then with all that is theirs.
      if (resource === "customers")
        return [await ask("GET", `/customers/${asked.id}`), model.get(resource, asked.id)];
      return [await ask("DELETE", `/${resource}/${asked.id}`), model.delete(resource, asked.id)];
    case "get":
      return [await ask("GET", `/${resource}/${asked.id}`), model.get(resource, asked.id)];
    case "list": {
      const { owner, idAfter, limit, reference } = asked;
      const isFiltered = resource === "customers" && reference !== undefined;
      const query = [
        ...(idAfter === undefined ? [] : [`idAfter=${idAfter}`]),
        ...(limit === undefined ? [] : [`limit=${limit}`]),
        ...(isFiltered ? [`CRMReference=${reference}`] : []),
      ].join("&");
      const path = owner === undefined ? `/${resource}/` : `/customers/${owner}/${resource}/`;
      const wanted = {
        ...(owner === undefined ? {} : { owner }),
        ...(idAfter === undefined ? {} : { idAfter }),
        ...(limit === undefined ? {} : { limit }),
        ...(isFiltered ? { filter: ["CRMReference", reference] as [string, string] } : {}),
      };
      return [await ask("GET", `${path}${query === "" ? "" : `?${query}`}`), model.list(resource, wanted)];
    }
  }
}

function compare(asked: Request, real: Answered, model: ModelAnswer): void {
  const told = `${JSON.stringify(asked)} was answered ${real.status} ${real.text.slice(0, 300)}`;
  if ("code" in model) {
    expect([real.status, real.body.error_code], told).toEqual([model.status, model.code]);
    return;
  }
  expect(real.status, told).toBe(model.status);
  if ("ids" in model) {
    expect(
      real.body.map((record: ModelRecord) => record.id),
      told,
    ).toEqual(model.ids);
    return;
  }
  const given = Object.entries(real.body as ModelRecord).filter(([, value]) => value !== null);
  expect(Object.fromEntries(given), told).toEqual(model.record);
  if (asked.kind === "patch")
    expect(real.headers.has("x-api-no-changes"), told).toBe(model.isUnchanged === true);
}

describe.each(ENGINES)("$kind", (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await engine.empty();
    return () => database.close();
  });

  test("requests answer as the model does, and another server over the database as well", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 5, maxLength: 30, size: "max" }), async (requests) => {
        const { ask, store } = await reopenAsked(database);
        const model = new RecordModel();
        for (const asked of requests) {
          const [real, expected] = await bothAnswers(asked, ask, model);
          compare(asked, real, expected);
        }
        const later = askOf(await openStore(database));
        for (const resource of Object.keys(MODEL)) {
          const [now, then] = [await ask("GET", `/${resource}/`), await later("GET", `/${resource}/`)];
          expect(then.body).toEqual(now.body);
          const expected = model.list(resource, {});
          if ("ids" in expected)
            expect(now.body.map((record: ModelRecord) => record.id)).toEqual(expected.ids);
        }
        expect((await store.present()).revision).toBeLessThanOrEqual(requests.length);
      }),
      runs(100),
    );
  });
});
