/** Public interface of the metrics for Prometheus. */
export { metricsRoute } from "./metrics-route.ts";
export { ServerMetrics } from "./server-metrics.ts";
