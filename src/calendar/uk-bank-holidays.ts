import { UK_BANK_HOLIDAY_LINES, UK_BANK_HOLIDAY_YEARS } from "./uk-bank-holiday-lines.ts";

/** The three parts of the United Kingdom with bank holidays of their own. */
export type UkNation = "england-and-wales" | "scotland" | "northern-ireland";

/** A bank holiday; `date` is `YYYY-MM-DD`, fit for the book's `holidays`. */
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
 * The bank holidays of a nation, by default of all years the list covers (2019 … 2028), in order of date. Use
 * them as the `holidays` of a book whose periods treat bank holidays apart (R23); nothing uses them unasked.
 *
 * @param years first and last year, both included
 * @throws RangeError for an unknown nation, and for years beyond the list: a year without holidays would
 * quietly charge every one of them as an ordinary day.
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
