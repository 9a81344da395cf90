/** R68: how a feature's charges end, and how they go on. */
import { describe, expect, test } from "vitest";
import {
  type BookData,
  dropFeature,
  type Feature,
  type FeatureState,
  openBook,
  openShared,
  reinstateFeature,
  shareBook,
} from "../../src/index.ts";

/** A book of feature 12, customer 7's, and what else it needs. */
function bookOf(feature: Partial<Feature>, others: BookData = {}): BookData {
  return { customers: [{ id: 7 }], ...others, features: [{ id: 12, customerID: 7, ...feature }] };
}

function drop(book: BookData, dateDrop: string, dateBillTo?: string | null): FeatureState {
  return dropFeature(openBook(book), 12, { dateDrop, dateBillTo });
}

const MONTH_OF_NOTICE = { noticePeriodLength: 1, noticePeriodLengthType: "months" } as const;
const NOTICE = { noticePeriodLength: 30, noticePeriodLengthType: "days" } as const;
const YEAR = { minimumTermPeriodLength: 1, minimumTermPeriodLengthType: "years" } as const;
const TWELVE = { minimumTermPeriodLength: 12, minimumTermPeriodLengthType: "months" } as const;

describe("R68 the worked examples", () => {
  const feature = { startDate: "2025-09-01", ...TWELVE, ...NOTICE };
  test.each<[string, Partial<Feature>, string, string]>([
    [
      "9 the term is the latest",
      { ...feature, cancellationNoticeGivenDate: "2026-05-01" },
      "2026-05-15",
      "2026-08-31",
    ],
    [
      "10 the notice is the latest",
      { ...feature, cancellationNoticeGivenDate: "2026-10-10" },
      "2026-10-15",
      "2026-11-09",
    ],
    [
      "11 a year from 29 February, a month from 31 January",
      {
        startDate: "2024-02-29",
        ...YEAR,
        ...MONTH_OF_NOTICE,
        cancellationNoticeGivenDate: "2025-01-31",
      },
      "2025-02-01",
      "2025-02-28",
    ],
  ])("%s", (_, own, dateDrop, endDate) => {
    expect(drop(bookOf(own), dateDrop)).toEqual({ id: "12", endDate });
  });
});

describe("R68 the end of a drop", () => {
  test("is the day of the drop where nothing else is said", () => {
    expect(drop(bookOf({}), "2026-05-15")).toEqual({ id: "12", endDate: "2026-05-15" });
  });

  test("is dateBillTo whatever notice and term say, also where they cannot be counted", () => {
    const feature = { startDate: "2025-09-01", ...TWELVE, noticePeriodLength: "1.5" };
    expect(drop(bookOf(feature), "2026-05-15", "2026-05-10").endDate).toBe("2026-05-10");
    expect(drop(bookOf({ ...feature, ...NOTICE }), "2026-05-15", null).endDate).toBe("2026-08-31");
  });

  test("never goes past an earlier endDate, nor stays at a later one", () => {
    expect(drop(bookOf({ endDate: "2026-05-01", ...NOTICE }), "2026-05-15").endDate).toBe("2026-05-01");
    expect(drop(bookOf({ endDate: "2026-05-01" }), "2026-05-15", "2026-06-30").endDate).toBe("2026-05-01");
    expect(drop(bookOf({ endDate: "2026-07-01", ...NOTICE }), "2026-05-15").endDate).toBe("2026-06-14");
  });

  test("asks minimumTermDate before the length of the term, and neither renewal nor committed term", () => {
    const feature = { startDate: "2025-09-01", ...TWELVE };
    expect(drop(bookOf({ ...feature, minimumTermDate: "2026-06-30" }), "2026-05-15").endDate).toBe(
      "2026-06-30",
    );
    const longer = {
      renewalDate: "2028-01-01",
      committedTermDate: "2028-01-01",
      committedTermPeriodLength: 48,
    };
    expect(drop(bookOf({ ...feature, ...longer }), "2026-05-15").endDate).toBe("2026-08-31");
    // Without a startDate there is nothing to count the term from.
    expect(drop(bookOf(TWELVE), "2026-05-15").endDate).toBe("2026-05-15");
  });

  test("is not that of a status: endDate alone ends charges (R62)", () => {
    const dropped = { status: "Dropped", updatedDate: "2026-05-01", ...NOTICE };
    expect(drop(bookOf(dropped), "2026-05-15").endDate).toBe("2026-06-14");
    const shared = openShared(structuredClone(shareBook(openBook(bookOf(dropped)))));
    expect(dropFeature(shared, 12, { dateDrop: "2026-05-15" }).endDate).toBe("2026-06-14");
  });

  test("counts notice from the feature's, else the number's or service's, else the customer's, else the drop", () => {
    const given = (day: string) => ({ cancellationNoticeGivenDate: day });
    const numbers = [{ id: 1, customerID: 7, number: "020 7946 0018", ...given("2026-05-03") }];
    const services = [{ id: 2, customerID: 7, ...given("2026-05-05") }];
    const customers = [{ id: 7, ...given("2026-05-07") }];
    const others = { numbers, services, customers };
    const ofNumber = { id: 12, numberID: 1, ...NOTICE };
    const ofService = { id: 12, serviceID: 2, ...NOTICE };
    const ofCustomer = { id: 12, customerID: 7, ...NOTICE };
    const end = (feature: Feature, book: BookData): unknown =>
      drop({ ...book, features: [feature] }, "2026-05-15").endDate;
    expect(end({ ...ofNumber, ...given("2026-05-01") }, others)).toBe("2026-05-31");
    expect(end(ofNumber, others)).toBe("2026-06-02");
    expect(end(ofService, others)).toBe("2026-06-04");
    expect(end(ofCustomer, others)).toBe("2026-06-06");
    const bare = { ...others, numbers: [{ id: 1, customerID: 7, number: "020 7946 0018" }] };
    expect(end(ofNumber, bare)).toBe("2026-06-06");
    expect(end(ofCustomer, { customers: [{ id: 7 }] })).toBe("2026-06-14");
  });

  test("takes a length and its unit from the level that has the length (R62)", () => {
    const book = {
      standardFeatures: [{ id: 3, name: "Line", featureType: "Rental" }],
      featureTypes: [{ id: 4, featureTypeName: "Rental", ...NOTICE }],
    };
    expect(drop(bookOf({ standardFeature: "Line" }, book), "2026-05-15").endDate).toBe("2026-06-14");
    const template = { standardFeatures: [{ ...book.standardFeatures[0]!, ...MONTH_OF_NOTICE }] };
    const feature = { standardFeature: "Line", noticePeriodLengthType: "years" };
    expect(drop(bookOf(feature, { ...book, ...template }), "2026-05-15").endDate).toBe("2026-06-15");
  });

  test("is the same in a book that another thread has opened", () => {
    const book = openBook(bookOf(NOTICE));
    const shared = openShared(structuredClone(shareBook(book)));
    expect(dropFeature(shared, 12, { dateDrop: "2026-05-15" })).toEqual(drop(bookOf(NOTICE), "2026-05-15"));
  });
});

describe("R68 a drop that cannot be", () => {
  test.each<[string, Partial<Feature>, string]>([
    [
      "a length that is not whole",
      { noticePeriodLength: "1.5", noticePeriodLengthType: "months" },
      "Feature 12 has the noticePeriodLength 1.5; write a whole number.",
    ],
    [
      "a length without a unit",
      { noticePeriodLength: 30 },
      "Feature 12 has the noticePeriodLength 30 and no noticePeriodLengthType; write days, weeks, months or years.",
    ],
    [
      "another unit",
      { startDate: "2026-01-01", minimumTermPeriodLength: 2, minimumTermPeriodLengthType: "Quarters" },
      'Feature 12 has the minimumTermPeriodLengthType "Quarters"; write days, weeks, months or years.',
    ],
    [
      "a length beyond all calendars",
      { noticePeriodLength: 1_000_000_000, noticePeriodLengthType: "years" },
      "Feature 12 has the noticePeriodLength 1000000000 years, which ends after 9999-12-31; write fewer.",
    ],
    [
      "a day of notice that is none",
      { ...NOTICE, cancellationNoticeGivenDate: "31/05/2026" },
      'Feature 12, cancellationNoticeGivenDate: "31/05/2026" is not a date; write YYYY-MM-DD.',
    ],
    [
      "an end before the start",
      { startDate: "2026-06-01" },
      "dropFeature: feature 12 would end on 2026-05-15, before it starts on 2026-06-01; remove it, or end it on a later day.",
    ],
  ])("%s", (_, feature, message) => {
    expect(() => drop(bookOf(feature), "2026-05-15")).toThrow(new RangeError(message));
  });

  test("lengths of feature types that cannot be read", () => {
    const featureTypes = [{ id: 4, featureTypeName: "Rental", noticePeriodLength: "a month" }];
    expect(() => drop(bookOf({ featureType: "Rental" }, { featureTypes }), "2026-05-15")).toThrow(
      new RangeError(
        'Feature 12, noticePeriodLength: "a month" is not an amount; write digits such as 1.25.',
      ),
    );
  });

  test("days and options that cannot be read, features that are not there", () => {
    const book = openBook(bookOf({}));
    expect(() => dropFeature(book, 12, { dateDrop: "2026-02-30" })).toThrow(
      new TypeError('dropFeature: dateDrop: "2026-02-30" is not a date; write YYYY-MM-DD.'),
    );
    expect(() => dropFeature(book, 12, { dateDrop: "2026-02-01", dateBillTo: "soon" })).toThrow(
      new TypeError('dropFeature: dateBillTo: "soon" is not a date; write YYYY-MM-DD.'),
    );
    expect(() => dropFeature(book, 13, { dateDrop: "2026-02-01" })).toThrow(
      new TypeError("dropFeature: the book has no feature 13."),
    );
    expect(() => dropFeature(book, "__proto__", { dateDrop: "2026-02-01" })).toThrow(
      new TypeError('dropFeature: the book has no feature "__proto__".'),
    );
    const misspelt = { dateDrop: "2026-02-01", dateBilTo: "2026-03-01" };
    expect(() => dropFeature(book, 12, misspelt)).toThrow(
      new TypeError("dropFeature: dateBilTo is not known here; did you mean dateBillTo?"),
    );
  });
});

describe("R68 reinstateFeature", () => {
  const ended = { startDate: "2026-01-01", endDate: "2026-04-20" };
  const reinstate = (feature: Partial<Feature>, dateReinstate: string): FeatureState =>
    reinstateFeature(openBook(bookOf(feature)), 12, { dateReinstate });

  test("20 takes the end back and leaves the days between free", () => {
    expect(reinstate({ ...ended, dueDate: "2026-04-21" }, "2026-06-11")).toEqual({
      id: "12",
      dueDate: "2026-06-11",
      endDate: null,
    });
    expect(reinstate(ended, "2026-06-11").dueDate).toBe("2026-06-11");
  });

  test("leaves a later dueDate", () => {
    expect(reinstate({ ...ended, dueDate: "2026-07-01" }, "2026-06-11")).toEqual({ id: "12", endDate: null });
  });

  test.each(["2026-04-10", "2026-04-21"])("leaves free what was not charged before %s", (day) => {
    const moved = { id: "12", dueDate: day, endDate: null };
    expect(reinstate({ ...ended, dueDate: "2026-04-01" }, day)).toEqual(moved);
    expect(reinstate({ startDate: "2026-01-01" }, day)).toEqual(moved);
  });

  test("refuses what it cannot read", () => {
    const book = openBook(bookOf(ended));
    expect(() => reinstateFeature(book, 12, { dateReinstate: "" })).toThrow(
      new TypeError('reinstateFeature: dateReinstate: "" is not a date; write YYYY-MM-DD.'),
    );
    expect(() => reinstateFeature(book, 1, { dateReinstate: "2026-06-11" })).toThrow(
      new TypeError("reinstateFeature: the book has no feature 1."),
    );
    expect(() => reinstateFeature(book, 12, { dateReinstated: "2026-06-11" } as never)).toThrow(
      new TypeError("reinstateFeature: dateReinstated is not known here; did you mean dateReinstate?"),
    );
  });
});
