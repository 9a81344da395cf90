/** The route that Prometheus reads. */
import * as z from "zod";
import { type Route, route } from "../http/index.ts";
import type { ServerMetrics } from "./server-metrics.ts";

/** The metrics of a server. They show how busy it is, so the route needs a key, of any level. */
export function metricsRoute(metrics: ServerMetrics): Route {
  return route({
    method: "GET",
    path: "/tollbook/metrics",
    name: "getMetrics",
    summary: "Figures of this process for Prometheus, in its text format.",
    tag: "service",
    access: "read",
    isOfService: true,
    producesOnly: ["text/plain"],
    answers: { 200: z.string() },
    handle: async ({ store }) => ({
      type: "text/plain; version=0.0.4; charset=utf-8",
      body: await metrics.text(store),
    }),
  });
}
