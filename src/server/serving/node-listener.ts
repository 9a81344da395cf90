/** A handler as a listener of Node's own servers, and of frameworks that hand on Node's request and response. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";

/** What a listener may be told. */
export interface ListenerOptions {
  /** The host of requests that name none, as HTTP/1.0 allows. */
  readonly host?: string | undefined;
}

/**
 * A web-standard handler as the listener of `node:http`, `node:https`, Express or Fastify. It reads the request's body itself,
 * so nothing before it may; it answers everything that it is given, and never throws.
 *
 * @example
 * const store = await openStore(await openPglite());
 * const handler = createHandler({ store, authorize: () => null });
 * typeof nodeListener(handler); // => "function"
 * await store.close();
 */
export function nodeListener(
  handler: (request: Request) => Promise<Response>,
  { host }: ListenerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  const answer = getRequestListener(handler, {
    overrideGlobalObjects: false,
    ...(host === undefined ? {} : { hostname: host }),
  });
  return async (incoming, outgoing) => {
    await answer(incoming, outgoing);
  };
}
