/**
 * Takes the pictures of docs/previews.md and docs/server.md: the page of the sample month in Chromium, on a desk and on a
 * phone, and the console over its calls. Run it after a change of a page, with a built package: `npm run pictures`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findChromium, HOW_TO_INSTALL } from "./find-chromium.mjs";
import { BOOK, sampleCalls, writeSamplePage } from "./sample-preview.mjs";

const pictures = join(import.meta.dirname, "..", "docs", "pictures");
const executablePath = findChromium();
if (executablePath === undefined) {
  console.error(HOW_TO_INSTALL);
  process.exit(1);
}
/** A call of the sample whose price has several steps. */
const EXPLAINED = "261000000002";
const folder = mkdtempSync(join(tmpdir(), "tollbook-pictures-"));
const file = join(folder, "preview.html");
writeSamplePage(file);
mkdirSync(pictures, { recursive: true });
const server = await serveSample();
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
try {
  await take("preview.png", { viewport: { width: 1080, height: 820 }, colorScheme: "light" });
  await take("preview-phone.png", { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  await take(
    "preview-customer.png",
    { viewport: { width: 1080, height: 760 }, colorScheme: "light" },
    openCustomer,
  );
  await take(
    "console.png",
    { viewport: { width: 1080, height: 880 }, colorScheme: "light" },
    explainCall,
    `${server.url}/#/calls?id=${EXPLAINED}`,
  );
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A server with the sample's book and calls, in memory. */
async function serveSample() {
  const { openPglite, serve } = await import("../dist/server.js");
  const book = JSON.parse(readFileSync(BOOK, "utf8"));
  const database = await openPglite();
  const listener = { host: "127.0.0.1", port: 0, level: 5, log: () => undefined, now: Date.now };
  const served = await serve({ database, book, ...listener });
  const answer = await fetch(`${served.url}/backend/api/v1/tollbook/batches`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": "october-2026" },
    body: JSON.stringify({ calls: sampleCalls() }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return served;
}

async function take(name, options, prepare = async () => {}, address = pathToFileURL(file).href) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(address);
  // A picture does not change from day to day.
  await page.evaluate(() => {
    const madeOn = document.getElementById("made-on");
    if (madeOn !== null) madeOn.textContent = "3 Nov 2026";
  });
  await prepare(page);
  await page.screenshot({ path: join(pictures, name) });
  await context.close();
}

async function openCustomer(page) {
  await page.locator(".customer").first().click();
  await page.locator("tr.details .example > summary").first().click();
  await page.locator("#customer-table").evaluate((table) => table.scrollIntoView());
}

async function explainCall(page) {
  const explanation = page.locator("#calls pre");
  await explanation.waitFor();
  await explanation.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      text.data = text.data.replace(/(?<=priced at )[0-9T:.-]+Z/, "2026-11-03T09:00:00.000000Z");
    }
  });
}
