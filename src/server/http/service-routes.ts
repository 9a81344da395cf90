/** Routes about the server itself (H30): health, OpenAPI document, and a page of the document. They need no key. */
import * as z from "zod";
import { ENGINE_VERSION } from "../../version.ts";
import { RETRY, ServerError } from "../errors.ts";
import { docsPage } from "./docs-page.ts";
import { openApi } from "./open-api.ts";
import { type Action, type Route, route } from "./route.ts";

interface ServiceOptions {
  readonly routes: readonly Route[];
  readonly actions: readonly Action[];
  readonly base: string;
  /** Whether the server is told to stop (H34). */
  readonly isDraining?: () => boolean;
}

const health = z.object({ status: z.literal("ok"), version: z.string(), revision: z.number().int() });

export function serviceRoutes(options: ServiceOptions): readonly Route[] {
  const common = { method: "GET", tag: "service", access: "public", isOfService: true } as const;
  let document: string | undefined;
  let page: string | undefined;
  const documented = (): string => {
    document ??= JSON.stringify(openApi({ ...options, routes: [...options.routes, ...routes] }));
    return document;
  };
  const routes: Route[] = [
    route({
      ...common,
      path: "/tollbook/health",
      name: "getHealth",
      summary: "Whether the server and its database answer; 503 while it stops.",
      answers: { 200: health },
      async handle({ store }) {
        if (options.isDraining?.() === true) throw new ServerError(503001, "The server is stopping.", RETRY);
        // With an embedded database the store answers from memory, so query the database itself.
        await store.database.query("SELECT 1");
        const { revision } = await store.present();
        return { body: { status: "ok", version: ENGINE_VERSION, revision } };
      },
    }),
    route({
      ...common,
      path: "/tollbook/openapi.json",
      name: "getOpenApi",
      summary: "This document: OpenAPI 3.1.",
      answers: { 200: z.looseObject({}) },
      handle: () => ({ type: "application/json", body: documented() }),
    }),
    route({
      ...common,
      path: "/tollbook/docs",
      name: "getDocs",
      summary: "The document as a page.",
      produces: ["text/html"],
      answers: { 200: z.looseObject({}) },
      handle({ accepted }) {
        if (accepted !== "text/html") return { type: "application/json", body: documented() };
        page ??= docsPage(JSON.parse(documented()) as object);
        const policy =
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";
        return { type: "text/html", body: page, headers: { "Content-Security-Policy": policy } };
      },
    }),
  ];
  return routes;
}
