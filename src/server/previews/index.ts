/** Public interface of previews: what a change would cost, versions put into force, and rate sheets. */
export { previewRoutes } from "./preview-routes.ts";
