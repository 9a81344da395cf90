/** R54 to R58: actions as the platform asks for them: errors in their order, versions, several together. */
import { describe, expect, test } from "vitest";
import {
  applyIncrease,
  type BookData,
  createIncreaseVersion,
  type IncreaseRequest,
  increaseBook,
  isActionError,
  performAction,
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
    ["an unknown action", 400501, performAction(BOOK, { ...wrong, action: "deleteTariff" })],
    ["an unknown resource", 400501, applyIncrease(BOOK, { ...wrong, resource: "customers" as "tariffs" })],
    ["no permission", 403001, applyIncrease(BOOK, wrong)],
    ["no permission with a lower level", 403001, applyIncrease(BOOK, { ...wrong, expertLevel: "4" })],
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
    ["an unknown record", 400502, createIncreaseVersion(BOOK, { ...ASK, id: 5 })],
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
      expect(applyIncrease(BOOK, { ...ASK, resource: name as "tariffs" })).toMatchObject({
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
    const answer = applyIncrease(BOOK, { ...ASK, expertLevel: 5 });
    expect(answer).toEqual({
      record: {
        ...BOOK.tariffs?.[0],
        baseCost: "1.2938",
        increaseOriginalID: 1,
        increasePercent: "3.5",
        increaseScope: "costOnly",
        revision: 1,
      },
      kept: [],
      notReached: [],
    });
  });
});

describe("R55 versions", () => {
  const version = (book: BookData, request: Partial<IncreaseRequest> = {}): VersionResult => {
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

  test("instalments: nothing is created", () => {
    const sold = { id: 1, name: "Phone", serviceCharge: 5, instalments: 12 };
    const request = { resource: "standardFeatures", increaseScope: "recurringOnly" } as const;
    expect(version({ standardFeatures: [sold] }, request)).toEqual({
      record: sold,
      kept: [],
      skipped: true,
      notReached: [],
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
    expertLevel: 5,
  });

  test("a child whose parent is increased too is raised once; another child follows its parent", () => {
    const after = increaseBook(family, [ask(1, "10"), ask(2, "20")]);
    if (isActionError(after)) throw new Error(after.hint);
    expect(after.book.tariffs?.map((own) => own.baseCost)).toEqual(["11", "12", undefined]);
    expect(after.book.tariffs?.[2]).toBe(family.tariffs?.[2]);
  });

  test("one that fails fails all, and says which", () => {
    const failed = increaseBook(family, [ask(1, "10"), ask(7, "10")]);
    expect(failed).toMatchObject({ error_code: 400502, request: 1 });
    expect(increaseBook(family, [ask(1, "10"), ask(1, "20")])).toMatchObject({
      error_code: 400502,
      request: 1,
      hint: expect.stringContaining("twice"),
    });
  });
});
