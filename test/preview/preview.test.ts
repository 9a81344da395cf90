/** R16, R30: what a preview says of small books whose figures can be worked out by hand, and of the sample month. */
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import {
  type BookData,
  type CallRecord,
  compareExplanations,
  createPreview,
  explainCall,
  type OpenedBook,
  openBook,
  type PreviewDimension,
  type PreviewLine,
  previewChange,
  rateCall,
} from "../../src/index.ts";
import { BOOK, CALLS, DATA, dearer, withTariffs } from "./sample.ts";

/** 1.2 p a minute and 2 p a call; customer 8 has a line of its own. */
const SMALL: BookData = {
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "UK mobile", tariffClass: "mobile" },
  ],
  tariffs: [
    { id: 1, name: "Business", tariffClass: "national", baseCost: "1.2", baseCostConnection: 2 },
    { id: 2, name: "Flat", tariffClass: "national", baseType: "perCall", baseCost: 5 },
  ],
  customers: [
    { id: 7, companyName: "Seven Ltd", defaultNationalTariff: "Business" },
    { id: 8, firstnames: "Ada", lastname: "Eight", defaultNationalTariff: "Flat" },
  ],
  numbers: [
    { id: 1007, customerID: 7, number: "020 7946 0018" },
    { id: 1008, customerID: 8, number: "020 7946 0019" },
  ],
};
const UP: BookData = withTariffs(
  (tariff) => (tariff.id === 1 ? { ...tariff, baseCost: "1.5" } : { ...tariff, baseCost: 4 }),
  SMALL,
);
const small = openBook(SMALL);
const up = openBook(UP);

function call(id: number, fields: CallRecord = {}): CallRecord {
  return { id, target: "02079460018", tariffType: "UK", startDate: "2026-10-01", duration: 60, ...fields };
}

const ofEight = { target: "02079460019" };

describe("R16 totals", () => {
  test("before, after, difference and percent, by hand", () => {
    const report = previewChange(small, up, [call(1), call(2), call(3, ofEight)]);
    // 2 × 3.2 + 5 before, 2 × 3.5 + 4 after; 0.4 of 11.4 is 3.508… %.
    expect(report.totals.retail).toEqual({
      before: "11.4",
      after: "11",
      difference: "-0.4",
      percent: "-3.51",
    });
    expect(report.counts).toEqual({
      read: 3,
      ratedTwice: 3,
      dearer: 2,
      cheaper: 1,
      unchanged: 0,
      newlyRated: 0,
      newlyUnrated: 0,
      unrated: 0,
    });
    expect(report.breakdowns.customer.map(({ key, name, retail }) => [key, name, retail.difference])).toEqual(
      [
        ["8", "Ada Eight", "-1"],
        ["7", "Seven Ltd", "0.6"],
      ],
    );
    expect(report.breakdowns.tariff.map(({ key, name }) => [key, name])).toEqual([
      ["2", "Flat"],
      ["1", "Business"],
    ]);
    expect(report.breakdowns.number.map(({ name }) => name)).toEqual(["020 7946 0019", "020 7946 0018"]);
    expect(report.movers.customers.up.map(({ name }) => name)).toEqual(["Seven Ltd"]);
    expect(report.movers.customers.down.map(({ name }) => name)).toEqual(["Ada Eight"]);
    expect(report.movers.calls.up.map((at) => report.examples[at]?.id)).toEqual(["1", "2"]);
  });

  test("a wholesale cost that is not known is null, not zero, and counted", () => {
    const none = previewChange(small, up, [call(1)]).totals;
    expect(none.wholesale).toEqual({ before: null, after: null, difference: null, percent: null });
    expect(none.margin.before).toBeNull();
    expect([none.calls, none.withWholesale]).toEqual([1, 0]);
    const one = previewChange(small, up, [call(1), call(2, { costCDR: "1.25" })]).totals;
    expect(one.wholesale).toEqual({ before: "1.25", after: "1.25", difference: "0", percent: "0" });
    // The margin is that of the one call whose wholesale cost is known.
    expect(one.margin).toEqual({ before: "1.95", after: "2.25", difference: "0.3", percent: "15.38" });
    expect([one.calls, one.withWholesale]).toEqual([2, 1]);
  });

  test("no percentage of nothing; that of a credit has the sign of the difference", () => {
    const credit = (cost: number) =>
      openBook(withTariffs((tariff) => ({ ...tariff, baseCost: cost, baseCostConnection: 0 }), SMALL));
    expect(previewChange(credit(0), credit(2), [call(1)]).totals.retail.percent).toBeNull();
    expect(previewChange(credit(-2), credit(-1), [call(1)]).totals.retail).toEqual({
      before: "-2",
      after: "-1",
      difference: "1",
      percent: "50",
    });
  });

  test("no call at all", () => {
    const report = previewChange(small, up, []);
    expect(report.totals.retail).toEqual({ before: "0", after: "0", difference: "0", percent: null });
    expect(report.fixedCharges).toBeNull();
    expect([report.from, report.to]).toEqual([null, null]);
  });
});

describe("R30 calls with a price on one side only", () => {
  const without = openBook({ ...UP, numbers: UP.numbers?.slice(1) });

  test("newly unrated: in before, listed apart, with the code that the change gives them", () => {
    const report = previewChange(small, without, [call(1), call(2, ofEight)]);
    expect(report.totals.retail).toEqual({
      before: "8.2",
      after: "4",
      difference: "-4.2",
      percent: "-51.22",
    });
    expect(report.ratedTwice).toMatchObject({ before: "5", after: "4" });
    expect(report.newlyUnrated).toMatchObject({
      calls: 1,
      retail: "3.2",
      reasons: [{ reason: "unregistered-number", calls: 1, retail: "3.2" }],
    });
    const example = report.examples[report.newlyUnrated.examples[0] ?? -1];
    expect(example).toMatchObject({
      id: "1",
      before: { retail: "3.2", reason: null },
      after: { retail: null, reason: "unregistered-number" },
      difference: "-3.2",
      parting: { in: "choices", at: 0, rule: "R21" },
    });
  });

  test("newly rated: in after, with the code they had", () => {
    const report = previewChange(without, up, [call(1)]);
    expect(report.newlyRated).toMatchObject({
      calls: 1,
      retail: "3.5",
      reasons: [{ reason: "unregistered-number", calls: 1, retail: "3.5" }],
    });
    expect(report.totals.retail).toMatchObject({ before: "0", after: "3.5", percent: null });
    expect(report.distribution.withoutPercent).toEqual({ customers: 1, difference: "3.5" });
  });

  test("without a price on either side: in no sum, by both reasons", () => {
    const report = previewChange(without, up, [call(1, { duration: -1 }), call(2), call(2), call(3)]);
    expect(report.unrated).toEqual([
      { before: "duplicate-call", after: "duplicate-call", calls: 1 },
      { before: "malformed-record", after: "malformed-record", calls: 1 },
    ]);
    expect(previewChange(small, up, [call(2), call(2)], { duplicates: "keep" }).counts.ratedTwice).toBe(2);
  });

  test("a call without an id is named by its line", () => {
    const { id: _id, ...anonymous } = call(1);
    const preview = createPreview(small, up);
    preview.add(anonymous, 17);
    expect(preview.report().examples).toMatchObject([{ id: null, line: 17 }]);
  });
});

describe("where explanations part", () => {
  const renamed = (data: BookData, cost: string): BookData => ({
    ...data,
    customers: (data.customers ?? []).map((own) => ({
      ...own,
      companyName: "Renamed",
      defaultNationalTariff: "New",
    })),
    tariffs: (data.tariffs ?? []).map((own) =>
      own.id === 1 ? { ...own, name: "New", baseCost: cost } : own,
    ),
  });

  test("R25 a price, though number's customer and tariff have new names, too", () => {
    const dear = openBook(renamed(SMALL, "1.5"));
    const parting = compareExplanations(explainCall(small, call(1)), explainCall(dear, call(1)));
    expect(parting).toMatchObject({ rule: "R25", what: "rate", in: "choices" });
    expect(previewChange(small, dear, [call(1)]).examples[0]?.parting).toEqual(parting);
  });

  test("nowhere, where names alone are new", () => {
    const same = openBook(renamed(SMALL, "1.2"));
    expect(compareExplanations(explainCall(small, call(1)), explainCall(same, call(1)))).toBeNull();
  });

  test("R25 on the retail side, where wholesale and retail prices both change", () => {
    const both = (retail: string, wholesale: string, forCarriers = "*"): OpenedBook =>
      openBook({
        ...SMALL,
        tariffs: [
          ...(SMALL.tariffs ?? []).map((own) => (own.id === 1 ? { ...own, baseCost: retail } : own)),
          {
            id: 90,
            name: "Carrier",
            tariffClass: "national",
            retail: "wholesale",
            forCarriers,
            baseCost: wholesale,
          },
        ],
      });
    const [old, dearer] = [both("1.2", "0.6"), both("1.5", "0.7")];
    const partingOf = (after: OpenedBook): ReturnType<typeof compareExplanations> =>
      compareExplanations(explainCall(old, call(1)), explainCall(after, call(1)));
    expect(partingOf(dearer)).toMatchObject({ rule: "R25", after: "perMinute, cost 1.5" });
    // The index is that of the explanation with its wholesale side.
    const { choices } = explainCall(old, call(1));
    expect(choices[partingOf(dearer)?.at ?? -1]?.chosen).toBe("perMinute, cost 1.2");
    expect(partingOf(dearer)).not.toHaveProperty("atAfter");
    // Where retail stays, the wholesale side alone parts.
    expect(partingOf(both("1.2", "0.7"))).toMatchObject({ rule: "R25", after: "perMinute, cost 0.7" });
    // A side without wholesale steps has another index.
    const without = both("1.5", "0.7", "Elsewhere");
    const parting = partingOf(without);
    const chosen = explainCall(without, call(1)).choices[parting?.atAfter ?? -1]?.chosen;
    expect([parting?.before, parting?.after, chosen]).toEqual([
      "perMinute, cost 1.2",
      "perMinute, cost 1.5",
      "perMinute, cost 1.5",
    ]);
  });

  test("R24 another tariff of the same name", () => {
    const other = openBook({
      ...SMALL,
      tariffs: (SMALL.tariffs ?? []).map((own) => (own.id === 1 ? { ...own, id: 11 } : own)),
    });
    expect(compareExplanations(explainCall(small, call(1)), explainCall(other, call(1)))?.rule).toBe("R24");
  });
});

describe("R30 what the records say was charged", () => {
  test("cost, where blank costBase; without either not recorded, never zero", () => {
    const report = previewChange("recorded", up, [
      call(1, { cost: "3.2", costBase: "9" }),
      call(2, { cost: "", costBase: 3.5 }),
      call(3),
      call(4, { cost: "1,5" }),
      call(5, { cost: "0" }),
    ]);
    expect(report.against).toBe("recorded");
    expect(report.totals.retail).toMatchObject({ before: "6.7", after: "17.5" });
    expect(report.counts).toMatchObject({ ratedTwice: 3, dearer: 2, unchanged: 1, newlyRated: 2 });
    expect(report.newlyRated.reasons.map(({ reason, calls }) => [reason, calls]).sort()).toEqual([
      ["malformed-record", 1],
      ["not-recorded", 1],
    ]);
    expect(report.examples[0]).toMatchObject({ before: { explanation: null }, parting: null });
  });

  test("R15 wholesale is what the record reports, else what it says was calculated", () => {
    const wholesaleOf = (fields: CallRecord) =>
      previewChange("recorded", up, [call(1, { cost: 1, ...fields })]).totals.wholesale.before;
    expect(wholesaleOf({ costCDR: "0.7", costCarrier: "0.9" })).toBe("0.7");
    expect(wholesaleOf({ costCDRBasic: "0.5", costCDRAccessCharge: "0.25" })).toBe("0.75");
    expect(wholesaleOf({ costCarrier: "0.9" })).toBe("0.9");
    expect(wholesaleOf({})).toBeNull();
  });

  test("a charge that the book does not rate is broken down by what its record says", () => {
    const charged = {
      ...call(1, { target: "020 7946 0999", cost: 4 }),
      customerID: 7,
      tariffClass: "national",
    };
    const report = previewChange("recorded", up, [charged]);
    expect(report.breakdowns.customer).toMatchObject([{ key: "7", name: "Seven Ltd", newlyUnrated: 1 }]);
    expect(report.breakdowns.class).toMatchObject([{ key: "national" }]);
    expect(report.breakdowns.period).toMatchObject([{ key: null, name: null }]);
    expect(report.newlyUnrated.reasons[0]?.reason).toBe("unregistered-number");
  });

  test("a call stands under the customer, tariff and class it was billed to, and where the book gives others", () => {
    const billed = { tariffID: 9, tariff: "Old", tariffClass: "mobile", cost: "5" };
    const report = previewChange("recorded", up, [
      call(1, { ...billed, customerID: 8 } as CallRecord),
      call(2, { customerID: 8, tariff: "Business", cost: "4" } as CallRecord),
      call(3, { customerID: 7, tariffID: "1", cost: "3" } as CallRecord),
      // A record that is silent stands where the book puts it.
      call(4, { cost: "2" }),
    ]);
    const linesOf = (by: PreviewDimension) =>
      report.breakdowns[by].map(({ key, calls, retail }) => [key, calls, retail.before]);
    expect(linesOf("customer").sort()).toEqual([
      ["7", 2, "5"],
      ["8", 2, "9"],
    ]);
    expect(linesOf("tariff").sort()).toEqual([
      ["1", 3, "9"],
      ["9", 1, "5"],
    ]);
    expect(linesOf("class").sort()).toEqual([
      ["mobile", 1, "5"],
      ["national", 3, "9"],
    ]);
    expect(report.recordedOtherwise).toMatchObject({
      customer: [{ recorded: "8", recordedName: "Ada Eight", book: "7", bookName: "Seven Ltd", calls: 2 }],
      tariff: [{ recorded: "9", book: "1", bookName: "Business", calls: 1, retail: { before: "5" } }],
      class: [{ recorded: "mobile", book: "national", calls: 1 }],
    });
    expect(report.recordedOtherwise?.customer[0]?.examples.map((at) => report.examples[at]?.id)).toEqual([
      "1",
    ]);
    expect(previewChange(small, up, [call(1)]).recordedOtherwise).toBeNull();
  });

  test("__proto__ and its like are names like any other", () => {
    const record = {
      ...call(1, { target: "020 7946 0999", cost: 4 }),
      customerID: "__proto__",
      tariff: "constructor",
    };
    const report = previewChange("recorded", up, [record]);
    expect(report.breakdowns.customer).toMatchObject([{ key: "__proto__", name: "__proto__" }]);
    expect(report.breakdowns.tariff).toMatchObject([{ key: "constructor" }]);
  });
});

describe("examples and movers", () => {
  test("ties are broken by id, integers as numbers, whatever the order of the calls", () => {
    const calls = ["10", "9", "b", "a", "2"].map((id) => ({ ...call(0), id }));
    for (const own of [calls, [...calls].reverse()]) {
      const report = previewChange(small, up, own, { movers: 4 });
      expect(report.movers.calls.up.map((at) => report.examples[at]?.id)).toEqual(["2", "9", "10", "a"]);
    }
  });

  test("the number kept is bounded, and a record that changes later is shown as it was", () => {
    const record = { ...call(1) } as { id: number; duration: number };
    const preview = createPreview(small, up, { movers: 3, examples: 2 });
    for (let id = 1; id <= 50; id++) {
      record.id = id;
      record.duration = 60 + id;
      preview.add(record);
    }
    const report = preview.report();
    expect(report.movers.calls.up.map((at) => report.examples[at]?.call.duration)).toEqual([110, 109, 108]);
    expect(report.breakdowns.class[0]?.examples.length).toBe(2);
    expect(report.examples.length).toBe(3);
  });

  test("records come back as plain JSON", () => {
    const odd = {
      ...call(1),
      duration: new Decimal(60),
      CDRFileID: 12n,
      extra: { nested: true },
      note: null,
    };
    const report = previewChange(small, up, [odd as unknown as CallRecord]);
    expect(report.examples[0]?.call).toEqual({ ...call(1), duration: "60", CDRFileID: "12", note: null });
  });

  test("explanations part where the rules first decide otherwise", () => {
    const one = call(1);
    const before = explainCall(small, one);
    expect(compareExplanations(before, explainCall(small, one))).toBeNull();
    expect(compareExplanations(before, explainCall(up, one))).toMatchObject({ in: "choices", rule: "R25" });
    const connected = openBook(withTariffs((tariff) => ({ ...tariff, baseCostConnection: 3 }), SMALL));
    const parting = compareExplanations(before, explainCall(connected, one));
    expect(parting).toMatchObject({ in: "steps", rule: "R9" });
    expect(before.steps[parting?.at ?? -1]).toMatchObject({ what: parting?.what });
  });
});

describe("options", () => {
  test("what cannot be meant is refused", () => {
    const euros = openBook({ ...SMALL, currency: "EUR" });
    expect(() => createPreview(small, euros)).toThrow(RangeError);
    expect(() => createPreview(small, up, { period: { from: "1.10.2026", to: "2026-10-31" } })).toThrow(
      RangeError,
    );
    expect(() => createPreview(small, up, { movers: 1.5 })).toThrow(RangeError);
    expect(() => createPreview(small, up, { examples: -1 })).toThrow(RangeError);
  });

  test("calls may come as they are read", async () => {
    async function* stream() {
      yield* [call(1), call(2)];
    }
    expect(await previewChange(small, up, stream())).toEqual(previewChange(small, up, [call(1), call(2)]));
  });

  test("books of different precision compare exactly", () => {
    const fine = openBook({ ...UP, costDecimals: 8 });
    const seconds = call(1, { duration: 1 });
    const { totals } = previewChange(small, fine, [seconds]);
    expect(totals.retail).toMatchObject({ before: "2.02", after: "2.025", difference: "0.005" });
  });
});

describe("R16 the sample month", () => {
  const after = openBook(withTariffs(dearer));
  const report = previewChange(BOOK, after, CALLS);

  test("each example is what rating says, on both sides", () => {
    expect(report.examples.length).toBeGreaterThan(20);
    for (const { call: own, line, before, after: other, difference } of report.examples) {
      const left = rateCall(BOOK, own as CallRecord, { line });
      const right = rateCall(after, own as CallRecord, { line });
      expect(before.retail).toBe(left.outcome === "rated" ? left.cost : null);
      expect(other.retail).toBe(right.outcome === "rated" ? right.cost : null);
      expect(new Decimal(other.retail ?? 0).minus(before.retail ?? 0).toFixed()).toBe(difference);
    }
  });

  test("the largest movers are the largest, found the plain way", () => {
    const changes = CALLS.flatMap((own) => {
      const left = rateCall(BOOK, own);
      const right = rateCall(after, own);
      if (left.outcome !== "rated" || right.outcome !== "rated") return [];
      return [{ id: Number(own.id), change: new Decimal(right.cost).minus(left.cost) }];
    })
      .filter(({ change }) => change.gt(0))
      .sort((a, b) => b.change.cmp(a.change) || a.id - b.id);
    expect(report.movers.calls.up.map((at) => Number(report.examples[at]?.id))).toEqual(
      changes.slice(0, 10).map(({ id }) => id),
    );
  });

  test("lines come with the largest change first", () => {
    for (const lines of Object.values(report.breakdowns)) {
      const sizes = (lines as readonly PreviewLine[]).map((line) =>
        new Decimal(line.retail.difference).abs().toNumber(),
      );
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    }
    expect(DATA.customers?.length).toBe(report.breakdowns.customer.length);
  });
});
