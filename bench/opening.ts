/** Opening a book from records in memory, validation included; sharing it with other threads; what its tables take. */
import { Decimal } from "decimal.js";
import { type BookData, openBook, openShared, shareBook } from "tollbook";
import * as z from "zod";
import { makeCardBook } from "./card/card-book.ts";
import { measure, report } from "./measure.ts";
import { randomPrefixes } from "./prefixes.ts";
import { sampleBook } from "./sample.ts";
import { isQuick } from "./scale.ts";

export async function benchOpening(): Promise<void> {
  const sample = sampleBook();
  const [one, decks, each] = isQuick ? [3_600, 4, 2_000] : [36_000, 20, 20_000];
  const deck = deckBook(1, one);
  const large = deckBook(decks, each);
  const card = makeCardBook();
  const count = (value: number): string => value.toLocaleString("en-GB");
  const ofOne = `one deck of ${count(one)} prefixes`;
  const ofAll = `${decks} decks of ${count(each)} prefixes`;
  const figures = await measure([
    { name: "the sample book", units: 1, run: () => openBook(sample) },
    { name: ofOne, units: 1, run: () => openBook(deck) },
    { name: ofAll, units: 1, run: () => openBook(large) },
  ]);
  report("Opening a book", "book", figures);
  await benchBesideMaps(ofAll, large);
  for (const [name, data] of [
    [count(one), deck],
    [count(decks * each), large],
  ] as const) {
    const { sharedBytes } = shareBook(openBook(data));
    let prefixes = 0;
    for (const tariff of data.tariffs ?? []) prefixes += tariff.rates?.length ?? 0;
    console.log(`  ${name} prefixes: ${(sharedBytes / prefixes).toFixed(1)} bytes of tables a prefix`);
  }
  tellManyBooks(sample);
  await benchSharing(ofAll, large);
  // A quarter of the destinations has an evening price, and there are 10,000 numbers, which each thread opens anew.
  await benchSharing(
    `the card book, ${count(card.tariffs.reduce((sum, { rates }) => sum + rates.length, 0))} lines and ${count(card.numbers.length)} numbers`,
    card,
  );
}

/** What a server of many resellers holds: small books, all open at once. */
function tellManyBooks(data: BookData): void {
  const count = isQuick ? 50 : 500;
  const bytes = (): number => {
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = bytes();
  const began = process.cpuUsage();
  const books = Array.from({ length: count }, () => openBook(data));
  const { user, system } = process.cpuUsage(began);
  const each = (bytes() - before) / books.length / 1024;
  const milliseconds = (user + system) / 1000 / books.length;
  const shown = `${milliseconds.toFixed(1)} ms of processor time and ${each.toFixed(0)} KiB of memory each`;
  console.log(`  ${count} sample books opened in one process: ${shown}`);
}

const lineSchema = z.object({
  prefix: z.string().regex(/^[0-9]{1,15}$/),
  cost: z.string().regex(/^[0-9]+(?:\.[0-9]{1,6})?$/),
  costConnection: z.string().regex(/^[0-9]+(?:\.[0-9]{1,6})?$/),
});

/** Beside what a program written for decks alone would do: a Map of decimals for each, checked with zod or not at all. */
async function benchBesideMaps(name: string, data: BookData): Promise<void> {
  const decks = (data.tariffs ?? []).map(({ rates }) => rates ?? []);
  const lines = decks.reduce((sum, deck) => sum + deck.length, 0);
  const mapsOf = (check: (line: unknown) => unknown): readonly ReadonlyMap<string, readonly Decimal[]>[] =>
    decks.map((deck) => {
      const map = new Map<string, readonly Decimal[]>();
      for (const line of deck) {
        const { prefix, cost, costConnection } = check(line) as z.infer<typeof lineSchema>;
        map.set(prefix, [new Decimal(cost), new Decimal(costConnection)]);
      }
      return map;
    });
  const figures = await measure([
    { name: "openBook", units: lines, run: () => openBook(data) },
    { name: "plain: a Map a deck", units: lines, run: () => mapsOf((line) => line) },
    {
      name: "careful: zod, then the Maps",
      units: lines,
      run: () => mapsOf((line) => lineSchema.parse(line)),
    },
  ]);
  report(`Opening ${name} beside Maps`, "line", figures, [
    "plain: a Map a deck",
    "careful: zod, then the Maps",
  ]);
}

/** Beside opening a book: sharing it, and what another thread does, which gets a clone and opens that. */
async function benchSharing(name: string, data: BookData): Promise<void> {
  const book = openBook(data);
  const shared = shareBook(book);
  const figures = await measure([
    { name: "openBook", units: 1, run: () => openBook(data) },
    { name: "shareBook", units: 1, run: () => shareBook(book) },
    { name: "structuredClone", units: 1, run: () => structuredClone(shared) },
    { name: "openShared", units: 1, run: () => openShared(shared) },
  ]);
  report(`Sharing ${name}`, "book", figures);
  const [opening = 0, , cloning = 0, again = 0] = figures.values();
  const share = (100 * (cloning + again)) / opening;
  const lines = (data.tariffs ?? []).reduce((sum, tariff) => sum + (tariff.rates?.length ?? 0), 0);
  console.log(
    `  a thread more takes ${share.toFixed(1)} % of opening; ${(shared.sharedBytes / lines).toFixed(1)} bytes shared a line`,
  );
}

/** A book of rate decks: prices differ by destination, a destination has about ten prefixes. */
function deckBook(decks: number, prefixesEach: number): BookData {
  const union = randomPrefixes(Math.round(prefixesEach * 1.5));
  const tariffs = Array.from({ length: decks }, (_, deck) => ({
    id: deck + 1,
    name: `Deck ${deck + 1}`,
    tariffClass: "international" as const,
    baseRoundSeconds: 1,
    rates: union
      .filter((_, at) => (at * 7 + deck * 13) % 3 !== 0)
      .slice(0, prefixesEach)
      .map((prefix, at) => ({
        prefix,
        cost: String((1 + (((at - (at % 10)) * 37 + deck * 11) % 4000)) / 100),
        costConnection: "0",
      })),
  }));
  return { callTypes: [{ name: "International", tariffClass: "international" }], tariffs };
}
