/**
 * Takes the pictures of docs/previews.md: the page of the sample month in Chromium, on a desk and on a phone. Run it after a
 * change of the page, with a built package: `npm run pictures`.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findChromium, HOW_TO_INSTALL } from "./find-chromium.mjs";
import { writeSamplePage } from "./sample-preview.mjs";

const pictures = join(import.meta.dirname, "..", "docs", "pictures");
const executablePath = findChromium();
if (executablePath === undefined) {
  console.error(HOW_TO_INSTALL);
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), "tollbook-pictures-"));
const file = join(folder, "preview.html");
writeSamplePage(file);
mkdirSync(pictures, { recursive: true });
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
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function take(name, options, prepare = async () => {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
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
