/** Opens a page from a file, as out of an e-mail, and listens for whatever it must not do. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach } from "vitest";

/** Since the test began: console messages of any kind, errors, dialogs, requests but that for the file itself. */
export const complaints: string[] = [];

const folder = mkdtempSync(join(tmpdir(), "tollbook-page-"));
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "chromium",
    // Root, as on CI machines, has no sandbox; the page is our own file.
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  complaints.length = 0;
});

export async function open(html: string, options: BrowserContextOptions = {}): Promise<Page> {
  const file = join(folder, "report.html");
  writeFileSync(file, html);
  for (const context of browser.contexts()) await context.close();
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  context.setDefaultTimeout(600_000);
  const page = await context.newPage();
  const url = pathToFileURL(file).href;
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url() !== url && request.url() !== "data:,") complaints.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return page;
}

/** Whether the page as a whole scrolls sideways. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
}

/** Opens everything that opens. */
export function openAll(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
}

/** How the feet of tables are displayed; only as `table-row-group` they stand once, and not on every sheet of paper. */
export function feetOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => [
    ...new Set([...document.querySelectorAll("tfoot")].map((foot) => getComputedStyle(foot).display)),
  ]);
}
