/** Queued batches in the console: one that is done, one of which a part is parked, by keyboard and on a phone. */
import type { BookData } from "tollbook";
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  BASE,
  complaints,
  expectReadable,
  open,
  openPglite,
  pressUntil,
  said,
  start,
} from "./open-console.ts";

const IMAGE = `<img src=x onerror="document.title='broken'">`;
/** Keys have no spaces. */
const IMAGE_KEY = IMAGE.replaceAll(" ", "/");
const BOOK: BookData = {
  callTypes: [{ name: "UK", tariffClass: "national" }],
  destinations: [{ prefix: "44", tariffType: "UK" }],
  tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "6" }],
  customers: [
    { id: 7, companyName: "Harbour Bakery", defaultNationalTariff: "Business" },
    { id: 8, companyName: IMAGE, defaultNationalTariff: "Business" },
  ],
  numbers: [
    { id: 1007, customerID: 7, number: "020 7946 0018" },
    { id: 1008, customerID: 8, number: "020 7946 0020" },
  ],
};

const call = (id: number, target: string): object => ({
  id,
  target,
  external: "01614960000",
  startDate: "2026-10-05",
  startTime: "10:00:00",
  duration: 60,
});
const [BAKERY, HOSTILE, UNKNOWN] = ["02079460018", "02079460020", "02079460099"] as const;
const DONE = [call(2, BAKERY)];
const PARKED = [call(3, BAKERY), call(4, HOSTILE), call(5, HOSTILE), call(6, UNKNOWN)];

/** Sends a batch to be queued, and waits until it has a state. */
async function queue(url: string, key: string, calls: readonly object[], state: string): Promise<void> {
  const answer = await fetch(`${url}${BASE}/tollbook/batches`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key, Prefer: "respond-async" },
    body: JSON.stringify({ calls }),
  });
  expect(answer.status, await answer.clone().text()).toBe(202);
  const batch = `${url}${answer.headers.get("location")}`;
  await vi.waitFor(async () => expect((await (await fetch(batch)).json()).state).toBe(state), 600_000);
}

let url = "";
/** Lets the calls of customer 8 be priced, whose parts the database refuses until then. */
let mend: () => Promise<void>;

beforeAll(async () => {
  const database = await openPglite();
  url = await start(BOOK, [call(1, BAKERY)], { database });
  await database.script(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON parts FOR EACH ROW
      WHEN (NEW.state = 'done' AND NEW.customer_id = '8') EXECUTE FUNCTION refuse();`);
  mend = () => database.script("DROP TRIGGER refuse ON parts");
  await queue(url, "second", DONE, "done");
  await queue(url, IMAGE_KEY, PARKED, "parked");
  await database.query("UPDATE parts SET error = $1 WHERE state = 'parked'", [IMAGE]);
});

test("batches that are not finished are listed, on demand all, and what is wrong with one is told as text", async () => {
  const page = await open(url, "batches");
  await expect.poll(() => page.locator(said("batches")).textContent()).toBe("1 batch.");
  const cells = (part: string): Promise<string[]> => page.locator(`#${part} tbody tr > *`).allInnerTexts();
  expect(await cells("batches")).toEqual(["Batch 3", "parked", "4", "2 done, 1 parked", IMAGE_KEY]);
  await page.getByLabel("also those that are done").check();
  await page.getByRole("button", { name: "Look again" }).click();
  await expect.poll(() => page.locator(said("batches")).textContent()).toBe("3 batches.");
  expect((await cells("batches")).slice(0, 10)).toEqual([
    ...["Batch 1", "done", "1", "", "first"],
    ...["Batch 2", "done", "1", "1 done", "second"],
  ]);

  await page.getByRole("link", { name: "Batch 3" }).click();
  await expect.poll(() => page.locator(said("batch")).textContent()).toBe("The batch is parked.");
  expect(await page.locator("h1:visible").textContent()).toBe("Batch 3");
  expect(await page.locator("#batch p").allInnerTexts()).toEqual([
    "The batch is parked.",
    "4 calls: 1 priced, 1 in error, 0 ignored, 0 sent before.",
    "Parts: 2 done, 1 parked.",
    `Its key is ${IMAGE_KEY}.`,
    "Send the batch again under its key to have parked parts tried again.",
  ]);
  expect(await cells("batch")).toEqual([
    `${IMAGE} (id 8)`,
    "2",
    "5 times",
    IMAGE,
    "unregistered-number",
    "1",
  ]);
  expect(await page.locator("main img, main svg, main script").count()).toBe(0);
  expect(await page.title()).toBe("Batch 3 · Tollbook");

  await page.goto(`${url}/#/batches/1`);
  await expect.poll(() => page.locator(said("batch")).textContent()).toBe("The batch is done.");
  expect(await page.locator("#batch").innerText()).toContain("It was priced in its request.");
  expect(complaints).toEqual([]);
  await page.goto(`${url}/#/batches/99`);
  await expect
    .poll(() => page.locator("#batch .trouble").innerText())
    .toMatch(/^Record not found \(404001\)\. /);
  expect(await page.locator("#batch .result").innerText()).toBe("");
});

describe.each([
  ["on a desk", { viewport: { width: 1200, height: 900 }, colorScheme: "light" }],
  ["on a phone, dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true }],
] as const)("%s", (_, options) => {
  test("both views fit and can be read", async () => {
    const page = await open(url, "batches", options);
    await page.locator(said("batches")).waitFor();
    await expectReadable(page, "batches");
    await page.goto(`${url}/#/batches/3`);
    await page.locator(said("batch")).waitFor();
    await expectReadable(page, "batches/3");
    expect(complaints).toEqual([]);
  });
});

test("by the keyboard alone a batch is found and looked at again, and is done once it was sent again", async () => {
  const page = await open(url);
  await page.locator(said("tariff-list")).waitFor();
  await pressUntil(page, "Shift+Tab", "Batches");
  await page.keyboard.press("Enter");
  await page.locator(said("batches")).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await pressUntil(page, "Tab", "Batch 3");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(said("batch")).textContent()).toBe("The batch is parked.");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Batch 3");
  await pressUntil(page, "Tab", "batch-again");

  await mend();
  await queue(url, IMAGE_KEY, PARKED, "done");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(said("batch")).textContent()).toBe("The batch is done.");
  expect(await page.locator("#batch").innerText()).toContain("4 calls: 3 priced, 1 in error");
  expect(await page.locator("#batch").innerText()).toContain("Parts: 3 done.");
  expect(await page.getByRole("heading", { name: "Parts that failed" }).count()).toBe(0);
  await page.getByRole("link", { name: "All batches" }).click();
  await expect
    .poll(() => page.locator(said("batches")).textContent())
    .toBe("No batch waits, and none is parked.");
  expect(complaints).toEqual([]);
});
