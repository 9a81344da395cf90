/** A server in one call: a database, a handler over it, a socket, and an orderly shutdown (H2, H34). */
import type { BookData } from "../../index.ts";
import { createHandler } from "../create-handler.ts";
import type { Database } from "../database/index.ts";
import { type Authorize, errorResponse } from "../http/index.ts";
import { forgetCalls } from "../invoices/index.ts";
import { openStore } from "../store/index.ts";
import { jobQueue } from "../work/index.ts";
import { fillStore } from "./fill-store.ts";
import { authorizeByKeys, type Key, keyOfConsole } from "./keys.ts";
import { type ListenOptions, listen } from "./listen.ts";
import { eventLine, faultLine, keptCustomerLine, logLine } from "./log-line.ts";
import { refusedOrigin } from "./loopback.ts";
import { work } from "./work.ts";

/** Options of a server. */
export interface ServeOptions extends ListenOptions {
  readonly database: Database;
  /** Without keys the server is for the loopback, where every caller may write, at `level`. */
  readonly keys?: readonly Key[] | undefined;
  /** Expert level of requests without keys; default 0. */
  readonly level?: number | undefined;
  /** The first book of an empty database. */
  readonly book?: BookData | undefined;
  /** Whether the server also prices queued batches; default true. An embedded database has no other worker. */
  readonly isWorking?: boolean | undefined;
  /** Takes the log, a line of JSON at a time. */
  readonly log: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A server that runs. */
export interface Served {
  readonly url: string;
  /** Lets running requests end, 20 seconds at most, and closes the database; returns whether all were answered. */
  stop(): Promise<boolean>;
}

/** How long running requests may go on when the server is told to stop (H34). */
const GRACE_MILLISECONDS = 20_000;
/** Interval of purges of customers whose 30 days are over (H11). */
const PURGE_MILLISECONDS = 3_600_000;

/** Opens the store and listens. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { database, keys, level = 0, book, isWorking = true, log, now } = options;
  const store = await openStore(database);
  if (book !== undefined && !(await fillStore(store, book))) {
    log(eventLine("the database has a book already; it is kept", now()));
  }
  let isDraining = false;
  // Without keys the console gets a separate key, which distinguishes it from other pages.
  const consoleKey = keys === undefined ? keyOfConsole(level) : undefined;
  // Servers without a worker open the queue, too: a server that cannot queue fails at its start.
  await jobQueue(database);
  const anybody = { user: "local", level, access: "write" } as const;
  const isWorker = isWorking || database.kind === "pglite";
  const worker = isWorker ? await work({ store, log, now }) : undefined;
  const handler = createHandler({
    store,
    authorize: keys === undefined ? () => anybody : authorizeByKeys(keys),
    consoleKey: consoleKey?.secret,
    isDraining: () => isDraining,
    onAnswer: (note) => {
      // A batch was queued.
      if (note.status === 202) worker?.wake();
      log(logLine(note, now()));
    },
  });
  const answer = consoleKey === undefined ? handler : guarded(handler, authorizeByKeys([consoleKey.key]));
  const listening = await listen(answer, options).catch(async (error: unknown) => {
    await worker?.stop();
    throw error;
  });
  const purge = async (): Promise<void> => {
    try {
      const { customers, kept } = await store.purge(new Date(now()), forgetCalls);
      if (customers.length > 0) log(eventLine("customers were purged", now(), { customers }));
      for (const { id, problems } of kept) log(keptCustomerLine(id, problems, now()));
    } catch (error) {
      log(faultLine("customers could not be purged", now(), error));
    }
  };
  const timer = setInterval(purge, PURGE_MILLISECONDS);
  await purge();
  return {
    url: listening.url,
    async stop() {
      isDraining = true;
      clearInterval(timer);
      // A part is priced in less time than requests have; a slower part rolls back with the process.
      const [isAnswered] = await Promise.all([listening.stop(GRACE_MILLISECONDS), worker?.stop()]);
      // `close` would wait for requests that still run; they end with the process, and so do their transactions.
      if (isAnswered) await store.close();
      return isAnswered;
    },
  };
}

type Handler = (request: Request) => Promise<Response>;

/** A handler that answers this machine alone, and of web pages the console alone. */
function guarded(handler: Handler, isConsole: Authorize): Handler {
  return async (request) => {
    const refused = await refusedOrigin(request, isConsole);
    return refused === undefined ? handler(request) : errorResponse(refused);
  };
}
