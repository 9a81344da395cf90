/** The OpenAPI document (H30), made of the routes, the actions and the zod schemas that check their requests. */
import * as z from "zod";
import { ENGINE_VERSION } from "../../version.ts";
import { ERROR_CODES } from "../errors.ts";
import { routeOfAction } from "./operations.ts";
import type { Action, Route } from "./route.ts";

type Json = Readonly<Record<string, unknown>>;

interface Documented {
  readonly routes: readonly Route[];
  readonly actions: readonly Action[];
  readonly base: string;
}

export function openApi({ routes, actions, base }: Documented): Json {
  const schemas = new Components();
  const paths: Record<string, Record<string, Json>> = {};
  const add = (route: Route, more: Json = {}): void => {
    const path = route.path;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: { ...operation(route, schemas), ...more } };
  };
  for (const route of routes) add(route);
  for (const action of actions)
    add(routeOfAction(action, false), { "x-required-parameters": action.required });
  const tags = [...new Set([...routes, ...actions].map(({ tag }) => tag))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Tollbook",
      version: ENGINE_VERSION,
      description:
        "Pricing records, calls and bills of a reseller. Amounts are decimal text. PUT is PATCH. " +
        "Every action can also be asked for as ?action=name of its record.",
    },
    servers: [{ url: base }],
    tags: tags.map((name) => ({ name })),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
      schemas: { ...schemas.all(), Error: ERROR_SCHEMA },
      responses: {
        Error: { description: "Why not.", content: { "application/json": { schema: ref("Error") } } },
      },
    },
  };
}

const ERROR_SCHEMA: Json = {
  type: "object",
  required: ["error", "error_code", "hint"],
  properties: {
    error: { type: "string" },
    error_code: {
      type: "integer",
      enum: Object.keys(ERROR_CODES).map(Number),
      description: Object.entries(ERROR_CODES)
        .map(([code, title]) => `${code}: ${title}`)
        .join("; "),
    },
    hint: { type: "string" },
    problems: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};

function operation(route: Route, schemas: Components): Json {
  const {
    name,
    summary,
    description,
    tag,
    access,
    level,
    query = {},
    headers = {},
    answers,
    produces = [],
    producesOnly,
  } = route;
  const needs = level === undefined ? undefined : `Needs expert level ${level}.`;
  const told = [description, needs].filter(Boolean).join(" ");
  const path = [...route.path.matchAll(/\{([a-zA-Z]+)\}/g)].map(([, id = ""]) => ({
    name: id,
    in: "path",
    required: true,
    schema: id === "list" ? { type: "string" } : { type: "string", pattern: "^[1-9][0-9]{0,18}$" },
  }));
  const inQuery = Object.entries(query).map(([parameter, schema]) => parameterOf(parameter, schema));
  const inHead = Object.entries(headers).map(([header, schema]) => headerOf(header, schema));
  const parameters = [...path, ...inQuery, ...inHead];
  const responses: Record<string, unknown> = { default: { $ref: "#/components/responses/Error" } };
  for (const [status, schema] of Object.entries(answers)) {
    const content: Record<string, unknown> =
      producesOnly === undefined ? { "application/json": { schema: schemas.of(schema, "output") } } : {};
    for (const type of producesOnly ?? produces) content[type] = { schema: { type: "string" } };
    responses[status] = { description: Number(status) === 201 ? "Made." : "Done.", content };
  }
  return {
    operationId: name,
    summary,
    ...(told === "" ? {} : { description: told }),
    tags: [tag],
    ...(access === "public" ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...bodyOf(route, schemas),
    responses,
    "x-access": access,
  };
}

function parameterOf(name: string, schema: z.ZodType): Json {
  const made = moved(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })) as Json;
  const { $schema: _dialect, allowEmptyValue, ...type } = made;
  return { name, in: "query", schema: type, ...(allowEmptyValue === true ? { allowEmptyValue } : {}) };
}

function headerOf(name: string, schema: z.ZodType): Json {
  const { $schema: _dialect, description, ...type } = z.toJSONSchema(schema, { io: "input" }) as Json;
  return { name, in: "header", required: !schema.safeParse(undefined).success, description, schema: type };
}

function bodyOf({ body, uploads = [], bodyMayBeEmpty }: Route, schemas: Components): Json {
  if (body === undefined && uploads.length === 0) return {};
  const content: Record<string, unknown> = {};
  if (body !== undefined) content["application/json"] = { schema: schemas.of(body, "input") };
  for (const type of uploads) content[type] = { schema: { type: "string" } };
  return { requestBody: { required: bodyMayBeEmpty !== true, content } };
}

function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** Schemas by their ids, without duplicates. */
class Components {
  readonly #known = new Map<string, unknown>();

  /** A schema as JSON Schema; named schemas within it become components. */
  of(schema: z.ZodType, io: "input" | "output"): unknown {
    const {
      $schema: _dialect,
      $defs,
      ...made
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      target: "draft-2020-12",
    }) as Record<string, unknown>;
    for (const [name, definition] of Object.entries(($defs ?? {}) as Json)) this.#keep(name, definition);
    const { id } = (schema.meta() ?? {}) as { readonly id?: string };
    if (id === undefined || made.$ref !== undefined) return moved(made);
    this.#keep(id, made);
    return ref(id);
  }

  #keep(name: string, definition: unknown): void {
    if (!this.#known.has(name)) this.#known.set(name, moved(definition));
  }

  all(): Json {
    return Object.fromEntries(this.#known);
  }
}

/** A schema whose references lead to the document's components, with what stands for schemas of text in their places. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value !== "object" || value === null) return value;
  if ("override" in value) return value.override;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "id" || typeof (value as Json).id !== "string")
      .map(([name, inner]) => {
        if (name === "$ref" && typeof inner === "string")
          return [name, inner.replace("#/$defs/", "#/components/schemas/")];
        return [name, moved(inner)];
      }),
  );
}
