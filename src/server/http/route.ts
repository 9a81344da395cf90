/**
 * Routes as data, from which requests are checked, answered and documented. Each concern (resources, calls,
 * invoices, …) exports lists of routes and actions; `create-handler.ts` joins them.
 */
import type * as z from "zod";
import type { Store } from "../store/index.ts";

/** The caller of a request (H1), from `authorize`: nothing in a request raises a level. */
export interface Caller {
  readonly user: string;
  /** 0 … 5. */
  readonly level: number;
  readonly access: "read" | "write";
}

/** The access that a route requires: "public" needs no key, "read" a key, "write" a key that may write (H1). */
export type RouteAccess = "public" | "read" | "write";

/** Query parameters by name: a schema turns a parameter's text into its value (`query.ts` has the kinds). */
export type QueryTable = Readonly<Record<string, z.ZodType>>;

/** Values of the parameters that a request gave; other parameters are undefined. */
export type QueryValues<Q extends QueryTable> = { readonly [N in keyof Q]?: z.output<Q[N]> };

/** A request whose path, query and body were checked. */
export interface RouteRequest<Q extends QueryTable = QueryTable, B = unknown> {
  readonly store: Store;
  readonly caller: Caller;
  /** Of the path, "" where it has none: the id, plain digits without leading zeros (H5), and the name of a list. */
  readonly ids: { readonly id: string; readonly list: string };
  readonly query: QueryValues<Q>;
  /**
   * A JSON body as its schema parses it; undefined where the route takes none, or where the body is of another type.
   */
  readonly body: B;
  /** A JSON body as it was sent, blanks and unknown fields included; `{}` without a JSON body. */
  readonly json: Readonly<Record<string, unknown>>;
  /** The bytes of a body that is not JSON, and its type: `text/csv`. */
  readonly upload: { readonly type: string; readonly bytes: Uint8Array } | undefined;
  /** The type that `Accept` prefers among those that the route produces: `application/json`, `text/plain`. */
  readonly accepted: string;
  readonly method: string;
  /** The requested URL, without its origin: `/backend/api/v1/tariffs/?limit=2`. */
  readonly target: string;
  /** Path prefix of the API: `/backend/api/v1`. */
  readonly base: string;
  /** A header's value, by its name in any case. */
  header(name: string): string | undefined;
  /** Aborts after 30 seconds (H33), and when the server is told to stop. */
  readonly signal: AbortSignal;
}

export interface CallCounts {
  readonly rated: number;
  readonly errors: number;
  readonly ignored: number;
  /** Calls that were stored before. */
  readonly repeated: number;
  readonly errorsByCode: readonly { readonly code: string; readonly calls: number }[];
}

/** A JSON answer, or an answer of another type: text, bytes, or text in pieces. */
export interface Answer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Written as JSON, unless `type` is given. */
  readonly body: unknown;
  /**
   * `text/plain`: then `body` is text, bytes, or pieces of text, which are made as the caller reads them, after the
   * request has ended. Written with `charset=utf-8`.
   */
  readonly type?: string;
  /** The revision that the answer rests on (H22), where it is another than that of the book read or written last. */
  readonly revision?: number;
  /** Calls that were taken in, for the log and metrics. */
  readonly calls?: CallCounts;
}

interface Described {
  /** One sentence for the documentation. */
  readonly summary: string;
  /** More text, where one sentence is not enough. */
  readonly description?: string;
  /** Heading under which the documentation lists it. */
  readonly tag: string;
  /** Headers that requests may carry, by name; those that are not optional are required. */
  readonly headers?: QueryTable;
  /** Least expert level; below it 403001. */
  readonly level?: number;
  /** JSON answers by status, for the documentation. Errors need not be named. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
}

export interface Route<Q extends QueryTable = QueryTable, B extends z.ZodType = z.ZodType> extends Described {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the base, ids in braces, lists with a closing slash: `/customers/{id}/numbers/`. */
  readonly path: string;
  /** Name of the operation in the documentation, unique: `listNumbersOfCustomer`. */
  readonly name: string;
  readonly access: RouteAccess;
  readonly query?: Q;
  /**
   * Schema of a JSON body, which has to be one object; without a schema no body is read. Faults of the schema are
   * 400002 with their paths.
   */
  readonly body?: B;
  /** Whether `handle` checks the body by its schema, to report them together with faults across records. */
  readonly isCheckedLater?: boolean;
  /** Whether an empty body counts as `{}`. */
  readonly bodyMayBeEmpty?: boolean;
  /** Other types of body that are taken, handed on as `upload`: `["text/csv"]`. */
  readonly uploads?: readonly string[];
  /** Most bytes of a body (H33); default 4 MiB. */
  readonly mostBytes?: number;
  /** Types of answers beside JSON: `["text/html"]`. */
  readonly produces?: readonly string[];
  /** Types of answers instead of JSON. */
  readonly producesOnly?: readonly string[];
  /**
   * Whether the route is about the service and not about the book: then it answers while too many requests run and
   * without a database, and names no revision.
   */
  readonly isOfService?: boolean;
  handle(request: RouteRequest<Q, z.output<B>>): Promise<Answer> | Answer;
}

/** Declares a route, with the types of its query and body. */
export function route<Q extends QueryTable, B extends z.ZodType>(declared: Route<Q, B>): Route {
  return declared as unknown as Route;
}

/**
 * An action (H14): `POST /<resource>/<id>?action=<name>` and `POST /<resource>/<id>/<name>` alike. The dispatcher
 * answers the first that applies: 400501, 403001, 404001 (`exists`), 400503 (`required`), 400502 (unknown or invalid
 * parameters); then `handle` may throw 409xxx.
 */
export interface Action<Q extends QueryTable = QueryTable, B extends z.ZodObject = z.ZodObject>
  extends Described {
  /** As in the path: `invoices`. */
  readonly resource: string;
  readonly name: string;
  /** Its parameters; unknown ones are refused. */
  readonly parameters: B;
  /** Names of the parameters that may not be blank. */
  readonly required: readonly string[];
  /** Query parameters beside `action`. */
  readonly query?: Q;
  exists(store: Store, id: string): Promise<boolean>;
  /** `request.ids.id` is the record's. */
  handle(request: RouteRequest<Q, z.output<B>>): Promise<Answer> | Answer;
}

/** Declares an action, with the types of its query and parameters. */
export function action<Q extends QueryTable, B extends z.ZodObject>(declared: Action<Q, B>): Action {
  return declared as unknown as Action;
}
