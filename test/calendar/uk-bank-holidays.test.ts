import Holidays from "date-holidays";
import { describe, expect, test } from "vitest";
import { parseCivilDate, type UkNation, ukBankHolidays, weekdayOf } from "../../src/calendar/index.ts";

const YEARS = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028] as const;
const NATIONS: readonly { nation: UkNation; regions: readonly string[]; perYear: number }[] = [
  // Asked as England and as Wales: plain "GB" of that package has no August holiday.
  { nation: "england-and-wales", regions: ["ENG", "WLS"], perYear: 8 },
  { nation: "scotland", regions: ["SCT"], perYear: 9 },
  { nation: "northern-ireland", regions: ["NIR"], perYear: 10 },
];

// Days on which date-holidays 3.37.0 is judged wrong.
const MISSING_THERE: Readonly<Record<UkNation, readonly string[]>> = {
  "england-and-wales": [],
  // A one-off by royal proclamation of February 2026, for Scotland's men at the World Cup.
  scotland: ["2026-06-15"],
  "northern-ireland": [],
};

function datesOf(nation: UkNation, year: number): string[] {
  return ukBankHolidays(nation, { from: year, to: year }).map((holiday) => holiday.date);
}

/** The weekdays that the other package calls public: it lists a weekend day and its substitute both. */
function otherDatesOf(region: string, year: number): string[] {
  const dates = new Holidays("GB", region)
    .getHolidays(year)
    .filter((holiday) => holiday.type === "public")
    .map((holiday) => holiday.date.slice(0, 10))
    .filter((date) => weekdayOf(parseCivilDate(date)!) < 5);
  return [...new Set(dates)].toSorted();
}

describe("UK bank holidays (R23)", () => {
  for (const { nation, regions, perYear } of NATIONS) {
    test.for(YEARS)(`${nation}: date-holidays has the same days in %i`, (year) => {
      for (const region of regions) {
        const missing = MISSING_THERE[nation].filter((date) => date.startsWith(String(year)));
        expect([...otherDatesOf(region, year), ...missing].toSorted()).toStrictEqual(datesOf(nation, year));
      }
    });

    test(`${nation}: ${perYear} days a year and the one-offs, all on weekdays, in order`, () => {
      const extra: Record<number, number> = { 2022: 2, 2023: 1, 2026: nation === "scotland" ? 1 : 0 };
      for (const year of YEARS) {
        const dates = datesOf(nation, year);
        expect(dates).toHaveLength(perYear + (extra[year] ?? 0));
        expect(dates).toStrictEqual([...new Set(dates)].toSorted());
        expect(dates.every((date) => weekdayOf(parseCivilDate(date)!) < 5)).toBe(true);
      }
      expect(ukBankHolidays(nation)).toStrictEqual(
        YEARS.flatMap((year) => ukBankHolidays(nation, { from: year, to: year })),
      );
    });
  }

  test("one-offs and substitutes by name", () => {
    const names = new Map(ukBankHolidays("england-and-wales").map(({ date, name }) => [date, name]));
    expect(names.get("2020-05-08")).toBe("Early May bank holiday (VE day)");
    expect(names.has("2020-05-04")).toBe(false);
    expect(names.get("2022-06-02")).toBe("Spring bank holiday");
    expect(names.get("2022-06-03")).toBe("Platinum Jubilee bank holiday");
    expect(names.get("2022-09-19")).toBe("State funeral of Queen Elizabeth II");
    expect(names.get("2023-05-08")).toBe("Coronation of King Charles III");
    expect(names.get("2026-12-28")).toBe("Boxing Day (substitute day)");
    expect(names.get("2027-12-27")).toBe("Christmas Day (substitute day)");
    expect(names.get("2027-12-28")).toBe("Boxing Day (substitute day)");
    expect(names.get("2028-01-03")).toBe("New Year's Day (substitute day)");
  });

  test("the nations differ", () => {
    const has = (nation: UkNation, date: string) => datesOf(nation, Number(date.slice(0, 4))).includes(date);
    for (const [date, nations] of [
      ["2026-01-02", ["scotland"]],
      ["2026-03-17", ["northern-ireland"]],
      ["2026-04-06", ["england-and-wales", "northern-ireland"]],
      ["2026-06-15", ["scotland"]],
      ["2026-07-13", ["northern-ireland"]],
      ["2026-08-03", ["scotland"]],
      ["2026-08-31", ["england-and-wales", "northern-ireland"]],
      ["2026-11-30", ["scotland"]],
    ] as const) {
      expect(
        NATIONS.map(({ nation }) => nation)
          .filter((nation) => has(nation, date))
          .toSorted(),
      ).toStrictEqual(nations);
    }
  });

  test("years beyond the list and unknown nations are a clear error, not an empty list", () => {
    expect(() => ukBankHolidays("scotland", { from: 2018, to: 2020 })).toThrow(RangeError);
    expect(() => ukBankHolidays("scotland", { from: 2028, to: 2029 })).toThrow(/2019 to 2028/);
    expect(() => ukBankHolidays("scotland", { from: 2026, to: 2025 })).toThrow(RangeError);
    expect(() => ukBankHolidays("toString" as UkNation)).toThrow(RangeError);
  });

  test("a caller may change what it was given", () => {
    (ukBankHolidays("scotland") as { date: string; name: string }[]).length = 0;
    expect(ukBankHolidays("scotland").length).toBeGreaterThan(90);
  });
});
