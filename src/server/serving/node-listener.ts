/** A handler as a listener of Node's own servers, and of frameworks that pass on Node's request and response. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";

/** Options of a listener. */
export interface ListenerOptions {
  /** The host of requests without a `Host`, as HTTP/1.0 allows. */
  readonly host?: string | undefined;
}

/**
 * A web-standard handler as the listener of `node:http`, `node:https`, Express or Fastify. The listener reads the
 * request's body, so no middleware before it may; it answers every request, and never throws.
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
