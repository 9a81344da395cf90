/** The console in a browser: what a billing clerk does with it, with a key and without, by keyboard and on a phone. */
import { createHash } from "node:crypto";
import type { BookData } from "tollbook";
import { beforeAll, describe, expect, test } from "vitest";
import {
  BASE,
  complaints,
  expectReadable,
  keysOfFile,
  open,
  pressUntil,
  said,
  start,
} from "./open-console.ts";

const IMAGE = `<img src=x onerror="document.title='broken'">`;
const BOOK: BookData = {
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: IMAGE, tariffClass: "mobile" },
  ],
  destinations: [
    { prefix: "44", tariffType: "UK" },
    { prefix: "447", tariffType: IMAGE },
  ],
  tariffs: [
    {
      id: 1,
      name: "Business",
      tariffClass: "national",
      baseCost: "6.37",
      baseCostConnection: "0.5",
      rates: Array.from({ length: 450 }, (_, at) => ({ prefix: `4420${1000 + at}`, cost: `1.${100 + at}` })),
    },
    { id: 2, name: IMAGE, description: "__proto__", tariffClass: "mobile", baseCost: "12.4" },
    { id: 3, name: "__proto__", tariffClass: "national", baseCost: "2", forCarriers: "*" },
    {
      id: 4,
      name: "Paris",
      tariffClass: "national",
      currency: "EUR",
      baseCost: "3",
      rates: [{ prefix: "4421", cost: 2 }],
    },
  ],
  fixedFeeTariffs: [
    { id: 1, name: "Line rental" },
    { id: 2, name: "Location", currency: "EUR" },
  ],
  customers: [
    {
      id: 7,
      companyName: "Harbour Bakery",
      defaultNationalTariff: "Business",
      defaultMobileTariff: IMAGE,
      VATRate: "Standard",
    },
    { id: 8, companyName: `Quay ${IMAGE} Books`, defaultNationalTariff: "__proto__", VATRate: "Standard" },
    { id: 9, companyName: "__proto__" },
    { id: 10, companyName: "constructor" },
  ],
  vatRates: [{ name: "Standard", percent: 20 }],
  numbers: [
    { id: 1007, customerID: 7, number: "020 7946 0018", discountPlan1: "Ten minutes" },
    { id: 1009, customerID: 8, number: "020 7946 0020", discountPlan1: IMAGE },
  ],
  discountPlans: [
    { id: 1, discountPlanName: "Ten minutes", allowanceMinutes: 10 },
    { id: 2, discountPlanName: IMAGE, allowanceMinutes: 1 },
  ],
};

const call = (id: number, more: object = {}): object => ({
  id,
  target: "02079460018",
  external: "01614960000",
  startDate: "2026-10-05",
  startTime: "10:00:00",
  duration: 91,
  ...more,
});
const CALLS = [
  ...Array.from({ length: 130 }, (_, at) =>
    call(at + 1, { startDate: `2026-10-${String((at % 28) + 1).padStart(2, "0")}` }),
  ),
  call(501, { target: "02079460020", external: "01314960000" }),
  call(502, { target: "02079460099" }),
  call(503, { target: IMAGE }),
  call(504, { target: "__proto__", external: IMAGE }),
];

let url = "";
beforeAll(async () => {
  url = await start(BOOK, CALLS);
});

test("tariffs are listed, found and opened, with their lines some at a time", async () => {
  const page = await open(url);
  await expect
    .poll(() => page.locator(said("tariff-list")).textContent())
    .toBe("4 tariffs and 2 fixed fee tariffs.");
  await page.getByLabel("Find a tariff").fill("busi");
  await expect.poll(() => page.locator("#tariff-list tbody tr").count()).toBe(1);
  await page.getByRole("link", { name: "Business" }).click();
  await expect.poll(() => page.locator("h1:visible").textContent()).toBe("Business");
  expect(await page.title()).toBe("Business · Tollbook");
  await expect.poll(() => page.locator(said("lines")).textContent()).toBe("The first 200 lines.");
  expect(await page.locator("#lines tbody tr").first().innerText()).toContain("44201000");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => page.locator(said("lines")).textContent()).toBe("The first 400 lines.");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => page.locator(said("lines")).textContent()).toBe("450 lines.");
  await page.getByLabel("Prefix or call type").fill("+44 20 1449");
  await page.getByRole("button", { name: "Find" }).click();
  await expect.poll(() => page.locator(said("lines")).textContent()).toBe("1 line.");
  await page.goBack();
  await expect.poll(() => page.locator("h1:visible").textContent()).toBe("Tariffs");
  expect(complaints).toEqual([]);
});

test("a call is priced under a tariff with its explanation, and what cannot be is told", async () => {
  const page = await open(url, "tariffs/1");
  await page.getByLabel("Number called, or call type").fill("020 7946 0018");
  await page.getByLabel("Starts").fill("2026-10-05T10:00");
  await page.getByLabel("Lasts").fill("1:31");
  await page.getByRole("button", { name: "Price it" }).click();
  // 6.37 p × 91 s ÷ 60, to four places, + 0.5 p.
  await expect.poll(() => page.locator("#quote .figure").textContent()).toBe("£0.101612");
  await page.getByRole("button", { name: "Exact pence" }).click();
  expect(await page.locator("#quote .figure").textContent()).toBe("10.1612 pence");
  await page.getByText("How it comes about").click();
  expect(await page.locator("#quote pre").innerText()).toContain("Cost 10.1612 p under Business");
  await page.getByLabel("Lasts").fill("long");
  await page.getByRole("button", { name: "Price it" }).click();
  await expect
    .poll(() => page.locator("#quote .trouble").innerText())
    .toBe("How long does the call last? Write 1:31, or 91 for seconds.");
  await page.getByLabel("Lasts").fill("91");
  await page.getByLabel("Number called, or call type").fill("99");
  await page.getByRole("button", { name: "Price it" }).click();
  await expect.poll(() => page.locator("#quote .trouble").innerText()).toMatch(/^No price: /);
  expect(complaints).toEqual([]);
});

test("R24 a tariff in another currency than the book's is shown in its own", async () => {
  const page = await open(url, "tariffs/4");
  await expect.poll(() => page.locator("#lines thead").innerText()).toMatch(/Price, cents/i);
  expect(await page.locator("#tariff-facts").innerText()).toContain("Where no line says otherwise, cents");
  await page.getByLabel("Number called, or call type").fill("020 7946 0018");
  await page.getByLabel("Starts").fill("2026-10-05T10:00");
  await page.getByLabel("Lasts").fill("1:00");
  await page.getByRole("button", { name: "Price it" }).click();
  await expect.poll(() => page.locator("#quote .figure").textContent()).toBe("€0.03");
  const form = await open(url, "increase?resource=tariffs&id=4");
  const unit = (): Promise<string | null> => form.locator("#increase-unit").textContent();
  await expect.poll(unit).toBe("cents");
  await form.locator("#increase-of").selectOption("tariffs/1");
  await expect.poll(unit).toBe("pence");
  await form.locator("#increase-of").selectOption("fixedFeeTariffs/2");
  await expect.poll(unit).toBe("EUR");
  await form.locator("#increase-of").selectOption("fixedFeeTariffs/1");
  await expect.poll(unit).toBe("pounds");
  expect(complaints).toEqual([]);
});

describe("R24 a customer who is billed in another currency than the book's", () => {
  const paris: BookData = {
    ...BOOK,
    customers: [{ id: 7, currency: "EUR", defaultNationalTariff: "Paris" }],
    discountPlans: [
      { id: 1, discountPlanName: "Ten minutes", currency: "EUR", allowanceMinutes: 1, allowanceValue: 2 },
    ],
    numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018", discountPlan1: "Ten minutes" }],
  };

  test("has calls and pools in that one, and calls that are rated again are summed in it", async () => {
    const url = await start(paris, [call(1, { duration: 180 }), call(2, { external: "07700900123" })]);
    const page = await open(url, "calls?id=1");
    // Of three minutes one is covered; 3 c a minute.
    await expect.poll(() => page.locator("#calls .money").first().textContent()).toBe("€0.06");
    await page.goto(`${url}/#/pools`);
    await page.locator("#pools-customer").fill("7");
    await page.getByRole("button", { name: "Show pools" }).click();
    await expect.poll(() => page.locator("#pools article").innerText()).toContain("€0.03 of €2.00 used");
    const body = JSON.stringify({ defaultMobileTariff: "Rome" });
    const rome = JSON.stringify({ name: "Rome", tariffClass: "mobile", currency: "EUR", baseCost: 60 });
    const headers = { "Content-Type": "application/json" };
    for (const [method, path, sent] of [
      ["POST", "/tariffs/", rome],
      ["PATCH", "/customers/7", body],
    ] as const) {
      const answer = await fetch(`${url}${BASE}${path}`, { method, headers, body: sent });
      expect(answer.status, await answer.text()).toBeLessThan(300);
    }
    await page.goto(`${url}/#/errors`);
    await page.getByRole("button", { name: "Rate the calls in error again" }).click();
    // 91 s of 60 c a minute.
    await expect.poll(() => page.locator("#rerated .result").innerText()).toBe("They cost €0.91.");
    expect(complaints).toEqual([]);
  });
});

test("a tariff that is not there leaves nothing of the one that was shown", async () => {
  const page = await open(url, "tariffs/1");
  await expect.poll(() => page.locator(said("lines")).textContent()).toBe("The first 200 lines.");
  await page.goto(`${url}/#/tariffs/999`);
  await expect.poll(() => page.locator("#tariff-facts .trouble").innerText()).toContain("no tariff 999");
  await expect.poll(() => page.locator("#lines .trouble").innerText()).not.toBe("");
  expect(await page.locator("#tariff-facts .result, #lines .result").allInnerTexts()).toEqual(["", ""]);
});

test("calls are found by customer, number, days and id, each with its cost, and explained with the proof", async () => {
  const page = await open(url, "calls?customer=harbour");
  await expect.poll(() => page.locator(said("calls")).textContent()).toBe("The first 100 calls.");
  expect(await page.locator("#calls tbody tr").nth(5).innerText()).toContain("£0.101612");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => page.locator(said("calls")).textContent()).toBe("130 calls.");
  await page.locator("#calls-to").fill("2026-10-01");
  await page.getByRole("button", { name: "Show calls" }).click();
  await expect.poll(() => page.locator(said("calls")).textContent()).toBe("5 calls.");
  await page.locator("#calls-customer").fill("");
  await page.locator("#calls-to").fill("");
  await page.locator("#calls-number").fill("02079460020");
  await page.getByRole("button", { name: "Show calls" }).click();
  await expect.poll(() => page.locator(said("calls")).textContent()).toBe("1 call.");
  await page.getByRole("button", { name: "Explain call 501" }).click();
  await expect.poll(() => page.locator("#calls pre").innerText()).toContain("under __proto__");
  expect(await page.locator("#calls .mark.good").innerText()).toMatch(
    /^✓ Matches: priced again by revision 1 /,
  );
  await page.getByRole("button", { name: "Explain call 501" }).click();
  expect(await page.locator("#calls pre").count()).toBe(0);
  for (const [typed, told] of [
    ["nobody of that name", "No customer has such a name. Type the id, if you know it."],
    ["a", /^2 customers have such a name: /],
    ["999", /^Record not found \(404001\)\. /],
  ] as const) {
    await page.locator("#calls-number").fill("");
    await page.locator("#calls-customer").fill(typed);
    await page.getByRole("button", { name: "Show calls" }).click();
    await expect.poll(() => page.locator("#calls .trouble").innerText()).toMatch(told);
  }
  expect(complaints.filter((line) => !line.includes("404"))).toEqual([]);
});

test("an increase is previewed, shown whole in a frame that reaches nothing, made and put into force", async () => {
  const own = await start(BOOK, CALLS);
  const page = await open(own, "increase?resource=tariffs&id=1");
  await expect
    .poll(() => page.getByRole("combobox", { name: "Tariff", exact: true }).inputValue())
    .toBe("tariffs/1");
  await page.getByLabel("Raise by").fill("10");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect
    .poll(() => page.locator(said("increase-preview")).textContent())
    .toBe("131 calls: 124 calls dearer, 0 cheaper.");
  expect(await page.locator("#increase-preview tbody").innerText()).toContain("Harbour Bakery");
  await page.getByRole("button", { name: "Open the whole preview" }).click();
  const report = page.frameLocator("#report-frame");
  await report.getByRole("heading", { level: 1 }).waitFor();
  expect(await report.locator("h1").innerText()).toContain("Business by 10 % (all prices)");
  // Its own script runs, in an origin of its own.
  await report.locator("th[data-column] button").first().waitFor();
  const frame = page.frames().find((one) => one !== page.mainFrame());
  expect(await frame?.evaluate(() => origin)).toBe("null");
  expect(
    await frame?.evaluate(() => {
      try {
        return String(parent.document.title);
      } catch (error) {
        return (error as Error).name;
      }
    }),
  ).toBe("SecurityError");
  expect(
    await frame?.evaluate(
      (path) =>
        fetch(path).then(
          () => "answered",
          () => "refused",
        ),
      `${own}${BASE}/customers/`,
    ),
  ).toBe("refused");
  complaints.length = 0;
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save the page" }).click();
  expect((await download).suggestedFilename()).toBe("preview.html");
  await page.keyboard.press("Escape");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Open the whole preview");

  await page.getByRole("button", { name: "Make the version" }).click();
  await expect.poll(() => page.locator(said("increase-version")).textContent()).toBe("The version is made.");
  await page.getByRole("button", { name: "Who would pay more?" }).click();
  await expect
    .poll(() => page.locator("#increase-activation").innerText())
    .toContain("1 customer and 1 number move to the version.");
  const present = async (): Promise<unknown> =>
    (await (await fetch(`${own}${BASE}/customers/7`)).json()).defaultNationalTariff;
  expect(await present()).toBe("Business");
  await page.getByRole("button", { name: "Put it into force now" }).dblclick();
  await expect
    .poll(() => page.locator(said("increase-activation")).textContent())
    .toMatch(/^It is in force: revision \d+ of the book\.$/);
  expect(await present()).not.toBe("Business");
  // Another figure: what was looked at holds no more.
  await page.getByLabel("Raise by").fill("11");
  expect(await page.locator("#increase-preview .cards").count()).toBe(0);
  expect(await page.locator("#increase-make").isVisible()).toBe(false);
  expect(complaints).toEqual([]);
});

test("what is typed while the tariffs are still loading stays, and they come", async () => {
  const page = await open(url, "tariffs");
  await page.locator(said("tariff-list")).waitFor();
  let answer = (): void => undefined;
  const typed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/tariffs\//i, async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(`${url}/#/increase?resource=tariffs&id=1`);
  await expect.poll(() => page.locator("#increase-tariffs .status").textContent()).toBe("Loading …");
  await page.getByLabel("Raise by").fill("10");
  answer();
  await expect.poll(() => page.locator("#increase-of").inputValue()).toBe("tariffs/1");
  expect(await page.getByLabel("Raise by").inputValue()).toBe("10");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.locator("#increase-preview .cards").waitFor();
  expect(complaints).toEqual([]);
});

test("where all calls lie before its date, an increase is previewed as if the date had come", async () => {
  const page = await open(url, "increase?resource=tariffs&id=1");
  await page.getByLabel("Raise by").fill("10");
  await page.getByLabel("In force from").fill("2027-04-01");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect
    .poll(() => page.locator(said("increase-preview")).textContent())
    .toBe("131 calls: 124 calls dearer, 0 cheaper.");
  await page.getByLabel("In force from").fill("2026-10-28");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect
    .poll(() => page.locator(said("increase-preview")).textContent())
    .toBe("131 calls: 4 calls dearer, 0 cheaper.");
  await page.getByLabel("Raise by").fill("lots");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect
    .poll(() => page.locator("#increase-preview .trouble").innerText())
    .toBe("By how much? Write a number such as 3.5.");
  await page.getByLabel("Raise by").fill("-100");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect.poll(() => page.locator("#increase-preview .trouble").innerText()).toMatch(/\(400502\)/);
  expect(complaints.filter((line) => !line.includes("400"))).toEqual([]);
});

test("errors are worked: grouped, mended, rated again", async () => {
  const own = await start(BOOK, CALLS);
  const page = await open(own, "errors");
  await expect.poll(() => page.locator(said("errors")).textContent()).toBe("3 calls in error.");
  expect(await page.locator("#errors h2").first().innerText()).toMatch(/^Unregistered numbers/);
  expect(await page.locator("#errors").innerText()).toContain(
    "Add the number to its customer, or to the ignored numbers.",
  );
  const added = await fetch(`${own}${BASE}/customers/7/numbers/`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ number: "020 7946 0099" }),
  });
  expect(added.status).toBe(201);
  await page.getByRole("button", { name: "Rate the calls in error again" }).click();
  await expect
    .poll(() => page.locator(said("rerated")).textContent())
    .toBe("3 calls rated again: 1 priced now, 2 still in error.");
  expect(await page.locator(said("errors")).textContent()).toBe("2 calls in error.");
  expect(complaints).toEqual([]);
});

test("pools are shown of a customer, in a billing period or in all", async () => {
  const page = await open(url, "pools");
  await page.locator("#pools-customer").fill("7");
  await page.getByRole("button", { name: "Show pools" }).click();
  await expect.poll(() => page.locator(said("pools")).textContent()).toBe("1 pool.");
  expect(await page.locator(".pool").innerText()).toContain("Minutes: 10 of 10 used");
  await page.getByLabel("In the billing period of").fill("2026-12-01");
  await page.getByRole("button", { name: "Show pools" }).click();
  await expect.poll(() => page.locator(said("pools")).textContent()).toBe("No call has drawn from a pool.");
  expect(complaints).toEqual([]);
});

test("names are text, whatever they say", async () => {
  const page = await open(url);
  for (const [view, part] of [
    ["tariffs", "tariff-list"],
    ["tariffs/2", "lines"],
    ["tariffs/3", "lines"],
    ["increase?resource=tariffs&id=2", "increase-tariffs"],
    ["calls?customer=8", "calls"],
    ["calls?id=504", "calls"],
    ["errors", "errors"],
    ["pools", "pools"],
  ] as const) {
    await page.goto(`${url}/#/${view}`);
    if (view === "pools") {
      await page.locator("#pools-customer").fill("8");
      await page.getByRole("button", { name: "Show pools" }).click();
    }
    await page.locator(`#${part}:not([aria-busy])`).waitFor({ state: "attached" });
    if (view !== "increase?resource=tariffs&id=2") await page.locator(said(part)).waitFor();
  }
  expect(await page.locator(".pool h2").innerText()).toBe(IMAGE);
  for (const customer of ["__proto__", "constructor"]) {
    await page.goto(`${url}/#/calls?customer=${customer}`);
    await expect.poll(() => page.locator(said("calls")).textContent()).toBe("There is no such call.");
  }
  await page.goto(`${url}/#/increase?resource=tariffs&id=2`);
  await expect
    .poll(() => page.getByRole("combobox", { name: "Tariff", exact: true }).inputValue())
    .toBe("tariffs/2");
  await page.goto(`${url}/#/__proto__/1`);
  await expect.poll(() => page.locator("h1:visible").textContent()).toBe("Tariffs");
  expect(await page.locator("main img, main svg, main script").count()).toBe(0);
  expect(await page.title()).toBe("Tariffs · Tollbook");
  expect(complaints).toEqual([]);
});

describe("with keys", () => {
  const key = (name: string, secret: string, access: "read" | "write"): object => ({
    name,
    sha256: createHash("sha256").update(secret).digest("hex"),
    level: 5,
    access,
  });
  let locked = "";
  beforeAll(async () => {
    const keys = keysOfFile(JSON.stringify([key("ann", "alpha", "write"), key("ray", "beta", "read")]));
    locked = await start(BOOK, CALLS, { keys }, "alpha");
  });

  test("one is asked for, a wrong one is told, and it stays in the tab alone", async () => {
    const page = await open(locked, "errors");
    await expect.poll(() => page.locator("h1:visible").textContent()).toBe("Your key");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("key");
    await page.getByLabel("Key", { exact: true }).fill("gamma");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.locator("#key-trouble").textContent())
      .toBe("The server does not know this key.");
    await page.getByLabel("Key", { exact: true }).fill("not ok");
    await page.keyboard.press("Enter");
    expect(await page.locator("#key-trouble").textContent()).toBe(
      "A key has letters, digits and signs, and no spaces.",
    );
    await page.getByLabel("Key", { exact: true }).fill("alpha");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(said("errors")).textContent()).toBe("3 calls in error.");
    const kept = await page.evaluate(() => [
      location.href,
      document.cookie,
      JSON.stringify(localStorage),
      document.body.innerHTML,
    ]);
    expect(kept.filter((text) => text.includes("alpha"))).toEqual([]);
    await page.reload();
    await expect.poll(() => page.locator(said("errors")).textContent()).toBe("3 calls in error.");
    await page.getByRole("button", { name: "Forget the key" }).click();
    await expect.poll(() => page.locator("h1:visible").textContent()).toBe("Your key");
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test("one that may only read previews, and is told why it changes nothing", async () => {
    const page = await open(locked, "increase?resource=tariffs&id=1");
    await page.getByLabel("Key", { exact: true }).fill("beta");
    await page.keyboard.press("Enter");
    await page.getByLabel("Raise by").fill("10");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.locator("#increase-preview .cards").waitFor();
    await page.getByRole("button", { name: "Make the version" }).click();
    await expect
      .poll(() => page.locator("#increase-version .trouble").innerText())
      .toBe("Key may only read (403002). This key may only read.");
  });
});

test("a page of another origin changes nothing and reads nothing", async () => {
  const other = await start({}, [call(1)]);
  const page = await open(other);
  await page.locator(said("tariff-list")).waitFor();
  const tried = await page.evaluate(async (base) => {
    const sent = (init: RequestInit): Promise<string> =>
      fetch(`${base}/tollbook/rerate`, init).then(
        (answer) => `${answer.type} ${answer.status}`,
        (error: Error) => error.name,
      );
    return [
      await sent({ method: "POST", body: "{}" }),
      await sent({ method: "POST", mode: "no-cors", body: "{}" }),
    ];
  }, `${url}${BASE}`);
  // Its own policy holds the console back; another page is refused by the server, as the tests of requests say.
  expect(tried).toEqual(["TypeError", "TypeError"]);
});

test("it works by the keyboard alone, with the focus in sight", async () => {
  const page = await open(url);
  await page.locator(said("tariff-list")).waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("Tab");
  await page.evaluate(() => document.getElementById("skip")?.focus());
  expect(
    await page.evaluate(() => document.getElementById("skip")?.getBoundingClientRect().left),
  ).toBeGreaterThan(0);
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  await pressUntil(page, "Tab", "tariff-filter");
  await pressUntil(page, "Shift+Tab", "Calls");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("h1:visible").textContent()).toBe("Calls");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await pressUntil(page, "Tab", "calls-id");
  await page.keyboard.type("501");
  await page.keyboard.press("Enter");
  await page.locator("#calls pre").waitFor();
  await pressUntil(page, "Tab", "Explain call 501");
  await page.keyboard.press("Space");
  await expect.poll(() => page.locator("#calls pre").count()).toBe(0);
  expect(complaints).toEqual([]);
});

describe.each([
  ["on a desk", { viewport: { width: 1200, height: 900 }, colorScheme: "light" }],
  ["on a phone, dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true }],
] as const)("%s", (_, options) => {
  test("every view fits, can be read, and every field has a label", async () => {
    const page = await open(url, "", options);
    for (const [view, part] of [
      ["tariffs", "tariff-list"],
      ["tariffs/1", "lines"],
      ["calls?customer=7&to=2026-10-01", "calls"],
      ["errors", "errors"],
      ["pools", "pools"],
      ["increase?resource=tariffs&id=1", "increase-preview"],
    ] as const) {
      await page.goto(`${url}/#/${view}`);
      if (part === "pools") {
        await page.locator("#pools-customer").fill("7");
        await page.getByRole("button", { name: "Show pools" }).click();
      }
      if (part === "increase-preview") {
        await page.locator("#increase-of option[value='tariffs/1']").waitFor({ state: "attached" });
        await page.getByLabel("Raise by").fill("10");
        await page.getByRole("button", { name: "Preview" }).click();
      }
      await page.locator(said(part)).waitFor();
      if (part === "calls") {
        await page.locator("#calls tbody button").first().click();
        await page.locator("#calls pre").waitFor();
      }
      await expectReadable(page, view);
    }
    expect(complaints).toEqual([]);
  });
});
