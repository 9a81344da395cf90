/**
 * The card book in scaled integers: what a database would be given, and what the bare arithmetic works on. Amounts
 * are ten-thousandths of a penny, the quantum of the book.
 */
import type { CardBook, CardLine, CardTariff } from "./card-book.ts";

/** The prices of a line. */
export interface CardRate {
  readonly pricePerMinute: number;
  readonly connection: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** The two rates of a prefix. */
export interface CardPrefix {
  readonly day: CardRate;
  readonly evening: CardRate;
}

export interface CardDeck {
  readonly id: number;
  readonly minimumSeconds: number;
  readonly stepSeconds: number;
  /** Basic and access charge go up to the next multiple of this. */
  readonly step: number;
  readonly accessPerMinute: number;
  readonly accessConnection: number;
  readonly mobilePerMinute: number;
  readonly mobileConnection: number;
  readonly prefixes: ReadonlyMap<string, CardPrefix>;
}

/** The decks of a book, in its order. */
export function cardDecks(book: CardBook): CardDeck[] {
  return book.tariffs.map((tariff) => ({
    id: tariff.id,
    minimumSeconds: tariff.baseDurationMin,
    stepSeconds: tariff.baseRoundSeconds,
    step: quanta(tariff.baseRoundPence),
    accessPerMinute: quanta(tariff.baseAccessCharge),
    accessConnection: quanta(tariff.baseAccessChargeConnection),
    mobilePerMinute: quanta(tariff.baseSurchargeMobileOrigination),
    mobileConnection: quanta(tariff.baseSurchargeMobileOriginationConnection),
    prefixes: prefixesOf(tariff),
  }));
}

function prefixesOf(tariff: CardTariff): Map<string, CardPrefix> {
  const prefixes = new Map<string, CardPrefix>();
  for (const line of tariff.rates) {
    const rate = rateOf(line);
    const day = prefixes.get(line.prefix)?.day ?? rate;
    prefixes.set(line.prefix, { day, evening: rate });
  }
  return prefixes;
}

function rateOf(line: CardLine): CardRate {
  return {
    pricePerMinute: quanta(line.cost),
    connection: quanta(line.costConnection),
    minimum: quanta(line.costMin ?? "0"),
    maximum: line.costMax === undefined ? Number.MAX_SAFE_INTEGER : quanta(line.costMax),
  };
}

/** "12.5" pence are 125000 ten-thousandths. */
export function quanta(pence: string): number {
  const [whole = "", decimals = ""] = pence.split(".");
  return Number(whole + decimals.padEnd(4, "0"));
}

/** Whether a local date and time of day lie in the period Day, Monday to Friday 08:00 to 18:00. */
export function isDaytime(date: string, time: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday >= 1 && weekday <= 5 && time >= "08:00:00" && time < "18:00:00";
}
