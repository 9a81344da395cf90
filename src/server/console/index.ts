/** Public interface of the console: a page for a billing clerk, and the route at which it is answered. */
export { consoleRoute } from "./console-page.ts";
