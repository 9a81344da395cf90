/** R54 to R58: actions as the platform asks for them: errors in their order, versions, several together. */
import { describe, expect, test } from "vitest";
import {
  applyIncrease,
  type BookData,
  checkBook,
  createIncreaseVersion,
  type IncreaseRequest,
  increaseBook,
  isActionError,
  openBook,
  performAction,
  rateCall,
  type Tariff,
  type VersionRequest,
  type VersionResult,
} from "../../src/index.ts";

const BOOK: BookData = {
  tariffs: [
    { id: 1, name: "UK", tariffClass: "national", baseCost: "1.25" },
    { id: "9", name: "Mobile", tariffClass: "mobile", baseCost: "8" },
    { id: "X20", name: "Old", tariffClass: "mobile", parentTariff: "9", availability: "Historic" },
  ],
};
const ASK: IncreaseRequest = {
  resource: "tariffs",
  id: 1,
  increaseScope: "costOnly",
  increasePercent: "3.5",
};

describe("R56 errors, the first that applies", () => {
  const wrong = { ...ASK, id: null, increaseScope: "some", increasePercent: "99999" } as IncreaseRequest;

  test.each<[string, number, object]>([
    ["an unknown action", 400501, performAction(BOOK, { ...wrong, action: "deleteTariff" }, 5)],
    ["an unknown resource", 400501, applyIncrease(BOOK, { ...wrong, resource: "customers" as "tariffs" }, 0)],
    ["no permission", 403001, applyIncrease(BOOK, wrong, 0)],
    ["no permission with a lower level", 403001, applyIncrease(BOOK, wrong, 4)],
    ["no id", 400503, createIncreaseVersion(BOOK, wrong)],
    ["no scope", 400503, createIncreaseVersion(BOOK, { ...wrong, id: 1, increaseScope: "" })],
    ["no percentage", 400503, createIncreaseVersion(BOOK, { ...wrong, id: 1, increasePercent: undefined })],
    ["both", 400503, createIncreaseVersion(BOOK, { ...ASK, increaseAmount: 1 })],
    ["an unknown scope", 400502, createIncreaseVersion(BOOK, { ...wrong, id: 1 })],
    [
      "a scope of another list",
      400502,
      createIncreaseVersion(BOOK, { ...ASK, increaseScope: "recurringOnly" }),
    ],
    [
      "a percentage too high",
      400502,
      createIncreaseVersion(BOOK, { ...ASK, increasePercent: "1000.000001" }),
    ],
    ["a percentage of -100", 400502, createIncreaseVersion(BOOK, { ...ASK, increasePercent: -100 })],
    ["too many decimals", 400502, createIncreaseVersion(BOOK, { ...ASK, increasePercent: "1.1234567" })],
    ["no number", 400502, createIncreaseVersion(BOOK, { ...ASK, increasePercent: "3,5" })],
    ["an unknown record", 404001, createIncreaseVersion(BOOK, { ...wrong, id: 5 })],
    ["a date that is none", 400502, createIncreaseVersion(BOOK, { ...ASK, effectiveDate: "2026-02-30" })],
    [
      "a date no call can lie on",
      400502,
      createIncreaseVersion(BOOK, { ...ASK, effectiveDate: "2100-01-01" }),
    ],
    ["an id that is taken", 400502, createIncreaseVersion(BOOK, { ...ASK, newId: 9 })],
  ])("%s", (_what, code, answer) => {
    expect(answer).toEqual({ error: expect.any(String), error_code: code, hint: expect.any(String) });
  });

  test("names that look like code are only unknown", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(applyIncrease(BOOK, { ...ASK, resource: name as "tariffs" }, 5)).toMatchObject({
        error_code: 400501,
      });
      expect(createIncreaseVersion(BOOK, { ...ASK, increaseScope: name })).toMatchObject({
        error_code: 400502,
      });
    }
  });
});

describe("R54 in place", () => {
  test("the same record with tracking fields", () => {
    const answer = applyIncrease(BOOK, ASK, 5);
    expect(answer).toEqual({
      record: {
        ...BOOK.tariffs?.[0],
        baseCost: "1.2938",
        increaseOriginalID: 1,
        increasePercent: "3.5",
        increaseScope: "costOnly",
        revision: 1,
      },
      changed: [{ path: "baseCost", before: "1.25", price: "1.2938" }],
      kept: [],
      notReached: [],
      children: [],
    });
  });
});

test("R56 a minimum that would come above its maximum is said to be that of the increased record", () => {
  const tariffs = [
    {
      id: 9,
      name: "Capped",
      tariffClass: "national" as const,
      baseCostMin: "1.23456",
      baseCostMax: "1.2346",
    },
  ];
  const answer = applyIncrease(
    { tariffs },
    { ...ASK, id: 9, increaseScope: "allCharges", increasePercent: "1" },
    5,
  );
  expect(answer).toMatchObject({
    error_code: 400502,
    hint: "The increased record would be faulty: tariffs 9.baseCostMax is less than baseCostMin",
  });
});

test("R56 a percentage that is no number is told with what to write", () => {
  const hint = (increasePercent: string): unknown => {
    const answer = applyIncrease(BOOK, { ...ASK, increasePercent }, 5);
    return isActionError(answer) ? answer.hint : answer;
  };
  for (const written of ["3,5", "3.5%"]) {
    expect(hint(written)).toMatch(/ is no increasePercent: .* Write digits and a point, such as 3\.5\.$/);
  }
  expect(hint("5000")).toMatch(/with at most 6 decimal places\.$/);
});

describe("R55 versions", () => {
  const version = (book: BookData, request: Partial<VersionRequest> = {}): VersionResult => {
    const answer = createIncreaseVersion(book, { ...ASK, ...request });
    if (isActionError(answer)) throw new Error(answer.hint);
    return answer;
  };
  const withVersion = (book: BookData, made: VersionResult): BookData =>
    ({ ...book, tariffs: [...(book.tariffs ?? []), made.record] }) as BookData;

  test("a new record beside the source, with the next id and a name that says by how much", () => {
    const { record, created } = version(BOOK);
    expect(created).toBe(true);
    expect(record).toMatchObject({ id: 10, name: "UK +3.5%", baseCost: "1.2938", increaseOriginalID: 1 });
    expect(record).not.toHaveProperty("revision");
    const tariffs = [{ ...(BOOK.tariffs?.[0] as Tariff), revision: 3 }];
    expect(version({ tariffs }).record).not.toHaveProperty("revision");
    expect(version(BOOK, { newId: "77" }).record.id).toBe("77");
    expect(version(BOOK, { id: "9" }).record.id).toBe("10");
  });

  test.each([
    [{ increasePercent: "-2" }, "UK -2%"],
    [{ increasePercent: "3.50" }, "UK +3.5%"],
    [{ increasePercent: null, increaseAmount: "1.25" }, "UK +1.25p"],
    [{ increasePercent: null, increaseAmount: "-0.5" }, "UK -0.5p"],
  ])("%j is named %s", (request, name) => {
    expect(version(BOOK, request).record.name).toBe(name);
  });

  test("a fixed amount on other lists is pounds", () => {
    const book: BookData = { fixedFeeTariffs: [{ id: 1, name: "Lines", rates: [{ fixedFeeValue: 10 }] }] };
    const request = {
      resource: "fixedFeeTariffs",
      increaseScope: "recurringOnly",
      increasePercent: "",
    } as const;
    expect(version(book, { ...request, increaseAmount: "1.25" }).record).toMatchObject({
      name: "Lines +£1.25",
      rates: [{ fixedFeeValue: "11.25" }],
    });
  });

  test("asked for again, numerically the same, it is returned and nothing is created", () => {
    const first = version(BOOK);
    const book = withVersion(BOOK, first);
    for (const increasePercent of ["3.5", "3.50", 3.5]) {
      const again = version(book, { increasePercent });
      expect(again.created).toBe(false);
      expect(again.record).toBe(first.record);
      expect(again).not.toHaveProperty("stale");
    }
    expect(version(book, { increaseScope: "allCharges" }).created).toBe(true);
    expect(version(book, { increasePercent: "3.6" }).created).toBe(true);
    expect(version(book, { increasePercent: null, increaseAmount: "3.5" }).created).toBe(true);
  });

  test("a name that is taken gets a number", () => {
    const book = withVersion(BOOK, version(BOOK));
    expect(version(book, { increaseScope: "allCharges" }).record.name).toBe("UK +3.5% (2)");
  });

  test("one whose source has moved on is stale", () => {
    const book = withVersion(BOOK, version(BOOK));
    const [source, ...others] = book.tariffs ?? [];
    const moved = { ...book, tariffs: [{ ...source, baseCost: "1.5" }, ...others] } as BookData;
    expect(version(moved)).toMatchObject({ created: false, stale: true, record: { baseCost: "1.2938" } });
  });

  test("a record increased in place is its own original and no version", () => {
    const own = {
      ...BOOK.tariffs?.[0],
      increaseOriginalID: 1,
      increasePercent: "3.5",
      increaseScope: "costOnly",
    };
    expect(version({ tariffs: [own] } as BookData).created).toBe(true);
  });

  test("one of another date is another version, and keeps its date", () => {
    const first = version(BOOK, { effectiveDate: "2027-04-01" });
    expect(first.record).toMatchObject({ effectiveDate: "2027-04-01", name: "UK +3.5%" });
    const book = withVersion(BOOK, first);
    expect(version(book, { effectiveDate: "2027-04-01" })).toMatchObject({
      created: false,
      record: first.record,
    });
    expect(version(book, { effectiveDate: "2028-04-01" }).created).toBe(true);
    expect(version(book).created).toBe(true);
    expect(version(BOOK).record).not.toHaveProperty("effectiveDate");
    const raised = applyIncrease(book, { ...ASK, id: first.record.id }, 5);
    expect(!isActionError(raised) && raised.record).not.toHaveProperty("effectiveDate");
  });

  describe("of a default tariff (R24)", () => {
    const sold: BookData = {
      callTypes: [{ name: "UK", tariffClass: "national" }],
      customers: [{ id: 7 }],
      numbers: [{ id: 1, customerID: 7, number: "020 7946 0018" }],
      tariffs: [{ id: 1, name: "UK", tariffClass: "national", baseCost: "1", forCarriers: "*" }],
    };
    const cost = (book: BookData): string | null => {
      const call = { id: 1, numberID: 1, tariffType: "UK", startDate: "2026-03-02", duration: 60 };
      const result = rateCall(openBook(book), call);
      return result.outcome === "rated" ? result.cost : result.outcome === "error" ? result.error : null;
    };

    test("is no default, so that live calls go on costing what they did", () => {
      const made = version(sold);
      expect(made).toMatchObject({ created: true, tiesWithSource: true });
      expect(made.record).not.toHaveProperty("forCarriers");
      expect(cost(withVersion(sold, made))).toBe("1");
      expect(checkBook(withVersion(sold, made)).warnings).toEqual([]);
    });

    test("is switched over by moving the lists", () => {
      const made = version(sold);
      const [{ forCarriers, ...source }] = sold.tariffs as [Tariff];
      const switched = { ...sold, tariffs: [source, { ...made.record, forCarriers }] } as BookData;
      expect(cost(switched)).toBe("1.035");
    });

    test("keeps the lists where that is asked for", () => {
      const made = version(sold, { keepDefaults: true });
      expect(made).toMatchObject({ tiesWithSource: true, record: { forCarriers: "*" } });
      expect(cost(withVersion(sold, made))).toBe("ambiguous-tariff");
      expect(createIncreaseVersion(sold, { ...ASK, keepDefaults: "maybe" })).toMatchObject({
        error_code: 400502,
      });
    });

    test("has nothing to lose where its source is historic or no default", () => {
      const historic = { ...sold, tariffs: [{ ...sold.tariffs?.[0], availability: "Historic" } as Tariff] };
      expect(version(historic)).not.toHaveProperty("tiesWithSource");
      expect(version(historic).record).toHaveProperty("forCarriers", "*");
      expect(version(BOOK)).not.toHaveProperty("tiesWithSource");
    });
  });

  test("an entry of the list that is no record is passed over", () => {
    const tariffs = [null, ...(BOOK.tariffs ?? [])] as Tariff[];
    expect(version({ tariffs })).toEqual(version(BOOK));
    const failed = createIncreaseVersion({ tariffs }, { ...ASK, newId: 9 });
    expect(failed).toMatchObject({ error_code: 400502, hint: "9 is already the id of a record of tariffs." });
    expect(increaseBook({ tariffs }, [ASK], 5)).toMatchObject({
      book: { tariffs: [null, { baseCost: "1.2938" }, BOOK.tariffs?.[1], BOOK.tariffs?.[2]] },
    });
    const line = { id: 1, name: "Line", serviceCharge: "10" };
    const request = { resource: "standardFeatures", increaseScope: "recurringOnly" } as const;
    const feature = { id: 5, customerID: 7, standardFeature: "Line", serviceCharge: "9" };
    const features = [null, feature] as (typeof feature)[];
    expect(version({ standardFeatures: [line], features }, request).notReached).toEqual([
      { id: 5, fields: ["serviceCharge"] },
    ]);
  });

  test("instalments: nothing is created", () => {
    const sold = { id: 1, name: "Phone", serviceCharge: 5, instalments: 12 };
    const request = { resource: "standardFeatures", increaseScope: "recurringOnly" } as const;
    expect(version({ standardFeatures: [sold] }, request)).toEqual({
      record: sold,
      changed: [],
      kept: [],
      skipped: true,
      notReached: [],
      children: [],
      created: false,
    });
  });
});

describe("R58 several together", () => {
  const family: BookData = {
    tariffs: [
      { id: 1, name: "Parent", tariffClass: "national", baseCost: "10" },
      { id: 2, name: "Child", tariffClass: "national", parentTariff: 1 },
      { id: 3, name: "Other", tariffClass: "national", parentTariff: 1 },
    ],
  };
  const ask = (id: number, increasePercent: string): IncreaseRequest => ({
    ...ASK,
    id,
    increasePercent,
  });

  test("a child whose parent is increased too is raised once; another child follows its parent", () => {
    const after = increaseBook(family, [ask(1, "10"), ask(2, "20")], 5);
    if (isActionError(after)) throw new Error(after.hint);
    expect(after.book.tariffs?.map((own) => own.baseCost)).toEqual(["11", "12", undefined]);
    expect(after.book.tariffs?.[2]).toBe(family.tariffs?.[2]);
  });

  test("R54 children that follow, and those whose own price does not, are listed", () => {
    const [parent, child, other] = family.tariffs as [Tariff, Tariff, Tariff];
    const tariffs = [
      parent,
      { ...child, baseCost: "1", rates: [{ prefix: "44", costConnection: 0, cost: "2" }] },
      other,
      { id: 4, name: "Grandchild", tariffClass: "national", parentTariff: 2 },
      {
        id: 5,
        name: "Marked up",
        tariffClass: "national",
        parentTariff: 1,
        baseType: "markup",
        baseCost: "20",
      },
    ] as const;
    const answer = applyIncrease({ tariffs }, ask(1, "10"), 5);
    expect(!isActionError(answer) && answer.children).toEqual([
      { id: 2, name: "Child", follows: false, ownPrices: ["baseCost", "rates[].cost"] },
      { id: 3, name: "Other", follows: true, ownPrices: [] },
      { id: 5, name: "Marked up", follows: true, ownPrices: [] },
      { id: 4, name: "Grandchild", follows: false, ownPrices: ["baseCost", "rates[].cost"] },
    ]);
    const both = increaseBook({ tariffs }, [ask(1, "10"), ask(2, "10")], 5);
    expect(!isActionError(both) && both.results.map(({ children }) => children.map(({ id }) => id))).toEqual([
      [3, 5],
      [4],
    ]);
  });

  test("R54 children of a fixed fee tariff are listed, too", () => {
    const fixedFeeTariffs = [
      { id: 1, name: "Fees", rates: [{ fixedFeeValue: 10 }] },
      { id: 2, name: "Own", parentFixedFeeTariff: 1, rates: [{ fixedFeeValue: 5 }] },
      {
        id: 3,
        name: "Follower",
        parentFixedFeeTariff: 1,
        rates: [{ fixedFeeValue: 5, chargeKind: "oneOff" as const }],
      },
    ];
    const request = { ...ask(1, "10"), resource: "fixedFeeTariffs", increaseScope: "recurringOnly" } as const;
    const answer = applyIncrease({ fixedFeeTariffs }, request, 5);
    expect(!isActionError(answer) && answer.children).toEqual([
      { id: 2, name: "Own", follows: false, ownPrices: ["rates[].fixedFeeValue"] },
      { id: 3, name: "Follower", follows: true, ownPrices: [] },
    ]);
  });

  test("one that fails fails all, and says which", () => {
    const failed = increaseBook(family, [ask(1, "10"), ask(7, "10")], 5);
    expect(failed).toMatchObject({ error_code: 404001, request: 1 });
    expect(increaseBook(family, [ask(1, "10"), ask(1, "20")], 5)).toMatchObject({
      error_code: 400502,
      request: 1,
      hint: expect.stringContaining("twice"),
    });
  });
});
