/** R60 to R78 in previews: what each customer's bill comes to before and after, as `invoices` makes it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BookData,
  type CallRecord,
  columnsFromRecords,
  createPreview,
  openBook,
  type PreviewBill,
  type PreviewBills,
  type PreviewOptions,
  previewChange,
  rateCalls,
  sumAmounts,
  toRecord,
} from "../../src/index.ts";
import { atLeast, runs } from "../properties/runs.ts";
import { anyBill } from "../second-opinion/charges/any-bill.ts";
import type { BilledCall } from "../second-opinion/charges/call-transactions.ts";
import { formatDay, parseDay } from "../second-opinion/charges/days.ts";
import { charges as secondCharges, invoices as secondInvoices } from "../second-opinion/charges/index.ts";
import type { Row } from "../second-opinion/values.ts";
import { withoutState } from "./without-state.ts";

const startDate = "2026-01-01";
const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };

function bookOf(baseCost: string, more: Partial<BookData> = {}): BookData {
  return {
    callTypes: [{ name: "UK", tariffClass: "national" }],
    tariffs: [
      { id: 1, name: "Business", tariffClass: "national", baseCost: 0, baseCostConnection: baseCost },
    ],
    customers: [
      { id: 7, companyName: "Seven Ltd", defaultNationalTariff: "Business", VATRate: "Standard" },
      { id: 8, VATRate: "Reduced" },
    ],
    vatRates: [
      { name: "Standard", percent: 20, endDate: "2026-10-31" },
      { name: "Standard", percent: 21, startDate: "2026-11-01" },
    ],
    numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
    features: [{ id: 1, customerID: 8, serviceCharge: 10, startDate }],
    ...more,
  };
}

function call(id: number, startDate = "2026-10-05"): CallRecord {
  return { id, numberID: 1007, tariffType: "UK", startDate, startTime: "10:00:00", duration: 60 };
}

function billsOf(
  before: BookData,
  after: BookData,
  calls: readonly CallRecord[],
  options: PreviewOptions = {},
): PreviewBills {
  const { bills } = previewChange(openBook(before), openBook(after), calls, options);
  if (bills === null) throw new Error("no bills");
  return bills;
}

/** Before and after of each part. */
function figures(bill: PreviewBill): Record<string, string> {
  const parts = ["calls", "fixedCharges", "minimum", "bill"] as const;
  return Object.fromEntries(parts.map((part) => [part, `${bill[part].before} ${bill[part].after}`]));
}

describe("a customer's bill", () => {
  test("R77 a rise under a minimum changes nothing", () => {
    const numbers = [{ id: 1007, customerID: 7, number: "020 7946 0018", lowInvoiceActionValue: 5 }];
    const bills = billsOf(bookOf("100", { numbers }), bookOf("150", { numbers }), [call(1)]);
    expect(bills.customers.map(({ key, name }) => [key, name])).toEqual([
      ["8", "8"],
      ["7", "Seven Ltd"],
    ]);
    expect(figures(bills.customers[1] as PreviewBill)).toEqual({
      calls: "100 150",
      fixedCharges: "0 0",
      minimum: "400 350",
      bill: "500 500",
    });
    expect(bills.total.bill).toEqual({ before: "1500", after: "1500", difference: "0", percent: "0" });
    expect(bills).toMatchObject({ ...OCTOBER, periods: 1, callsLeft: { before: 0, after: 0 }, errors: [] });
  });

  test("calls, features and minimum in one line; a customer without calls is one", () => {
    const features = [
      { id: 1, customerID: 8, serviceCharge: 10, startDate },
      { id: 2, numberID: 1007, serviceCharge: "12.5", connectionCharge: 3, startDate: "2026-10-17" },
    ];
    const bills = billsOf(bookOf("1.5", { features }), bookOf("2.5", { features }), [
      call(1),
      call(2),
      call(3),
    ]);
    expect(bills.customers.map((bill) => [bill.key, figures(bill)])).toEqual([
      // 4.5 and 7.5 p, each to the penny, and 15 of 31 days.
      ["7", { calls: "5 8", fixedCharges: "905 905", minimum: "0 0", bill: "910 913" }],
      ["8", { calls: "0 0", fixedCharges: "1000 1000", minimum: "0 0", bill: "1000 1000" }],
    ]);
    expect(figures(bills.total)).toEqual({
      calls: "5 8",
      fixedCharges: "1905 1905",
      minimum: "0 0",
      bill: "1910 1913",
    });
    expect([bills.total.vat, bills.total.billWithVAT]).toEqual([null, null]);
  });

  test("R78 with VAT of the day after; where it is not known, null and the reason", () => {
    const bills = billsOf(bookOf("100"), bookOf("200"), [call(1)], { vat: true });
    expect(bills.customers).toMatchObject([
      { key: "7", vat: { before: "21", after: "42" }, billWithVAT: { before: "121", after: "242" } },
      { key: "8", vat: { before: null, after: null, difference: null }, billWithVAT: { after: null } },
    ]);
    expect(bills.total).toMatchObject({ vat: { before: "21", after: "42" }, bill: { after: "1200" } });
    expect(bills.errors.map(({ side, customerID }) => [side, customerID])).toEqual([
      ["before", "8"],
      ["after", "8"],
    ]);
    expect(bills.errors[0]?.message).toContain("feature 1");
    const untaxed = billsOf(bookOf("1", { vatRates: [] }), bookOf("2", { vatRates: [] }), [call(1)], {
      vat: true,
    });
    expect(untaxed.total.vat).toMatchObject({ before: null, after: null });
    expect(untaxed.errors).toMatchObject([
      { side: "before", customerID: null },
      { side: "after", customerID: null },
    ]);
  });

  test("one bill for each billing period in which calls start, or one for the period that is asked for", () => {
    const numbers = [{ id: 1007, customerID: 7, number: "020 7946 0018", lowInvoiceActionValue: 5 }];
    const [before, after] = [bookOf("100", { numbers }), bookOf("800", { numbers })];
    const calls = [call(1, "2026-08-31"), call(2, "2026-10-05"), call(3, "2026-11-01")];
    const three = billsOf(before, after, calls);
    expect(three).toMatchObject({ from: "2026-08-01", to: "2026-11-30", periods: 3 });
    expect(three.total.minimum).toMatchObject({ before: "1200", after: "0" });
    expect(three.total.fixedCharges.before).toBe("3000");
    const one = billsOf(before, after, calls, { period: OCTOBER });
    expect(one).toMatchObject({ ...OCTOBER, periods: 1, callsLeft: { before: 1, after: 1 } });
    expect(figures(one.total)).toEqual({
      calls: "200 1600",
      fixedCharges: "1000 1000",
      minimum: "300 0",
      bill: "1500 2600",
    });
    const middle = { billingPeriodStartDay: 15 };
    const mid = billsOf({ ...before, ...middle }, { ...after, ...middle }, calls);
    expect(mid).toMatchObject({ from: "2026-08-15", to: "2026-11-14", periods: 3 });
  });

  test("after discounts, where they are compared", () => {
    const plan = {
      discountPlans: [{ id: 1, discountPlanName: "One call", allowanceCalls: 1 }],
      numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018", discountPlan1: "One call" }],
    };
    const [before, after] = [bookOf("100", plan), bookOf("150", plan)];
    expect(figures(billsOf(before, after, [call(1), call(2)]).total).calls).toBe("200 300");
    const paid = billsOf(before, after, [call(1), call(2)], { discounts: true });
    expect(figures(paid.total).calls).toBe("100 150");
  });

  test("a number that goes to another customer is on his bill", () => {
    const customers = [
      { id: 7, defaultNationalTariff: "Business" },
      { id: 8, defaultNationalTariff: "Business" },
    ];
    const moved = [{ id: 1007, customerID: 8, number: "020 7946 0018" }];
    const bills = billsOf(bookOf("100", { customers }), bookOf("100", { customers, numbers: moved }), [
      call(1),
    ]);
    expect(bills.customers.map((bill) => [bill.key, figures(bill).bill])).toEqual([
      ["8", "1000 1100"],
      ["7", "100 0"],
    ]);
  });

  test("against records, and without a call or a period, there are none", () => {
    const book = openBook(bookOf("1"));
    expect(previewChange("recorded", book, [{ ...call(1), cost: 1 }]).bills).toBeNull();
    expect(previewChange(book, book, []).bills).toBeNull();
    expect(previewChange(book, book, [], { period: OCTOBER }).bills?.customers).toHaveLength(1);
  });
});

describe("each side is what invoices gives for the same calls, features and days", () => {
  const cases = fc.record({
    bill: anyBill,
    prices: fc.tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 99_999 })),
    vat: fc.boolean(),
    startDay: fc.constantFrom(undefined, 1, 15),
  });

  test("property: one bill for a period", () => {
    let withCalls = 0;
    fc.assert(
      fc.property(cases, ({ bill, prices, vat }) => {
        const { from, to } = bill;
        const [before, after] = prices.map((price) => priced(bill.book, price)) as [Row, Row];
        const calls = callsOf(bill.rated);
        const found = bothWays(before, after, calls, { period: { from, to }, vat });
        expect(shown(found, "before", vat)).toEqual(expectedBills(before, calls, [[from, to]], vat, true));
        expect(shown(found, "after", vat)).toEqual(expectedBills(after, calls, [[from, to]], vat, true));
        expectToAddUp(found);
        if (found.total.calls.before !== "0") withCalls++;
      }),
      runs(300),
    );
    expect(withCalls).toBeGreaterThan(atLeast(100));
  });

  test("property: a bill for each billing period", () => {
    let billed = 0;
    fc.assert(
      fc.property(cases, ({ bill, prices, startDay }) => {
        const data = { ...bill.book, ...(startDay && { billingPeriodStartDay: startDay }) };
        const [before, after] = prices.map((price) => priced(data, price)) as [Row, Row];
        const calls = callsOf(bill.rated);
        const report = previewChange(openBook(before as BookData), openBook(after as BookData), calls);
        const found = report.bills;
        const results = [...rateCalls(openBook(before as BookData), calls)];
        const periods = new Map<string, readonly [from: string, to: string]>();
        for (const [index, one] of calls.entries()) {
          if (results[index]?.outcome !== "rated") continue;
          const period = periodOf(String(one.startDate), startDay ?? 1);
          periods.set(period[0], period);
        }
        if (found === null) {
          expect(periods.size).toBe(0);
          return;
        }
        expect(found.periods).toBe(periods.size);
        const days = [...periods.values()];
        billed += found.periods;
        expect(shown(found, "before", false)).toEqual(expectedBills(before, calls, days, false));
        expect(shown(found, "after", false)).toEqual(expectedBills(after, calls, days, false));
        expectToAddUp(found);
      }),
      runs(150),
    );
    expect(billed).toBeGreaterThan(atLeast(150));
  });
});

/** The book without what charges wrote, with a price for all calls. */
function priced(book: Row, connection: number): Row {
  const fresh = withoutState(book);
  const classes = ["national", "mobile", "bespoke1"];
  const defaults = {
    defaultNationalTariff: "national",
    defaultMobileTariff: "mobile",
    bespokeTariff1: "bespoke1",
  };
  return {
    ...fresh,
    tariffs: classes.map((tariffClass, at) => ({
      id: at + 1,
      name: tariffClass,
      tariffClass,
      baseCost: 0,
      baseCostConnection: (connection / 1_000).toFixed(3),
    })),
    customers: (fresh.customers as Row[]).map(({ currency: _currency, ...customer }) => ({
      ...customer,
      ...defaults,
    })),
  };
}

function callsOf(rated: readonly BilledCall[]): CallRecord[] {
  return rated.map(
    ({ numberID, tariffType, startDate, duration, bytes, events }, id) =>
      ({
        id,
        numberID,
        tariffType,
        startDate,
        startTime: "10:00",
        duration: duration ?? 0,
        bytes,
        events,
      }) as CallRecord,
  );
}

/** The bills of calls that come one by one, which are those of calls in columns. */
function bothWays(
  before: Row,
  after: Row,
  calls: readonly CallRecord[],
  options: PreviewOptions,
): PreviewBills {
  const [left, right] = [openBook(before as BookData), openBook(after as BookData)];
  const preview = createPreview(left, right, options);
  preview.addColumns(columnsFromRecords(calls));
  const { bills } = preview.report();
  expect(bills).toEqual(previewChange(left, right, calls, options).bills);
  if (bills === null) throw new Error("no bills");
  return bills;
}

type Shown = Readonly<Record<string, readonly (string | null)[]>>;

function shown({ customers }: PreviewBills, side: "before" | "after", vat: boolean): Shown {
  const isBilled = ({ calls, fixedCharges, minimum, bill, vat: tax }: PreviewBill): boolean =>
    [calls, fixedCharges, minimum, bill].some((part) => part[side] !== "0") ||
    (tax !== null && tax[side] !== "0");
  return Object.fromEntries(
    customers
      .filter(isBilled)
      .map((bill) => [
        bill.key,
        [
          bill.calls[side],
          bill.fixedCharges[side],
          bill.minimum[side],
          bill.bill[side],
          vat ? (bill.billWithVAT?.[side] ?? null) : null,
        ],
      ]),
  );
}

/** The bills by the second opinion, in pence, customers without any amount left out. */
function expectedBills(
  data: Row,
  calls: readonly CallRecord[],
  periods: readonly (readonly [from: string, to: string])[],
  vat: boolean,
  isAsked = false,
): Shown {
  const book = openBook(data as BookData);
  const results = [...rateCalls(book, calls)];
  const rated = calls.flatMap((one, index): BilledCall[] => {
    const result = results[index];
    return result?.outcome === "rated" ? [{ ...one, ...toRecord(result) } as unknown as BilledCall] : [];
  });
  const sums: Record<string, { parts: string[][]; total: string | null }> = {};
  for (const [from, to] of periods) {
    const ofPeriod = rated.filter((one) => {
      const day = String((one as unknown as Row).startDate);
      return day <= to && (isAsked || day >= from);
    });
    const charged = secondCharges({ ...data, chargesFrom: from }, from, to);
    const { invoices, errors } = secondInvoices(data, { charged, rated: ofPeriod, from, to });
    const without = secondInvoices({ ...data, vatRates: [] }, { charged, rated: ofPeriod, from, to });
    for (const invoice of without.invoices) {
      const customerID = String(invoice.customerID);
      const transactions = invoice.transactions as Row[];
      const sumFor = (isPart: (source: unknown) => boolean): string =>
        sumAmounts(
          transactions
            .filter((own) => isPart(own.transactionSource))
            .map((own) => String(own.transactionValue)),
        ) ?? "0";
      sums[customerID] ??= { parts: [], total: "0" };
      const sum = sums[customerID];
      sum.parts.push([
        sumFor((source) => source === "calls"),
        sumFor((source) => source !== "calls" && source !== "minimum"),
        sumFor((source) => source === "minimum"),
        String(invoice.invoiceAmount),
      ]);
      const isKnown = !errors.some((error) => error.customerID === customerID);
      const taxed = invoices.find((own) => own.customerID === customerID);
      const hasRates = (data.vatRates as Row[]).length > 0;
      sum.total =
        !isKnown || !hasRates || sum.total === null
          ? null
          : (sumAmounts([sum.total, String(taxed?.total)]) ?? null);
    }
  }
  const pence = (pounds: string): string => {
    const { currencyDecimals } = book.settings;
    const isNegative = pounds.startsWith("-");
    const [whole = "0", places = ""] = pounds.replace("-", "").split(".");
    const units = BigInt(whole + places.padEnd(currencyDecimals, "0"));
    return String(isNegative ? -units : units);
  };
  return Object.fromEntries(
    Object.entries(sums).flatMap(([customerID, { parts, total }]) => {
      const amounts = [0, 1, 2, 3].map((at) => pence(sumAmounts(parts.map((own) => own[at] ?? "0")) ?? "0"));
      const taxed = vat ? (total === null ? null : pence(total)) : null;
      const isNothing = amounts.every((amount) => amount === "0") && (!vat || taxed === "0");
      return isNothing ? [] : [[customerID, [...amounts, taxed]]];
    }),
  );
}

/** The customers add up to the total, and the parts to the bill. */
function expectToAddUp({ customers, total }: PreviewBills): void {
  for (const side of ["before", "after", "difference"] as const) {
    for (const part of ["calls", "fixedCharges", "minimum", "bill"] as const) {
      expect(sumAmounts(customers.map((bill) => bill[part][side])) ?? "0").toBe(total[part][side]);
    }
    for (const { calls, fixedCharges, minimum, bill } of customers) {
      expect(sumAmounts([calls[side], fixedCharges[side], minimum[side]])).toBe(bill[side]);
    }
  }
}

/** The billing period of a day. */
function periodOf(date: string, startDay: number): readonly [from: string, to: string] {
  const day = parseDay(date);
  const monthStart = (year: number, month: number): number =>
    parseDay(
      `${year + Math.floor(month / 12)}-${String((((month % 12) + 12) % 12) + 1).padStart(2, "0")}-${String(startDay).padStart(2, "0")}`,
    );
  const [year = 0, month = 1] = date.split("-").map(Number);
  const from = monthStart(year, month - 1);
  if (day >= from) return [formatDay(from), formatDay(monthStart(year, month) - 1)];
  return [formatDay(monthStart(year, month - 2)), formatDay(from - 1)];
}
