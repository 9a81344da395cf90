/** The route of the console: one page with its style sheet and script, which asks the API for everything else. */
import * as z from "zod";
import { acceptedType, type Route, route } from "../http/index.ts";
import { type ConsoleSettings, consolePage } from "./console-page.ts";

/** The route of the console at a path of the server. No key is needed for a page that holds no data. */
export function consoleRoute(path: string, settings: ConsoleSettings): Route {
  let made: ReturnType<typeof consolePage> | undefined;
  return route({
    method: "GET",
    path,
    name: "getConsole",
    summary: "The console.",
    tag: "service",
    access: "public",
    produces: ["text/html"],
    answers: { 200: z.looseObject({}) },
    handle(request) {
      // A program that asks for JSON here has the wrong address.
      acceptedType(request.header("accept"), ["text/html"]);
      made ??= consolePage(settings);
      return {
        type: "text/html",
        body: made.text,
        headers: {
          "Content-Security-Policy": `${made.policy}; frame-ancestors 'none'`,
          "Cross-Origin-Opener-Policy": "same-origin",
          "Cross-Origin-Resource-Policy": "same-origin",
          "Referrer-Policy": "no-referrer",
        },
      };
    },
  });
}
