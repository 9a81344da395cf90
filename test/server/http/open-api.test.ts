/** The document and the page around it (H30): every route, every schema, nothing from elsewhere. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import type { Store } from "../../../src/server/store/index.ts";
import { ENGINES } from "../databases.ts";
import { askOf, BASE, openAsked } from "./asking.ts";

const [engine] = ENGINES;
if (engine === undefined) throw new Error("There is no database to test with.");
const { ask, store } = await openAsked(engine, {
  customers: [{ id: 7, companyName: "Alpha" }],
  tariffs: [{ id: 1, name: "UK", tariffClass: "national", baseCost: "1.2" }],
});
const { body: document, headers } = await ask("GET", "/tollbook/openapi.json", undefined, { as: "nobody" });

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<Record<string, object>>;
}
interface Schema {
  readonly properties: Readonly<Record<string, object>>;
}
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test("the document is OpenAPI 3.1 by the schema of its makers, and needs no key", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect([errors, valid, validator.version]).toEqual([undefined, true, "3.1"]);
  const broken = await new Validator().validate({
    ...structuredClone(document),
    paths: { "/x": { get: 1 } },
  });
  expect(broken.valid).toBe(false);
  expect(document.openapi).toBe("3.1.0");
  expect(document.info.title).toBe("Tollbook");
  expect(document.servers).toEqual([{ url: BASE }]);
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
});

test("it names every path of the seeds that this floor has", () => {
  const named = new Set(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`));
  const resources = ["customers", "numbers", "services", "features", "tariffs", "fixedFeeTariffs"];
  for (const resource of [...resources, "standardFeatures", "featureTypes", "transactionTypes"]) {
    for (const wanted of [
      `GET /${resource}/`,
      ...["GET", "PATCH", "DELETE"].map((method) => `${method} /${resource}/{id}`),
    ]) {
      expect(named).toContain(wanted);
    }
  }
  for (const [parent, child] of [
    ["customers", "numbers"],
    ["customers", "services"],
    ["customers", "features"],
    ["numbers", "features"],
    ["services", "features"],
  ]) {
    expect(named).toContain(`GET /${parent}/{id}/${child}/`);
    expect(named).toContain(`POST /${parent}/{id}/${child}/`);
  }
  for (const resource of ["tariffs", "fixedFeeTariffs", "standardFeatures"]) {
    expect(named).toContain(`POST /${resource}/{id}/applyIncrease`);
    expect(named).toContain(`POST /${resource}/{id}/createIncreaseVersion`);
  }
  for (const resource of ["customers", "numbers", "services", "features"]) {
    expect(named).toContain(`POST /${resource}/{id}/drop`);
    expect(named).toContain(`POST /${resource}/{id}/reinstate`);
  }
});

test("every path that it names is served, and takes exactly its methods", async () => {
  const methodsOf = new Map<string, Set<string>>();
  for (const { path, method } of operations) {
    methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method.toUpperCase()));
  }
  for (const [path, methods] of methodsOf) {
    const { status, headers } = await ask(
      "OPTIONS",
      path.replaceAll("{id}", "999999").replace("{list}", "tariffs"),
    );
    expect([path, status]).toEqual([path, 405]);
    const allowed = new Set(
      headers
        .get("allow")
        ?.split(", ")
        .filter((method) => method !== "PUT"),
    );
    // Where a record has actions, they are asked for, too.
    const hasActions = operations.some(
      ({ path: other, method }) =>
        method === "post" && other.startsWith(`${path}/`) && /^\/[a-zA-Z]+$/.test(other.slice(path.length)),
    );
    expect([path, allowed]).toEqual([path, hasActions ? new Set([...methods, "POST"]) : methods]);
  }
});

test("a date of a body and a choice of a query are told as clients write them", () => {
  expect(JSON.stringify(document)).not.toContain('"override"');
  const at = (path: string, method: string): Operation | undefined => document.paths[path]?.[method];
  const rerate = at("/tollbook/rerate", "post")?.requestBody?.content as Record<string, { schema: Schema }>;
  expect(rerate["application/json"]?.schema.properties.minDate).toEqual({
    anyOf: [{ type: "string", format: "date" }, { type: "null" }],
  });
  expect(at("/tollbook/calls/{id}/explanation", "get")?.parameters?.[1]?.schema).toMatchObject({
    anyOf: [{ const: "current" }, { type: "integer", format: "int64", minimum: 0 }],
  });
});

test("operations have names of their own, summaries, declared ids and answers", () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { path, operation } of operations) {
    expect(operation.summary, path).not.toBe("");
    const ids = [...path.matchAll(/\{([a-zA-Z]+)\}/g)].map(([, name]) => name);
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
    expect(declared.map(({ name }) => name)).toEqual(ids);
    expect(Object.keys(operation.responses).length, path).toBeGreaterThan(1);
  }
});

test("every reference leads to a schema, and no schema keeps a reference of its own", () => {
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = ""]) => reference);
  expect(references.length).toBeGreaterThan(50);
  for (const reference of new Set(references)) {
    const found = reference
      .replace(/^#\//, "")
      .split("/")
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);
    expect(found, reference).toBeTypeOf("object");
  }
  expect(text).not.toContain("$defs");
});

test("bodies name the fields of the records, with what they are", () => {
  const { NewTariff, Tariff, ChangedCustomer } = document.components.schemas;
  expect(NewTariff.required).toEqual(expect.arrayContaining(["name", "tariffClass"]));
  expect(NewTariff.additionalProperties).toBe(false);
  expect(Object.keys(Tariff.properties)).toEqual(
    expect.arrayContaining(["baseCost", "rates", "increasePercent"]),
  );
  expect(Object.keys(ChangedCustomer.properties)).toEqual(
    expect.arrayContaining(["paymentTerms", "turnover"]),
  );
  expect(ChangedCustomer.required).toBeUndefined();
  const list = document.paths["/customers/"].get.parameters.map(({ name }: { name: string }) => name);
  expect(list).toEqual(expect.arrayContaining(["limit", "offset", "idAfter", "dropped", "expandNumbers"]));
  const limit = document.paths["/customers/"].get.parameters.find(
    ({ name }: { name: string }) => name === "limit",
  );
  expect(limit.schema).toEqual({ type: "integer", minimum: 1, maximum: 1000 });
});

test("headers that requests need or may carry are parameters (H12, H23, H25)", () => {
  const headersOf = (path: string, method: string): unknown =>
    (document.paths[path][method].parameters ?? [])
      .filter((one: { in: string }) => one.in === "header")
      .map(({ name, required }: { name: string; required: boolean }) => [name, required]);
  expect(headersOf("/tollbook/batches", "post")).toEqual([
    ["Idempotency-Key", true],
    ["Prefer", false],
  ]);
  for (const path of ["/tariffs/{id}", "/invoices/{id}"]) {
    expect(headersOf(path, "patch")).toEqual([["If-Match", false]]);
    expect(headersOf(path, "delete")).toEqual([["If-Match", false]]);
    expect(headersOf(path, "get")).toEqual([]);
  }
  expect(headersOf("/numbers/{id}/drop", "post")).toEqual([["If-Match", false]]);
});

test("the page names every operation, and loads nothing", async () => {
  const { status, headers, text } = await ask("GET", "/tollbook/docs", undefined, {
    as: "nobody",
    headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
  });
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  for (const { operation } of operations) expect(text).toContain(`id="${operation.operationId}"`);
  expect(text).not.toMatch(/<script|https?:\/\//);
});

test("health needs no key, and is 503 without a database and while the server stops", async () => {
  const { status, body } = await ask("GET", "/tollbook/health", undefined, { as: "nobody" });
  expect([status, body.status, typeof body.revision]).toEqual([200, "ok", "number"]);
  const query = () => Promise.reject(Object.assign(new Error("gone"), { code: "57P01" }));
  const broken: Store = Object.assign(Object.create(store) as Store, {
    database: { ...store.database, query },
    until: () => broken,
  });
  const away = askOf(broken);
  const stopping = askOf(store, { isDraining: () => true });
  for (const other of [away, stopping]) {
    const answer = await other("GET", "/tollbook/health", undefined, { as: "nobody" });
    expect([answer.status, answer.body.error_code, answer.headers.get("retry-after")]).toEqual([
      503,
      503001,
      "1",
    ]);
  }
});
