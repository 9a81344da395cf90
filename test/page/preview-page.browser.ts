/** The page of a preview in a real browser: its figures, controls, looks, limits and defences. */
import type { Page } from "playwright-core";
import type { PreviewLine } from "tollbook";
import { describe, expect, test } from "vitest";
import { lowContrasts } from "./low-contrasts.ts";
import { complaints, open, openAll, scrollsSideways } from "./open-page.ts";
import { formatPreviewPage, HOSTILE, hostile, manyCustomers, sampleReport } from "./sample-report.ts";

const report = sampleReport();
const customers = report.breakdowns.customer;
const html = formatPreviewPage(report);

const names = (page: Page): Promise<string[]> => page.locator("tbody .customer bdi").allTextContents();
const namesOf = (lines: readonly PreviewLine[]): (string | null)[] => lines.map(({ name }) => name);
const sortButton = (page: Page, column: string) => page.locator(`th[data-column=${column}] button`);

/** Pence as pounds by another way than the page's; the sample is far from a double's limits. */
function pounds(pence: string): string {
  const text = Math.abs(Number(pence) / 100).toLocaleString("en-GB", { style: "currency", currency: "GBP" });
  return Number(pence) < 0 ? `−${text}` : text;
}

describe("the sample month", () => {
  test("shows the totals of the report, and is silent", async () => {
    const page = await open(html);
    const { retail, wholesale, margin } = report.totals;
    expect(await page.locator(".totals .before").innerText()).toContain(pounds(retail.before));
    expect(await page.locator(".totals .after").innerText()).toContain(pounds(retail.after));
    expect(await page.locator(".difference").innerText()).toContain(pounds(retail.difference));
    const cards = await page.locator(".card").allInnerTexts();
    for (const [at, { after, difference }] of [retail, wholesale, margin].entries()) {
      expect(cards[at]).toContain(pounds(after ?? ""));
      expect(cards[at]).toContain(pounds(difference ?? ""));
    }
    expect(report.newlyUnrated.calls).toBeGreaterThan(0);
    expect(await page.locator(".warnings").innerText()).toContain(`${report.newlyUnrated.calls} calls`);
    expect(await names(page)).toEqual(namesOf(customers));
    expect(complaints).toEqual([]);
  });

  test("sorts by each column, says so, and turns round", async () => {
    const page = await open(html);
    for (const column of ["calls", "before", "after", "difference", "percent"] as const) {
      const value = ({ calls, retail }: PreviewLine): number =>
        column === "calls" ? calls : Number(retail[column]);
      const sorted = customers.toSorted((a, b) => value(b) - value(a));
      await sortButton(page, column).click();
      expect(await page.locator("th[aria-sort=descending]").getAttribute("data-column")).toBe(column);
      expect(await names(page), column).toEqual(namesOf(sorted));
      await sortButton(page, column).press("Enter");
      expect(await page.locator("th[aria-sort=ascending]").getAttribute("data-column")).toBe(column);
      expect((await names(page))[0], column).toBe(sorted.at(-1)?.name);
      expect(await page.locator("th[aria-sort]").count()).toBe(1);
    }
    await sortButton(page, "name").click();
    expect(await names(page)).toEqual(namesOf(customers).toSorted());
    expect(complaints).toEqual([]);
  });

  test("filters by name and by direction, and says how many are left", async () => {
    const page = await open(html);
    const filter = page.getByLabel("Find a customer");
    const wanted = customers[1]?.name ?? "";
    await filter.fill(wanted.toUpperCase());
    expect(await names(page)).toEqual([wanted]);
    expect(await page.getByRole("status").innerText()).toContain("1 customer found");
    await filter.fill("nobody of this name");
    expect(await page.getByRole("status").innerText()).toBe("No customer is like that.");
    await filter.fill("");
    for (const [choice, fits] of [
      ["less", ({ retail }: PreviewLine) => Number(retail.difference) < 0],
      ["more", ({ retail }: PreviewLine) => Number(retail.difference) > 0],
      ["same", ({ retail }: PreviewLine) => Number(retail.difference) === 0],
      ["newlyUnrated", ({ newlyUnrated }: PreviewLine) => newlyUnrated > 0],
    ] as const) {
      await page.getByLabel("Show").selectOption(choice);
      expect(await names(page), choice).toEqual(namesOf(customers.filter(fits)));
    }
    expect(complaints).toEqual([]);
  });

  test("opens a customer by keyboard and by click, down to both explanations of a call", async () => {
    const page = await open(html);
    const customer = customers.find(({ examples }) => examples.length > 0);
    const example = report.examples[customer?.examples[0] ?? -1];
    expect(example?.parting).toBeTruthy();
    const row = page.locator("tr.openable", { hasText: customer?.name ?? "" });
    await row.locator(".customer").focus();
    await page.keyboard.press("Enter");
    expect(await row.locator(".customer").getAttribute("aria-expanded")).toBe("true");
    await openAll(page);
    const call = page.locator("tr.details .example").first();
    expect(await call.innerText()).toContain(example?.id);
    expect(await call.locator(".side:visible").count()).toBe(2);
    expect(await call.locator(".parting").innerText()).toContain(`rule ${example?.parting?.rule}`);
    expect(await call.locator("li.differs .what").first().innerText()).toBe(example?.parting?.what);
    expect(await call.locator("li.differs mark").first().innerText()).toBe("differs");
    await row.locator("td").last().click();
    expect(await page.locator("tr.details").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("everything that acts is reached by the tab key and shows its focus", async () => {
    const page = await open(html);
    const reached = new Set<string>();
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const active = document.activeElement as HTMLElement;
        if (getComputedStyle(active).outlineStyle === "none") return `no focus: ${active.outerHTML}`;
        return active.id || active.className || active.tagName;
      });
      reached.add(stop);
    }
    for (const stop of ["skip", "filter", "direction", "BUTTON", "customer", "SUMMARY"]) {
      expect(reached).toContain(stop);
    }
    expect([...reached].filter((stop) => stop.startsWith("no focus"))).toEqual([]);
  });

  test.each([320, 375])("fits a phone %i pixels wide, closed and opened", async (width) => {
    const page = await open(html, { viewport: { width, height: 800 }, isMobile: true, hasTouch: true });
    expect(await scrollsSideways(page)).toBe(false);
    await page.locator(".customer").first().tap();
    await openAll(page);
    expect(await page.locator("tr.details").count()).toBe(1);
    expect(await scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
  });

  test.each([
    ["light", "rgb(244, 245, 247)"],
    ["dark", "rgb(16, 20, 26)"],
  ] as const)("has contrast enough to read, %s", async (colorScheme, background) => {
    const page = await open(html, { colorScheme });
    await page.locator(".customer").first().click();
    await openAll(page);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);
    expect(await page.evaluate(lowContrasts)).toEqual([]);
  });

  test("prints with the charts' tables and without controls", async () => {
    const page = await open(html);
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    expect(await page.locator(".filters").isVisible()).toBe(false);
    expect(await page.locator(".as-table table").first().isVisible()).toBe(true);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    expect(await page.locator(".as-table table").first().isVisible()).toBe(false);
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
  });

  test("is a complete document without scripts", async () => {
    const page = await open(html, { javaScriptEnabled: false });
    expect(await page.locator(".totals .after").innerText()).toContain(pounds(report.totals.retail.after));
    const rows = page.locator("#customer-table tbody th bdi:not(.id)");
    expect(await rows.allTextContents()).toEqual(namesOf(customers));
    expect(await page.locator(".filters").isVisible()).toBe(false);
    const example = page.locator("#examples .example").first();
    await example.locator("> summary").click();
    expect(await example.locator(".side").first().isVisible()).toBe(true);
  });

  test("its policy stops what the page does not hold itself", async () => {
    const page = await open(html);
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'broken'";
      const image = new Image();
      image.src = "https://example.invalid/x.png";
      document.body.append(script, image);
    });
    for (const directive of ["script-src", "img-src"]) {
      const stopped = (): boolean =>
        complaints.some(
          (text) =>
            text.includes(`Security Policy directive '${directive}`) ||
            text.includes(`directive: "${directive}`),
        );
      await expect.poll(stopped, { message: directive }).toBe(true);
    }
    expect(await page.title()).not.toBe("broken");
  });
});

describe("other reports", () => {
  test("10,000 customers open at once, grow, sort and filter", async () => {
    const text = formatPreviewPage(manyCustomers(report, 10_000));
    const started = performance.now();
    const page = await open(text);
    expect(await page.locator("tr.openable").count()).toBe(200);
    const opened = Math.round(performance.now() - started);
    console.log(`10,000 customers: ${Math.round(text.length / 1e6)} MB, opened in ${opened} ms`);
    expect(await page.getByRole("status").innerText()).toContain("200 of 10,000 customers");
    await page.locator("#show-more").click();
    expect(await page.locator("tr.openable").count()).toBe(400);
    await sortButton(page, "difference").click();
    expect((await names(page))[0]).toBe("Customer 10000");
    await page.getByLabel("Find a customer").fill("customer 999");
    expect(await page.locator("tr.openable").count()).toBe(11);
    await page.getByLabel("Find a customer").fill("");
    await page.locator("#show-all").click();
    expect(await page.locator("tr.openable").count()).toBe(10_000);
    expect(await page.locator(".more-rows").isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  test("hostile texts are shown as texts and do nothing", async () => {
    const page = await open(formatPreviewPage(hostile(report)));
    const intruders = page.locator("img, iframe, object, [onerror], [onload]");
    expect(await intruders.count()).toBe(0);
    expect(await page.locator("script").count()).toBe(2);
    expect((await names(page))[0]).toBe(HOSTILE[0]);
    expect(await names(page)).toContain("__proto__");
    for (const row of await page.locator(".customer").all()) await row.press("Enter");
    await openAll(page);
    await page.getByLabel("Find a customer").fill("__proto__");
    expect(await page.locator("tr.openable").count()).toBeGreaterThan(0);
    expect(await intruders.count()).toBe(0);
    expect(await page.title()).not.toBe("broken");
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
  });

  test("no calls at all", async () => {
    const nothing = { before: "0", after: "0", difference: "0", percent: null };
    const unknown = { before: null, after: null, difference: null, percent: null };
    const page = await open(
      formatPreviewPage({
        ...report,
        totals: { ...report.totals, calls: 0, retail: nothing, wholesale: unknown, margin: unknown },
        breakdowns: { class: [], callType: [], customer: [], number: [], tariff: [], period: [] },
        examples: [],
        fixedCharges: null,
        from: null,
        to: null,
      }),
    );
    expect(await page.locator("h1").innerText()).toBe("The same calls would cost exactly as much as now");
    expect(await page.locator(".card").nth(1).innerText()).toContain("not known");
    expect(complaints).toEqual([]);
  });
});
