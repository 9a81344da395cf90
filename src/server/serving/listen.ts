/** A handler behind a socket: HTTP or HTTPS, stopped in order (H34). */
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { nodeListener } from "./node-listener.ts";

/** Where and how a server listens. */
export interface ListenOptions {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Certificate and key, PEM. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/** A server that listens. */
interface Listening {
  /** Where it is reached: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Takes no connection any more, and waits for running requests; whether all of them were answered in time. */
  stop(milliseconds: number): Promise<boolean>;
}

/** A request's head has to come within this time, its body within the next. */
const HEAD_MILLISECONDS = 10_000;
const REQUEST_MILLISECONDS = 60_000;
/** More than the longest path with query that is answered with a sentence. */
const MOST_HEAD_BYTES = 32 * 1024;

/** Listens; what cannot be (a port that is taken) is thrown as Node says it. */
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
  // A connection whose last request is answered would wait for another.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  try {
    return await Promise.race([closed, late]);
  } finally {
    clearTimeout(timer);
    clearInterval(sweep);
    server.closeAllConnections();
  }
}
