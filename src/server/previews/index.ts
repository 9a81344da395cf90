/** Public interface of previews: what a change would cost, versions put into force, and rate sheets. */
import type { Route } from "../http/index.ts";
import { previewRoutes as ofPreviews } from "./preview-routes.ts";
import { sheetRoutes } from "./sheet-route.ts";

/** All routes of previews, activations and rate sheets. */
export const previewRoutes: readonly Route[] = [...ofPreviews, ...sheetRoutes];
