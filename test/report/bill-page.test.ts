/** The page of a bill as text: what it shows, escapes and forbids; `npm run test:page` opens it (R78). */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { vatByRate } from "../../src/charges/index.ts";
import { type BookData, type Invoice, type InvoiceTransaction, openBook } from "../../src/index.ts";
import { createBillPages, formatBillPage } from "../../src/report/index.ts";

const HOSTILE = `</style><script>alert(1)</script>"><img src=x onerror=alert(2)>`;

const BOOK: BookData = {
  customers: [
    {
      id: 1,
      companyName: "Millbrook Joinery",
      address1: "3 Mill Lane",
      postcode: "LS1 1AA",
      accountNumber: 177,
    },
    { id: 2, companyName: HOSTILE, address1: HOSTILE, accountNumber: HOSTILE, currency: "EUR" },
  ],
  numbers: [{ id: 1007, customerID: 1, number: "0113 496 0101" }],
  services: [{ id: 4, customerID: 1, serviceName: "Broadband at the mill" }],
  vatRates: [
    { name: "Standard", percent: 20, endDate: "2026-10-31" },
    { name: "Standard", percent: 21, startDate: "2026-11-01" },
    { name: "Reduced", percent: "5" },
    { name: "Abroad", percent: 20, reverse: true },
  ],
};
const book = openBook(BOOK);

function transaction(fields: Partial<InvoiceTransaction>): InvoiceTransaction {
  return {
    customerID: "1",
    numberID: "1007",
    serviceID: null,
    featureID: "3",
    transactionSource: "recurring",
    transactionType: "Rental",
    transactionDescription: "Main line",
    transactionDate: "2026-10-12",
    transactionBillDate: "2026-10-12",
    transactionStartDate: "2026-10-12",
    transactionEndDate: "2026-10-31",
    featureCount: 2,
    transactionValue: "1234.5",
    transactionValueCarrier: null,
    transactionCarrier: null,
    transactionCode: null,
    transactionVATRate: "Standard",
    site: null,
    campaign: null,
    transactionCallCount: null,
    transactionCallMinutes: null,
    ...fields,
  };
}

function invoice(transactions: readonly InvoiceTransaction[], fields: Partial<Invoice> = {}): Invoice {
  return {
    customerID: "1",
    invoiceDate: "2026-11-01",
    cutoffDate: "2026-11-01",
    invoiceAmount: "1234.5",
    invoiceVAT: "259.25",
    invoiceReverseVAT: "0",
    total: "1493.75",
    invoiceCallCount: 0,
    invoiceCallMinutes: 0,
    transactions,
    ...fields,
  };
}

describe("the page of a bill", () => {
  const page = formatBillPage(
    book,
    invoice([
      transaction({
        numberID: null,
        transactionSource: "correction",
        transactionValue: "-12.67",
        transactionDescription: null,
      }),
      transaction({}),
      transaction({
        transactionSource: "calls",
        transactionType: "Calls",
        transactionDescription: null,
        transactionStartDate: "2026-10-20",
        transactionEndDate: "2026-10-20",
        featureCount: null,
        transactionValue: "0.04",
        transactionCallCount: 1,
        transactionCallMinutes: 2,
      }),
      transaction({ transactionSource: "minimum", featureCount: null, transactionValue: "4.96" }),
      transaction({ numberID: null, serviceID: "4", transactionVATRate: "Reduced" }),
    ]),
  );
  const shown = page
    .replace(/<style>.*<\/style>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

  test("says whose it is, for when, and every line with dates, quantity and amount", () => {
    expect(shown).toContain("Bill Millbrook Joinery 3 Mill Lane LS1 1AA");
    expect(shown).toContain("Invoice date 1 Nov 2026 Up to 31 Oct 2026 Customer 1 Account 177");
    expect(shown).toContain(
      "Your account Description Dates Quantity Amount Rental correction 12 Oct 2026 – 31 Oct 2026 2 −£12.67",
    );
    expect(shown).toContain("Number 0113 496 0101 Description Dates Quantity Amount Main line");
    expect(shown).toContain("Main line 12 Oct 2026 – 31 Oct 2026 2 £1,234.50");
    expect(shown).toContain("Calls 20 Oct 2026 1 call, 2 min £0.04");
    expect(shown).toContain("Minimum charge for calls 12 Oct 2026 – 31 Oct 2026 £4.96 Subtotal £1,239.50");
    expect(shown).toContain("Broadband at the mill Description");
  });

  test("ends with the net, VAT of the invoice's date rate by rate, and the total", () => {
    expect(shown).toContain(
      "Without VAT £1,234.50 VAT Standard , 21 % of £1,226.83 £257.63 VAT Reduced , 5 % of £1,234.50 £61.73 To pay £1,493.75",
    );
  });

  test("names no amount of a reverse rate among what is to be paid, and says whose it is", () => {
    const reverse = formatBillPage(book, invoice([transaction({ transactionVATRate: "Abroad" })]));
    const [table = "", note = ""] = reverse.split("</table>").slice(-2);
    expect(table).not.toContain("Abroad");
    expect(note).toContain(
      "Reverse charge: VAT <bdi>Abroad</bdi> of 20 % on £1,234.50, £246.90, is for the customer",
    );
  });

  test("a book without VAT rates, and a customer or number that the book no longer has", () => {
    const bare = formatBillPage(openBook({}), invoice([transaction({ transactionVATRate: null })]));
    expect(bare).not.toContain("VAT <bdi>");
    expect(bare).toContain("Number <bdi>1007</bdi>");
  });

  test("names are text wherever they stand, and nothing but the style sheet may act", () => {
    const hostile = createBillPages(book)(
      invoice(
        [
          transaction({
            customerID: "2",
            transactionDescription: HOSTILE,
            numberID: HOSTILE,
            transactionVATRate: "Reduced",
          }),
        ],
        { customerID: "2" },
      ),
    );
    expect(hostile).not.toContain("<script");
    expect(hostile).not.toContain("<img");
    expect(hostile.match(/<\/style>/g)).toHaveLength(1);
    expect(hostile).toContain("€1,234.50");
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(hostile)?.[1] ?? "";
    const style = /<style>(.*)<\/style>/s.exec(hostile)?.[1] ?? "";
    const hash = createHash("sha256").update(style, "utf8").digest("base64");
    expect(policy).toContain(`default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;`);
    expect(policy).not.toContain("script-src");
  });

  test("an address of anything but text, and records that throw, leave the page as it is", () => {
    const odd = openBook({
      customers: [
        { id: 1, address1: 12, address2: { toString: HOSTILE } } as unknown as { id: number },
        Object.defineProperty({ id: 2 }, "postcode", {
          enumerable: true,
          get: () => {
            throw new Error("no");
          },
        }),
      ],
    });
    for (const customerID of ["1", "2"]) {
      expect(formatBillPage(odd, invoice([], { customerID }))).toContain("<address></address>");
    }
  });
});

test("R78: the VAT of each rate adds up to the invoice's, by rate and by line, nearest and down (example 34)", () => {
  const lines = [1, 2, 3].map(() => transaction({ transactionValue: "0.13" }));
  const of = (settings: BookData): unknown =>
    vatByRate(openBook({ ...BOOK, ...settings }), { invoiceDate: "2026-10-31", transactions: lines });
  const expected = (vat: string) => [{ rate: "Standard", percent: "20", net: "0.39", vat, isReverse: false }];
  expect(of({})).toEqual(expected("0.08"));
  expect(of({ vatBy: "line" })).toEqual(expected("0.09"));
  expect(of({ vatRounding: "down" })).toEqual(expected("0.07"));
  expect(of({ vatBy: "line", vatRounding: "down" })).toEqual(expected("0.06"));
});
