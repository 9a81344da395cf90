/** Public interface of batches over HTTP: intake, state and results. */
export { batchRoutes } from "./batch-routes.ts";
