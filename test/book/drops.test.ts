/**
 * R20: a status that means dropped ends what its own dates leave open, on `updatedDate`: for the numbers of calls (R21),
 * features' tariffs (R24), plans in force (R40), pools (R41), minimum spends (R45), what a preview charges, increases.
 */
import { describe, expect, test } from "vitest";
import {
  applyDiscounts,
  type BookData,
  type CallRecord,
  checkBook,
  columnsFromRecords,
  createPreview,
  minimumSpendLines,
  openBook,
  openShared,
  planIncreases,
  type ResultRecord,
  rateCall,
  rateCalls,
  rateColumns,
  reviseBook,
  shareBook,
  toRecord,
} from "../../src/index.ts";

type Row = Readonly<Record<string, unknown>>;

function data(more: Row = {}): BookData {
  return {
    callTypes: [{ name: "UK", tariffClass: "national" }],
    tariffs: [
      { id: 1, name: "Standard", tariffClass: "national", baseCost: 2 },
      { id: 2, name: "Cheap", tariffClass: "national", baseCost: 1 },
    ],
    customers: [{ id: 7, defaultNationalTariff: "Standard" }],
    numbers: [{ id: 1, customerID: 7, number: "020 7946 0018" }],
    ...more,
  } as BookData;
}

/** What a call of a minute costs on each day, or its error; every way of rating says the same. */
function costs(book: BookData, ...days: readonly string[]): string[] {
  const calls: CallRecord[] = days.map((startDate, at) => ({
    id: at,
    target: "02079460018",
    tariffType: "UK",
    startDate,
    duration: 60,
  }));
  const said = (result: ResultRecord): string =>
    "cost" in result ? String(result.cost) : "error" in result ? result.error : "ignored";
  const opened = openBook(book);
  const single = calls.map((call) => said(toRecord(rateCall(opened, call))));
  for (const own of [opened, openShared(structuredClone(shareBook(opened)))]) {
    const rated = rateColumns(own, columnsFromRecords(calls));
    expect(calls.map((_, row) => said(rated.recordAt(row)))).toEqual(single);
  }
  return single;
}

const number = { id: 1, customerID: 7, number: "020 7946 0018" };
const drop = { status: "Dropped", updatedDate: "2026-03-10" };

describe("R20, R21 a number", () => {
  const days = ["2026-03-10", "2026-03-11"] as const;

  test("is billable up to the day of its drop", () => {
    expect(costs(data({ numbers: [{ ...number, ...drop }] }), ...days)).toEqual(["2", "number-not-billable"]);
    const refused = rateCall(openBook(data({ numbers: [{ ...number, ...drop }] })), {
      target: "02079460018",
      startDate: "2026-03-11",
    });
    expect(refused).toMatchObject({
      message:
        "On 2026-03-11 the call's number is not billable: number 020 7946 0018 (id 1) is billable from the start to 2026-03-10, by its status Dropped.",
    });
  });

  test("is named once where a call matches it by several of its fields", () => {
    const both = { ...number, CDRNumber: "+442079460018", billableTo: "2026-03-10" };
    expect(
      rateCall(openBook(data({ numbers: [both] })), { target: "02079460018", startDate: "2026-03-11" }),
    ).toMatchObject({
      message:
        "On 2026-03-11 the call's number is not billable: number 020 7946 0018 (id 1) is billable from the start to 2026-03-10.",
    });
  });

  test("is billable up to the day of its customer's drop", () => {
    const customers = [{ id: 7, defaultNationalTariff: "Standard", ...drop }];
    expect(costs(data({ customers }), ...days)).toEqual(["2", "number-not-billable"]);
    const later = { ...number, status: "Dropped", updatedDate: "2026-03-20" };
    expect(costs(data({ customers, numbers: [later] }), ...days)).toEqual(["2", "number-not-billable"]);
    const earlier = { ...number, status: "Dropped", updatedDate: "2026-03-09" };
    expect(costs(data({ customers, numbers: [earlier] }), "2026-03-09", days[0])).toEqual([
      "2",
      "number-not-billable",
    ]);
  });

  test("goes by its own billableTo where that is set, whatever its status and its customer's", () => {
    const customers = [{ id: 7, defaultNationalTariff: "Standard", ...drop }];
    const numbers = [{ ...number, ...drop, billableTo: "2026-03-11" }];
    expect(costs(data({ customers, numbers }), "2026-03-11", "2026-03-12")).toEqual([
      "2",
      "number-not-billable",
    ]);
  });

  test("is dropped by the names of droppedStatuses, in any case, and by no others", () => {
    const own = (status: unknown, droppedStatuses?: unknown): string[] =>
      costs(data({ numbers: [{ ...number, ...drop, status }], droppedStatuses }), days[1]);
    expect(own("DROPPED")).toEqual(["number-not-billable"]);
    expect(own(["Live", "dropped"])).toEqual(["number-not-billable"]);
    expect(own("Active")).toEqual(["2"]);
    expect(own("Dropped", "Ceased, Gone")).toEqual(["2"]);
    expect(own("gone", "Ceased, Gone")).toEqual(["number-not-billable"]);
    expect(own("ceased", ["Ceased"])).toEqual(["number-not-billable"]);
  });

  test("may be given to somebody else the day after", () => {
    const numbers = [
      { ...number, ...drop },
      { ...number, id: 2, billableFrom: "2026-03-11", nationalTariff: "Cheap" },
    ];
    expect(checkBook(data({ numbers })).warnings).toEqual([]);
    expect(costs(data({ numbers }), ...days)).toEqual(["2", "1"]);
  });
});

describe("R20 a feature", () => {
  test("R24 names its tariff up to the day of its drop", () => {
    const features = [{ id: 1, numberID: 1, nationalTariff: "Cheap", ...drop }];
    expect(costs(data({ features }), "2026-03-10", "2026-03-11")).toEqual(["1", "2"]);
    const [feature] = features;
    const open = [{ ...feature, endDate: "2026-03-12" }];
    expect(costs(data({ features: open }), "2026-03-12", "2026-03-13")).toEqual(["1", "2"]);
  });

  const plans = {
    discountPlans: [{ id: 1, discountPlanName: "Ten minutes", allowanceMinutes: 31, allowanceProRata: true }],
  };

  test("R40, R41 carries its plans up to the day of its drop, and fills its pool so far", () => {
    const features = [{ id: 1, numberID: 1, discountPlan1: "Ten minutes", ...drop }];
    const book = openBook(data({ ...plans, features }));
    const calls = ["2026-03-10", "2026-03-11"].map((startDate, id) => ({
      id,
      target: "02079460018",
      tariffType: "UK",
      startDate,
      duration: 60,
    }));
    const { calls: discounted, pools } = applyDiscounts(book, [...rateCalls(book, calls)]);
    expect(discounted.map((result) => result.outcome === "rated" && result.cost)).toEqual(["0", "2"]);
    expect(pools.map(({ allowanceSeconds }) => allowanceSeconds)).toEqual(["600"]);
  });

  test("counts among a preview's fixed charges up to the day of its drop", () => {
    const features = [{ id: 1, customerID: 7, serviceCharge: 10, ...drop }];
    const book = openBook(data({ features }));
    const counted = (on: string): string =>
      JSON.stringify(createPreview(book, book, { period: { from: on, to: on } }).report().fixedCharges);
    expect(counted("2026-03-10")).not.toBe(counted("2026-03-11"));
  });
});

test("R45 a dropped number has no minimum spend in later periods", () => {
  const book = openBook(data({ numbers: [{ ...number, ...drop, lowInvoiceActionValue: 5 }] }));
  expect(minimumSpendLines(book, [], "2026-03-15").length).toBe(1);
  expect(minimumSpendLines(book, [], "2026-04-15")).toEqual([]);
});

test("R20 nothing is due of a record after its drop", () => {
  const yearly = { annualIncreaseProfile: "CPI", annualIncreaseReferenceDate: "2025-03-11" };
  const book = data({
    customers: [
      { id: 7, ...yearly },
      { id: 8, ...yearly, ...drop },
    ],
    numbers: [
      { id: 1, customerID: 7, number: "1" },
      { id: 2, customerID: 7, number: "2", ...drop },
      { id: 3, customerID: 8, number: "3" },
    ],
    services: [{ id: 4, customerID: 7, ...drop, status: "ceased" }],
    droppedStatuses: ["Dropped", "Ceased"],
  });
  const { profiles } = planIncreases(book, { on: "2026-03-11", profiles: {} });
  expect(profiles[0]?.due.map(({ resource, id }) => `${resource} ${id}`)).toEqual([
    "customers 7",
    "numbers 1",
  ]);
});

describe("R20 a book with drops", () => {
  const customers = [{ id: 7, defaultNationalTariff: "Standard", ...drop }];
  const call = { target: "02079460018", tariffType: "UK", startDate: "2026-03-11", duration: 60 };

  test("is revised as it is opened: a reinstated customer's numbers are billable again", () => {
    const book = openBook(data({ customers }));
    expect(rateCall(book, call).outcome).toBe("error");
    const reinstated = reviseBook(book, {
      upsert: {
        customers: [
          { id: 7, defaultNationalTariff: "Standard", status: "Active", updatedDate: "2026-03-12" },
        ],
      },
    });
    expect(rateCall(reinstated, call).outcome).toBe("rated");
    expect(rateCall(reviseBook(book, { settings: { droppedStatuses: "Gone" } }), call).outcome).toBe("rated");
  });

  test("R20 must say a date where its customer is dropped, too, since it may have been dropped before", () => {
    const { problems, warnings } = checkBook(
      data({
        customers: [{ id: 7, ...drop }],
        numbers: [
          { ...number, status: "Dropped", updatedDate: "10.3.2026" },
          { ...number, id: 2, number: "2", status: "Dropped" },
        ],
      }),
    );
    expect(problems).toEqual([
      { path: "numbers[0].updatedDate", message: '"10.3.2026" is not a date; write YYYY-MM-DD' },
    ]);
    // Without a date of its own a number ends with its customer.
    expect(warnings).toEqual([]);
  });

  test("must say since when, in a date", () => {
    const { problems, warnings } = checkBook(
      data({
        customers: [{ id: 7, status: "Dropped" }],
        numbers: [
          { ...number, status: "dropped", updatedDate: "10.3.2026" },
          { ...number, id: 2, number: "2", status: "Dropped", updatedDate: "soon", billableTo: "2026-03-10" },
          { ...number, id: 3, number: "3", status: "Active", updatedDate: new Date(0) },
        ],
        features: [{ id: 1, numberID: 1, status: "Dropped" }],
        services: [{ id: 1, status: { name: "Dropped" } }],
      }),
    );
    const lines = (list: typeof problems): string[] => list.map(({ path, message }) => `${path}: ${message}`);
    expect(lines(problems)).toEqual([
      "services[0].status: an object is not the name of a status",
      'numbers[0].updatedDate: "10.3.2026" is not a date; write YYYY-MM-DD',
    ]);
    expect(lines(warnings)).toEqual([
      'customers[0].updatedDate: is blank, so the status "Dropped" ends nothing, and the record stays in force; write the last day',
      'features[0].updatedDate: is blank, so the status "Dropped" ends nothing, and the record stays in force; write the last day, or endDate',
    ]);
  });
});
