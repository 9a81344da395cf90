/** Runs one request: it is checked in the order of the errors, then the route handles it. */
import { RETRY, ServerError } from "../errors.ts";
import { isStoredID, type Store } from "../store/index.ts";
import { acceptedType } from "./accept.ts";
import { checkedBody, checkedParameters } from "./checked-body.ts";
import type { Operation } from "./operations.ts";
import { readQuery } from "./query.ts";
import { type JsonObject, type ReceivedBody, readBody } from "./read-body.ts";
import type { Answer, Caller, RouteRequest } from "./route.ts";

interface RequestContext {
  readonly store: Store;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly target: string;
  readonly base: string;
  readonly requestMilliseconds: number;
  /** Called with the revision of the book that the answer, or the refusal, rests on, where it rests on one. */
  readonly onRevision: (revision: number) => void;
}

export async function runOperation(
  request: Request,
  operation: Operation,
  context: RequestContext,
): Promise<Answer> {
  const { route } = operation;
  const { caller, target, base } = context;
  if (route.access === "write" && caller.access !== "write") {
    throw new ServerError(403002, "This key may only read.");
  }
  if (route.level !== undefined && !(Number.isInteger(caller.level) && caller.level >= route.level)) {
    throw new ServerError(403001, `This needs expert level ${route.level}.`);
  }
  const produced = route.producesOnly ?? ["application/json", ...(route.produces ?? [])];
  const accepted = acceptedType(request.headers.get("accept") ?? undefined, produced);
  const query = readQuery(
    target.includes("?") ? target.slice(target.indexOf("?") + 1) : "",
    route.query ?? {},
  );
  const ids = idsOf(context.params);
  const takesBody = route.body !== undefined || route.uploads !== undefined;
  const received: ReceivedBody = takesBody ? await readBody(request, route) : { json: {} };
  const json = "json" in received ? received.json : {};
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(TOO_SLOW), context.requestMilliseconds);
  timeout.unref?.();
  // A write goes on: its caller may count on it.
  const callerLeft = (): void => timer.abort(CALLER_LEFT);
  const left = route.access === "write" ? undefined : request.signal;
  left?.addEventListener("abort", callerLeft);
  if (left?.aborted === true) callerLeft();
  // A commit is answered, even after the time limit.
  const store = context.store.until(timer.signal, () => clearTimeout(timeout));
  const asked: RouteRequest = {
    store,
    caller,
    ids,
    query,
    body: undefined,
    json,
    upload: "upload" in received ? received.upload : undefined,
    accepted,
    method: request.method,
    target,
    base,
    header: (name) => request.headers.get(name) ?? undefined,
    signal: timer.signal,
  };
  try {
    if (operation.exists !== undefined && !(await operation.exists(asked))) throw unknownID(ids.id);
    const body = "json" in received ? bodyOf(operation, json) : undefined;
    return await route.handle({ ...asked, body });
  } catch (thrown) {
    if (timer.signal.aborted && !(thrown instanceof ServerError)) throw timer.signal.reason;
    throw thrown;
  } finally {
    clearTimeout(timeout);
    left?.removeEventListener("abort", callerLeft);
    const last = route.isOfService === true ? undefined : store.lastBook();
    if (last !== undefined) context.onRevision(last.revision);
  }
}

const TOO_SLOW = new ServerError(
  503001,
  "The request took too long; nothing was changed. Try again later, or ask for less at once: fewer calls, one customer or fewer days.",
  RETRY,
);

/** Of a request that only reads; nobody but the log is told. */
const CALLER_LEFT = new ServerError(400003, "The caller left before the answer.");

/** 404001: no record has the id. */
export function unknownID(id: string): ServerError {
  const [, digits] = /^0+([1-9][0-9]{0,18})$/.exec(id) ?? [];
  const repair = digits === undefined ? "" : `; an id has no leading zeros, write ${digits}`;
  return new ServerError(404001, `No record has the id ${JSON.stringify(id.slice(0, 40))}${repair}.`);
}

function bodyOf({ route, required }: Operation, json: JsonObject): unknown {
  if (route.body === undefined || route.isCheckedLater === true) return undefined;
  return required === undefined
    ? checkedBody(route.body, json)
    : checkedParameters(route.body, required, json);
}

/** @throws ServerError 404001 for a text that is no id */
function idsOf({ id: text, list = "" }: Readonly<Record<string, string>>): RouteRequest["ids"] {
  if (text === undefined) return { id: "", list };
  if (!isStoredID(text)) throw unknownID(text);
  return { id: text, list };
}
