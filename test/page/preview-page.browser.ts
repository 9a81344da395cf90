/** The page of a preview in a real browser: its figures, controls, looks, limits and defences. */
import type { Page } from "playwright-core";
import type { PreviewLine } from "tollbook";
import { describe, expect, test } from "vitest";
import { overlaps, smallTargets } from "./layout.ts";
import { lowContrasts } from "./low-contrasts.ts";
import { complaints, feetOf, open, openAll, scrollsSideways } from "./open-page.ts";
import { formatPreviewPage, HOSTILE, hostile, manyCustomers, sampleReport } from "./sample-report.ts";

const report = sampleReport();
const paid = report.bills?.total.bill ?? report.totals.retail;
/** What each customer pays, as the page has it. */
const customers = (report.bills?.customers ?? report.breakdowns.customer).map((own): Paying => {
  const line = report.breakdowns.customer.find(({ key }) => key === own.key);
  const { key, name } = own;
  const amount = "bill" in own ? own.bill : own.retail;
  const margin = Number(line?.margin.after ?? Number.NaN);
  const { calls = 0, newlyUnrated = 0, examples = [] } = line ?? {};
  return { key, name, amount, calls, margin, newlyUnrated, examples };
});
const changed = customers.filter(({ amount }) => Number(amount.difference) !== 0);
const html = formatPreviewPage(report);

interface Paying {
  readonly key: string | null;
  readonly name: string | null;
  readonly amount: PreviewLine["retail"];
  readonly calls: number;
  readonly margin: number;
  readonly newlyUnrated: number;
  readonly examples: readonly number[];
}

const names = (page: Page): Promise<string[]> => page.locator("tbody .customer bdi").allTextContents();
const namesOf = (lines: readonly Paying[]): (string | null)[] => lines.map(({ name }) => name);
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
    const cards = await page.locator(".card").allInnerTexts();
    for (const [at, { after, before }] of [paid, margin, wholesale].entries()) {
      expect(cards[at]).toContain(pounds(after ?? ""));
      expect(cards[at]).toContain(pounds(before ?? ""));
    }
    expect(cards[0]).toContain("a month");
    expect(cards[0]).toContain("a year");
    expect(report.newlyUnrated.calls).toBeGreaterThan(0);
    expect(retail.difference).not.toBe("0");
    expect(await page.locator(".main .caveats").innerText()).toContain(`${report.newlyUnrated.calls} calls`);
    expect(await page.locator("#who tbody th").count()).toBeGreaterThan(2);
    expect(await names(page)).toEqual(namesOf(changed));
    expect(await page.locator("#customer-table tfoot").innerText()).toContain(pounds(paid.after));
    expect(complaints).toEqual([]);
  });

  test("sorts by each column, says so, and turns round", async () => {
    const page = await open(html);
    await page.getByLabel("Show").selectOption("");
    for (const column of ["calls", "before", "after", "difference", "percent", "margin"] as const) {
      const value = (own: Paying): number =>
        column === "calls" || column === "margin" ? own[column] : Number(own.amount[column]);
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
    const filter = page.getByLabel("Find a customer or number");
    const wanted = customers[1]?.name ?? "";
    await filter.fill(wanted.toUpperCase());
    expect(await names(page)).toEqual([wanted]);
    expect(await page.getByRole("status").innerText()).toContain("1 customer found");
    await filter.fill("nobody of this name");
    expect(await page.getByRole("status").innerText()).toBe("No customer is like that.");
    await filter.fill("");
    for (const [choice, fits] of [
      ["less", ({ amount }: Paying) => Number(amount.difference) < 0],
      ["more", ({ amount }: Paying) => Number(amount.difference) > 0],
      ["same", ({ amount }: Paying) => Number(amount.difference) === 0],
      ["newlyUnrated", ({ newlyUnrated }: Paying) => newlyUnrated > 0],
    ] as const) {
      await page.getByLabel("Show").selectOption(choice);
      expect(await names(page), choice).toEqual(namesOf(customers.filter(fits)));
    }
    expect(complaints).toEqual([]);
  });

  test("finds a customer by one of its numbers, and opens a line for each of them", async () => {
    const page = await open(html);
    const number = report.breakdowns.number.find(({ customer }) => customer === changed[0]?.key);
    await page.getByLabel("Find a customer or number").fill((number?.name ?? "").replaceAll(" ", ""));
    expect(await names(page)).toEqual([changed[0]?.name]);
    await page.locator(".customer").first().click();
    const own = report.breakdowns.number.filter(({ customer }) => customer === changed[0]?.key);
    const lines = page.locator("tr.details .numbers tbody tr");
    expect(await lines.count()).toBe(Math.min(20, own.length));
    expect(await lines.first().innerText()).toContain(own[0]?.name);
    expect(complaints).toEqual([]);
  });

  test("opens a customer by keyboard and by click, down to both explanations of a call", async () => {
    const page = await open(html);
    const customer = customers.find(({ examples }) => examples.length > 0);
    const example = report.examples[customer?.examples[0] ?? -1];
    expect(example?.parting).toBeTruthy();
    await page.getByLabel("Show").selectOption("");
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

  test.each([320, 360])("fits a phone %i pixels wide, closed and opened", async (width) => {
    const page = await open(html, { viewport: { width, height: 800 }, isMobile: true, hasTouch: true });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await page.evaluate(smallTargets)).toEqual([]);
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

  test("a rule's number leads to the rule, which opens", async () => {
    const page = await open(html);
    const example = page.locator("#examples .example").first();
    await example.locator("> summary").click();
    const link = example.locator("a.rule:visible").first();
    const rule = await link.innerText();
    await link.click();
    const line = page.locator(`#rule-${rule}`);
    expect(await line.isVisible()).toBe(true);
    expect(await line.locator("dd").innerText()).toMatch(/^[A-Z].{10,}/);
    expect(complaints).toEqual([]);
  });

  test("prints what is open and leaves closed what is closed, without controls, its pages numbered", async () => {
    const page = await open(html);
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    expect(await page.locator(".filters").isVisible()).toBe(false);
    expect(await page.locator("details[open]").count()).toBe(0);
    expect(await feetOf(page)).toEqual(["table-row-group"]);
    expect(await page.locator("details.rest table").first().isVisible()).toBe(false);
    // 182 mm, an A4 page within its margins.
    await page.setViewportSize({ width: 688, height: 950 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await page.evaluate(overlaps)).toEqual([]);
    const onPaper = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--on-paper"),
    );
    expect(onPaper).toContain("report.html");
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
  });

  test.each([
    ["a desk", 1200],
    ["a phone", 360],
  ])("no text lies on another, closed and opened: %s", async (_what, width) => {
    const page = await open(html, { viewport: { width, height: 800 } });
    expect(await page.evaluate(overlaps)).toEqual([]);
    await page.locator(".customer").first().click();
    await openAll(page);
    expect(await page.evaluate(overlaps)).toEqual([]);
  });

  test("its tables have heads with scope, and nothing is a table of zeros", async () => {
    const page = await open(html);
    const bare = await page.evaluate(
      () =>
        [...document.querySelectorAll("table")].filter(
          (table) =>
            [...table.querySelectorAll("th")].some((th) => !th.scope) ||
            [...(table.tBodies[0]?.rows ?? [])].some((row) => row.cells[0]?.tagName !== "TH"),
        ).length,
    );
    expect(bare).toBe(0);
    const zeros = await page.evaluate(
      () =>
        [...document.querySelectorAll("table")]
          .filter((table) => table.checkVisibility())
          .filter((table) => {
            const amounts = [...table.querySelectorAll("tbody td.amount")];
            return amounts.length > 0 && amounts.every((cell) => /^[£0.%–]*$/.test(cell.textContent ?? ""));
          }).length,
    );
    expect(zeros).toBe(0);
  });

  test("is a complete document without scripts", async () => {
    const page = await open(html, { javaScriptEnabled: false });
    expect(await page.locator(".main .after").innerText()).toContain(pounds(paid.after));
    const rows = page.locator("#customer-table tbody th bdi:not(.id)");
    expect(await rows.allTextContents()).toEqual(namesOf(changed));
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
    expect(await page.getByRole("status").innerText()).toContain("200 of 9,999 customers");
    await page.locator("#show-more").click();
    expect(await page.locator("tr.openable").count()).toBe(400);
    await sortButton(page, "difference").click();
    expect((await names(page))[0]).toBe("Customer 10000");
    await page.getByLabel("Find a customer or number").fill("customer 999");
    expect(await page.locator("tr.openable").count()).toBe(11);
    await page.getByLabel("Find a customer or number").fill("");
    await page.locator("#show-all").click();
    expect(await page.locator("tr.openable").count()).toBe(9_999);
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
    await page.getByLabel("Find a customer or number").fill("__proto__");
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
        bills: null,
        prices: null,
        distribution: { percent: [], withoutPercent: { customers: 0, difference: "0" }, amount: [] },
        months: null,
        from: null,
        to: null,
      }),
    );
    expect(await page.locator("h1").innerText()).toBe("The same calls would cost exactly as much as now");
    expect(await page.locator(".card").nth(1).innerText()).toContain("not known");
    expect(complaints).toEqual([]);
  });
});
