/** R72: the price that a fixed fee tariff gives a charge. */
import { describe, expect, test } from "vitest";
import {
  type BookData,
  type FixedFee,
  type FixedFeeLine,
  type FixedFeeRequest,
  type FixedFeeTariff,
  openBook,
  openShared,
  priceFixedFee,
  reviseBook,
  shareBook,
} from "../../src/index.ts";

const ON: FixedFeeRequest = { date: "2026-06-16", chargeKind: "recurring" };

/** A book of one fixed fee tariff, `Corporate fees`, and others. */
function bookOf(rates: readonly FixedFeeLine[], ...others: readonly FixedFeeTariff[]): BookData {
  return { fixedFeeTariffs: [{ id: 1, name: "Corporate fees", rates }, ...others] };
}

function fee(book: BookData, request: Partial<FixedFeeRequest> = {}, tariff = "Corporate fees"): FixedFee {
  return priceFixedFee(openBook(book), tariff, { ...ON, ...request });
}

/** The line, of which tariff, at what price and how charged; or the error's code; or "none". */
function short(answer: FixedFee): string {
  if (answer.outcome === "priced") return `${answer.tariffID} ${answer.line} ${answer.price} ${answer.type}`;
  return answer.outcome === "error" ? answer.error : answer.outcome;
}

describe("R72 the worked examples", () => {
  const fees = bookOf([
    { chargeKind: "recurring", fixedFeeValue: 12 },
    { chargeKind: "recurring", featureTypeIDs: "Line", fixedFeeValue: 13 },
    {
      chargeKind: "recurring",
      transactionTypeIDs: "Rental",
      fixedFeeTariffType: "fixed",
      fixedFeeValue: 14,
    },
  ]);

  test.each<[string, Partial<FixedFeeRequest>, string]>([
    ["21 another feature", { featureType: "Seat" }, "1 rates[0] 12 proRata"],
    ["21 Line", { featureType: "Line" }, "1 rates[1] 13 proRata"],
    ["21 Line with Rental", { featureType: "Line", transactionType: "Rental" }, "1 rates[2] 14 fixed"],
  ])("%s", (_, request, wanted) => {
    expect(short(fee(fees, request))).toBe(wanted);
  });

  test("22 an own line replaces the parent's", () => {
    const own = { id: 2, name: "Child", parentFixedFeeTariff: 1 };
    const rates: FixedFeeLine[] = [{ chargeKind: "recurring", featureTypeIDs: "Line", fixedFeeValue: 11 }];
    const book = { fixedFeeTariffs: [...(fees.fixedFeeTariffs ?? []), { ...own, rates }] };
    expect(short(fee(book, { featureType: "Line" }, "Child"))).toBe("2 rates[0] 11 proRata");
    expect(short(fee(book, { featureType: "Seat" }, "Child"))).toBe("1 rates[0] 12 proRata");
  });

  const markup = bookOf([
    {
      featureTypeIDs: "Line",
      carrierIDs: "Northway",
      startDate: "2026-07-01",
      fixedFeeTariffType: "markup",
      fixedFeeValue: 35,
    },
  ]);
  const northway = { date: "2026-07-01", featureType: "Line", carrier: "Northway" };

  test.each([
    ["8.37", "11.2995"],
    ["-2.79", "-3.7665"],
    ["0", "0"],
  ])("23 a markup of 35 %% over %s is %s before rounding", (carrierAmount, price) => {
    expect(fee(markup, { ...northway, carrierAmount })).toEqual({
      outcome: "priced",
      line: "rates[0]",
      tariffID: "1",
      price,
      type: "proRata",
      markup: "35",
    });
  });

  test.each([
    ["recurring", "serviceChargeCarrier"],
    ["oneOff", "connectionChargeCarrier"],
  ] as const)("23 a markup of a %s charge without a wholesale amount is told", (chargeKind, field) => {
    expect(fee(markup, { ...northway, chargeKind })).toEqual({
      outcome: "error",
      error: "no-carrier-cost",
      message: 'The charge is marked up 35 % by "Corporate fees", but has no wholesale amount.',
      field,
    });
  });

  test("24 no line on the day, but one on others", () => {
    const ended = bookOf([
      { chargeKind: "oneOff", featureTypeIDs: "Line", endDate: "2026-06-30", fixedFeeValue: 25 },
    ]);
    const ask = (request: Partial<FixedFeeRequest>) => fee(ended, { date: "2026-07-01", ...request });
    expect(ask({ chargeKind: "oneOff", featureType: "Line" })).toEqual({
      outcome: "none",
      fitsOnOtherDates: true,
    });
    const never = { outcome: "none", fitsOnOtherDates: false };
    expect(ask({ chargeKind: "oneOff", featureType: "Seat" })).toEqual(never);
    expect(ask({ featureType: "Line" })).toEqual(never);
  });
});

describe("R72 the line that wins", () => {
  const all = {
    transactionType: "Rental",
    featureType: "Line",
    numberType: "SIP",
    serviceType: "DSL",
    carrier: "Northway",
  };
  const lists = {
    transactionTypeIDs: "Rental",
    featureTypeIDs: "Line",
    numberTypeIDs: "SIP",
    serviceTypeIDs: "DSL",
    carrierIDs: "Northway",
  } satisfies FixedFeeLine;
  const { transactionTypeIDs, featureTypeIDs, numberTypeIDs, serviceTypeIDs, carrierIDs } = lists;

  test.each<[string, FixedFeeLine, FixedFeeLine]>([
    ["more lists", { serviceTypeIDs, carrierIDs }, { transactionTypeIDs, chargeKind: "recurring" }],
    ["all lists", lists, { ...lists, carrierIDs: "", chargeKind: "recurring", startDate: "2026-06-01" }],
    ["transactionTypeIDs before featureTypeIDs", { transactionTypeIDs }, { featureTypeIDs }],
    ["featureTypeIDs before numberTypeIDs", { featureTypeIDs }, { numberTypeIDs }],
    ["numberTypeIDs before serviceTypeIDs", { numberTypeIDs }, { serviceTypeIDs }],
    ["serviceTypeIDs before carrierIDs", { serviceTypeIDs }, { carrierIDs }],
    [
      "one with transactionTypeIDs before two others",
      { transactionTypeIDs, carrierIDs },
      { featureTypeIDs, numberTypeIDs },
    ],
    ["a list before a kind of charge", { carrierIDs }, { chargeKind: "recurring" }],
    ["a kind of charge before a later start", { chargeKind: "recurring" }, { startDate: "2026-06-16" }],
    ["the later start", { startDate: "2026-06-16" }, { startDate: "2026-06-15" }],
    ["a start before none", { startDate: "0001-01-01" }, {}],
  ])("%s", (_, winner, loser) => {
    const [won, lost] = [
      { ...winner, fixedFeeValue: 1 },
      { ...loser, fixedFeeValue: 2 },
    ];
    expect(short(fee(bookOf([won, lost]), all))).toBe("1 rates[0] 1 proRata");
    expect(short(fee(bookOf([lost, won]), all))).toBe("1 rates[1] 1 proRata");
  });

  test.each<[string, FixedFeeLine, FixedFeeLine, string]>([
    [
      "is the tariff's own before a later start of the parent's",
      {},
      { startDate: "2026-06-01" },
      "2 rates[0]",
    ],
    ["is the parent's where that has more lists", {}, { carrierIDs }, "1 rates[0]"],
    ["is the parent's where that has a kind of charge", {}, { chargeKind: "recurring" }, "1 rates[0]"],
  ])("%s", (_, own, parents, wanted) => {
    const child = { id: 2, name: "Child", parentFixedFeeTariff: 1, rates: [{ ...own, fixedFeeValue: 1 }] };
    expect(short(fee(bookOf([{ ...parents, fixedFeeValue: 2 }], child), all, "Child"))).toContain(wanted);
  });

  test("an own line without a value takes the parent's away, its names in any order", () => {
    const parent = { featureTypeIDs: ["Line", "Seat"], endDate: "2030-12-31", fixedFeeValue: 2 };
    const rates = [{ featureTypeIDs: "Seat,Line,Seat", endDate: "2030-12-31" }];
    const child = { id: 2, name: "Child", parentFixedFeeTariff: 1, rates };
    expect(fee(bookOf([parent], child), all, "Child")).toEqual({ outcome: "none", fitsOnOtherDates: false });
    const other = { ...child, rates: [{ ...rates[0], endDate: "2030-12-30" }] };
    expect(short(fee(bookOf([parent], other), all, "Child"))).toBe("1 rates[0] 2 proRata");
  });

  test("two that tie are told, with the tariff that has them", () => {
    const rates = [
      { fixedFeeValue: 1 },
      { featureTypeIDs: ["Line", "Seat"], fixedFeeValue: 2 },
      { featureTypeIDs: ["Line", "DSL"], fixedFeeValue: 3 },
    ];
    const child = { id: 2, name: "Child", parentFixedFeeTariff: 1 };
    for (const tariff of ["Corporate fees", "Child"]) {
      expect(fee(bookOf(rates, child), all, tariff)).toEqual({
        outcome: "error",
        error: "ambiguous-fixed-fee",
        message: 'Two lines of "Corporate fees" fit the charge equally: rates[1] and rates[2].',
        field: "fixedFeeTariff",
      });
    }
    expect(short(fee(bookOf(rates, child), { featureType: "Seat" }))).toBe("1 rates[1] 2 proRata");
  });

  test("fits on its first and last day and on none beside them", () => {
    const dated = bookOf([{ startDate: "2026-06-10", endDate: "2026-06-20", fixedFeeValue: "0" }]);
    const on = (date: string) => short(fee(dated, { date }));
    expect(["2026-06-09", "2026-06-10", "2026-06-20", "2026-06-21"].map(on)).toEqual([
      "none",
      "1 rates[0] 0 proRata",
      "1 rates[0] 0 proRata",
      "none",
    ]);
  });

  test("a blank name is in no list, and __proto__ is a name", () => {
    const rates = [{ featureTypeIDs: "__proto__", fixedFeeValue: "-1.5" }];
    expect(short(fee(bookOf(rates), { featureType: "" }))).toBe("none");
    expect(short(fee(bookOf(rates), { featureType: null }))).toBe("none");
    expect(short(fee(bookOf(rates), { featureType: "__proto__" }))).toBe("1 rates[0] -1.5 proRata");
  });
});

describe("R72 what a markup makes of a wholesale amount", () => {
  test.each<[FixedFeeRequest["carrierAmount"], string | number, string]>([
    ["0.0000000001", "0.000001", "0.000000000100000001"],
    ["8.370", "-100", "0"],
    [8, "33.333333", "10.66666664"],
    ["99999999999999999999.99", 100, "199999999999999999999.98"],
  ])("%s marked up by %s is %s", (carrierAmount, fixedFeeValue, price) => {
    const book = bookOf([{ fixedFeeTariffType: "markup", fixedFeeValue }]);
    expect(fee(book, { carrierAmount })).toMatchObject({ price, type: "proRata" });
    expect(fee(book, { carrierAmount, carrierAmountType: "fixed" })).toMatchObject({ price, type: "fixed" });
  });
});

describe("R72, R24 a tariff that the customer may not have", () => {
  const customers = [
    { id: 7, customerGroups: ["Trade", "North"] },
    { id: 8, currency: "EUR" },
  ];
  const rates = [{ fixedFeeValue: 1 }];
  const tariffs: FixedFeeTariff[] = [
    { id: 1, name: "Own", customerID: 8, currency: "EUR", rates },
    { id: 2, name: "Group", customerGroups: "Staff,Trade", rates },
    { id: 3, name: "Euro", currency: "EUR", rates },
    { id: 4, name: "Pounds", currency: "GBP", rates },
  ];
  const book = { customers, fixedFeeTariffs: tariffs };
  const notFor = (name: string, id: number) => ({
    outcome: "error",
    error: "tariff-not-allowed",
    message: `The fixed fee tariff "${name}" is not for customer ${id}.`,
    field: "fixedFeeTariff",
  });
  const inAnother = (name: string, currency: string, id: number, billed: string) => ({
    outcome: "error",
    error: "currency-mismatch",
    message: `The fixed fee tariff "${name}" is in ${currency}, customer ${id} in ${billed}.`,
    field: "fixedFeeTariff",
  });

  test.each([
    ["Own", 7, notFor("Own", 7)],
    ["Group", 8, notFor("Group", 8)],
    ["Euro", 7, inAnother("Euro", "EUR", 7, "GBP")],
    ["Pounds", 8, inAnother("Pounds", "GBP", 8, "EUR")],
  ] as const)("%s for customer %s", (tariff, customerID, wanted) => {
    expect(fee(book, { customerID }, tariff)).toEqual(wanted);
    expect(short(fee(book, {}, tariff))).toMatch(/rates\[0\] 1 proRata$/);
  });

  test.each([
    ["Own", 8],
    ["Group", "7"],
    ["Euro", 8],
    ["Pounds", 7],
  ])("%s is for customer %s", (tariff, customerID) => {
    expect(fee(book, { customerID }, tariff).outcome).toBe("priced");
  });

  test("is told before anything of its lines", () => {
    const tied = bookOf([
      { featureTypeIDs: "A,B", fixedFeeValue: 1 },
      { featureTypeIDs: "A,C", fixedFeeValue: 2 },
    ]).fixedFeeTariffs?.[0] as FixedFeeTariff;
    const restricted = { customers, fixedFeeTariffs: [{ ...tied, customerID: 8, currency: "EUR" }] };
    expect(short(fee(restricted, { customerID: 7, featureType: "A" }))).toBe("tariff-not-allowed");
    expect(short(fee(restricted, { customerID: 8, featureType: "A" }))).toBe("ambiguous-fixed-fee");
  });
});

describe("R72 a request that cannot be read", () => {
  const book = openBook(
    bookOf(
      [{ fixedFeeValue: 1 }],
      { id: 2, name: "Twice", rates: [] },
      { id: 3, name: "Twice", rates: [] },
      { id: 4, name: "Carrier", retail: "wholesale", rates: [{ fixedFeeValue: 3 }] },
    ),
  );

  test.each<[string, unknown, string]>([
    ["no object", null, "options are an object with named fields."],
    ["a list", [], "options are an object with named fields."],
    [
      "an unknown name",
      { ...ON, featuretype: "Line" },
      "featuretype is not known here; did you mean featureType?",
    ],
    ["__proto__ as a name", JSON.parse('{"__proto__": 1}'), "__proto__ is not known here"],
    ["no date", { chargeKind: "recurring" }, "date: is missing; write the day, YYYY-MM-DD."],
    [
      "a day that does not exist",
      { ...ON, date: "2026-02-29" },
      'date: "2026-02-29" is not a date; write YYYY-MM-DD.',
    ],
    ["a Date", { ...ON, date: new Date(0) }, "is not a date; write YYYY-MM-DD."],
    ["no kind", { date: "2026-06-16" }, "chargeKind: is missing; write recurring or oneOff."],
    ["another kind", { ...ON, chargeKind: "monthly" }, "chargeKind is one of recurring, oneOff."],
    [
      "a type of wholesale amount that is none",
      { ...ON, carrierAmountType: "markup" },
      "is one of fixed, proRata.",
    ],
    ["a name that is none", { ...ON, carrier: {} }, "carrier: "],
    ["a list of names", { ...ON, featureType: ["Line"] }, "featureType: "],
    [
      "an amount with a comma",
      { ...ON, carrierAmount: "8,37" },
      'carrierAmount: "8,37" is not an amount; write 8.37.',
    ],
    ["an amount that is none", { ...ON, carrierAmount: Number.NaN }, "carrierAmount: "],
    ["an unknown customer", { ...ON, customerID: 9 }, 'customerID: the book has no customer "9".'],
    ["a broken id", { ...ON, customerID: 1.5 }, "customerID: "],
  ])("%s", (_, request, message) => {
    const ask = () => priceFixedFee(book, "Corporate fees", request as FixedFeeRequest);
    expect(ask).toThrow(TypeError);
    expect(ask).toThrow(`priceFixedFee: ${message.startsWith("is ") ? "" : message}`);
    expect(ask).toThrow(message);
  });

  test.each<[string, unknown, string]>([
    [
      "unknown",
      "Corporate fee",
      'the book has no fixed fee tariff "Corporate fee"; did you mean "Corporate fees"?',
    ],
    ["blank", "", 'the book has no fixed fee tariff ""'],
    ["missing", undefined, "the book has no fixed fee tariff"],
    ["an object", {}, "tariff: "],
    ["ambiguous", "Twice", 'the fixed fee tariffs 2 and 3 both have the name "Twice"; give an id.'],
    ["a wholesale one by name", "Carrier", 'the book has no fixed fee tariff "Carrier"'],
  ])("for a tariff that is %s", (_, tariff, message) => {
    const ask = () => priceFixedFee(book, tariff as string, ON);
    expect(ask).toThrow(TypeError);
    expect(ask).toThrow(`priceFixedFee: ${message}`);
    expect(ask).not.toThrow("?.");
  });

  test("a tariff is found by its id as well, a wholesale one by nothing else", () => {
    expect(short(priceFixedFee(book, 1, ON))).toBe("1 rates[0] 1 proRata");
    expect(short(priceFixedFee(book, "4", ON))).toBe("4 rates[0] 3 proRata");
    expect(short(priceFixedFee(book, 2n as unknown as number, ON))).toBe("none");
  });
});

test("R72 a shared book and a revised one give what their own lines give", () => {
  const book = openBook({ ...bookOf([{ fixedFeeValue: 1 }]), customers: [{ id: 7 }] });
  const asked = { ...ON, customerID: 7 };
  expect(short(priceFixedFee(openShared(shareBook(book)), 1, asked))).toBe("1 rates[0] 1 proRata");
  const revised = reviseBook(book, {
    upsert: { fixedFeeTariffs: [{ id: 1, name: "Corporate fees", rates: [{ fixedFeeValue: 2 }] }] },
  });
  expect(short(priceFixedFee(revised, 1, asked))).toBe("1 rates[0] 2 proRata");
  expect(short(priceFixedFee(book, 1, asked))).toBe("1 rates[0] 1 proRata");
});
