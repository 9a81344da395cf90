/** Bills as text: every line of a bill in its order, and nothing in a name that a terminal would obey. */
import { describe, expect, test } from "vitest";
import { type BookData, charges, type Invoice, invoices, openBook } from "../../src/index.ts";
import { billFacts } from "../../src/report/format-bill.ts";
import { formatBill, formatBillPage, formatBillTotals } from "../../src/report/index.ts";

const DATA: BookData = {
  vatRates: [
    { name: "Standard", percent: 20 },
    { name: "Reverse", percent: 20, reverse: true },
  ],
  customers: [
    { id: 7, companyName: "Seven Ltd", VATRate: "Standard" },
    { id: 8, VATRate: "Reverse" },
  ],
  numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
  services: [{ id: 30, customerID: 7, serviceName: "Broadband" }],
  features: [
    {
      id: 1,
      customerID: 7,
      description: "Licence",
      featureCount: 3,
      serviceCharge: "1000",
      startDate: "2026-10-01",
    },
    {
      id: 2,
      numberID: 1007,
      description: "Line",
      connectionCharge: 35,
      serviceCharge: "11.5",
      startDate: "2026-10-12",
    },
    { id: 3, serviceID: 30, description: "Refund", serviceCharge: "-4.5", startDate: "2026-10-01" },
    { id: 4, customerID: 8, description: "Line", serviceCharge: "10", startDate: "2026-10-01" },
  ],
};

function billed(data: BookData): { book: ReturnType<typeof openBook>; bills: readonly Invoice[] } {
  const book = openBook(data);
  const range = { from: "2026-10-01", to: "2026-10-31" };
  const charged = charges(book, range.from, range.to);
  return { book, bills: invoices(book, { charged, rated: [], ...range }).invoices };
}

describe("formatBill", () => {
  const { book, bills } = billed(DATA);
  const [seven, eight] = bills.map((own) => formatBill(book, own));

  test("R78 lines by account, number and service, then VAT and what is to pay", () => {
    expect(seven).toBe(
      [
        "Bill of 2026-11-01 for Seven Ltd (7)",
        "  Account",
        "    Licence                        2026-10-01 to 2026-10-31  3  £3,000.00  Standard",
        "  Number 020 7946 0018",
        "    Line, once                                   2026-10-12  1     £35.00  Standard",
        "    Line                           2026-10-12 to 2026-10-31  1      £7.42  Standard",
        "  Service Broadband",
        "    Refund                         2026-10-01 to 2026-10-31  1     −£4.50  Standard",
        "  Without VAT                                                   £3,037.92",
        "  VAT Standard, 20 % of £3,037.92                                 £607.58",
        "  To pay                                                        £3,645.50",
        "",
      ].join("\n"),
    );
  });

  test("R78 a reverse charge is told and not added", () => {
    expect(eight?.split("\n").slice(-3)).toEqual([
      expect.stringMatching(/^ {2}To pay +£10\.00$/),
      "  VAT Reverse, 20 % of £10.00, £2.00, is for the customer to account for and is not in the total.",
      "",
    ]);
    expect(eight).toContain("for customer 8\n");
  });

  test("a line without a description has the name that its type has on invoices, else that of its feature's type", () => {
    const feature = { customerID: 8, serviceCharge: 10, startDate: "2026-10-01" };
    const named: BookData = {
      ...DATA,
      transactionTypes: [
        { id: 1, transactionTypeName: "RENT", transactionTypeDisplayName: "Rental" },
        { id: 2, transactionTypeName: "Hire" },
      ],
      featureTypes: [{ id: 1, featureTypeName: "SIM5", featureTypeDisplayName: "SIM card" }],
      standardFeatures: [{ id: 1, name: "SIM", featureType: "SIM5" }],
      features: [
        { ...feature, id: 1, serviceTransactionType: "RENT", featureType: "SIM5" },
        { ...feature, id: 2, serviceTransactionType: "Hire" },
        { ...feature, id: 3, standardFeature: "SIM" },
        { ...feature, id: 4 },
        { ...feature, id: 5, serviceTransactionType: "RENT", description: "Line" },
      ],
    };
    const own = billed(named);
    const lines = formatBill(own.book, own.bills[0] as Invoice)
      .split("\n")
      .slice(2, 7);
    expect(lines.map((line) => line.trim().split("  ")[0])).toEqual([
      "Rental",
      "Hire",
      "SIM card",
      "Charge",
      "Line",
    ]);
  });

  test("R78 services of one name, and a number that was given again, have each a heading of their own", () => {
    const { book: own, bills: made } = billed({
      customers: [{ id: 7 }],
      numbers: [
        { id: 1, customerID: 7, number: "020 7946 0018", billableTo: "2026-10-10" },
        { id: 2, customerID: 7, number: "020 7946 0018", billableFrom: "2026-10-11" },
      ],
      services: [30, 31].map((id) => ({ id, customerID: 7, serviceName: "Broadband" })),
      features: [{ numberID: 1 }, { numberID: 2 }, { serviceID: 30 }, { serviceID: 31 }].map((owner, at) => ({
        id: at + 1,
        ...owner,
        description: "Line",
        serviceCharge: "10",
        startDate: "2026-10-01",
      })),
    });
    const lines = made.flatMap((invoice) => formatBill(own, invoice).split("\n").slice(1, 9));
    expect(lines.map((line) => line.trim().split("  ")[0])).toEqual([
      "Number 020 7946 0018",
      "Line",
      "Number 020 7946 0018",
      "Line",
      "Service Broadband",
      "Line",
      "Service Broadband",
      "Line",
    ]);
  });

  test("the bills of a book's customers, one by one, look its names up once", () => {
    const customers = Array.from({ length: 500 }, (_, at) => ({
      id: at + 1,
      companyName: `Company ${at + 1}`,
    }));
    const { book: own, bills: made } = billed({
      customers,
      numbers: customers.map(({ id }) => ({
        id,
        customerID: id,
        number: `020 7946 ${String(id).padStart(4, "0")}`,
      })),
      features: customers.map(({ id }) => ({
        id,
        numberID: id,
        serviceCharge: "10",
        startDate: "2026-10-01",
      })),
    });
    const texts = made.map((invoice) => formatBill(own, invoice));
    const pages = made.map((invoice) => formatBillPage(own, invoice));
    expect(texts).toHaveLength(500);
    for (const [at, text] of texts.entries()) {
      expect(text).toContain(`for Company ${at + 1} (${at + 1})`);
      expect(pages[at]).toContain(`Company ${at + 1}<`);
    }
    expect(billFacts(own)).toBe(billFacts(own));
  });

  test("names cannot move the cursor", () => {
    const name = "\u001b[2Jwiped\r\n";
    const hostile = billed({
      ...DATA,
      vatRates: [{ name, percent: 20 }],
      customers: [{ id: 7, companyName: name, VATRate: name }],
      services: [{ id: 30, customerID: 7, serviceName: name }],
      features: [{ id: 3, serviceID: 30, description: name, serviceCharge: 1, startDate: "2026-10-01" }],
    });
    const text = hostile.bills.map((own) => formatBill(hostile.book, own)).join("");
    expect(text.match(/\ufffd\[2Jwiped\ufffd\ufffd/g)).toHaveLength(5);
    expect(text).not.toContain("\u001b");
    expect(text.trimEnd().split("\n")).toHaveLength(6);
  });
});

describe("formatBillTotals", () => {
  test("R78 a line a customer, and what all come to", () => {
    const { book, bills } = billed(DATA);
    expect(formatBillTotals(book, bills)).toBe(
      [
        "  customer       calls  without VAT      VAT     to pay",
        "  Seven Ltd (7)      0    £3,037.92  £607.58  £3,645.50",
        "  customer 8         0       £10.00    £0.00     £10.00",
        "  together           0    £3,047.92  £607.58  £3,655.50",
        "",
      ].join("\n"),
    );
  });

  test("amounts of two currencies are not added", () => {
    const customers = [
      { ...DATA.customers?.[0], id: 7 },
      { id: 8, VATRate: "Reverse", currency: "EUR" },
    ];
    const { book, bills } = billed({ ...DATA, customers });
    const text = formatBillTotals(book, bills);
    expect(text).toContain("€10.00");
    expect(text).not.toContain("together");
  });

  test("without bills there is the heading alone", () => {
    expect(formatBillTotals(openBook({}), []).trim().split("\n")).toHaveLength(1);
  });
});
