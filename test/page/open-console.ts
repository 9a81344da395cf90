/** Opens the console of a server that was started for it: the built package over a database in memory. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { BookData } from "tollbook";
import { afterAll, beforeAll, beforeEach } from "vitest";

const root = new URL("../../", import.meta.url);
const { serve, openPglite, keysOfText, keysOfFile }: typeof import("tollbook/server") = await import(
  new URL("dist/server.js", root).href
);

export { keysOfFile, keysOfText };

type ServeOptions = Parameters<typeof serve>[0];

export const BASE = "/backend/api/v1";
/** What the pages said since the test began: console messages, errors, dialogs, requests to anywhere but the server. */
export const complaints: string[] = [];

let browser: Browser;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "chromium",
    // Root, as on CI machines, has no sandbox; the page is our own.
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
});

afterAll(async () => {
  await browser?.close();
  for (const stop of stops) await stop();
});

beforeEach(() => {
  complaints.length = 0;
});

/** A server with a book and calls; its address. */
export async function start(
  book: BookData,
  calls: readonly object[],
  options: Partial<ServeOptions> = {},
  secret = "",
): Promise<string> {
  const database = await openPglite();
  const { url, stop } = await serve({
    database,
    host: "127.0.0.1",
    port: 0,
    level: 5,
    book,
    log: () => undefined,
    now: Date.now,
    ...options,
  });
  stops.push(stop);
  const answer = await fetch(`${url}${BASE}/tollbook/batches`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": "first",
      ...(secret === "" ? {} : { Authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify({ calls }),
  });
  if (answer.status !== 201) throw new Error(await answer.text());
  return url;
}

/** Opens a view of a console: `open(url, "calls?customer=7")`. */
export async function open(url: string, view = "", options: BrowserContextOptions = {}): Promise<Page> {
  for (const context of browser.contexts()) await context.close();
  const context = await browser.newContext({
    viewport: { width: 1200, height: 900 },
    locale: "en-GB",
    ...options,
  });
  context.setDefaultTimeout(600_000);
  const page = await context.newPage();
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const own = [`${url}/`, "data:,", `blob:${url}/`];
    if (!own.some((start) => request.url().startsWith(start))) complaints.push(`request: ${request.url()}`);
  });
  await page.goto(`${url}/${view === "" ? "" : `#/${view}`}`);
  await page.locator("h1:visible").waitFor();
  return page;
}
