/** The whole face of the figures that Prometheus reads. */
export { metricsRoute } from "./metrics-route.ts";
export { ServerMetrics } from "./server-metrics.ts";
