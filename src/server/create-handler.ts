/** The handler of requests: all routes of the server over one store. */
import { type AppOptions, type Authorize, createApp } from "./http/index.ts";
import { OUTSIDE_ACTIONS, OUTSIDE_RESOURCES, resourceActions, resourceRoutes } from "./resources/index.ts";
import type { Store } from "./store/index.ts";

/** What a handler needs. */
export interface HandlerOptions
  extends Pick<AppOptions, "base" | "onAnswer" | "mostRequests" | "requestMilliseconds"> {
  readonly store: Store;
  /** Who asks: `{ user, level, access }`, or null for nobody. */
  readonly authorize: Authorize;
}

/** A web-standard handler of the platform's requests, to mount in any server. It never throws. */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return createApp({
    ...options,
    routes: [...resourceRoutes],
    actions: [...resourceActions],
    outsideResources: OUTSIDE_RESOURCES,
    outsideActions: OUTSIDE_ACTIONS,
  });
}
