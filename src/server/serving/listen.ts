/** A handler behind a socket: HTTP or HTTPS, stopped in order (H34). */
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { nodeListener } from "./node-listener.ts";

/** Where and how a server listens. */
export interface ListenOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Certificate and key, PEM. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

interface Listening {
  /** URL of the server: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Refuses new connections, and waits for running requests; returns whether all were answered in time. */
  stop(milliseconds: number): Promise<boolean>;
}

/** Time limits of a request's head, and of its head and body. */
const HEAD_MILLISECONDS = 10_000;
const REQUEST_MILLISECONDS = 60_000;
/** More than the longest path with query, so that a longer path gets an error with a hint (414001). */
const MOST_HEAD_BYTES = 32 * 1024;

/** Listens; throws Node's error where that fails, such as for a port in use. */
export async function listen(
  handler: (request: Request) => Promise<Response>,
  { host, port, tls }: ListenOptions,
): Promise<Listening> {
  const answer = nodeListener(handler, { host });
  const times = { headersTimeout: HEAD_MILLISECONDS, requestTimeout: REQUEST_MILLISECONDS };
  const options = { ...times, maxHeaderSize: MOST_HEAD_BYTES };
  const server: Server =
    tls === undefined ? createServer(options, answer) : createSecureServer({ ...options, ...tls }, answer);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const named = host.includes(":") ? `[${host}]` : host;
  const url = `${tls === undefined ? "http" : "https"}://${named}:${(server.address() as AddressInfo).port}`;
  return { url, stop: (milliseconds) => stop(server, milliseconds) };
}

async function stop(server: Server, milliseconds: number): Promise<boolean> {
  const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  // A connection without a running request would wait for another request.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  try {
    return await Promise.race([closed, late]);
  } finally {
    clearTimeout(timer);
    clearInterval(sweep);
    server.closeAllConnections();
  }
}
