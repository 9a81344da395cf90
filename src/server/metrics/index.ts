/** Public interface of the metrics for Prometheus. */
export { metricsRoute, ServerMetrics } from "./server-metrics.ts";
