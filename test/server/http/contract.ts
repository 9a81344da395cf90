/** Holds requests that are taken and answers that are given to the OpenAPI document of the server. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { createHandler } from "../../../src/server/create-handler.ts";
import type { Store } from "../../../src/server/store/index.ts";

const BASE = "/backend/api/v1";

interface Content {
  readonly content?: Readonly<Record<string, unknown>>;
}
interface DocumentedOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

/** What was asked and what came back. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** What was sent as JSON; undefined for none, and for other bytes. */
  readonly sent: unknown;
  /** Of what was sent otherwise, its type. */
  readonly sentType?: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

const document = await served();
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(document as object, "document");
const validators = new Map<string, ValidateFunction>();
const patterns = Object.keys(document.paths)
  .map((path) => ({
    path,
    expression: new RegExp(`^${path.replace(/\/$/, "").replace(/\{[a-zA-Z]+\}/g, "[^/]+")}/?$`),
  }))
  .sort((a, b) => a.path.split("{").length - b.path.split("{").length);

async function served(): Promise<OpenApiDocument> {
  const handler = createHandler({ store: { until: () => ({}) } as unknown as Store, authorize: () => null });
  const answer = await handler(new Request(`http://document${BASE}/tollbook/openapi.json`));
  return (await answer.json()) as OpenApiDocument;
}

/** @throws Error where the document does not describe what happened */
export function holdToDocument(exchange: Exchange): void {
  const { method, path, status, headers, body } = exchange;
  const told = `${method} ${path}: ${status}`;
  const fault = (reason: string): Error =>
    new Error(`${told}: ${reason}\n${(JSON.stringify(body) ?? "").slice(0, 2_000)}`);
  const found = operationOf(exchange);
  const type = (headers.get("content-type") ?? "").split(";")[0] ?? "";
  if (status >= 400) {
    if (type !== "application/json") throw fault(`an error of type ${type}`);
    // An answer to HEAD has no body.
    if (method === "HEAD") return;
    const faults = faultsOf(["components", "schemas", "Error"], body);
    if (faults !== undefined) throw fault(faults);
    if (Math.floor((body as { error_code: number }).error_code / 1000) !== status)
      throw fault("a code of another status");
    return;
  }
  if (found === undefined) throw fault("the document does not name it");
  const { at, operation } = found;
  const content = operation.responses[String(status)]?.content;
  if (content === undefined) throw fault(`the document has ${Object.keys(operation.responses).join(", ")}`);
  if (!(type in content)) throw fault(`${type} is none of ${Object.keys(content).join(", ")}`);
  if (type === "application/json") {
    const faults = faultsOf([...at, "responses", String(status), "content", type, "schema"], body);
    if (faults !== undefined) throw fault(faults);
  }
  holdRequest(exchange, found, fault);
}

type Found = { readonly at: readonly string[]; readonly operation: DocumentedOperation };

/** A request that was taken is one that the document allows. */
function holdRequest(
  { path, sent, sentType }: Exchange,
  { at, operation }: Found,
  fault: (reason: string) => Error,
): void {
  const known = new Set(operation.parameters?.filter((one) => one.in === "query").map(({ name }) => name));
  for (const name of new URL(path, "http://document").searchParams.keys()) {
    if (!known.has(name) && name !== "action") throw fault(`its parameter ${name} is not in the document`);
  }
  const taken = operation.requestBody?.content ?? {};
  const [type = ""] = (sentType ?? "").toLowerCase().split(";");
  if (type !== "" && !(type in taken)) throw fault(`${type} is none of ${Object.keys(taken).join(", ")}`);
  if (sent === undefined || operation.requestBody?.content?.["application/json"] === undefined) return;
  const faults = faultsOf([...at, "requestBody", "content", "application/json", "schema"], sent);
  if (faults !== undefined) throw fault(`what was sent: ${faults}\n${JSON.stringify(sent).slice(0, 1_000)}`);
}

function operationOf({ method, path }: Exchange): Found | undefined {
  const { pathname, searchParams } = new URL(path, "http://document");
  const below = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : pathname;
  const action = method === "POST" ? searchParams.get("action") : null;
  const asked = action === null ? below : `${below.replace(/\/$/, "")}/${action}`;
  const named = method === "PUT" ? "patch" : method.toLowerCase();
  for (const { path: pattern, expression } of patterns) {
    if (!expression.test(asked)) continue;
    const operation = document.paths[pattern]?.[named];
    if (operation !== undefined) return { at: ["paths", pattern, named], operation };
  }
  return undefined;
}

/** What a value breaks of the schema at a place of the document. */
function faultsOf(at: readonly string[], value: unknown): string | undefined {
  const pointer = at.map((name) => name.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
  let validate = validators.get(pointer);
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `document#/${encodeURI(pointer)}` });
    validators.set(pointer, validate);
  }
  if (validate(value)) return undefined;
  return (validate.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join("; ");
}
