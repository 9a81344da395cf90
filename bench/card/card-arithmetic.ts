/**
 * The limit of rating: the card's arithmetic and nothing else, over arrays in which number, prefix, line and period
 * are already resolved. Numbers are whole, below 2^53, in sixtieths of a ten-thousandth of a penny until they are
 * rounded, so every step is exact.
 */
import type { CardBook } from "./card-book.ts";
import { type CardCall, internationalDigits } from "./card-calls.ts";
import { type CardDeck, cardDecks, isDaytime } from "./card-rates.ts";

/** What a call's arithmetic needs: twelve numbers a call. */
const WIDTH = 12;

/** Amounts in ten-thousandths of a penny; calls without a rate count nowhere. */
export interface CardTotals {
  readonly rated: number;
  readonly basic: bigint;
  readonly access: bigint;
  readonly mobile: bigint;
}

/** Calls with everything looked up: one row of twelve numbers for each call that has a rate. */
export function resolveCardCalls(book: CardBook, calls: Iterable<CardCall>): Float64Array {
  const decks = cardDecks(book);
  const deckOf = new Map(
    book.numbers.map(({ number }, at) => [
      internationalDigits(number),
      decks[Math.floor(at / 10) % decks.length] as CardDeck,
    ]),
  );
  const rows: number[] = [];
  for (const call of calls) {
    const deck = deckOf.get(call.target);
    if (deck === undefined) continue;
    let length = 9;
    while (length > 0 && !deck.prefixes.has(call.external.slice(0, length))) length--;
    const prefix = deck.prefixes.get(call.external.slice(0, length));
    if (prefix === undefined) continue;
    const rate = isDaytime(call.startDate, call.startTime) ? prefix.day : prefix.evening;
    const isMobile = call.callTypeOriginationTypeFlag === "mobile";
    rows.push(
      Number(call.duration),
      deck.minimumSeconds,
      deck.stepSeconds,
      rate.pricePerMinute,
      rate.connection * 60,
      rate.minimum * 60,
      rate.maximum,
      deck.step,
      deck.accessPerMinute,
      deck.accessConnection * 60,
      isMobile ? deck.mobilePerMinute : 0,
      isMobile ? deck.mobileConnection * 60 : 0,
    );
  }
  return Float64Array.from(rows);
}

/** R6 to R13 of every row. */
export function priceResolved(rows: Float64Array): CardTotals {
  let basic = 0;
  let access = 0;
  let mobile = 0;
  const at = (place: number): number => rows[place] as number;
  for (let row = 0; row < rows.length; row += WIDTH) {
    const duration = at(row);
    if (duration === 0) continue;
    const stepSeconds = at(row + 2);
    const seconds = Math.ceil(Math.max(duration, at(row + 1)) / stepSeconds) * stepSeconds;
    const usage = Math.max(at(row + 3) * seconds + at(row + 4), at(row + 5));
    const step = at(row + 7);
    basic += Math.min(Math.ceil(usage / (step * 60)) * step, at(row + 6));
    access += Math.ceil((at(row + 8) * seconds + at(row + 9)) / (step * 60)) * step;
    // Half away from zero, of amounts that are not negative.
    mobile += Math.floor((at(row + 10) * seconds + at(row + 11) + 30) / 60);
  }
  return {
    rated: rows.length / WIDTH,
    basic: BigInt(basic),
    access: BigInt(access),
    mobile: BigInt(mobile),
  };
}
