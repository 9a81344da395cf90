/** R15, R16, R29: the money of previews by hand: prices that are lost, discounted records, and what carriers charge. */
import { describe, expect, test } from "vitest";
import { parseBook } from "../../src/files/book-json/index.ts";
import {
  type BookData,
  type CallRecord,
  openBook,
  openShared,
  previewChange,
  shareBook,
} from "../../src/index.ts";

/** Mobile calls at 25 p each, for which the carrier's tariff says 40 p. */
const DATA: BookData = {
  callTypes: [{ name: "Mobile", tariffClass: "mobile" }],
  tariffs: [
    { id: 1, name: "Mobile", tariffClass: "mobile", baseType: "perCall", baseCost: 25 },
    {
      id: 2,
      name: "Northway",
      tariffClass: "mobile",
      retail: "wholesale",
      forCarriers: "*",
      baseType: "perCall",
      baseCost: 40,
    },
  ],
  customers: [{ id: 7, defaultMobileTariff: "Mobile" }],
  numbers: [{ id: 1, customerID: 7, number: "020 7946 0018" }],
};

/** The book with other tariffs: `change` gets the fields of each. */
function bookWith(change: (tariff: Readonly<Record<string, unknown>>) => object | undefined): BookData {
  const tariffs = (DATA.tariffs ?? []).flatMap((tariff) => {
    const changed = change({ ...tariff });
    return changed === undefined ? [] : [changed];
  });
  return { ...DATA, tariffs: tariffs as NonNullable<BookData["tariffs"]> };
}

const book = openBook(DATA);
/** Nobody has a mobile tariff any more. */
const unpriced = openBook({
  ...bookWith((tariff) => (tariff.id === 1 ? undefined : tariff)),
  customers: [{ id: 7 }],
});
/** The carrier asks 60 p. */
const carrierUp = openBook(bookWith((tariff) => (tariff.id === 2 ? { ...tariff, baseCost: 60 } : tariff)));

function call(id: number, fields: CallRecord = {}): CallRecord {
  const common = { id, target: "02079460018", tariffType: "Mobile", startDate: "2026-10-01", duration: 60 };
  return { ...common, carrier: "Northway", ...fields };
}

const reported = call(1, { costCDR: 50 });

describe("R30 a call that loses its price", () => {
  test("lowers the margin by all of its retail: its carrier goes on charging", () => {
    const report = previewChange(book, unpriced, [reported]);
    expect(report.totals).toMatchObject({
      retail: { before: "25", after: "0", difference: "-25" },
      wholesale: { before: "50", after: "50", difference: "0" },
      margin: { before: "-25", after: "-50", difference: "-25" },
      calls: 1,
      priced: { before: 1, after: 0 },
      withWholesale: 1,
      otherSidesWholesale: { before: 0, after: 0 },
    });
    expect(report.newlyUnrated).toMatchObject({ calls: 1, retail: "25", wholesale: "50" });
    expect(report.examples[0]).toMatchObject({
      before: { retail: "25", wholesale: "50" },
      after: { retail: null, wholesale: "50" },
    });
  });

  test("where nothing was reported, what one side calculates counts on both", () => {
    const report = previewChange(book, unpriced, [call(1)]);
    expect(report.totals).toMatchObject({
      wholesale: { before: "40", after: "40" },
      margin: { before: "-15", after: "-40" },
      otherSidesWholesale: { before: 0, after: 1 },
    });
  });

  test("the other way round for a call that gets a price", () => {
    expect(previewChange(unpriced, book, [reported]).totals).toMatchObject({
      wholesale: { difference: "0" },
      margin: { before: "-50", after: "-25", difference: "25" },
      priced: { before: 0, after: 1 },
    });
    const recorded = previewChange("recorded", book, [reported, call(2, { cost: 20, costCDR: 30 })]);
    expect(recorded.newlyRated).toMatchObject({ calls: 1, retail: "25", wholesale: "50" });
    expect(recorded.totals.margin).toMatchObject({ before: "-60", after: "-30", difference: "30" });
  });

  test("a wholesale tariff that goes away improves no margin either", () => {
    const without = openBook(bookWith((tariff) => (tariff.id === 2 ? undefined : tariff)));
    expect(previewChange(book, without, [call(1)]).totals).toMatchObject({
      wholesale: { before: "40", after: "40" },
      margin: { before: "-15", after: "-15" },
      otherSidesWholesale: { before: 0, after: 1 },
    });
  });
});

describe("R44 records that carry discounted costs", () => {
  const plans: BookData = {
    ...DATA,
    tariffs: (DATA.tariffs ?? []).map((tariff) => ({
      ...tariff,
      ...(tariff.id === 1 && { baseDiscountPlan: "Half" }),
    })),
    discountPlans: [{ id: 1, discountPlanName: "Half", discountPercent: 50 }],
  };
  const billed = call(1, { costBase: 25, cost: "12.5" });

  test("are compared before discounts where the preview has none, and after them where it has", () => {
    const base = previewChange("recorded", openBook(plans), [billed]);
    expect(base.compares).toBe("base");
    expect(base.totals.retail).toMatchObject({ before: "25", after: "25", difference: "0" });
    const charged = previewChange("recorded", openBook(plans), [billed], { discounts: true });
    expect(charged.compares).toBe("charged");
    expect(charged.totals.retail).toMatchObject({ before: "12.5", after: "12.5", difference: "0" });
  });

  test("are compared as charged with a book that has no plans", () => {
    const report = previewChange("recorded", book, [billed]);
    expect(report.compares).toBe("charged");
    expect(report.totals.retail).toMatchObject({ before: "12.5", after: "25" });
  });

  test("a record that names one of the two is compared by that", () => {
    const { costBase: _, ...charged } = billed;
    expect(previewChange("recorded", openBook(plans), [charged]).totals.retail.before).toBe("12.5");
  });
});

describe("R29 a carrier's new prices", () => {
  test("show where its tariffs are what changes, whatever it reported at the old ones", () => {
    const report = previewChange(book, carrierUp, [reported, call(2)]);
    expect(report.wholesale).toBe("calculated");
    expect(report.totals).toMatchObject({
      wholesale: { before: "80", after: "120", difference: "40" },
      margin: { before: "-30", after: "-70", difference: "-40" },
    });
  });

  test("either cost for who asks for it", () => {
    const asReported = previewChange(book, carrierUp, [reported], { wholesale: "reported" });
    expect(asReported.wholesale).toBe("reported");
    expect(asReported.totals.wholesale).toMatchObject({ before: "50", after: "50" });
    const calculated = previewChange(book, book, [reported], { wholesale: "calculated" });
    expect(calculated.totals.wholesale).toMatchObject({ before: "40", after: "40" });
    // What nobody calculates is as it was reported.
    const without = openBook(bookWith((tariff) => (tariff.id === 2 ? undefined : tariff)));
    const none = previewChange(without, without, [reported], { wholesale: "calculated" });
    expect(none.totals.wholesale).toMatchObject({ before: "50", after: "50" });
    const recorded = call(1, { cost: 25, costCDR: 50, costCarrier: 41 });
    const options = { wholesale: "calculated" } as const;
    expect(previewChange("recorded", book, [recorded], options).totals.wholesale).toMatchObject({
      before: "41",
      after: "40",
    });
  });

  test.for<[what: string, change: (tariff: Readonly<Record<string, unknown>>) => object | undefined, string]>(
    [
      ["a retail price", (tariff) => (tariff.id === 1 ? { ...tariff, baseCost: 26 } : tariff), "reported"],
      ["a name", (tariff) => ({ ...tariff, name: tariff.id === 2 ? "South" : tariff.name }), "reported"],
      [
        "how a price is written",
        (tariff) => (tariff.id === 2 ? { ...tariff, baseCost: "40.0" } : tariff),
        "reported",
      ],
      [
        "a wholesale price",
        (tariff) => (tariff.id === 2 ? { ...tariff, baseCost: 41 } : tariff),
        "calculated",
      ],
      [
        "its carriers",
        (tariff) => (tariff.id === 2 ? { ...tariff, forCarriers: "Swan" } : tariff),
        "calculated",
      ],
      ["a wholesale tariff that goes", (tariff) => (tariff.id === 2 ? undefined : tariff), "calculated"],
      [
        "a wholesale line",
        (tariff) => (tariff.id === 2 ? { ...tariff, rates: [{ prefix: "44", cost: 1 }] } : tariff),
        "calculated",
      ],
    ],
  )("%s changes", ([_what, change, wholesale]) => {
    const data = bookWith(change);
    expect(previewChange(book, openBook(data), []).wholesale).toBe(wholesale);
    // As read from files, whose lines are not records yet.
    const [before, after] = [DATA, data].map((own) =>
      openBook(parseBook(Buffer.from(JSON.stringify(own)), "book.json") as BookData),
    );
    if (before === undefined || after === undefined) return;
    expect(previewChange(before, after, []).wholesale).toBe(wholesale);
  });

  test("a parent's price is a wholesale price", () => {
    const withParent = (baseCost: number) => {
      const data = bookWith((tariff) =>
        tariff.id === 2 ? { ...tariff, baseCost: "", baseType: "", parentTariff: 3 } : tariff,
      );
      const common = { tariffClass: "mobile", retail: "wholesale", baseType: "perCall" } as const;
      return openBook({
        ...data,
        tariffs: [...(data.tariffs ?? []), { id: 3, name: "Parent", baseCost, ...common }],
      });
    };
    expect(previewChange(withParent(40), withParent(40), []).wholesale).toBe("reported");
    expect(previewChange(withParent(40), withParent(41), []).wholesale).toBe("calculated");
  });

  test("books of another thread have no lines to compare", () => {
    const shared = openShared(structuredClone(shareBook(book)));
    expect(previewChange(shared, carrierUp, []).wholesale).toBe("reported");
    expect(previewChange("recorded", book, []).wholesale).toBe("reported");
  });
});
