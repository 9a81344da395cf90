/**
 * The card with decimal.js and Maps, as a careful programmer writes it in an afternoon: R6 to R14 step by step, all
 * amounts decimals, the longest prefix by asking a Map. *Plain* makes a Decimal wherever an amount of the book is
 * used and asks for prefixes from the whole number down; *careful* makes the book's Decimals once and begins with
 * the longest prefix that there is.
 */
import { Decimal } from "decimal.js";
import type { CardBook, CardTariff } from "./card-book.ts";
import { type CardCall, internationalDigits } from "./card-calls.ts";
import { isDaytime } from "./card-rates.ts";

/** What is written for a call; amounts in pence. A call without a rate has none. */
export interface CardResult {
  readonly id: string;
  readonly numberID: string;
  readonly tariffID: string;
  readonly tariffTime: string;
  readonly chargedDuration: string;
  readonly cost: string;
  readonly costBasic: string;
  readonly costAccessCharge: string;
  readonly costSurchargeMobileOrigination: string;
}

export type Care = "plain" | "careful";

/** An amount of the book: text (plain), or a Decimal made when it was opened (careful). */
type Price = string | Decimal;
type Prices<Of> = { readonly [Field in keyof Of]: Of[Field] extends string ? Price : Of[Field] };

interface Line {
  readonly cost: Price;
  readonly costConnection: Price;
  readonly costMin: Price | undefined;
  readonly costMax: Price | undefined;
}

interface Deck {
  readonly tariff: CardTariff;
  readonly base: Prices<Omit<CardTariff, "rates" | "name" | "tariffClass" | "baseRoundingAccessCharge">>;
  readonly lines: ReadonlyMap<string, { readonly day: Line; readonly evening: Line }>;
}

export function openCardBaseline(book: CardBook, care: Care): (call: CardCall) => CardResult | undefined {
  const keep = (amount: string): Price => (care === "careful" ? new Decimal(amount) : amount);
  const decks = new Map(book.tariffs.map((tariff) => [tariff.name, openDeck(tariff, keep)]));
  const tariffOf = new Map(book.customers.map((own) => [own.id, own.defaultInternationalTariff]));
  const numbers = new Map(
    book.numbers.map(({ id, number, customerID }) => [
      internationalDigits(number),
      { id: String(id), deck: decks.get(tariffOf.get(customerID) ?? "") },
    ]),
  );
  const longestPrefix = care === "careful" ? 9 : 15;

  return (call) => {
    const number = numbers.get(call.target);
    const deck = number?.deck;
    if (number === undefined || deck === undefined) return undefined;
    let found: { day: Line; evening: Line } | undefined;
    for (let length = longestPrefix; length > 0 && found === undefined; length--) {
      if (length <= call.external.length) found = deck.lines.get(call.external.slice(0, length));
    }
    if (found === undefined) return undefined;
    const isDay = isDaytime(call.startDate, call.startTime);
    const priced = price(new Decimal(call.duration), isDay ? found.day : found.evening, deck, call);
    return {
      id: call.id,
      numberID: number.id,
      tariffID: String(deck.tariff.id),
      tariffTime: isDay ? "Day" : "Evening",
      ...priced,
    };
  };
}

function openDeck(tariff: CardTariff, keep: (amount: string) => Price): Deck {
  const lines = new Map<string, { day: Line; evening: Line }>();
  for (const record of tariff.rates) {
    const line = {
      cost: keep(record.cost),
      costConnection: keep(record.costConnection),
      costMin: record.costMin === undefined ? undefined : keep(record.costMin),
      costMax: record.costMax === undefined ? undefined : keep(record.costMax),
    };
    lines.set(record.prefix, { day: lines.get(record.prefix)?.day ?? line, evening: line });
  }
  const base = {
    ...tariff,
    baseRoundPence: keep(tariff.baseRoundPence),
    baseAccessCharge: keep(tariff.baseAccessCharge),
    baseAccessChargeConnection: keep(tariff.baseAccessChargeConnection),
    baseSurchargeMobileOrigination: keep(tariff.baseSurchargeMobileOrigination),
    baseSurchargeMobileOriginationConnection: keep(tariff.baseSurchargeMobileOriginationConnection),
  };
  return { tariff, base, lines };
}

type Priced = Omit<CardResult, "id" | "numberID" | "tariffID" | "tariffTime">;

const ZERO = new Decimal(0);

function price(duration: Decimal, line: Line, { base }: Deck, call: CardCall): Priced {
  if (duration.isZero()) return priced(ZERO, ZERO, ZERO, ZERO);
  const seconds = upToMultiple(
    Decimal.max(duration, base.baseDurationMin),
    new Decimal(base.baseRoundSeconds),
  );
  // Times seconds before divided by 60: a rounded price per second would be another price.
  const used = (perMinute: Price, connection: Price): Decimal =>
    decimal(perMinute).times(seconds).div(60).plus(decimal(connection));
  const step = decimal(base.baseRoundPence);
  let basic = used(line.cost, line.costConnection);
  if (line.costMin !== undefined) basic = Decimal.max(basic, decimal(line.costMin));
  basic = upToMultiple(basic, step);
  if (line.costMax !== undefined) basic = Decimal.min(basic, decimal(line.costMax));
  const access = upToMultiple(used(base.baseAccessCharge, base.baseAccessChargeConnection), step);
  const mobile =
    call.callTypeOriginationTypeFlag === "mobile"
      ? used(base.baseSurchargeMobileOrigination, base.baseSurchargeMobileOriginationConnection)
      : ZERO;
  return priced(seconds, basic, access, mobile);
}

function priced(seconds: Decimal, basic: Decimal, access: Decimal, mobile: Decimal): Priced {
  const quantised = mobile.toDecimalPlaces(4, Decimal.ROUND_HALF_UP);
  return {
    chargedDuration: seconds.toFixed(),
    cost: basic.plus(access).plus(quantised).toFixed(),
    costBasic: basic.toFixed(),
    costAccessCharge: access.toFixed(),
    costSurchargeMobileOrigination: quantised.toFixed(),
  };
}

function upToMultiple(value: Decimal, step: Decimal): Decimal {
  return value.div(step).ceil().times(step);
}

function decimal(amount: Price): Decimal {
  return typeof amount === "string" ? new Decimal(amount) : amount;
}
