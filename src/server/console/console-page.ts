/** The console: one page with its style sheet and script, which asks the API for everything else, and its route. */
import * as z from "zod";
import {
  type Html,
  html,
  jsonData,
  PREVIEW_SCRIPT,
  PREVIEW_STYLE,
  pagePolicy,
  pageText,
} from "../../report/index.ts";
import { acceptedType, type Route, route } from "../http/index.ts";
import { CONSOLE_SCRIPT, CONSOLE_STYLE } from "./console-assets.js";
import { VIEWS } from "./console-views.ts";

interface ConsoleSettings {
  /** Path prefix of the API: `/backend/api/v1`. */
  readonly base: string;
  /** The key that the console sends where other callers need no key. */
  readonly key?: string | undefined;
}

const LINKS = [
  ["tariffs", "Tariffs"],
  ["increase", "Increase"],
  ["calls", "Calls"],
  ["errors", "Errors"],
  ["pools", "Pools"],
  ["batches", "Batches"],
] as const;

function consolePage(settings: ConsoleSettings): { readonly text: string; readonly policy: string } {
  const acts = {
    style: CONSOLE_STYLE,
    script: CONSOLE_SCRIPT,
    served: { framed: { style: PREVIEW_STYLE, script: PREVIEW_SCRIPT } },
  };
  const body = html`<a class="skip" href="#main" id="skip">Skip to the page</a>
<header class="top"><p class="kicker">Tollbook</p>
<nav aria-label="Console">${LINKS.map(([name, title]) => html`<a href="#/${name}">${title}</a> `)}</nav>
<p class="tools"><button type="button" id="exact" aria-pressed="false">Exact pence</button>
<button type="button" id="forget" hidden>Forget the key</button></p></header>
<main id="main" tabindex="-1">
<noscript><section><p>The console needs JavaScript; the API does not: <a href="${settings.base}/tollbook/docs">its requests</a>.</p></section></noscript>
${keyView()}${VIEWS}
</main>
<footer><p>Amounts exclude VAT. <span id="about"></span> <a href="${settings.base}/tollbook/docs">All requests of the server</a></p></footer>
<dialog id="report" aria-labelledby="report-title"><div class="report-bar"><h2 id="report-title">The preview</h2>
<a id="report-save" class="button" download="preview.html">Save the page</a>
<button type="button" id="report-close">Close</button></div>
<iframe id="report-frame" title="The page of the preview" sandbox="allow-scripts"></iframe></dialog>
<script type="application/json" id="page-data">${jsonData({ base: settings.base, key: settings.key ?? null })}</script>
`;
  const text = pageText({ ...acts, title: "Tollbook console", colorScheme: "light dark", body });
  return { text, policy: pagePolicy(acts) };
}

function keyView(): Html {
  return html`<div id="view-key" class="view" hidden><h1 tabindex="-1">Your key</h1>
<section><p class="note">The server asks for a key. It stays in this tab until the tab is closed, and is sent to this server alone.</p>
<form id="key-form"><p class="fields"><label>Key <input type="password" id="key" autocomplete="off" spellcheck="false" required aria-describedby="key-trouble"></label>
<button class="main">Use this key</button></p></form>
<p id="key-trouble" class="trouble" role="alert"></p></section></div>
`;
}

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
