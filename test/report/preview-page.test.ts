/** The page of a preview as text: escapes, its policy, its figures; `npm run test:page` opens it. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BookData, type CallRecord, openBook, previewChange, toPounds } from "../../src/index.ts";
import { formatPreviewPage, previewRecords } from "../../src/report/index.ts";
import {
  compareAmounts,
  dateText,
  durationText,
  moneyForTable,
  moneyText,
  percentText,
  periodText,
  scaleAmount,
  subtractAmounts,
} from "../../src/report/money-text.ts";
import { escapeHtml, html, jsonData } from "../../src/report/page/html.ts";
import { runs } from "../properties/runs.ts";

function bookOf(cost: string, name?: string, numbers?: readonly string[]) {
  return openBook(dataOf(cost, name, numbers));
}

function dataOf(
  cost: string,
  name = "Harbour Dental",
  numbers: readonly string[] = ["02079460018", "02079460019"],
): BookData {
  return {
    callTypes: [{ name: "UK", tariffClass: "national" }],
    tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: cost }],
    customers: [{ id: 7, companyName: name, defaultNationalTariff: "Business" }],
    numbers: numbers.map((number, at) => ({ id: at + 1, customerID: 7, number })),
  };
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
    expect(page).toContain("<h1><bdi>The same calls would cost £10.00 less than now</bdi></h1>");
    expect(page).toContain('<span class="bad" title="−£10.00">−£10.00</span>');
    expect(page).toContain("£60.00");
    expect(page).toContain("£50.00");
    expect(page).toContain("−16.67%");
    // A day of October's 31: 31 and 372 times as much.
    expect(page).toContain("−£310.00</span></b> a month");
    expect(page).toContain("−£3,720.00</span></b> a year");
    expect(page).toContain("not known");
  });

  test("tells a difference that rounds to nothing to its last digit", () => {
    const [call] = calls.slice(0, 1).map((one) => ({ ...one, duration: 30_000 }));
    const tiny = previewChange(bookOf("2"), bookOf("2.0002"), [call as CallRecord]);
    expect(/<h1>.*<\/h1>/.exec(formatPreviewPage(tiny))?.[0]).toBe(
      "<h1><bdi>The same calls would cost £0.001 more than now</bdi></h1>",
    );
  });

  test("names the features that cannot be charged, also where no charge falls due, and counts customers once", () => {
    const bookWith = (cost: string) =>
      openBook({
        ...dataOf(cost),
        features: [{ id: 1, customerID: 7, serviceCharge: 1, serviceChargeInterval: "Never heard of" }],
        vatRates: [{ name: "Standard", percent: 20 }],
      });
    const period = { from: "2026-10-01", to: "2026-10-31" };
    const own = formatPreviewPage(previewChange(bookWith("2"), bookWith("3"), calls, { period, vat: true }));
    expect(own).toContain('<p class="note">No charge falls due.</p>');
    expect(own).toContain("1 feature cannot be charged</summary>");
    expect(own).toContain("<b>1 feature</b> cannot be charged and is in no figure.");
    expect(own).toContain("The VAT of 1 customer is not known, so that its bill is in no amount with VAT.");
  });

  test("counts a feature with charges of two kinds in neither's sum", () => {
    const bookWith = (rise: number) =>
      openBook({
        ...dataOf("2"),
        features: [
          {
            id: 1,
            customerID: 7,
            startDate: "2026-10-05",
            serviceCharge: 10 + rise,
            connectionCharge: 20 + rise,
          },
        ],
      });
    const own = formatPreviewPage(previewChange(bookWith(0), bookWith(1), calls));
    const [, features] =
      /All fixed charges that fall due.*?<td class="amount wide">(.*?)<\/td>/.exec(own) ?? [];
    expect(features).toBe("");
  });

  test("says how many customers without a change it leaves out", () => {
    const names = Array.from({ length: 250 }, (_, at) => at + 1);
    const bookWith = (cost: string) =>
      openBook({
        callTypes: [{ name: "UK", tariffClass: "national" }],
        tariffs: [
          { id: 1, name: "Business", tariffClass: "national", baseCost: cost },
          { id: 2, name: "Other", tariffClass: "national", baseCost: 1 },
        ],
        customers: names.map((id) => ({ id, defaultNationalTariff: id === 1 ? "Business" : "Other" })),
        numbers: names.map((id) => ({ id, customerID: id, number: String(2079460000 + id) })),
      });
    const own = formatPreviewPage(
      previewChange(
        bookWith("2"),
        bookWith("3"),
        names.map((id) => ({ ...calls[0], id, target: "", numberID: id }) as CallRecord),
      ),
    );
    expect(own).toContain("249 customers without a change</summary>");
    expect(own).toContain('<p class="note">49 more are in the JSON and CSV of the preview.</p>');
  });

  test("says first what the change is, escaped", () => {
    const change = {
      ...report.change,
      words: "+3.5 % on <all>",
      madeOn: "2026-11-03",
      before: "9cd0aaaabbbb",
    };
    const own = formatPreviewPage({ ...report, change });
    expect(own).toContain("<h1><bdi>+3.5 % on &lt;all&gt;</bdi></h1>");
    expect(own).toContain("<title>+3.5 % on &lt;all&gt;</title>");
    expect(own).toContain("3 Nov 2026");
    expect(own).toContain("9cd0aaaa…");
  });

  test("counts the customers who rise by more than a threshold, exactly", () => {
    const dearer = previewChange(bookOf("2"), bookOf("2.1"), calls);
    const rising = (threshold?: number): string =>
      /<b>(\d+)<\/b> of 1 customer rises? by more than [\d.]+%/.exec(
        formatPreviewPage(dearer, threshold === undefined ? {} : { threshold }),
      )?.[1] ?? "";
    expect([rising(), rising(4.999), rising(5), rising(0)]).toEqual(["0", "1", "0", "1"]);
    expect(() => formatPreviewPage(dearer, { threshold: -1 })).toThrow(RangeError);
    expect(() => formatPreviewPage(dearer, { treshold: 1 } as object)).toThrow(/threshold/);
  });

  test("what is printed adds up: a change is that of the rounded amounts", () => {
    const line = { before: "8055.4", after: "8216.6", difference: "161.2", percent: "2" };
    const own = formatPreviewPage({ ...report, totals: { ...report.totals, margin: line } });
    // £80.55 + £1.62 = £82.17, and never + £1.61.
    expect(own).toContain('title="+£1.612">+£1.62<');
  });

  test("warns in words of calls that lose their price", () => {
    expect(page).toContain("<b>1 call</b> has a price now and would have none");
    expect(page).toContain("Why: the number belongs to no customer, 1 call.");
    expect(page).not.toContain("unregistered-number");
  });

  test("holds customers and explanations without its script", () => {
    const body = page.slice(0, page.indexOf("<script"));
    expect(body).toContain("<bdi>Harbour Dental</bdi>");
    expect(body).toContain("2 p a minute × 60000 s ÷ 60");
    expect(body).toContain("2.5 p a minute × 60000 s ÷ 60");
    expect(body).toContain('<li class="differs">');
    expect(body).not.toMatch(/rates\[\d/);
    expect(body).toMatch(/<a class="rule" href="#rule-R7" title="Charged usage">R7<\/a>/);
    expect(body).toMatch(/<div id="rule-R7"><dt>R7 Charged usage<\/dt><dd>The charged seconds S are/);
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
  const many = { ...report, bills: null, breakdowns: { ...report.breakdowns, customer } };
  const text = formatPreviewPage(many);

  test("is a page of a few megabytes, with the first 10,000 by change", () => {
    expect(text.length).toBeLessThan(4_000_000);
    expect(text).toContain('Customer number 9999"');
    expect(text).not.toContain("Customer number 10000");
    expect(text).toContain("200 of 100,000 customers who pay more or less");
  });

  test("adds up the others in a line, to the last digit", () => {
    const row = /<tfoot>(.*?)<\/tr>/.exec(text)?.[1] ?? "";
    expect(row).toContain("90,000 further customers, added up");
    expect(row).toContain(">£900,450.00<");
    expect(row).toContain(">£900,900.00<");
    expect(row).toContain(">+£450.00<");
    expect(row).toContain("+0.05%");
    expect(page).not.toContain("further customers");
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
    expect(JSON.parse(data).customers[0][1]).toBe(hostile);
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
    ["0", "£0.00", "£0.00", "£0.00"],
    ["-0", "£0.00", "£0.00", "£0.00"],
    ["0.5", "£0.01", "+£0.01", "£0.005"],
    ["-0.5", "−£0.01", "−£0.01", "−£0.005"],
    ["0.3", "£0.00", "£0.00", "£0.003"],
    ["4.74", "£0.05", "+£0.05", "£0.0474"],
    ["-750", "−£7.50", "−£7.50", "−£7.50"],
    ["123456789.5", "£1,234,567.90", "+£1,234,567.90", "£1,234,567.895"],
  ])("%s pence", (pence, total, change, exact) => {
    expect(money.total(pence)).toBe(total);
    expect(money.change(pence)).toBe(change);
    expect(money.exact(pence)).toBe(exact);
  });

  test("before + difference = after as they are printed, in both ways of rounding", () => {
    const units = (text: string): bigint => BigInt(text.replace(/[£,.+]/g, "").replace("−", "-"));
    fc.assert(
      fc.property(amount, amount, (before, after) => {
        for (const own of [money, money.fine]) {
          const sum = units(own.total(before)) + units(own.between(before, after));
          expect(sum).toBe(units(own.total(after)));
        }
      }),
      runs(500),
    );
  });

  test("a table of amounts below a pound has four places, any other two", () => {
    const one = (...amounts: (string | null)[]): string => moneyForTable(money, 2, amounts).total("7.4");
    expect([one("99.99", null, "-3"), one("100"), one("-100"), one(), one("0")]).toEqual([
      "£0.0740",
      "£0.07",
      "£0.07",
      "£0.07",
      "£0.07",
    ]);
  });

  test("subtracts and scales exactly", () => {
    expect(subtractAmounts("1.1", "1.25")).toBe("-0.15");
    expect(scaleAmount("-161.83", { numerator: 12, denominator: 1 })).toBe("-1941.96");
    expect(scaleAmount("1", { numerator: 31, denominator: 12 })).toBe("2.5833");
    expect(scaleAmount("-0.00005", { numerator: 1, denominator: 1 })).toBe("-0.0001");
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
    expect(compareAmounts("1.00000000000000000001", "1")).toBe(1);
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

test("dates and durations as people write them", () => {
  expect([dateText("2026-10-03"), dateText("soon"), dateText("2026-13-03")]).toEqual([
    "3 Oct 2026",
    "soon",
    "2026-13-03",
  ]);
  expect(periodText("2026-10-01", "2026-10-31")).toBe("1 to 31 Oct 2026");
  expect(periodText("2026-10-17", "2026-11-16")).toBe("17 Oct 2026 to 16 Nov 2026");
  expect(["0", "9.50", "60", "580", "7260", "7305", "360000", "a while"].map(durationText)).toEqual([
    "0 s",
    "9.5 s",
    "1 min",
    "9 min 40 s",
    "2 h 01 min",
    "2 h 01 min 45 s",
    "100 h 00 min",
    "a while",
  ]);
});

/** A decimal text in units of 10^-8. */
function scaled(text: string): bigint {
  const [whole = "0", decimals = ""] = text.split(".");
  return BigInt(`${whole}${decimals.padEnd(8, "0")}`);
}

test("a dearer carrier's charge of a standard feature is worse for the margin, and no rise of prices", () => {
  const line = (serviceChargeCarrier: number) =>
    openBook({ standardFeatures: [{ id: 1, name: "Line", serviceCharge: 10, serviceChargeCarrier }] });
  const page = formatPreviewPage(previewChange(line(5), line(6), []));
  expect(page).toMatch(/<b><bdi>Line<\/bdi><\/b> <span class="id">service · nobody has it<\/span>/);
  expect(page).toMatch(/Service charge carrier<\/td>.*class="amount bad">\+20\.00%/);
});
