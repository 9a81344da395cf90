/**
 * The *card* workload: number, prefix, line, period, and the retail cost in three components. It is the part of
 * rating that SQL can do as well, so that it can be compared with databases. This is its book: rate decks as
 * carriers send them, from a seed, the same on every machine.
 */
import type { BookData } from "tollbook";
import { createRandom, makeBook } from "../../fixtures/generator/index.mjs";
import { randomPrefixes } from "../prefixes.ts";
import { isQuick } from "../scale.ts";

export const CARD_CALL_TYPE = "International";

/** Pence as decimal text; without `tariffTime` the line is for all times that have no line of their own. */
export interface CardLine {
  readonly prefix: string;
  readonly tariffTime?: "Evening";
  readonly cost: string;
  readonly costConnection: string;
  readonly costMin?: string;
  readonly costMax?: string;
}

/** A rate deck: prices by line, and for the whole tariff how calls are measured, rounded and surcharged. */
export interface CardTariff {
  readonly id: number;
  readonly name: string;
  readonly tariffClass: "international";
  readonly baseDurationMin: number;
  readonly baseRoundSeconds: number;
  readonly baseRoundPence: string;
  readonly baseAccessCharge: string;
  readonly baseAccessChargeConnection: string;
  readonly baseRoundingAccessCharge: "asBasic";
  readonly baseSurchargeMobileOrigination: string;
  readonly baseSurchargeMobileOriginationConnection: string;
  readonly rates: readonly CardLine[];
}

export interface CardBook extends BookData {
  readonly tariffs: readonly CardTariff[];
  readonly customers: readonly { readonly id: number; readonly defaultInternationalTariff: string }[];
  readonly numbers: readonly { readonly id: number; readonly customerID: number; readonly number: string }[];
}

export interface CardSize {
  /** Up to 17,000, as many as the ranges for drama hold. */
  readonly numbers?: number;
  readonly tariffs?: number;
  readonly prefixesEach?: number;
}

/** Numbers of the small book of the fixtures, which have particulars of their own. */
const OWN_NUMBERS = 60;
const PREFIXES_OF_ONE_DESTINATION = 10;

/** The size of the workload as it is quoted, and with `--quick`. */
const ORDINARY = { numbers: 10_000, tariffs: 20, prefixesEach: 20_000 };
const QUICK = { numbers: 1_000, tariffs: 4, prefixesEach: 2_000 };

/** By default 10,000 numbers and 20 tariffs of 20,000 prefixes, every fourth destination with an evening price. */
export function makeCardBook(size: CardSize = {}): CardBook {
  const { numbers, tariffs, prefixesEach } = { ...(isQuick ? QUICK : ORDINARY), ...size };
  // Nothing begins with 9, so that a number that does has no rate.
  const union = randomPrefixes(Math.round(prefixesEach * 1.8)).filter((prefix) => !prefix.startsWith("9"));
  const customers = Math.ceil(numbers / 10);
  return {
    ratingPeriods: [
      {
        name: "Day",
        weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
        from: "08:00",
        to: "18:00",
      },
      { name: "Evening" },
    ],
    callTypes: [{ name: CARD_CALL_TYPE, tariffClass: "international" }],
    tariffs: Array.from({ length: tariffs }, (_, deck) => cardTariff(deck, union, prefixesEach)),
    customers: Array.from({ length: customers }, (_, at) => ({
      id: at + 1,
      defaultInternationalTariff: `Deck ${(at % tariffs) + 1}`,
    })),
    numbers: makeBook({ numbers: OWN_NUMBERS + numbers })
      .numbers.slice(OWN_NUMBERS)
      .map((record, at) => ({
        id: at + 1,
        customerID: Math.floor(at / 10) + 1,
        number: String(record.number),
      })),
  };
}

function cardTariff(deck: number, union: readonly string[], prefixes: number): CardTariff {
  const random = createRandom(deck + 1);
  const own = union.filter((_, at) => (at * 7 + deck * 13) % 3 !== 0).slice(0, prefixes);
  const rates: CardLine[] = [];
  for (let first = 0; first < own.length; first += PREFIXES_OF_ONE_DESTINATION) {
    const prices = linePrices(random);
    const eveningPrices = random.chance(0.25) ? linePrices(random) : undefined;
    for (const prefix of own.slice(first, first + PREFIXES_OF_ONE_DESTINATION)) {
      rates.push({ prefix, ...prices });
      if (eveningPrices !== undefined) rates.push({ prefix, tariffTime: "Evening", ...eveningPrices });
    }
  }
  return {
    id: deck + 1,
    name: `Deck ${deck + 1}`,
    tariffClass: "international",
    baseDurationMin: random.pick([0, 0, 30]),
    baseRoundSeconds: random.pick([1, 6, 60]),
    baseRoundPence: random.pick(["0.01", "0.1", "1"]),
    baseAccessCharge: random.pick(["0", "2", "3.5"]),
    baseAccessChargeConnection: random.pick(["0", "1.25"]),
    baseRoundingAccessCharge: "asBasic",
    baseSurchargeMobileOrigination: random.pick(["0", "0.7531"]),
    baseSurchargeMobileOriginationConnection: random.pick(["0", "0.5"]),
    rates,
  };
}

function linePrices(random: ReturnType<typeof createRandom>): Omit<CardLine, "prefix" | "tariffTime"> {
  const pence = (from: number, to: number): string => String(random.between(from, to) / 10_000);
  return {
    cost: pence(100, 400_000),
    costConnection: random.chance(0.5) ? "0" : pence(1, 50_000),
    ...(random.chance(0.3) && { costMin: pence(1, 100_000) }),
    ...(random.chance(0.1) && { costMax: pence(200_000, 5_000_000) }),
  };
}
