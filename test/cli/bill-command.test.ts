/** Bills on the command line: R60 to R78 through `tollbook bill`. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { pageName } from "../../src/cli/commands/bills/index.ts";
import { lockStateFile } from "../../src/files/index.ts";
import type { Invoice } from "../../src/index.ts";
import {
  BILL_BOOK,
  FIRST_INVOICE,
  FIRST_LINE,
  FIRST_STATE,
  NOVEMBER,
  OCTOBER,
  WITHOUT_FEE,
} from "./bill-book.ts";
import { call, jsonLines, Workplace } from "./command.ts";

const BILL = `bill --book @book.json --calls @calls.jsonl ${OCTOBER}`;
const OWN = { ...call({ external: "0113 496 0500" }), startTime: "10:00:00" };
const CALLS = [
  { ...OWN, id: 1, startDate: "2026-10-20" },
  { ...OWN, id: 2, startDate: "2026-11-01" },
];
/** Three minutes a month, of which one call of 91 s is covered whole and the next for 89 s. */
const PLANNED = {
  ...BILL_BOOK,
  numbers: [{ ...BILL_BOOK.numbers[0], discountPlan1: "Minutes" }],
  discountPlans: [{ id: 1, discountPlanName: "Minutes", allowanceMinutes: 3 }],
};

function place(files: Readonly<Record<string, unknown>> = {}): Promise<Workplace> {
  return Workplace.with({ "book.json": BILL_BOOK, "calls.jsonl": jsonLines(CALLS), ...files });
}

function invoicesIn(lines: string): (Invoice & { error?: string; featureID?: string })[] {
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Invoice);
}

describe("tollbook bill", () => {
  test("an invoice a line, byte for byte, and the call after the last day is left", async () => {
    const where = await place();
    const { code, out, err } = await where.run(`${BILL} --features @features.jsonl`);
    expect(out).toBe(FIRST_INVOICE);
    expect(await where.read("features.jsonl")).toBe(FIRST_STATE);
    expect(err).toContain("2 calls read: 1 billed + 1 left for the next bill + 0 in error + 0 ignored\n");
    expect(err).toContain("1 feature: 1 charged + 0 not due + 0 in error\n");
    expect(err).toMatch(
      /Sums in GBP, without VAT\n +recurring +£7\.42 +1 transaction\n +calls +£0\.04 +1 transaction\n/,
    );
    expect(err).toMatch(
      /1 invoice\nInvoices in GBP\n +net +£7\.46\n +VAT +£1\.49\n +VAT by reverse charge +£0\.00\n +total +£8\.95\n$/,
    );
    expect(code).toBe(0);
    expect(await where.files()).toEqual(["book.json", "calls.jsonl", "features.jsonl"]);
  });

  test("month after month: the next bill has the call that was left, and charges go on", async () => {
    const where = await place({ "left.jsonl": jsonLines(CALLS.slice(1)) });
    await where.run(`${BILL} --features @features.jsonl`);
    const next = await where.run(
      `bill --book @book.json --calls @left.jsonl ${NOVEMBER} --features @features.jsonl`,
    );
    const [invoice] = invoicesIn(next.out);
    expect(invoice).toMatchObject({ invoiceAmount: "11.54", invoiceCallCount: 1, invoiceDate: "2026-12-01" });
    const again = await where.run(`${BILL} --features @features.jsonl`);
    expect(invoicesIn(again.out)[0]?.transactions.map((own) => own.transactionSource)).toEqual(["calls"]);
  });

  test("--invoice-date decides which VAT rate holds", async () => {
    const [standard] = BILL_BOOK.vatRates;
    const vatRates = [
      { ...standard, endDate: "2026-10-31" },
      { ...standard, percent: 25, startDate: "2026-11-01" },
    ];
    const where = await place({ "book.json": { ...BILL_BOOK, vatRates } });
    const [later] = invoicesIn((await where.run(BILL)).out);
    expect(later).toMatchObject({ invoiceDate: "2026-11-01", cutoffDate: "2026-11-01", invoiceVAT: "1.87" });
    const [early] = invoicesIn((await where.run(`${BILL} --invoice-date 2026-10-31`)).out);
    expect(early).toMatchObject({ invoiceDate: "2026-10-31", cutoffDate: "2026-11-01", invoiceVAT: "1.49" });
  });

  test("by customer, an error in place of the invoice that cannot be, last the features in error", async () => {
    const customers = [
      { ...BILL_BOOK.customers[0], id: 10 },
      { id: 9, VATRate: "Standrad" },
      { id: 4, VATRate: "Standard" },
      { id: "a", VATRate: "Standard" },
    ];
    const rented = (id: number, customerID: number | string) => ({
      id,
      customerID,
      startDate: "2026-10-01",
      serviceCharge: 10,
    });
    const book = {
      ...BILL_BOOK,
      customers,
      numbers: [{ ...BILL_BOOK.numbers[0], customerID: 10 }],
      features: [
        ...BILL_BOOK.features,
        rented(11, "a"),
        rented(12, 9),
        rented(13, 4),
        { ...WITHOUT_FEE, startDate: "2026-10-31", serviceChargeInterval: "Fortnightly" },
      ],
    };
    const where = await place({ "book.json": book });
    const { code, out, err } = await where.run(`${BILL} --features @features.jsonl`);
    const lines = invoicesIn(out);
    expect(lines.map(({ customerID, error, featureID }) => [customerID, error, featureID])).toEqual([
      ["4", undefined, undefined],
      ["9", "no-vat-rate", undefined],
      ["10", undefined, undefined],
      ["a", undefined, undefined],
      ["4", "unknown-interval", "9"],
    ]);
    expect(out.split("\n")[1]).toMatch(
      /^\{"customerID":"9","error":"no-vat-rate","message":"Customer 9 has a transaction \(feature 12\) .*","field":"transactionVATRate"\}$/,
    );
    expect(err).toContain(
      "3 invoices; 1 customer without one, whose features and pools stay as they were\n  Customer 9 has a transaction (feature 12) whose VAT rate",
    );
    expect(code).toBe(3);
    // The customer without an invoice has been charged nothing.
    const states = (await where.read("features.jsonl")).match(/"id":"[0-9]+"/g);
    expect(states).toEqual(['"id":"3"', '"id":"11"', '"id":"13"']);
  });

  test("calls in error are on no bill; each goes to --errors, and those of later days are left", async () => {
    const calls = [
      ...CALLS,
      "not json",
      { ...OWN, id: 3, startDate: "2026-10-21", target: "0161 496 0009" },
      { ...OWN, id: 4, startDate: "2026-11-02", target: "0161 496 0009" },
      { ...OWN, id: 1, startDate: "2026-10-20" },
      { ...OWN, id: 5, startDate: "2026-02-30" },
    ];
    const where = await place({ "calls.jsonl": jsonLines(calls) });
    const { code, out, err } = await where.run(`${BILL} --errors @errors.csv`);
    expect(out).toBe(FIRST_INVOICE);
    expect(err).toContain(
      "7 calls read: 1 billed + 2 left for the next bill + 4 in error + 0 ignored\n  malformed-record 2, duplicate-call 1, unregistered-number 1\n",
    );
    const errors = (await where.read("errors.csv")).trimEnd().split("\n").slice(1);
    expect(errors.map((line) => line.split(",")[0])).toEqual(["", "3", "1", "5"]);
    expect(code).toBe(3);
    const kept = await where.run(`${BILL} --duplicates keep`);
    expect(invoicesIn(kept.out)[0]).toMatchObject({ invoiceCallCount: 2 });
  });

  test("a number's minimum, reverse charge and a book without VAT rates", async () => {
    const numbers = [{ ...BILL_BOOK.numbers[0], lowInvoiceActionValue: 5 }];
    const book = { ...BILL_BOOK, numbers, vatRates: [{ name: "Standard", percent: 20, reverse: true }] };
    const where = await place({ "book.json": book, "bare.json": { ...BILL_BOOK, vatRates: [] } });
    const reverse = await where.run(BILL);
    expect(invoicesIn(reverse.out)[0]).toMatchObject({
      invoiceAmount: "12.42",
      invoiceVAT: "0",
      invoiceReverseVAT: "2.48",
      total: "12.42",
    });
    expect(reverse.err).toMatch(/minimum +£4\.96/);
    expect(reverse.err).toMatch(/VAT by reverse charge +£2\.48\n/);
    const bare = await where.run(BILL.replace("book.json", "bare.json"));
    expect(invoicesIn(bare.out)[0]).toMatchObject({ invoiceVAT: "0", total: "7.46" });
    expect(bare.err).toMatch(/^warning {2}/m);
  });

  test("CSV calls from standard input, as rate reads them", async () => {
    const input = "id,target,external,startDate,duration\n1,02079460018,01134960500,2026-10-20,91\n";
    const where = await place();
    const { out } = await where.run(`${BILL.replace("@calls.jsonl", "-")} --calls-format csv`, { input });
    expect(out).toBe(FIRST_INVOICE);
  });

  test("the summary as JSON, the same for the same run", async () => {
    const where = await place();
    const line = `${BILL} --out @bills.jsonl --summary @summary.json`;
    expect(await where.run(line)).toMatchObject({ code: 0, out: "" });
    const first = await where.read("summary.json");
    expect(JSON.parse(first)).toMatchObject({
      options: { from: "2026-10-01", to: "2026-10-31", features: "fresh", discounts: "fresh" },
      calls: {
        read: 2,
        billed: 1,
        left: 1,
        withoutInvoice: 0,
        inError: 0,
        errorsByCode: [],
        ignored: 0,
        late: 0,
      },
      charges: { features: 1, charged: 1 },
      invoices: {
        invoices: 1,
        inError: 0,
        totals: [{ currency: "GBP", invoiceAmount: "7.46", invoiceVAT: "1.49", total: "8.95" }],
      },
      poolNotes: [],
    });
    await where.run(line);
    expect(await where.read("summary.json")).toBe(first);
  });
});

describe("discounts of a bill", () => {
  const days = (ids: readonly number[]): string =>
    jsonLines(ids.map((id) => ({ ...OWN, id, startDate: `2026-10-2${id}` })));

  test("plans cover calls as rate --discounts does, and a state carries on what was used", async () => {
    const where = await place({
      "book.json": PLANNED,
      "one.jsonl": days([1]),
      "two.jsonl": days([2]),
      "calls.jsonl": days([1, 2]),
    });
    const run = async (name: string, state: string) => {
      const { out, err } = await where.run(`${BILL.replace("@calls", `@${name}`)} --state @${state}`);
      return { calls: invoicesIn(out)[0]?.transactions[1], err };
    };
    expect((await run("one", "s.json")).calls).toMatchObject({ transactionValue: "0" });
    const two = await run("two", "s.json");
    expect((await run("calls", "w.json")).calls?.transactionValue).toBe(two.calls?.transactionValue);
    expect(await where.read("s.json")).toBe(await where.read("w.json"));
    const rated = await where.run(
      "rate --book @book.json --calls @calls.jsonl --out @r.jsonl --discounts --state @r.json",
    );
    expect(rated.code).toBe(0);
    expect(await where.read("r.json")).toBe(await where.read("s.json"));
  });

  test("a call that is left draws nothing, so that the next bill draws for it once", async () => {
    const where = await place({
      "book.json": PLANNED,
      "first.jsonl": jsonLines([CALLS[0]]),
      "none.jsonl": "",
    });
    await where.run(`${BILL} --state @both.json`);
    await where.run(`${BILL.replace("calls.jsonl", "first.jsonl")} --state @first.json`);
    expect(await where.read("both.json")).toBe(await where.read("first.json"));
    const earlier = jsonLines([{ ...OWN, id: 0, startDate: "2026-12-01" }, CALLS[1], CALLS[0]]);
    const where2 = await place({ "book.json": PLANNED, "calls.jsonl": earlier });
    await where2.run(`${BILL} --state @both.json`);
    expect(await where2.read("both.json")).toBe(await where.read("first.json"));
  });

  test("a customer without an invoice keeps the pools that he had: his calls are billed another time", async () => {
    const second = { ...PLANNED.numbers[0], id: 1008, customerID: 4, number: "020 7946 0019" };
    const good = {
      ...PLANNED,
      customers: [PLANNED.customers[0], { ...PLANNED.customers[1], defaultNationalTariff: "Business" }],
      numbers: [...PLANNED.numbers, second],
    };
    const bad = { ...good, customers: [good.customers[0], { ...good.customers[1], VATRate: "Standrad" }] };
    const both = (id: number): string =>
      jsonLines([
        { ...OWN, id, startDate: `2026-10-2${id}` },
        { ...OWN, id: id + 5, startDate: `2026-10-2${id}`, target: "020 7946 0019" },
      ]);
    const where = await place({
      "book.json": good,
      "bad.json": bad,
      "one.jsonl": both(1),
      "two.jsonl": both(2),
    });
    const bill = (book: string, calls: string, state: string) =>
      where.run(`bill --book @${book}.json --calls @${calls}.jsonl ${OCTOBER} --state @${state}.json`);
    await bill("book", "one", "s");
    const used = (text: string) =>
      (JSON.parse(text) as { pools: { customerID: string; usedSeconds: string }[] }).pools.map((pool) => [
        pool.customerID,
        pool.usedSeconds,
      ]);
    expect(used(await where.read("s.json"))).toEqual([
      ["1", "91"],
      ["4", "91"],
    ]);
    const { code, err } = await bill("bad", "two", "s");
    expect(code).toBe(3);
    expect(err).toContain(
      "2 calls read: 1 billed + 0 left for the next bill + 1 of customers without an invoice + 0 in error + 0 ignored\n",
    );
    expect(used(await where.read("s.json"))).toEqual([
      ["1", "180"],
      ["4", "91"],
    ]);
    // Repaired, and with his calls alone, he draws for them once.
    const his = jsonLines([{ ...OWN, id: 7, startDate: "2026-10-22", target: "020 7946 0019" }]);
    const repaired = await where.run(`bill --book @book.json --calls - ${OCTOBER} --state @s.json`, {
      input: his,
    });
    expect(repaired.err).not.toContain("late");
    expect(used(await where.read("s.json"))).toEqual([
      ["1", "180"],
      ["4", "180"],
    ]);
  });

  test("both states are written, or neither", async () => {
    const where = await place({ "book.json": PLANNED });
    const line = `${BILL} --features @features.jsonl --state @state.json`;
    const failed = await where.run(`${line} --summary @gone/summary.json`);
    expect(failed.code).toBe(1);
    expect(await where.files()).toEqual(["book.json", "calls.jsonl"]);
    const lock = await lockStateFile(join(where.folder, "state.json"));
    expect((await where.run(line)).err).toContain("state.json: is in use by another run");
    await lock?.release();
    expect(await where.files()).toEqual(["book.json", "calls.jsonl"]);
    expect((await where.run(line)).code).toBe(0);
    expect(await where.files()).toEqual(["book.json", "calls.jsonl", "features.jsonl", "state.json"]);
  });

  test("a run that is interrupted while it reads calls writes nothing", async () => {
    const where = await place({ "book.json": PLANNED });
    const interruption = new AbortController();
    const stdin = new PassThrough();
    const line = `bill --book @book.json --calls - ${OCTOBER} --features @features.jsonl --state @state.json`;
    const running = where.run(line, { stdin, signal: interruption.signal });
    stdin.write(jsonLines(CALLS));
    interruption.abort();
    expect(await running).toMatchObject({ code: 130, out: "" });
    expect(await where.files()).toEqual(["book.json", "calls.jsonl"]);
  });
});

describe("pages of bills", () => {
  test("one a customer, in a folder that is made, and none where there is no invoice", async () => {
    const where = await place();
    const { code, out } = await where.run(`${BILL} --html @bills`);
    expect([code, out]).toEqual([0, FIRST_INVOICE]);
    expect(await readdir(join(where.folder, "bills"))).toEqual(["customer-1-2026-11-01.html"]);
    const page = await where.read("bills/customer-1-2026-11-01.html");
    for (const text of [
      "Millbrook Joinery",
      "020 7946 0018",
      "Main line",
      "£7.42",
      "£0.04",
      "£1.49",
      "£8.95",
    ]) {
      expect(page).toContain(text);
    }
  });

  test("ids are never paths, and no two of them share a page", () => {
    const hostile = [
      "../../etc/passwd",
      "/etc/passwd",
      "a/b",
      "a\\b",
      "",
      ".",
      "..",
      "con",
      "A",
      "a",
      "ä",
      "\0",
      "a b",
      "a-b",
      "a b ",
      "-",
      "x".repeat(300),
      "<script>",
      "\ud800",
      "\ud801",
      "7.0",
    ];
    const names = hostile.map((customerID) => pageName({ customerID, invoiceDate: "2026-11-01" }));
    for (const name of names) {
      expect(name).toMatch(/^customer-[0-9a-z_.-]+-2026-11-01\.html$/);
      expect(name.length).toBeLessThan(110);
      expect(name).not.toContain("..");
    }
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(hostile.length);
    expect(pageName({ customerID: "1007", invoiceDate: "2026-11-01" })).toBe("customer-1007-2026-11-01.html");
  });

  test("names of a customer are text in the page", async () => {
    const evil = `</title><script>alert(1)</script>"><img onerror=alert(1) src=x>`;
    const [customer] = BILL_BOOK.customers;
    const book = {
      ...BILL_BOOK,
      customers: [{ ...customer, id: "../1", companyName: evil, address1: evil }, BILL_BOOK.customers[1]],
      numbers: [{ ...BILL_BOOK.numbers[0], customerID: "../1" }],
      features: [{ ...BILL_BOOK.features[0], description: evil }],
    };
    const where = await place({ "book.json": book });
    await where.run(`${BILL} --html @bills --out @bills.jsonl`);
    const [name = ""] = await readdir(join(where.folder, "bills"));
    expect(await where.files()).toEqual(["bills", "bills.jsonl", "book.json", "calls.jsonl"]);
    const page = await where.read(`bills/${name}`);
    expect(page).not.toContain("<script");
    expect(page).not.toContain("<img");
  });

  test("a page replaces no file that the command line names, and a folder that is a file is told", async () => {
    const where = await place();
    const name = "customer-1-2026-11-01.html";
    await where.run(`${BILL} --html @.`);
    const line = BILL.replace("@calls.jsonl", `@${name} --calls-format jsonl`);
    const refused = await where.run(`${line} --html @.`);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(
      /A page of --html would replace .*customer-1-2026-11-01\.html, which --calls names\./,
    );
    expect(await where.run(`${BILL} --html @book.json`)).toMatchObject({ code: 1 });
    expect((await where.run(`${BILL} --html @book.json`)).err).toContain(
      "book.json: is a file, not a folder",
    );
    expect((await where.files()).filter((file) => file.endsWith(".partial"))).toEqual([]);
  });
});

test.for<[words: string, message: string]>([
  [`${BILL.replace("--to 2026-10-31", "--to 2026-09-30")}`, "--from 2026-10-01 is after --to 2026-09-30."],
  [`${BILL} --invoice-date 31.10.2026`, '--invoice-date is "31.10.2026", which is no date.'],
  [`${BILL} --out @bills.csv`, "An invoice has its transactions within it and is no row of a CSV."],
  [`${BILL} --discounts`, "unknown option '--discounts'"],
  [`${BILL} --features @f.json --state @f.json`, "--features and --state name the same file"],
  [`${BILL} --html=`, "--html names no folder."],
  [`bill --book @book.json ${OCTOBER}`, "required option '--calls <file>' not specified"],
])("wrong usage: %s", async ([words, message]) => {
  const where = await place();
  const { code, err } = await where.run(words);
  expect(err).toContain(message);
  expect(code).toBe(2);
  expect(await where.files()).toEqual(["book.json", "calls.jsonl"]);
});

test("charges and the features' part of a bill are the same", async () => {
  const where = await place();
  const { out } = await where.run(`charges --book @book.json ${OCTOBER}`);
  expect(out).toBe(FIRST_LINE);
  const [invoice] = invoicesIn((await where.run(BILL)).out);
  const { transactionCallCount, transactionCallMinutes, ...first } = invoice?.transactions[0] ?? {
    transactionCallCount: null,
    transactionCallMinutes: null,
  };
  expect([`${JSON.stringify(first)}\n`, transactionCallCount, transactionCallMinutes]).toEqual([
    FIRST_LINE,
    null,
    null,
  ]);
});
