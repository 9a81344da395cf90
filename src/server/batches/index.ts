/** The whole face of batches over HTTP: how they are sent, and what is told of them. */
export { batchRoutes } from "./batch-routes.ts";
