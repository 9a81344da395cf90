/** The application: each request is checked, handed to its route and answered. */
import { Hono } from "hono";
import { RETRY, ServerError } from "../errors.ts";
import type { Store } from "../store/index.ts";
import { errorAnswer, faultAsError, respond } from "./answers.ts";
import { type Operation, operationsOf, type PathOperations } from "./operations.ts";
import type { Action, Answer, CallCounts, Caller, Route } from "./route.ts";
import { runOperation } from "./run-operation.ts";

/** Identifies the caller of a request; null where the caller is unknown. */
export type Authorize = (request: Request) => Promise<Caller | null> | Caller | null;

/** A request that was answered, for logs and metrics. */
export interface RequestNote {
  readonly method: string;
  /** Path of the route, with ids in braces; undefined where no route matches. */
  readonly route: string | undefined;
  readonly path: string;
  readonly user: string | undefined;
  readonly status: number;
  /** The code of an error. */
  readonly code: number | undefined;
  readonly milliseconds: number;
  /** Counts of the calls that the request took in. */
  readonly calls: CallCounts | undefined;
  /** An error that is not meant for the caller; with status 200 where a streamed answer was cut short. */
  readonly fault: unknown;
}

export interface AppOptions {
  readonly store: Store;
  readonly authorize: Authorize;
  readonly routes: readonly Route[];
  readonly actions: readonly Action[];
  /** Routes whose paths do not begin at the base. */
  readonly pages?: readonly Route[];
  /** Resources of the seeds that are not provided (H5). */
  readonly outsideResources: readonly string[];
  /** Actions of the seeds that are not provided (H14), by resource. */
  readonly outsideActions: Readonly<Record<string, readonly string[]>>;
  /** Path prefix of the API; default `/backend/api/v1`. */
  readonly base?: string;
  readonly onAnswer?: (note: RequestNote) => void;
  /** Most requests that run at once (H33); default 100. */
  readonly mostRequests?: number;
  /** Most milliseconds of a request (H33); default 30,000. */
  readonly requestMilliseconds?: number;
}

/** The seeds' base. */
export const BASE = "/backend/api/v1";
/** Most bytes of a path with its query (H33). */
const MOST_TARGET_BYTES = 8 * 1024;
const NO_ROUTE: Pick<Route, "access" | "isOfService"> = { access: "read" };
const NOBODY: Caller = { user: "", level: 0, access: "read" };

type Params = Readonly<Record<string, string>>;

/** The handler of requests. It never throws. */
export function createApp(options: AppOptions): (request: Request) => Promise<Response> {
  const { base = BASE, mostRequests = 100, requestMilliseconds = 30_000 } = options;
  const outside = new Set(options.outsideResources);
  const app = new Hono({ strict: false });
  let running = 0;

  for (const path of operationsOf(options)) {
    app.all(`${base}${path.pattern}`, ({ req }) =>
      answer(req.raw, req.param() as Params, () => operationFor(path, req.raw, req.param() as Params)),
    );
  }
  for (const path of operationsOf({ routes: options.pages ?? [], actions: [] })) {
    app.all(path.pattern, ({ req }) => answer(req.raw, {}, () => operationFor(path, req.raw, {})));
  }
  app.all("*", ({ req }) => answer(req.raw, {}, () => nowhere(new URL(req.url).pathname)));

  /** The operation of a path that a request asks for, or the error where there is none. */
  function operationFor(path: PathOperations, request: Request, params: Params): Operation | ServerError {
    const { pathname, searchParams } = new URL(request.url);
    const { action: nameInPath } = params;
    if (nameInPath !== undefined && outside.has(nameInPath)) return nowhere(pathname);
    const method = request.method === "PUT" ? "PATCH" : request.method;
    const hasActions = path.actions !== undefined && path.actions.size > 0;
    const name = nameInPath ?? searchParams.get("action") ?? "";
    if (path.actions !== undefined && method === "POST" && (hasActions || name !== "")) {
      return path.actions.get(name) ?? unknownAction(path, name);
    }
    if (nameInPath !== undefined && !path.actions?.has(nameInPath)) return nowhere(pathname);
    const found = path.methods.get(method);
    if (found !== undefined) return found;
    const allowed = [...path.methods.keys(), ...(hasActions ? ["POST"] : [])];
    if (path.methods.has("PATCH")) allowed.push("PUT");
    const allow = [...new Set(allowed)].sort().join(", ");
    return new ServerError(405001, `This path takes ${allow}.`, { headers: { Allow: allow } });
  }

  function unknownAction({ resource = "", actions }: PathOperations, name: string): ServerError {
    const known = [...(actions?.keys() ?? [])].join(", ");
    const has = known === "" ? `${resource} have no actions here` : `the actions of ${resource} are ${known}`;
    if (options.outsideActions[resource]?.includes(name)) {
      return new ServerError(400501, `The platform's action ${name} is not provided here; ${has}.`);
    }
    const told = name === "" ? "No action is named" : `${JSON.stringify(name.slice(0, 60))} is no action`;
    return new ServerError(400501, `${told}; ${has}.`);
  }

  function nowhere(pathname: string): ServerError {
    const names = pathname.startsWith(`${base}/`) ? pathname.slice(base.length + 1).split("/") : [];
    const name = names.find((part) => outside.has(part));
    if (name === undefined)
      return new ServerError(404003, `There is no such path; the API begins at ${base}/.`);
    const others = options.outsideResources.filter((other) => other !== name).join(", ");
    return new ServerError(404002, `${name} are not provided here; neither are ${others}.`);
  }

  async function answer(
    request: Request,
    params: Params,
    find: () => Operation | ServerError,
  ): Promise<Response> {
    const started = performance.now();
    const { pathname, search } = new URL(request.url);
    const target = `${pathname}${search}`;
    const operation = target.length > MOST_TARGET_BYTES ? tooLong() : find();
    const { access, isOfService = false } = operation instanceof ServerError ? NO_ROUTE : operation.route;
    let caller: Caller | null = null;
    let answered: Answer;
    let fault: unknown;
    let revision: number | undefined;
    const onRevision = (seen: number): void => {
      revision = seen;
    };
    if (!isOfService) running++;
    try {
      if (!isOfService && running > mostRequests) {
        throw new ServerError(503001, `More than ${mostRequests} requests run; try again.`, RETRY);
      }
      caller = access === "public" ? NOBODY : await options.authorize(request);
      if (caller === null) throw unauthorized();
      if (operation instanceof ServerError) throw operation;
      const context = { store: options.store, caller, params, target, base, requestMilliseconds, onRevision };
      answered = await runOperation(request, operation, context);
    } catch (thrown) {
      const error = faultAsError(thrown);
      if (error !== thrown) fault = thrown;
      answered = errorAnswer(error);
    } finally {
      if (!isOfService) running--;
    }
    // A caller with a key gets the revision that answered or refused the request; where the server fails, only the error.
    if (caller !== null && !isOfService && (answered.status ?? 200) < 500) {
      answered = await withRevision(answered, answered.revision ?? revision);
    }
    return respond(answered, (cutShortBy) =>
      options.onAnswer?.({
        method: request.method,
        route: operation instanceof ServerError ? undefined : operation.route.path,
        path: pathname,
        user: caller?.user,
        status: answered.status ?? 200,
        code: (answered.body as { readonly error_code?: number } | null)?.error_code,
        milliseconds: performance.now() - started,
        calls: answered.calls,
        fault: fault ?? cutShortBy,
      }),
    );
  }

  /** An answer with the header that every answer about the book carries (H22). */
  async function withRevision(answered: Answer, known: number | undefined): Promise<Answer> {
    const revision = known ?? (await options.store.present().catch(() => undefined))?.revision;
    if (revision === undefined) return answered;
    return { ...answered, headers: { "X-Tollbook-Revision": String(revision), ...answered.headers } };
  }

  app.onError((thrown) => respond(errorAnswer(faultAsError(thrown))));
  return async (request) => app.fetch(request);
}

function tooLong(): ServerError {
  return new ServerError(414001, `A path with its query has at most ${MOST_TARGET_BYTES} bytes.`);
}

function unauthorized(): ServerError {
  return new ServerError(401001, "Send a key as Authorization: Bearer <key>.", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}
