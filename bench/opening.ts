/** Opening a book from records in memory, validation included, and what its tables take. */
import { type BookData, openBook } from "tollbook";
import { measure, report } from "./measure.ts";
import { randomPrefixes } from "./prefixes.ts";
import { sampleBook } from "./sample.ts";

export async function benchOpening(): Promise<void> {
  const sample = sampleBook();
  const deck = deckBook(1, 36_000);
  const large = deckBook(20, 20_000);
  const figures = await measure([
    { name: "the sample book", units: 1, run: () => openBook(sample) },
    { name: "one deck of 36,000 prefixes", units: 1, run: () => openBook(deck) },
    { name: "20 decks of 20,000 prefixes", units: 1, run: () => openBook(large) },
  ]);
  report("Opening a book", "book", figures);
  for (const [name, data] of [
    ["36,000", deck],
    ["400,000", large],
  ] as const) {
    const { tables } = openBook(data);
    let bytes = tables.prefixes.byteLength + tables.rates.byteLength + tables.callTypes.byteLength;
    let prefixes = 0;
    for (const tariff of tables.tariffs.values()) bytes += tariff.byteLength;
    for (const tariff of data.tariffs ?? []) prefixes += tariff.rates?.length ?? 0;
    console.log(`  ${name} prefixes: ${(bytes / prefixes).toFixed(1)} bytes of tables a prefix`);
  }
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
