/** The whole face of calls: taking them in, pricing them, listing and explaining them. */
import type { Route } from "../http/index.ts";
import { callOwnRoutes } from "./call-routes.ts";
import { callListRoutes } from "./list-calls.ts";

/** All routes of calls. */
export const callRoutes: readonly Route[] = [...callListRoutes, ...callOwnRoutes];

export { type CallToPrice, type PricedCall, priceCalls } from "./price-calls.ts";
