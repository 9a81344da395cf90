/** The three parts of the United Kingdom with different bank holidays. */
export type UkNation = "england-and-wales" | "scotland" | "northern-ireland";

/** A bank holiday; `date` is `YYYY-MM-DD`, as in the book's `holidays`. */
export interface UkBankHoliday {
  date: string;
  name: string;
}

const LETTERS: Readonly<Record<UkNation, string>> = {
  "england-and-wales": "E",
  scotland: "S",
  "northern-ireland": "N",
};

/**
 * The bank holidays of a nation, by default of all years of the list (2019 … 2028), in order of date. Use the result
 * as the `holidays` of a book whose periods treat bank holidays differently (R23); no book has holidays by default.
 *
 * @param years first and last year, both included
 * @throws RangeError for an unknown nation, and for years beyond the list: without the error, all holidays of such a
 * year would be charged as ordinary days.
 * @example ukBankHolidays("scotland", { from: 2026, to: 2026 })[0] // => { date: "2026-01-01", name: "New Year's Day" }
 */
export function ukBankHolidays(
  nation: UkNation,
  years: { from: number; to: number } = UK_BANK_HOLIDAY_YEARS,
): readonly UkBankHoliday[] {
  if (!Object.hasOwn(LETTERS, nation)) throw new RangeError(`unknown nation ${JSON.stringify(nation)}`);
  const { from, to } = years;
  const covered = UK_BANK_HOLIDAY_YEARS;
  if (!(from >= covered.from && to <= covered.to && from <= to)) {
    throw new RangeError(
      `UK bank holidays are known for ${covered.from} to ${covered.to}, not ${from} to ${to}`,
    );
  }
  const holidays: UkBankHoliday[] = [];
  for (const line of UK_BANK_HOLIDAY_LINES) {
    const [date = "", nations = ""] = line.split(" ", 2);
    const year = Number(date.slice(0, 4));
    if (year < from || year > to || !nations.includes(LETTERS[nation])) continue;
    holidays.push({ date, name: line.slice(date.length + nations.length + 2) });
  }
  return holidays;
}

// Source: the UK government's published list of bank holidays (gov.uk/bank-holidays; public sector information,
// Open Government Licence v3.0). Date of the data: November 2026. 2019 to 2023 were compared with the list as
// published in autumn 2022; later entries (the coronation, the years from 2024 on, Scotland's 15 June 2026) follow
// the Banking and Financial Dealings Act 1971 and the royal proclamations. The tests compare all entries with
// an independent package. A later proclamation can add or move a day: a book may have any other holidays.

/** The first and the last year in the list. */
const UK_BANK_HOLIDAY_YEARS: { readonly from: number; readonly to: number } = { from: 2019, to: 2028 };

/**
 * A line for each holiday: the date, the nations (E England and Wales, S Scotland, N Northern Ireland) and the name, in
 * order of date. Where a holiday falls on a weekend, the list has the substitute day only.
 */
const UK_BANK_HOLIDAY_LINES: readonly string[] = [
  "2019-01-01 ESN New Year's Day",
  "2019-01-02 S 2nd January",
  "2019-03-18 N St Patrick's Day (substitute day)",
  "2019-04-19 ESN Good Friday",
  "2019-04-22 EN Easter Monday",
  "2019-05-06 ESN Early May bank holiday",
  "2019-05-27 ESN Spring bank holiday",
  "2019-07-12 N Battle of the Boyne",
  "2019-08-05 S Summer bank holiday",
  "2019-08-26 EN Summer bank holiday",
  "2019-12-02 S St Andrew's Day (substitute day)",
  "2019-12-25 ESN Christmas Day",
  "2019-12-26 ESN Boxing Day",

  "2020-01-01 ESN New Year's Day",
  "2020-01-02 S 2nd January",
  "2020-03-17 N St Patrick's Day",
  "2020-04-10 ESN Good Friday",
  "2020-04-13 EN Easter Monday",
  "2020-05-08 ESN Early May bank holiday (VE day)",
  "2020-05-25 ESN Spring bank holiday",
  "2020-07-13 N Battle of the Boyne (substitute day)",
  "2020-08-03 S Summer bank holiday",
  "2020-08-31 EN Summer bank holiday",
  "2020-11-30 S St Andrew's Day",
  "2020-12-25 ESN Christmas Day",
  "2020-12-28 ESN Boxing Day (substitute day)",

  "2021-01-01 ESN New Year's Day",
  "2021-01-04 S 2nd January (substitute day)",
  "2021-03-17 N St Patrick's Day",
  "2021-04-02 ESN Good Friday",
  "2021-04-05 EN Easter Monday",
  "2021-05-03 ESN Early May bank holiday",
  "2021-05-31 ESN Spring bank holiday",
  "2021-07-12 N Battle of the Boyne",
  "2021-08-02 S Summer bank holiday",
  "2021-08-30 EN Summer bank holiday",
  "2021-11-30 S St Andrew's Day",
  "2021-12-27 ESN Christmas Day (substitute day)",
  "2021-12-28 ESN Boxing Day (substitute day)",

  "2022-01-03 ESN New Year's Day (substitute day)",
  "2022-01-04 S 2nd January (substitute day)",
  "2022-03-17 N St Patrick's Day",
  "2022-04-15 ESN Good Friday",
  "2022-04-18 EN Easter Monday",
  "2022-05-02 ESN Early May bank holiday",
  "2022-06-02 ESN Spring bank holiday",
  "2022-06-03 ESN Platinum Jubilee bank holiday",
  "2022-07-12 N Battle of the Boyne",
  "2022-08-01 S Summer bank holiday",
  "2022-08-29 EN Summer bank holiday",
  "2022-09-19 ESN State funeral of Queen Elizabeth II",
  "2022-11-30 S St Andrew's Day",
  "2022-12-26 ESN Boxing Day",
  "2022-12-27 ESN Christmas Day (substitute day)",

  "2023-01-02 ESN New Year's Day (substitute day)",
  "2023-01-03 S 2nd January (substitute day)",
  "2023-03-17 N St Patrick's Day",
  "2023-04-07 ESN Good Friday",
  "2023-04-10 EN Easter Monday",
  "2023-05-01 ESN Early May bank holiday",
  "2023-05-08 ESN Coronation of King Charles III",
  "2023-05-29 ESN Spring bank holiday",
  "2023-07-12 N Battle of the Boyne",
  "2023-08-07 S Summer bank holiday",
  "2023-08-28 EN Summer bank holiday",
  "2023-11-30 S St Andrew's Day",
  "2023-12-25 ESN Christmas Day",
  "2023-12-26 ESN Boxing Day",

  "2024-01-01 ESN New Year's Day",
  "2024-01-02 S 2nd January",
  "2024-03-18 N St Patrick's Day (substitute day)",
  "2024-03-29 ESN Good Friday",
  "2024-04-01 EN Easter Monday",
  "2024-05-06 ESN Early May bank holiday",
  "2024-05-27 ESN Spring bank holiday",
  "2024-07-12 N Battle of the Boyne",
  "2024-08-05 S Summer bank holiday",
  "2024-08-26 EN Summer bank holiday",
  "2024-12-02 S St Andrew's Day (substitute day)",
  "2024-12-25 ESN Christmas Day",
  "2024-12-26 ESN Boxing Day",

  "2025-01-01 ESN New Year's Day",
  "2025-01-02 S 2nd January",
  "2025-03-17 N St Patrick's Day",
  "2025-04-18 ESN Good Friday",
  "2025-04-21 EN Easter Monday",
  "2025-05-05 ESN Early May bank holiday",
  "2025-05-26 ESN Spring bank holiday",
  "2025-07-14 N Battle of the Boyne (substitute day)",
  "2025-08-04 S Summer bank holiday",
  "2025-08-25 EN Summer bank holiday",
  "2025-12-01 S St Andrew's Day (substitute day)",
  "2025-12-25 ESN Christmas Day",
  "2025-12-26 ESN Boxing Day",

  "2026-01-01 ESN New Year's Day",
  "2026-01-02 S 2nd January",
  "2026-03-17 N St Patrick's Day",
  "2026-04-03 ESN Good Friday",
  "2026-04-06 EN Easter Monday",
  "2026-05-04 ESN Early May bank holiday",
  "2026-05-25 ESN Spring bank holiday",
  "2026-06-15 S Scotland men's World Cup bank holiday",
  "2026-07-13 N Battle of the Boyne (substitute day)",
  "2026-08-03 S Summer bank holiday",
  "2026-08-31 EN Summer bank holiday",
  "2026-11-30 S St Andrew's Day",
  "2026-12-25 ESN Christmas Day",
  "2026-12-28 ESN Boxing Day (substitute day)",

  "2027-01-01 ESN New Year's Day",
  "2027-01-04 S 2nd January (substitute day)",
  "2027-03-17 N St Patrick's Day",
  "2027-03-26 ESN Good Friday",
  "2027-03-29 EN Easter Monday",
  "2027-05-03 ESN Early May bank holiday",
  "2027-05-31 ESN Spring bank holiday",
  "2027-07-12 N Battle of the Boyne",
  "2027-08-02 S Summer bank holiday",
  "2027-08-30 EN Summer bank holiday",
  "2027-11-30 S St Andrew's Day",
  "2027-12-27 ESN Christmas Day (substitute day)",
  "2027-12-28 ESN Boxing Day (substitute day)",

  "2028-01-03 ESN New Year's Day (substitute day)",
  "2028-01-04 S 2nd January (substitute day)",
  "2028-03-17 N St Patrick's Day",
  "2028-04-14 ESN Good Friday",
  "2028-04-17 EN Easter Monday",
  "2028-05-01 ESN Early May bank holiday",
  "2028-05-29 ESN Spring bank holiday",
  "2028-07-12 N Battle of the Boyne",
  "2028-08-07 S Summer bank holiday",
  "2028-08-28 EN Summer bank holiday",
  "2028-11-30 S St Andrew's Day",
  "2028-12-25 ESN Christmas Day",
  "2028-12-26 ESN Boxing Day",
];
