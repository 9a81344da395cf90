/** Asks a handler as a caller would, without a server in between. */
import type { BookData } from "../../../src/index.ts";
import { BOOK_LIST_NAMES } from "../../../src/model/index.ts";
import { createHandler } from "../../../src/server/create-handler.ts";
import type { Database } from "../../../src/server/database/index.ts";
import { openStore, type Store } from "../../../src/server/store/index.ts";
import type { TestEngine } from "../databases.ts";
import { holdToDocument } from "./contract.ts";

export const BASE = "/backend/api/v1";

/** An answer, its JSON read. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
  readonly body: any;
  readonly text: string;
}

/** How a request departs from a plain one. */
export interface Asking {
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes or text in place of JSON. */
  readonly raw?: string | Uint8Array;
  /** `level:access`, or "nobody"; default a writer of level 5. */
  readonly as?: string;
}

/** Sends a request below the base: `ask("PATCH", "/customers/7", { lastname: "Ray" })`. */
export type Ask = (method: string, path: string, body?: unknown, asking?: Asking) => Promise<Answered>;

/** A handler over a store, and a way to ask it. */
export interface Asked {
  readonly ask: Ask;
  readonly store: Store;
  readonly database: Database;
}

/** A store with a book in an empty database, and a handler over it. */
export async function openAsked(
  engine: TestEngine,
  book: BookData = {},
  options: object = {},
): Promise<Asked> {
  return openedIn(await engine.empty(), book, options);
}

/** The same in a database that tests have used: its tables are emptied, which is quicker than making them anew. */
export async function reopenAsked(
  database: Database,
  book: BookData = {},
  options: object = {},
): Promise<Asked> {
  const tables = await database.query<{ tablename: string }>(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('migrations', 'sequences')",
  );
  if (tables.length > 0) {
    await database.script(
      `TRUNCATE ${tables.map(({ tablename }) => tablename).join(", ")} RESTART IDENTITY CASCADE;
       DELETE FROM sequences WHERE name LIKE 'id %';
       UPDATE sequences SET value = 0, stamp = NULL;
       ALTER SEQUENCE call_ids RESTART`,
    );
  }
  return openedIn(database, book, options);
}

async function openedIn(database: Database, book: BookData, options: object): Promise<Asked> {
  const store = await openStore(database);
  const asked = { ask: askOf(store, options), store, database };
  const { settings, upsert } = partsOf(book);
  if (Object.keys(upsert).length > 0 || Object.keys(settings).length > 0) {
    const answer = await asked.ask("PATCH", "/tollbook/book", { settings, upsert });
    if (answer.status !== 200) throw new Error(answer.text);
  }
  return asked;
}

function partsOf(book: BookData): { settings: object; upsert: object } {
  const isList = ([name]: [string, unknown]): boolean =>
    (BOOK_LIST_NAMES as readonly string[]).includes(name);
  const fields = Object.entries(book);
  return {
    settings: Object.fromEntries(fields.filter((field) => !isList(field))),
    upsert: Object.fromEntries(fields.filter(isList)),
  };
}

/** A way to ask a handler over a store. */
export function askOf(store: Store, options: object = {}): Ask {
  const handler = createHandler({
    store,
    authorize: (request) => {
      const [kind, rest = ""] = (request.headers.get("authorization") ?? "").split(" ");
      const [level = "", access = ""] = rest.split(":");
      if (kind !== "Bearer" || (access !== "read" && access !== "write")) return null;
      return { user: `user of level ${level}`, level: Number(level), access };
    },
    ...options,
  });
  return async (method, path, body, { headers = {}, raw, as = "5:write" } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await handler(
      new Request(`http://billing.example${path.startsWith("/backend") ? path : `${BASE}${path}`}`, {
        method,
        headers: {
          ...(as === "nobody" ? {} : { Authorization: `Bearer ${as}` }),
          ...(sent === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent as string }),
      }),
    );
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
    const { status, headers: given } = response;
    const read = isJson ? JSON.parse(text) : undefined;
    holdToDocument({
      method,
      path,
      sent: raw === undefined ? body : undefined,
      sentType: raw === undefined ? undefined : (headers["Content-Type"] ?? "application/json"),
      status,
      headers: given,
      body: read,
    });
    return { status, headers: given, body: read, text };
  };
}
