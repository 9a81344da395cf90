/** Letters: one record for each customer whose prices or bill change, with what changes in words. */
import { expect, test } from "vitest";
import {
  type BookData,
  createIncreaseVersion,
  type IncreaseRequest,
  increaseBook,
  isActionError,
  openBook,
  previewChange,
  type Tariff,
} from "../../src/index.ts";
import { LETTER_FIELDS, type LetterRecord, letterRecords } from "../../src/report/index.ts";

const DATA: BookData = {
  callTypes: [{ name: "UK", tariffClass: "national" }],
  tariffs: [
    { id: 1, name: "Business", tariffClass: "national", baseCost: 2 },
    { id: 2, name: "Child", tariffClass: "national", parentTariff: 1 },
    { id: 3, name: "Other", tariffClass: "national", baseCost: 3 },
  ],
  customers: [
    {
      id: 7,
      companyName: "Acme",
      accountNumber: "A7",
      defaultNationalTariff: "Business",
      address1: "1 High Street",
      postcode: "LS1 1AA",
    },
    { id: 8, firstnames: "Beth", lastname: "Call", defaultNationalTariff: "Child" },
    { id: 9, companyName: "Unchanged", defaultNationalTariff: "Other" },
    { id: 10, companyName: "Silent", defaultNationalTariff: "Business" },
  ],
  numbers: [7, 8, 9, 10].map((customerID) => ({
    id: customerID,
    customerID,
    number: `020794600${String(customerID).padStart(2, "0")}`,
  })),
};

/** Twenty minutes on the first and on the last day of October. */
const CALLS = [7, 8, 9].flatMap((numberID) =>
  ["2026-10-01", "2026-10-31"].map((startDate) => ({
    id: `${numberID} ${startDate}`,
    numberID,
    tariffType: "UK",
    startDate,
    startTime: "10:00:00",
    duration: 1_200,
  })),
);

function lettersOf(before: BookData, after: BookData, calls = CALLS): readonly LetterRecord[] {
  const [opened, changed] = [openBook(before), openBook(after)];
  return letterRecords(previewChange(opened, changed, calls), opened, changed);
}

function increased(request: Partial<IncreaseRequest>): BookData {
  const answer = increaseBook(
    DATA,
    [{ resource: "tariffs", id: 1, increaseScope: "costOnly", increasePercent: 10, ...request }],
    5,
  );
  if (isActionError(answer)) throw new Error(answer.hint);
  return answer.book;
}

test("everyone whose prices change gets one, who called or not, who inherits or not; nobody else does", () => {
  const letters = lettersOf(DATA, increased({}));
  expect(letters.map(({ customerID, name, changes }) => [customerID, name, changes])).toEqual([
    ["7", "Acme", "Business: prices rise by 10%"],
    ["8", "Beth Call", "Child: prices rise by 10%"],
    ["10", "Silent", "Business: prices rise by 10%"],
  ]);
  // 40 minutes at 2 p, then at 2.2 p.
  expect(letters[0]).toMatchObject({
    accountNumber: "A7",
    address1: "1 High Street",
    postcode: "LS1 1AA",
    title: null,
    calls: 2,
    billBefore: "0.80",
    billAfter: "0.88",
    differenceMonth: "0.08",
    differenceYear: "0.96",
    percent: "10",
    from: null,
  });
  expect(letters[2]).toMatchObject({ calls: 0, billBefore: "0.00", differenceYear: "0.00", percent: null });
  expect(Object.keys(letters[0] ?? {}).sort()).toEqual([...LETTER_FIELDS].sort());
});

test("an increase from a date says from when", () => {
  const [letter] = lettersOf(DATA, increased({ effectiveDate: "2026-10-15" }));
  expect(letter).toMatchObject({
    from: "2026-10-15",
    billAfter: "0.84",
    changes: "Business: prices rise by 10% from 15 Oct 2026",
  });
});

test("twelve days are made a month", () => {
  const [letter] = lettersOf(
    DATA,
    increased({}),
    CALLS.map((call, at) => ({ ...call, startDate: at % 2 === 0 ? "2026-10-06" : "2026-10-17" })),
  );
  // 12/31 of a month: 80 p × 31 ÷ 12 = 206.66… p, and 88 p likewise 227.33… p.
  expect(letter).toMatchObject({
    billBefore: "2.07",
    billAfter: "2.27",
    differenceMonth: "0.20",
    differenceYear: "2.48",
    percent: "10",
  });
});

test("a customer that goes to another tariff is told which, and what its prices are to the former's", () => {
  const customers = (DATA.customers ?? []).map((customer) =>
    customer.id === 7 ? { ...customer, defaultNationalTariff: "Other" } : customer,
  );
  expect(lettersOf(DATA, { ...DATA, customers })).toMatchObject([
    {
      customerID: "7",
      changes: "Other in place of Business: prices rise by 50%",
      billAfter: "1.20",
      percent: "50",
    },
  ]);
});

test("a customer that goes to a version is told by how much and from when, and not that the version is new", () => {
  const made = createIncreaseVersion(DATA, {
    resource: "tariffs",
    id: 1,
    increaseScope: "costOnly",
    increasePercent: 10,
    effectiveDate: "2026-10-15",
  });
  if (isActionError(made)) throw new Error(made.hint);
  const tariffs = [...(DATA.tariffs ?? []), made.record as Tariff];
  const customers = (DATA.customers ?? []).map((customer) =>
    customer.id === 7 ? { ...customer, defaultNationalTariff: "Business +10%" } : customer,
  );
  expect(lettersOf(DATA, { ...DATA, tariffs, customers })).toMatchObject([
    {
      customerID: "7",
      from: "2026-10-15",
      changes: "Business +10% in place of Business: prices rise by 10% from 15 Oct 2026",
      billAfter: "0.84",
    },
  ]);
});

test("fixed charges are in the bill, and what changes of them in the words", () => {
  const withLine = (serviceCharge: number): BookData => ({
    ...DATA,
    standardFeatures: [{ id: 1, name: "Line", serviceCharge }],
    features: [{ id: 1, customerID: 7, standardFeature: "Line", startDate: "2026-01-01" }],
  });
  const [before, after] = [openBook(withLine(10)), openBook(withLine(9))];
  const report = previewChange(before, after, CALLS);
  const [letter] = letterRecords(report, before, after);
  expect(letter).toMatchObject({ customerID: "7", changes: "Line: charges fall by 10%" });
  // Of a report without bills the calls alone.
  const expected = report.bills === null ? ["0.80", "0.80"] : ["10.80", "9.80"];
  expect([letter?.billBefore, letter?.billAfter]).toEqual(expected);
});

test("a month and a year are of what recurs, whatever falls due in the days of the bills", () => {
  const withFeatures = (rise: number): BookData => ({
    ...DATA,
    standardFeatures: [
      { id: 1, name: "Support", serviceCharge: 120 + 12 * rise, serviceChargeInterval: "Annually" },
      { id: 2, name: "Seat", serviceCharge: 30 + 3 * rise, serviceChargeInterval: "Calendar Quarterly" },
      { id: 3, name: "Line", serviceCharge: 10 + rise, connectionCharge: 100 + 10 * rise },
    ],
    features: [
      { id: 1, customerID: 7, standardFeature: "Support", startDate: "2025-10-05" },
      { id: 2, customerID: 8, standardFeature: "Support", startDate: "2025-05-05" },
      { id: 3, customerID: 9, standardFeature: "Seat", startDate: "2026-01-01" },
      { id: 4, customerID: 10, standardFeature: "Line", startDate: "2026-10-17" },
    ],
  });
  const [before, after] = [openBook(withFeatures(0)), openBook(withFeatures(1))];
  for (const to of ["2026-10-31", "2026-12-31"]) {
    const report = previewChange(before, after, [], { period: { from: "2026-10-01", to } });
    const letters = letterRecords(report, before, after);
    expect(
      letters.map((letter) => [
        letter.customerID,
        letter.billBefore,
        letter.billAfter,
        letter.differenceYear,
      ]),
    ).toEqual([
      ["7", "10.00", "11.00", "12.00"],
      ["8", "10.00", "11.00", "12.00"],
      ["9", "10.00", "11.00", "12.00"],
      ["10", "10.00", "11.00", "12.00"],
    ]);
  }
});

test("calls after the days of the bills are no part of a month's bill", () => {
  const calls = CALLS.map((call, at) => (at % 2 === 0 ? call : { ...call, startDate: "2026-11-30" }));
  const [before, after] = [openBook(DATA), openBook(increased({}))];
  const period = { from: "2026-10-01", to: "2026-10-31" };
  const [letter] = letterRecords(previewChange(before, after, calls, { period }), before, after);
  expect(letter).toMatchObject({ billBefore: "0.40", billAfter: "0.44", differenceYear: "0.48" });
});

test("a letter tells of nothing that its customer does not pay: carriers' charges, a price of a feature's own", () => {
  const withLine = (line: object, own: object = {}): BookData => ({
    ...DATA,
    standardFeatures: [{ id: 1, name: "Line", serviceCharge: 10, serviceChargeCarrier: 5, ...line }],
    features: [{ id: 1, customerID: 7, standardFeature: "Line", startDate: "2026-01-01", ...own }],
  });
  const changesOf = (line: object, own?: object): readonly string[] =>
    lettersOf(withLine({}, own), withLine(line, own)).map(({ changes }) => changes);
  expect(changesOf({ serviceChargeCarrier: 6 })).toEqual([]);
  expect(changesOf({ serviceChargeCarrier: 6, serviceCharge: 11 })).toEqual(["Line: charges rise by 10%"]);
  expect(changesOf({ serviceCharge: 11 }, { serviceCharge: 8 })).toEqual([]);
  expect(changesOf({ serviceCharge: 11 }, { connectionCharge: 8 })).toEqual(["Line: charges rise by 10%"]);
});

test("who is on a fixed fee tariff that inherits the changed one is told, too", () => {
  const withFees = (fixedFeeValue: number): BookData => ({
    ...DATA,
    fixedFeeTariffs: [
      {
        id: 1,
        name: "Fees",
        rates: [{ chargeKind: "recurring", fixedFeeTariffType: "fixed", fixedFeeValue }],
      },
      { id: 2, name: "School fees", parentFixedFeeTariff: 1 },
    ],
    features: [{ id: 1, customerID: 7, startDate: "2026-01-01", fixedFeeTariff: "School fees" }],
  });
  const letters = lettersOf(withFees(10), withFees(11));
  expect(letters).toMatchObject([
    { customerID: "7", billBefore: "10.80", billAfter: "11.80", changes: "School fees: charges rise by 10%" },
  ]);
  const { prices } = previewChange(openBook(withFees(10)), openBook(withFees(11)), CALLS);
  expect(prices?.records).toMatchObject([
    { after: { name: "Fees" }, inheriting: [{ id: "2", name: "School fees", follows: true, ownPrices: [] }] },
  ]);
});

test("a fixed fee of a kind that all features of a customer have themselves is not told (R71)", () => {
  const withFees = (recurring: number, oneOff: number, own: object, feature: object = {}): BookData => ({
    ...DATA,
    fixedFeeTariffs: [
      {
        id: 1,
        name: "Fees",
        rates: [
          { chargeKind: "recurring", fixedFeeValue: recurring },
          { chargeKind: "oneOff", fixedFeeValue: oneOff },
        ],
      },
      { id: 2, name: "School fees", parentFixedFeeTariff: 1 },
    ],
    features: [{ id: 1, customerID: 7, startDate: "2026-01-01", fixedFeeTariff: "Fees", ...own, ...feature }],
  });
  const told = (own: object, feature?: object): readonly (readonly string[])[] =>
    [withFees(11, 20, own, feature), withFees(10, 22, own, feature)].map((after) =>
      lettersOf(withFees(10, 20, own, feature), after).map(({ changes }) => changes),
    );
  const [fees, schoolFees] = [["Fees: charges rise by 10%"], ["School fees: charges rise by 10%"]];
  const byParent = { fixedFeeTariff: "School fees" };
  expect(told({})).toEqual([fees, fees]);
  expect(told({ serviceCharge: 8 })).toEqual([[], fees]);
  expect(told({ connectionCharge: 8 })).toEqual([fees, []]);
  expect(told({ serviceCharge: 8 }, byParent)).toEqual([[], schoolFees]);
  expect(told({ connectionCharge: 8 }, byParent)).toEqual([schoolFees, []]);
  expect(told({ totalFeatureValue: 120, instalments: 12 })).toEqual([[], fees]);
});

test("beside a percentage a letter tells that a price comes, or that terms change", () => {
  const changedTo = (fields: object): readonly string[] => {
    const tariffs = (DATA.tariffs ?? []).map((tariff) =>
      tariff.id === 1 ? { ...tariff, ...fields } : tariff,
    );
    return lettersOf(DATA, { ...DATA, tariffs }).map(({ changes }) => changes);
  };
  expect(changedTo({ baseCost: "2.1", baseCostConnection: 10 })[0]).toBe(
    "Business: prices rise by 5%, others or terms change",
  );
  expect(changedTo({ baseCost: "2.1", baseRoundSeconds: 60 })[0]).toBe(
    "Business: prices rise by 5%, others or terms change",
  );
  expect(changedTo({ baseRoundSeconds: 60 })[0]).toBe("Business: prices or terms change");
});

test("an increase of a tariff with parents, in place from a date, is told by its percentage alone", () => {
  const letters = lettersOf(
    DATA,
    increased({ id: 2, effectiveDate: "2026-10-15", increaseScope: "allCharges" }),
  );
  expect(letters.map(({ changes }) => changes)).toEqual(["Child: prices rise by 10% from 15 Oct 2026"]);
});

test("where a bill changes though no price does, a letter tells the parts of the bill that do", () => {
  const ofSeven = (allowanceMinutes: number, serviceCharge: number, more: object): BookData => ({
    ...DATA,
    tariffs: DATA.tariffs?.map((tariff) => ({ ...tariff, baseDiscountPlan: "Minutes" })),
    discountPlans: [{ id: 1, discountPlanName: "Minutes", allowanceMinutes }],
    features: [{ id: 1, customerID: 7, serviceCharge, startDate: "2026-01-01" }],
    numbers: DATA.numbers?.map((number) =>
      number.customerID === 7 ? { ...number, discountPlan1: "Minutes", ...more } : number,
    ),
  });
  const toldOf = (before: BookData, after: BookData): readonly string[] => {
    const [opened, changed] = [openBook(before), openBook(after)];
    const report = previewChange(opened, changed, CALLS, { discounts: true });
    return letterRecords(report, opened, changed).map(
      ({ customerID, changes }) => `${customerID} ${changes}`,
    );
  };
  expect(toldOf(ofSeven(30, 5, {}), ofSeven(10, 5, {}))).toEqual(["7 charges for calls rise"]);
  expect(toldOf(ofSeven(10, 5, {}), ofSeven(30, 4, { lowInvoiceActionValue: 20 }))).toEqual([
    "7 charges for calls fall; fixed charges fall; charges up to the minimum spend rise",
  ]);
});

test("against records there is no letter", () => {
  const book = openBook(DATA);
  expect(() => letterRecords(previewChange("recorded", book, []), book, book)).toThrow("against records");
});
