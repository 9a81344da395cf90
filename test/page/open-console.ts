/** Opens the console of a server that was started for it: the built package over a database in memory. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { BookData } from "tollbook";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { overlaps, smallTargets } from "./layout.ts";
import { lowContrasts } from "./low-contrasts.ts";
import { scrollsSideways } from "./open-page.ts";

const root = new URL("../../", import.meta.url);
const { serve, openPglite, keysOfText, keysOfFile }: typeof import("tollbook/server") = await import(
  new URL("dist/server.js", root).href
);

export { keysOfFile, keysOfText, openPglite };

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

/** What a part says when it is done; a part that stands within it, as an explanation in its call, says its own. */
export const said = (part: string): string => `#${part}:not([aria-busy]) > .status:not(:empty)`;

/** A server with a book and calls; its address. */
export async function start(
  book: BookData,
  calls: readonly object[],
  options: Partial<ServeOptions> = {},
  secret = "",
): Promise<string> {
  const { url, stop } = await serve({
    database: options.database ?? (await openPglite()),
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

/** Presses a key until what has this id or text has the focus, which is in sight all the way. */
export async function pressUntil(page: Page, key: string, until: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key);
    const [text, isSeen] = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      const { width, height } = at.getBoundingClientRect();
      const isOutlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      return [at.id || (at.textContent ?? ""), isOutlined && width > 0 && height > 0] as const;
    });
    expect(isSeen, text).toBe(true);
    if (text === until) return;
  }
  throw new Error(`${until} is not reached by ${key}`);
}

/** Expects that the view which is open fits, can be read, and that every field has a label. */
export async function expectReadable(page: Page, view: string): Promise<void> {
  expect(await scrollsSideways(page), view).toBe(false);
  expect(await page.evaluate(overlaps), view).toEqual([]);
  expect(await page.evaluate(lowContrasts), view).toEqual([]);
  if ((page.viewportSize()?.width ?? 0) < 400) {
    const small = (await page.evaluate(smallTargets)).filter(
      (target) => !/type="(?:radio|checkbox)"/.test(target),
    );
    expect(small, view).toEqual([]);
  }
  const unnamed = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>("input, select")]
      .filter((field) => field.checkVisibility() && (field.labels?.length ?? 0) === 0)
      .map((field) => field.outerHTML),
  );
  expect(unnamed, view).toEqual([]);
  expect(await page.locator("h1:visible").count(), view).toBe(1);
}
