/** The routes of the resources (H7): lists, and single records to read, add, change and delete. */
import * as z from "zod";
import {
  type Answer,
  flagParameter,
  IF_MATCH,
  type QueryTable,
  type Route,
  type RouteRequest,
  route,
} from "../http/index.ts";
import { viewOf } from "./book-view.ts";
import {
  expandParameters,
  filterParameters,
  nextLink,
  noRecord,
  PAGE_PARAMETERS,
  pageOf,
} from "./list-records.ts";
import { recordOut } from "./record-out.ts";
import { type Parent, RESOURCE_NAMES, RESOURCES, type Resource } from "./resources.ts";
import { ANSWER_SCHEMAS, BODY_SCHEMAS, titleOf } from "./schemas.ts";
import { answerOf, createRecord, deleteRecord, patchRecord } from "./write-records.ts";

function routesOf(resource: Resource): Route[] {
  const { name, one, parents } = resource;
  const title = titleOf(resource);
  const schema = ANSWER_SCHEMAS[name];
  const expands = expandParameters(resource);
  const listQuery: QueryTable = { ...PAGE_PARAMETERS, ...filterParameters(resource), ...expands };
  const common = { tag: name } as const;
  const single = { ...common, path: `/${name}/{id}` } as const;
  /** Where the records of an owner are, or all of them. */
  const placeOf = (parent?: Parent) => {
    const owner = parent && RESOURCES[parent.resource];
    return owner === undefined
      ? { owner, path: `/${name}/`, of: "" }
      : { owner, path: `/${owner.name}/{id}/${name}/`, of: `Of${titleOf(owner)}` };
  };
  const listRoute = (parent?: Parent): Route => {
    const { owner, path, of } = placeOf(parent);
    // A customer's features; `includeNumbers` adds the features of the customer's numbers.
    const isDeep = name === "features" && owner?.name === "customers";
    return route({
      ...common,
      method: "GET",
      path,
      name: `list${title}s${of}`,
      summary: `Lists ${owner === undefined ? `${one}s` : `the ${one}s of a ${owner.one}`}, ascending by id.`,
      access: "read",
      query: isDeep ? { ...listQuery, includeNumbers: flagParameter } : listQuery,
      answers: { 200: z.array(schema) },
      handle: (request) => list(resource, parent, request),
    });
  };
  const createRoute = (parent?: Parent): Route => {
    const { owner, path, of } = placeOf(parent);
    return route({
      ...common,
      method: "POST",
      path,
      name: `create${title}${of}`,
      summary: `Adds a ${one}${owner === undefined ? "" : ` to a ${owner.one}`}.`,
      access: "write",
      query: expands,
      body: BODY_SCHEMAS[name].create,
      isCheckedLater: true,
      answers: { 201: schema },
      handle: (request) => createRecord(resource, parent, request),
    });
  };
  return [
    listRoute(),
    route({
      ...single,
      method: "GET",
      name: `get${title}`,
      summary: `A ${one}.`,
      access: "read",
      query: expands,
      answers: { 200: schema },
      handle: (request) => getRecord(resource, request),
    }),
    route({
      ...single,
      method: "PATCH",
      name: `change${title}`,
      summary: `Changes fields of a ${one}; those that are absent stay.`,
      access: "write",
      headers: IF_MATCH,
      query: expands,
      body: BODY_SCHEMAS[name].patch,
      isCheckedLater: true,
      answers: { 200: schema },
      handle: (request) => patchRecord(resource, request),
    }),
    route({
      ...single,
      method: "DELETE",
      name: `delete${title}`,
      summary: `Deletes a ${one}, where it is not in use.`,
      access: "write",
      headers: IF_MATCH,
      answers: { 200: schema },
      handle: (request) => deleteRecord(resource, request),
    }),
    ...(parents.length === 0 ? [createRoute()] : []),
    ...parents.flatMap((parent) => [listRoute(parent), createRoute(parent)]),
  ];
}

async function list(resource: Resource, parent: Parent | undefined, request: RouteRequest): Promise<Answer> {
  const present = await request.store.present();
  const view = viewOf(present);
  const query = request.query as Readonly<Record<string, unknown>>;
  let candidates = view.all(resource.name);
  if (parent !== undefined) {
    const owner = request.ids.id;
    if (present.record(parent.resource, owner) === undefined)
      throw noRecord(RESOURCES[parent.resource], owner);
    candidates = view.children(resource.name, parent.field, owner);
    if (query.includeNumbers === true) {
      const numbers = view.children("numbers", "customerID", owner);
      const numberFeatures = numbers.flatMap(({ record }) =>
        view.children("features", "numberID", record.key),
      );
      const wanted = new Set([...candidates, ...numberFeatures]);
      candidates = view.all(resource.name).filter((listed) => wanted.has(listed));
    }
  }
  const page = pageOf(candidates, resource, query, view);
  return {
    headers: nextLink(request.target, page),
    body: page.listed.map(({ record }) => recordOut(resource, record, view, query)),
  };
}

async function getRecord(resource: Resource, request: RouteRequest): Promise<Answer> {
  const { id } = request.ids;
  const record = (await request.store.present()).record(resource.name, id);
  if (record === undefined) throw noRecord(resource, id);
  return answerOf(resource, record, request, 200);
}

export const recordRoutes: readonly Route[] = RESOURCE_NAMES.flatMap((name) => routesOf(RESOURCES[name]));
