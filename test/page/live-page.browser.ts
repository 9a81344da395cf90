/** A live page in a real browser: its figures beside those of a preview, as WebAssembly and as JavaScript, its looks and its limits. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type { BookData, CallRecord, IncreaseRequest, PreviewReport } from "tollbook";
import { describe, expect, test } from "vitest";
import { generateCalls, makeBook } from "../../fixtures/generator/index.mjs";
import { lowContrasts } from "./low-contrasts.ts";
import { complaints, open, scrollsSideways } from "./open-page.ts";

const root = new URL("../../", import.meta.url);
const built = (name: string): Promise<unknown> => import(new URL(`dist/${name}.js`, root).href);
const { increaseBook, isActionError, openBook, previewChange } = (await built(
  "index",
)) as typeof import("tollbook");
const { formatLivePage, moneyText } = (await built("report")) as typeof import("tollbook/report");

interface Month {
  readonly data: BookData;
  readonly calls: readonly CallRecord[];
}

const reseller = (name: string): string => readFileSync(new URL(`fixtures/reseller/${name}`, root), "utf8");
const SAMPLE: Month = {
  data: JSON.parse(reseller("book.json")),
  calls: reseller("calls-2026-10.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line)),
};
const book = makeBook({ numbers: 200, seed: 9 });
const GENERATED: Month = {
  data: book,
  calls: [...generateCalls({ calls: 20_000, numbers: book.numbers, seed: 9 })],
};
const money = moneyText("GBP", 2);

/** The retail tariffs of a book, raised by a percentage of their class. */
function increases({ data }: Month, percentOf: (tariffClass: string) => string): IncreaseRequest[] {
  return (data.tariffs ?? [])
    .filter(({ retail }) => retail !== "wholesale")
    .map(({ id, tariffClass }) => ({
      resource: "tariffs",
      id,
      increaseScope: "allCharges",
      increasePercent: percentOf(tariffClass),
    }));
}

function previewOf(month: Month, percentOf: (tariffClass: string) => string): PreviewReport {
  const requests = increases(month, percentOf).filter(({ increasePercent }) => increasePercent !== "0");
  const after = increaseBook(month.data, requests, 5);
  if (isActionError(after)) throw new Error(after.hint);
  return previewChange(openBook(month.data), openBook(after.book), month.calls);
}

/** Waits until the page has priced the calls once more. */
async function priced(page: Page, change: () => Promise<unknown>): Promise<number> {
  const state = page.locator("#state");
  await state.evaluate((element) => delete element.dataset.milliseconds);
  await change();
  await expect.poll(() => state.getAttribute("data-milliseconds")).not.toBe(null);
  return Number(await state.getAttribute("data-milliseconds"));
}

/** Every figure of the page, to its last digit. */
async function expectFigures(page: Page, { totals, counts, breakdowns }: PreviewReport): Promise<void> {
  const exact = (amount: string | null): string => (amount === null ? "" : money.exact(amount));
  const titles = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>("main [id][title]")].map((at) => [at.id, at.title]),
    ),
  );
  for (const name of ["retail", "wholesale", "margin"] as const) {
    const { before, after, difference } = totals[name];
    expect(titles[`${name}-before`], name).toBe(exact(before));
    expect(titles[`${name}-after`], name).toBe(exact(after));
    expect(titles[`${name}-change`], name).toBe(difference === null ? "" : money.exactChange(difference));
  }
  for (const name of ["dearer", "cheaper", "unchanged"] as const) {
    expect(await page.locator(`#${name}`).innerText()).toBe(counts[name].toLocaleString("en-GB"));
  }
  const rows = (id: string): Promise<string[][]> =>
    page.evaluate(
      (body) =>
        [...document.querySelectorAll(`#${body} tr`)].map((row) => [
          row.querySelector("bdi")?.textContent ?? "",
          ...[...row.querySelectorAll("td")].map(({ title, textContent }) => title || (textContent ?? "")),
        ]),
      id,
    );
  const expected = (lines: PreviewReport["breakdowns"]["customer"]): (string | null)[][] =>
    lines.map(({ name, calls, retail, margin }) => [
      name,
      calls.toLocaleString("en-GB"),
      exact(retail.before),
      exact(retail.after),
      retail.difference === null ? "" : money.exactChange(retail.difference),
      expect.any(String),
      margin.after === null ? "not known" : exact(margin.after),
    ]);
  // Classes are named in a reader's words.
  const classes = expected(breakdowns.class).map(([, ...figures]) => [expect.any(String), ...figures]);
  expect(await rows("class-lines")).toEqual(classes);
  expect(await rows("customer-lines")).toEqual(expected(breakdowns.customer.slice(0, 100)));
  const up = breakdowns.customer.filter(({ retail }) => Number(retail.difference) > 0).slice(0, 3);
  const down = breakdowns.customer.filter(({ retail }) => Number(retail.difference) < 0).slice(0, 3);
  const named = async (id: string): Promise<string[]> => page.locator(`#${id} bdi`).allTextContents();
  expect(await named("up")).toEqual(up.map(({ name }) => name));
  expect(await named("down")).toEqual(down.map(({ name }) => name));
}

describe.each([
  ["the sample month", SAMPLE],
  ["a generated month", GENERATED],
])("%s", (_, month) => {
  test.each([
    ["WebAssembly", (html: string) => html],
    ["JavaScript", (html: string) => html.replace(" &#39;wasm-unsafe-eval&#39;", "")],
  ])("says what a preview says of every change, as %s", async (form, policyOf) => {
    const page = await open(
      policyOf(
        await formatLivePage(
          month.data,
          increases(month, () => "3.5"),
          month.calls,
        ),
      ),
    );
    await priced(page, () => page.locator("#percent").fill("3.50"));
    await expectFigures(
      page,
      previewOf(month, () => "3.5"),
    );

    await priced(page, () => page.locator("#percent").fill("-12.345678"));
    await expectFigures(
      page,
      previewOf(month, () => "-12.345678"),
    );

    await priced(page, () => page.locator("#slider").fill("8"));
    await priced(page, () => page.locator("[data-class=mobile]").fill("-20"));
    await priced(page, () => page.locator("[data-class=national]").fill("0"));
    const ofClass = (name: string): string => (name === "mobile" ? "-20" : name === "national" ? "0" : "8");
    await expectFigures(page, previewOf(month, ofClass));

    const took = await priced(page, () => page.locator("#reset").click());
    console.log(`${await page.locator("#state").innerText()} (${form}, the last: ${took} ms)`);
    await expectFigures(
      page,
      previewOf(month, () => "3.5"),
    );
    const isPolicy = (text: string): boolean => form === "JavaScript" && /WebAssembly|wasm/.test(text);
    expect(complaints.filter((text) => !isPolicy(text))).toEqual([]);
  });
});

test("100,000 calls are priced again as the slider moves", async () => {
  const calls = [...generateCalls({ calls: 100_000, numbers: book.numbers, seed: 3 })];
  const html = await formatLivePage(
    book,
    increases(GENERATED, () => "3.5"),
    calls,
  );
  const page = await open(html);
  const times: number[] = [];
  for (let percent = 1; percent <= 40; percent++) {
    times.push(await priced(page, () => page.locator("#percent").fill(String(percent / 2))));
  }
  const sorted = times.toSorted((a, b) => a - b);
  console.log(
    `100,000 calls: ${(html.length / 1e6).toFixed(1)} MB, priced again in ${sorted[0]} to ${sorted.at(-1)} ms, half of the times in ${sorted[20]} or less`,
  );
  const report = previewOf({ data: book, calls }, () => "20");
  await expectFigures(page, report);
  expect(complaints).toEqual([]);
});

describe("the page", () => {
  const html = formatLivePage(
    SAMPLE.data,
    increases(SAMPLE, () => "3.5"),
    SAMPLE.calls,
  );

  test("stands as it is without scripts", async () => {
    const page = await open(await html, { javaScriptEnabled: false });
    await expect
      .poll(() => page.locator("#retail-after").getAttribute("title"))
      .toBe(money.exact(previewOf(SAMPLE, () => "3.5").totals.retail.after));
    expect(await page.locator(".controls").isVisible()).toBe(false);
  });

  test("says what is no percentage, and keeps its figures", async () => {
    const page = await open(await html);
    await priced(page, () => page.locator("#percent").fill("5"));
    const before = await page.locator("#retail-after").innerText();
    for (const [text, words] of [
      ["x", "Write percentages as"],
      ["-100", "above -100"],
      ["1001", "at most 1000"],
    ] as const) {
      await page.locator("#percent").fill(text);
      await expect.poll(() => page.locator("#state").innerText()).toContain(words);
      expect(await page.locator("#state").innerText()).toContain("the figures are those of 5%.");
      expect(await page.locator("h1").innerText()).toBe("What would 5% bring?");
      expect(await page.locator("#retail-after").innerText()).toBe(before);
    }
    expect(complaints).toEqual([]);
  });

  test("says that its calls were damaged on their way", async () => {
    const text = await html;
    const at = text.indexOf('id="month">') + 2_000;
    const page = await open(`${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`);
    await expect.poll(() => page.locator("#state").innerText()).toContain("damaged on their way");
  });

  test("finds customers, and is used by keys alone", async () => {
    const page = await open(await html);
    await priced(page, () => page.locator("#percent").fill("5"));
    const name = (await page.locator("#customer-lines bdi").nth(2).innerText()).toUpperCase();
    await page.locator("#find").fill(name);
    expect(await page.locator("#customer-lines tr").count()).toBe(1);
    await page.locator("#slider").focus();
    await priced(page, () => page.keyboard.press("ArrowRight"));
    expect(await page.locator("#percent").inputValue()).toBe("5.5");
    const reached = new Set<string>();
    for (let presses = 0; presses < 25; presses++) {
      await page.keyboard.press("Tab");
      reached.add(
        await page.evaluate(() => {
          const active = document.activeElement as HTMLElement;
          // Behind the last of them the browser's own controls have the focus.
          if (active === document.body) return "the end";
          if (getComputedStyle(active).outlineStyle === "none") return `no focus: ${active.id}`;
          return active.id || active.className || active.tagName;
        }),
      );
    }
    for (const stop of ["class-percent", "reset", "find"]) expect(reached).toContain(stop);
    expect([...reached].filter((stop) => stop.startsWith("no focus"))).toEqual([]);
  });

  test.each([320, 360])("fits a phone %i pixels wide, with targets that a thumb hits", async (width) => {
    const page = await open(await html, { viewport: { width, height: 800 }, isMobile: true, hasTouch: true });
    await priced(page, () => page.locator("#percent").fill("1000"));
    expect(await scrollsSideways(page)).toBe(false);
    const low = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("input, button")]
        .filter((target) => target.offsetParent !== null && target.getBoundingClientRect().height < 44)
        .map(({ id }) => id),
    );
    expect(low).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each(["light", "dark"] as const)("has contrast enough to read, %s", async (colorScheme) => {
    const page = await open(await html, { colorScheme });
    await priced(page, () => page.locator("#percent").fill("-5"));
    expect(await page.evaluate(lowContrasts)).toEqual([]);
  });

  test("hostile names are shown as texts and do nothing", async () => {
    const name = `</script><img src=x onerror="document.title='broken'">`;
    const data = {
      ...SAMPLE.data,
      customers: (SAMPLE.data.customers ?? []).map((customer) => ({ ...customer, companyName: name })),
    };
    const page = await open(
      await formatLivePage(
        data,
        increases(SAMPLE, () => "3.5"),
        SAMPLE.calls,
      ),
    );
    await priced(page, () => page.locator("#percent").fill("5"));
    expect(await page.locator("#customer-lines bdi").first().innerText()).toBe(name);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.title()).not.toBe("broken");
    expect(complaints).toEqual([]);
  });
});
