/** The handler of requests: all routes of the server over one store. */
import { batchRoutes } from "./batches/index.ts";
import { callRoutes } from "./calls/index.ts";
import { consoleRoute } from "./console/index.ts";
import {
  type Action,
  type AppOptions,
  type Authorize,
  BASE,
  createApp,
  type Route,
  serviceRoutes,
} from "./http/index.ts";
import { invoiceActions, invoiceRoutes } from "./invoices/index.ts";
import { metricsRoute, ServerMetrics } from "./metrics/index.ts";
import { previewRoutes } from "./previews/index.ts";
import { OUTSIDE_ACTIONS, OUTSIDE_RESOURCES, resourceActions, resourceRoutes } from "./resources/index.ts";
import type { Store } from "./store/index.ts";

/** Every route and action of the platform and of Tollbook. */
const ROUTES: readonly Route[] = [
  ...resourceRoutes,
  ...batchRoutes,
  ...callRoutes,
  ...invoiceRoutes,
  ...previewRoutes,
];
const ACTIONS: readonly Action[] = [...resourceActions, ...invoiceActions];

/** Options of a handler. */
export interface HandlerOptions
  extends Pick<AppOptions, "base" | "onAnswer" | "mostRequests" | "requestMilliseconds"> {
  readonly store: Store;
  /** Identifies the caller: `{ user, level, access }`, or null where the caller is unknown. */
  readonly authorize: Authorize;
  /** Whether the server was told to stop: then its health is 503 (H34). */
  readonly isDraining?: () => boolean;
  /** Path of the console; default `/`, false for none. */
  readonly console?: string | false;
  /** The key that the console sends where only the console may ask, as in `serve` without keys. */
  readonly consoleKey?: string | undefined;
}

/** A web-standard handler of the platform's requests, to mount in any server. It never throws. */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  const { isDraining, console = "/", consoleKey, base = BASE, onAnswer, ...rest } = options;
  const metrics = new ServerMetrics();
  const routes = [...ROUTES, metricsRoute(metrics)];
  const service = serviceRoutes({
    routes,
    actions: ACTIONS,
    base,
    ...(isDraining === undefined ? {} : { isDraining }),
  });
  const app = createApp({
    ...rest,
    base,
    onAnswer(note) {
      metrics.noteRequest(note);
      onAnswer?.(note);
    },
    routes: [...routes, ...service],
    actions: ACTIONS,
    pages: console === false ? [] : [consoleRoute(console, { base, key: consoleKey })],
    outsideResources: OUTSIDE_RESOURCES,
    outsideActions: OUTSIDE_ACTIONS,
  });
  return (request) => metrics.running(() => app(request));
}
