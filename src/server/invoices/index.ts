/**
 * Public interface of invoices: routes and actions, routes of transactions, and the removal of purged customers' calls.
 */
import type { Route } from "../http/index.ts";
import { invoiceRoutes as ofInvoices } from "./invoice-routes.ts";
import { rerateRoute } from "./rerate-route.ts";
import { transactionRoutes } from "./transaction-routes.ts";

/** All routes of invoices and transactions, and of rating again, which invoices follow. */
export const invoiceRoutes: readonly Route[] = [...ofInvoices, ...transactionRoutes, rerateRoute];
export { forgetCalls } from "./forget-calls.ts";
export { invoiceActions } from "./invoice-routes.ts";
