/**
 * Charging a year of many features, and the month after it on their stored states, beside a plain transcription of the
 * same rules with decimal.js and date-fns, which keeps no records and checks nothing. Every transaction of the plain one
 * is compared first. Then a year of the sample reseller's kinds: fixed fee tariffs, instalments and services, too, and two errors.
 */
import { type BookData, type Charged, charges, type Feature, type OpenedBook, openBook } from "tollbook";
import { makeBook } from "../fixtures/generator/index.mjs";
import { chargePlainly, type PlainTransaction } from "./charges/charges-baseline.ts";
import { type ChargedFeature, makeChargesBook, NEXT_MONTH, YEAR } from "./charges/charges-book.ts";
import { type Contestant, measure, report } from "./measure.ts";
import { scaled } from "./scale.ts";

/** `BENCH_FEATURES=1000000 npm run bench -- charges` for more. */
const FEATURES = scaled("BENCH_FEATURES", 100_000, 5_000);
/** The baseline charges so many of them. */
const PLAIN_FEATURES = scaled("BENCH_PLAIN_FEATURES", 10_000, 500);

const PLAIN = "plain decimal.js and date-fns";

export async function benchCharges(): Promise<void> {
  const data = makeChargesBook({ features: FEATURES });
  const book = openBook(data);
  const year = charges(book, YEAR.from, YEAR.to);
  const inNextYear = openBook(withStates(data, year));
  const month = charges(inNextYear, NEXT_MONTH.from, NEXT_MONTH.to);
  const few = data.features.slice(0, PLAIN_FEATURES);
  const dueDates = compare(few, year, month);
  const counts = [year, month].map(({ transactions }) => transactions.length.toLocaleString("en-GB"));
  console.log(
    `\n${FEATURES.toLocaleString("en-GB")} features, ${counts[0]} transactions of a year and ${counts[1]} of the month after it; those of ${PLAIN_FEATURES.toLocaleString("en-GB")} features equal to plain decimal.js`,
  );
  console.log(`  largest resident set so far ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`);

  await beside("Charging a year", [
    { name: "charges", units: FEATURES, run: () => charge(book, YEAR) },
    { name: PLAIN, units: few.length, run: () => few.map((feature) => chargePlainly(feature, YEAR.to)) },
  ]);
  await beside("Charging the month after it", [
    { name: "charges, on stored states", units: FEATURES, run: () => charge(inNextYear, NEXT_MONTH) },
    {
      name: PLAIN,
      units: few.length,
      run: () => few.map((feature, at) => chargePlainly(feature, NEXT_MONTH.to, dueDates[at])),
    },
  ]);
  const everyKind = openBook(makeBook({ features: FEATURES, seed: 7 }));
  report(
    "Charging a year of features of every kind",
    "feature",
    await measure([
      { name: "charges", units: FEATURES, run: () => void charges(everyKind, YEAR.from, YEAR.to) },
    ]),
  );
  const stored = withStates(data, year);
  report(
    "Opening the book",
    "feature",
    await measure([
      { name: "without states", units: FEATURES, run: () => openBook(data) },
      { name: "with a year of states", units: FEATURES, run: () => openBook(stored) },
    ]),
  );
}

async function beside(title: string, contestants: readonly Contestant[]): Promise<void> {
  report(title, "feature", await measure(contestants), [PLAIN]);
}

function charge(book: OpenedBook, { from, to }: { from: string; to: string }): void {
  const { errors } = charges(book, from, to);
  if (errors.length > 0) throw new Error(errors[0]?.message);
}

function withStates(data: BookData & { features: readonly Feature[] }, { features }: Charged): BookData {
  const states = new Map(features.map((state) => [state.id, state]));
  return {
    ...data,
    features: data.features.map((feature) => ({ ...feature, ...states.get(String(feature.id)) })),
  };
}

/** Requires the plain transactions to be the engine's, and gives the features' due dates after the year. */
function compare(few: readonly ChargedFeature[], year: Charged, month: Charged): (string | undefined)[] {
  const ofYear = byFeature(year);
  const ofMonth = byFeature(month);
  return few.map((feature) => {
    const plain = chargePlainly(feature, YEAR.to);
    const after = chargePlainly(feature, NEXT_MONTH.to, plain.dueDate);
    requireEqual(ofYear.get(String(feature.id)) ?? [], plain.transactions);
    requireEqual(ofMonth.get(String(feature.id)) ?? [], after.transactions);
    return plain.dueDate;
  });
}

function byFeature({ transactions }: Charged): Map<string | null, Charged["transactions"][number][]> {
  const all = new Map<string | null, Charged["transactions"][number][]>();
  for (const transaction of transactions) {
    const own = all.get(transaction.featureID);
    if (own === undefined) all.set(transaction.featureID, [transaction]);
    else own.push(transaction);
  }
  return all;
}

function requireEqual(ours: Charged["transactions"], plain: readonly PlainTransaction[]): void {
  for (let at = 0; at < Math.max(ours.length, plain.length); at++) {
    const [own, wanted] = [ours[at], plain[at]].map((transaction) => transaction && lineOf(transaction));
    if (own !== wanted) throw new Error(`${own}, plainly ${wanted}`);
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
