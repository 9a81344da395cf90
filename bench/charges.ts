/**
 * Charging a year of many features, and the month after it on their stored states, beside a plain transcription of the
 * same rules with decimal.js and date-fns, which keeps no records and checks nothing. Every transaction of the plain one
 * is compared first. Then a year of the sample reseller's kinds: fixed fee tariffs, instalments and services, too, and two errors.
 */
import { type BookData, type Charged, charges, type OpenedBook, openBook } from "tollbook";
import { makeBook } from "../fixtures/generator/index.mjs";
import { chargePlainly, type PlainTransaction } from "./charges/charges-baseline.ts";
import {
  type ChargedFeature,
  type ChargesBook,
  makeChargesBook,
  NEXT_MONTH,
  YEAR,
} from "./charges/charges-book.ts";
import { type Contestant, measure, report } from "./measure.ts";
import { scaled } from "./scale.ts";

/** `BENCH_FEATURES=1000000 npm run bench -- charges` for more. */
const FEATURES = scaled("BENCH_FEATURES", 100_000, 5_000);
/** The baseline charges so many of them. */
const PLAIN_FEATURES = scaled("BENCH_PLAIN_FEATURES", 10_000, 500);

const PLAIN = "plain decimal.js and date-fns";

export async function benchCharges(): Promise<void> {
  // One after the other, so that none is timed beside what another has left in memory.
  const data = makeChargesBook({ features: FEATURES });
  const few = data.features.slice(0, PLAIN_FEATURES);
  await benchNextMonth(await benchYear(data, few), few);
  await benchEveryKind();
}

/** A year from nothing; gives the book with the states that it leaves. */
async function benchYear(data: ChargesBook, few: readonly ChargedFeature[]): Promise<BookData> {
  const book = openBook(data);
  const stored = chargeYear(data, book, few);
  await beside("Charging a year", [
    { name: "charges", units: FEATURES, run: () => charge(book, YEAR) },
    { name: PLAIN, units: few.length, run: () => few.map((feature) => chargePlainly(feature, YEAR.to)) },
  ]);
  return stored;
}

/** Apart from measuring, so that its transactions are gone by then. */
function chargeYear(data: ChargesBook, book: OpenedBook, few: readonly ChargedFeature[]): BookData {
  const year = charges(book, YEAR.from, YEAR.to);
  requireEqual(
    year,
    few.flatMap((feature) => chargePlainly(feature, YEAR.to).transactions),
  );
  const [features, transactions] = [FEATURES, year.transactions.length].map(shown);
  console.log(
    `\n${features} features, ${transactions} transactions of a year, those of ${shown(few.length)} features equal to plain decimal.js; largest resident set ${mebibytes()} MiB`,
  );
  return withStates(data, year);
}

async function benchNextMonth(stored: BookData, few: readonly ChargedFeature[]): Promise<void> {
  const book = openBook(stored);
  const dueDates = few.map((feature) => chargePlainly(feature, YEAR.to).dueDate);
  const plainly = (): PlainTransaction[] =>
    few.flatMap((feature, at) => chargePlainly(feature, NEXT_MONTH.to, dueDates[at]).transactions);
  requireEqual(charges(book, NEXT_MONTH.from, NEXT_MONTH.to), plainly());
  console.log(`\nThe month after it, with a year of states; largest resident set ${mebibytes()} MiB`);
  await beside("Charging the month after it", [
    { name: "charges, on stored states", units: FEATURES, run: () => charge(book, NEXT_MONTH) },
    { name: PLAIN, units: few.length, run: plainly },
  ]);
  report(
    "Opening the book with a year of states",
    "feature",
    await measure([{ name: "openBook", units: FEATURES, run: () => openBook(stored) }]),
  );
}

async function benchEveryKind(): Promise<void> {
  const book = openBook(makeBook({ features: FEATURES, seed: 7 }));
  const run = (): void => void charges(book, YEAR.from, YEAR.to);
  report(
    "Charging a year of features of every kind",
    "feature",
    await measure([{ name: "charges", units: FEATURES, run }]),
  );
}

const shown = (count: number): string => count.toLocaleString("en-GB");
const mebibytes = (): string => (process.resourceUsage().maxRSS / 1024).toFixed(0);

async function beside(title: string, contestants: readonly Contestant[]): Promise<void> {
  report(title, "feature", await measure(contestants), [PLAIN]);
}

function charge(book: OpenedBook, { from, to }: { from: string; to: string }): void {
  const { errors } = charges(book, from, to);
  if (errors.length > 0) throw new Error(errors[0]?.message);
}

function withStates(data: ChargesBook, { features }: Charged): BookData {
  const states = new Map(features.map((state) => [state.id, state]));
  return {
    ...data,
    features: data.features.map((feature) => ({ ...feature, ...states.get(String(feature.id)) })),
  };
}

/** Requires the plain transactions to be the engine's, those of the first features of the book. */
function requireEqual({ transactions }: Charged, plain: readonly PlainTransaction[]): void {
  for (const [at, wanted] of plain.entries()) {
    const own = transactions[at];
    if (own === undefined || lineOf(own) !== lineOf(wanted)) {
      throw new Error(`${own && lineOf(own)}, plainly ${lineOf(wanted)}`);
    }
  }
}

function lineOf(line: PlainTransaction | Charged["transactions"][number]): string {
  const { featureID, transactionSource, transactionDate, transactionStartDate, transactionEndDate } = line;
  const { featureCount, transactionValue, transactionValueCarrier } = line;
  return [
    `feature ${featureID}: ${transactionSource} ${transactionDate} ${transactionStartDate}..${transactionEndDate}`,
    `× ${featureCount} ${transactionValue} (${transactionSource === "oneOff" ? "" : transactionValueCarrier})`,
  ].join(" ");
}
