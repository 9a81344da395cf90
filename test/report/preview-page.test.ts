/** The page of a preview as text: escapes, its policy, its figures; `npm run test:page` opens it. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CallRecord, openBook, previewChange, toPounds } from "../../src/index.ts";
import { formatPreviewPage, previewRecords } from "../../src/report/index.ts";
import { compareAmounts, moneyText, percentText } from "../../src/report/money-text.ts";
import { escapeHtml, html, jsonData } from "../../src/report/page/html.ts";
import { runs } from "../properties/runs.ts";

function bookOf(cost: string, name = "Harbour Dental", numbers = ["02079460018", "02079460019"]) {
  return openBook({
    callTypes: [{ name: "UK", tariffClass: "national" }],
    tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: cost }],
    customers: [{ id: 7, companyName: name, defaultNationalTariff: "Business" }],
    numbers: numbers.map((number, at) => ({ id: at + 1, customerID: 7, number })),
  });
}
const calls: CallRecord[] = [1, 2, 3].map((id) => ({
  id,
  target: id === 3 ? "02079460019" : "02079460018",
  tariffType: "UK",
  startDate: "2026-10-01",
  duration: 60_000,
}));
const report = previewChange(bookOf("2"), bookOf("2.5", undefined, ["02079460018"]), calls);
const page = formatPreviewPage(report);

describe("the page", () => {
  test("says the totals of the report, rounded and exact, and the percentage", () => {
    // 3 × 1000 minutes at 2 p before; 2 × 1000 at 2.5 p after.
    expect(page).toContain("<h1>The same calls would cost £10.00 less than now</h1>");
    expect(page).toContain('<span title="6,000p">£60.00</span>');
    expect(page).toContain('<span title="5,000p">£50.00</span>');
    expect(page).toContain('<span class="less" title="−1,000p">−£10.00</span>');
    expect(page).toContain("−16.67%");
    expect(page).toContain(
      'On these calls alone the change is <b><span class="more" title="+1,000p">+£10.00</span>',
    );
    expect(page).toContain("not known");
  });

  test("warns in words of calls that lose their price", () => {
    expect(page).toContain("<b>1 call</b> has a price now and would have none");
    expect(page).toContain("the number belongs to no customer (unregistered-number), 1 call.");
  });

  test("holds customers and explanations without its script", () => {
    const body = page.slice(0, page.indexOf("<script"));
    expect(body).toContain("<bdi>Harbour Dental</bdi>");
    expect(body).toContain("2 p a minute × 60000 s ÷ 60");
    expect(body).toContain("2.5 p a minute × 60000 s ÷ 60");
    expect(body).toContain('<li class="differs">');
  });

  test("is the same for the same report, asks for nothing and has no inline handlers or styles", () => {
    expect(formatPreviewPage(structuredClone(report))).toBe(page);
    const markup = page.replace(/<style>[\s\S]*?<\/style>|<script[\s\S]*?<\/script>/g, "");
    expect(markup).not.toMatch(/\s(?:on\w+|style|src)=/);
    expect(markup).not.toMatch(/\b(?:https?:)?\/\/(?!www\.w3\.org)/);
    expect(page).not.toMatch(/@import|url\(|innerHTML|insertAdjacent|document\.write|eval\(|new Function/);
  });

  test("a comparison with what was charged calls its sides so", () => {
    const recorded = formatPreviewPage({ ...report, against: "recorded" });
    expect(recorded).toContain("Rated again, the calls cost £10.00 less than was charged");
    expect(recorded).toContain("As charged");
  });
});

describe("a preview of 100,000 customers", () => {
  const [line] = report.breakdowns.customer;
  if (line === undefined) throw new Error("no customer");
  const customer = Array.from({ length: 100_000 }, (_, at) => ({
    ...line,
    key: `${at}`,
    name: `Customer number ${at}`,
    calls: 2,
    retail: { before: "1000.5", after: "1001", difference: "0.5", percent: "0.05" },
    examples: [],
  }));
  const many = { ...report, breakdowns: { ...report.breakdowns, customer } };
  const text = formatPreviewPage(many);

  test("is a page of a few megabytes, with the first 10,000 by change", () => {
    expect(text.length).toBeLessThan(4_000_000);
    expect(text).toContain('Customer number 9999"');
    expect(text).not.toContain("Customer number 10000");
    expect(text).toContain("200 of 100,000 customers");
  });

  test("adds up the others in a line, to the last digit", () => {
    const row = /<tfoot>(.*)<\/tfoot>/.exec(text)?.[1] ?? "";
    expect(row).toContain("90,000 further customers, added up");
    expect(row).toContain(">180,000<");
    expect(row).toContain('title="90,045,000p"');
    expect(row).toContain('title="90,090,000p"');
    expect(row).toContain('title="+45,000p"');
    expect(row).toContain("+0.05%");
    expect(page).not.toContain("<tfoot>");
  });

  test("has every customer in its records for the CSV", () => {
    expect(previewRecords(many, "customer").length).toBe(100_001);
  });
});

test("a check against records says whose calls stand under another customer", () => {
  const billed = calls.map((call) => ({ ...call, cost: 1, customerID: "99" }) as CallRecord);
  const text = formatPreviewPage(previewChange("recorded", bookOf("2"), billed));
  expect(text).toContain("<b>3 calls</b> stand under another customer in the records than in the book");
  expect(text).toContain("<bdi>99 → Harbour Dental</bdi>, 3 calls");
});

describe("its content security policy", () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
  const hash = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

  test("admits this style sheet and this script, and nothing else", () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? "";
    const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? "";
    expect(style.length).toBeGreaterThan(1000);
    expect(script.length).toBeGreaterThan(1000);
    expect(policy.replaceAll("&#39;", "'").split("; ")).toEqual([
      "default-src 'none'",
      `style-src '${hash(style)}'`,
      `script-src '${hash(script)}'`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  test("comes before anything it governs", () => {
    expect(page.indexOf("Content-Security-Policy")).toBeLessThan(page.indexOf("<style"));
    expect(page.match(/<script/g)).toHaveLength(2);
  });
});

describe("hostile values", () => {
  const hostile = `</script><img src=x onerror="alert(1)"><!--<script>&'\u2028`;

  test("stay text, in the document and in its data", () => {
    const own = formatPreviewPage(previewChange(bookOf("2", hostile), bookOf("3", hostile), calls));
    expect(own.match(/<script/g)).toHaveLength(2);
    expect(own.match(/<\/script>/g)).toHaveLength(2);
    expect(own).not.toContain("<img");
    expect(own).toContain("&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
    const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(own)?.[1] ?? "";
    expect(data).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(data).customers[0].name).toBe(hostile);
  });

  test("any text survives the data, and none leaves its element", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const data = jsonData({ text }).text;
        expect(data).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(data)).toEqual({ text });
        expect(escapeHtml(text)).not.toMatch(/[<>"']/);
        expect(html`<i>${text}</i>`.text).toBe(`<i>${escapeHtml(text)}</i>`);
      }),
      runs(500),
    );
  });
});

describe("amounts (R16)", () => {
  const money = moneyText("GBP", 2);
  const amount = fc
    .tuple(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.nat({ max: 8 }))
    .map(([digits, places]) => {
      const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, "0");
      const at = text.length - places;
      return `${digits < 0n ? "-" : ""}${text.slice(0, at)}${places === 0 ? "" : `.${text.slice(at)}`}`;
    });

  test.each([
    ["0", "£0.00", "£0.00", "0p"],
    ["-0", "£0.00", "£0.00", "0p"],
    ["0.5", "£0.01", "+£0.01", "0.5p"],
    ["-0.5", "−£0.01", "−£0.01", "−0.5p"],
    ["0.3", "£0.00", "+0.3p", "0.3p"],
    ["-0.3", "£0.00", "−0.3p", "−0.3p"],
    ["123456789.5", "£1,234,567.90", "+£1,234,567.90", "123,456,789.5p"],
  ])("%s pence", (pence, total, change, exact) => {
    expect(money.total(pence)).toBe(total);
    expect(money.change(pence)).toBe(change);
    expect(money.exact(pence)).toBe(exact);
  });

  test("rounds as toPounds does", () => {
    fc.assert(
      fc.property(amount, (pence) => {
        const plain = money.total(pence).replace(/[£,]/g, "").replace("−", "-");
        expect(toPounds(plain, { decimals: 4 })).toBe(toPounds(toPounds(pence), { decimals: 4 }));
      }),
      runs(500),
    );
  });

  test("compares exactly, whatever the number of places", () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [left, right] = [scaled(a), scaled(b)];
        expect(compareAmounts(a, b)).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
      runs(500),
    );
    expect(compareAmounts("0.10", "0.1")).toBe(0);
  });

  test("other currencies and percentages", () => {
    expect(moneyText("EUR", 2).total("1234")).toBe("€12.34");
    expect(moneyText("CHF", 2).change("1234")).toBe("+CHF 12.34");
    expect(moneyText("__proto__", 2).total("1")).toBe("__proto__ 0.01");
    expect([percentText("3.5"), percentText("-12"), percentText("0"), percentText(null)]).toEqual([
      "+3.50%",
      "−12.00%",
      "0.00%",
      "–",
    ]);
  });
});

/** A decimal text in units of 10^-8. */
function scaled(text: string): bigint {
  const [whole = "0", decimals = ""] = text.split(".");
  return BigInt(`${whole}${decimals.padEnd(8, "0")}`);
}
