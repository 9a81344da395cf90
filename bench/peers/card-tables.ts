/** The card book as tables, in whole ten-thousandths of a penny; written as CSV for the databases to load. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CardBook } from "../card/card-book.ts";
import { internationalDigits } from "../card/card-calls.ts";
import { type CardRate, cardDecks } from "../card/card-rates.ts";
import { flatRanges } from "./flat-ranges.ts";

/** Column definitions that DuckDB and PostgreSQL both understand. */
export const TABLES = {
  number: "target BIGINT, number_id INTEGER, tariff_id INTEGER",
  tariff: `tariff_id INTEGER, minimum_seconds BIGINT, step_seconds BIGINT, step BIGINT,
    access_price BIGINT, access_connection BIGINT, mobile_price BIGINT, mobile_connection BIGINT`,
  line_range: `tariff_id INTEGER, range_start BIGINT,
    day_price BIGINT, day_connection BIGINT, day_minimum BIGINT, day_maximum BIGINT,
    evening_price BIGINT, evening_connection BIGINT, evening_minimum BIGINT, evening_maximum BIGINT`,
} as const;

/** The columns of the calls' file, typed as suits a database best. */
export const CALL_COLUMNS = {
  id: "BIGINT",
  target: "BIGINT",
  external: "BIGINT",
  startDate: "DATE",
  startTime: "TIME",
  duration: "BIGINT",
  tariffType: "VARCHAR",
  callTypeOriginationTypeFlag: "VARCHAR",
  location: "VARCHAR",
} as const;

/** Writes `<table>.csv` of each table into the folder. */
export function writeCardTables(book: CardBook, folder: string): void {
  const decks = cardDecks(book);
  const write = (table: keyof typeof TABLES, rows: readonly (readonly unknown[])[]): void =>
    writeFileSync(join(folder, `${table}.csv`), rows.map((row) => `${row.join(",")}\n`).join(""));

  write(
    "number",
    book.numbers.map(({ id, number, customerID }) => {
      const deck = decks[(customerID - 1) % decks.length];
      return [internationalDigits(number), id, deck?.id];
    }),
  );
  write(
    "tariff",
    decks.map((deck) => [
      deck.id,
      deck.minimumSeconds,
      deck.stepSeconds,
      deck.step,
      deck.accessPerMinute,
      deck.accessConnection,
      deck.mobilePerMinute,
      deck.mobileConnection,
    ]),
  );
  write(
    "line_range",
    decks.flatMap((deck) =>
      flatRanges(deck.prefixes.keys()).map(({ start, prefix }) => {
        const rates = prefix === undefined ? undefined : deck.prefixes.get(prefix);
        return [deck.id, start, ...cellsOf(rates?.day), ...cellsOf(rates?.evening)];
      }),
    ),
  );
}

function cellsOf(rate: CardRate | undefined): readonly (number | string)[] {
  if (rate === undefined) return ["", "", "", ""];
  return [rate.pricePerMinute, rate.connection, rate.minimum, rate.maximum];
}
