/** Routes and actions, grouped by path. */
import * as z from "zod";
import { IF_MATCH } from "./headers.ts";
import { textParameter } from "./query.ts";
import type { Action, Route, RouteRequest } from "./route.ts";

/** The operation of a request: a route, or an action as a route. */
export interface Operation {
  readonly route: Route;
  /** For an action: the names of its parameters that may not be blank. */
  readonly required?: readonly string[];
  /** For an action: whether its record exists, checked before its parameters (H14). */
  readonly exists?: (request: RouteRequest) => Promise<boolean>;
}

export interface PathOperations {
  /** In the notation of hono: `/tariffs/:id`. */
  readonly pattern: string;
  readonly methods: ReadonlyMap<string, Operation>;
  /** For a path of actions: the resource, and its actions by name. */
  readonly resource?: string;
  readonly actions?: ReadonlyMap<string, Operation>;
}

/** The paths of routes and actions; paths with fewer ids come first, since the first match counts. */
export function operationsOf(given: {
  readonly routes: readonly Route[];
  readonly actions: readonly Action[];
}): readonly PathOperations[] {
  const paths = new Map<string, Map<string, Operation>>();
  for (const route of given.routes) {
    const pattern = patternOf(route.path);
    const methods = paths.get(pattern) ?? new Map<string, Operation>();
    if (methods.has(route.method)) throw new Error(`Two routes are ${route.method} ${route.path}.`);
    methods.set(route.method, { route });
    paths.set(pattern, methods);
  }
  const found: PathOperations[] = [];
  for (const [pattern, methods] of paths) {
    const [, resource] = /^\/([a-zA-Z]+)\/:id$/.exec(pattern) ?? [];
    if (resource === undefined) {
      found.push({ pattern, methods });
      continue;
    }
    const ofResource = given.actions.filter((action) => action.resource === resource);
    const inQuery = ofResource.map((action) => [action.name, operationOf(action, true)] as const);
    const inPath = ofResource.map((action) => [action.name, operationOf(action, false)] as const);
    found.push({ pattern, methods, resource, actions: new Map(inQuery) });
    found.push({ pattern: `${pattern}/:action`, methods: new Map(), resource, actions: new Map(inPath) });
  }
  const ids = (pattern: string): number => pattern.split(":").length;
  return found.sort((a, b) => ids(a.pattern) - ids(b.pattern));
}

/** `/tariffs/{id}/` as `/tariffs/:id`. */
function patternOf(path: string): string {
  return path.replace(/\/$/, "").replace(/\{([a-zA-Z]+)\}/g, ":$1");
}

function operationOf(action: Action, isInQuery: boolean): Operation {
  const { exists, required } = action;
  return {
    route: routeOfAction(action, isInQuery),
    required,
    exists: ({ store, ids }) => exists(store, ids.id),
  };
}

/** An action as a route: at `/tariffs/{id}/applyIncrease`, or at `/tariffs/{id}` with its name as a parameter. */
export function routeOfAction(action: Action, isInQuery: boolean): Route {
  const { parameters, resource, name, query = {}, ...described } = action;
  return {
    ...described,
    method: "POST",
    path: `/${resource}/{id}${isInQuery ? "" : `/${name}`}`,
    name: `${name}Of${resource.charAt(0).toUpperCase()}${resource.slice(1)}`,
    access: "write",
    headers: IF_MATCH,
    body: parameters,
    bodyMayBeEmpty: true,
    query: isInQuery ? { ...query, action: textParameter } : query,
    handle: (request) => action.handle(request as Parameters<Action["handle"]>[0]),
  };
}

export const NO_PARAMETERS = z.strictObject({});
