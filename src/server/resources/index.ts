/** Public interface of the resources: their routes and actions, and the table from which they are made. */
import type { Action, Route } from "../http/index.ts";
import { bookRoutes } from "./book-routes.ts";
import { dropActions } from "./drop-records.ts";
import { increaseActions } from "./increase-records.ts";
import { RESOURCE_NAMES, RESOURCES } from "./resources.ts";
import { recordRoutes } from "./routes.ts";
import { tariffLineRoutes } from "./tariff-line-routes.ts";

export { refuseMissing, revisionIn } from "./book-routes.ts";
export { refuseDeleted } from "./deleted-customers.ts";
export { MOST_LISTED, nextLink, PAGE_PARAMETERS } from "./list-records.ts";
export {
  OUTSIDE_RESOURCES,
  RESOURCE_NAMES,
  RESOURCES,
} from "./resources.ts";
export { revise, writeFor } from "./revise.ts";
export { schemaIn, valueOut } from "./values.ts";

export const resourceRoutes: readonly Route[] = [...recordRoutes, ...tariffLineRoutes, ...bookRoutes];
export const resourceActions: readonly Action[] = [...dropActions, ...increaseActions];
/** Actions of the seeds that are not provided (H14). */
export const OUTSIDE_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(RESOURCE_NAMES.map((name) => [name, RESOURCES[name].outsideActions])),
  invoices: [
    "email",
    "emailCdrs",
    "recreate",
    "generateDownloadLink",
    "linkToAccounting",
    "unlinkFromAccounting",
  ],
};
