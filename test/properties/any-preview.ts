/** Random pairs of books with calls for previews. */
import fc from "fast-check";
import type { BookData, CallRecord, Tariff } from "../../src/index.ts";
import { anyBook, asData } from "./any-book.ts";

/** Where a book of its own comes after; else the book before with other prices. */
const anyChange = fc.record({
  isOther: fc.integer({ min: 0, max: 4 }).map((at) => at === 0),
  connection: fc.constantFrom(undefined, "0", "1.5", "20"),
  costDecimals: fc.constantFrom(undefined, undefined, 3, 8),
});

/** Two books, calls for both, some of them twice, and how they are rated. */
export const anyPreview = fc
  .tuple(anyBook(60), anyBook(20), anyChange, fc.nat({ max: 20 }), fc.boolean())
  .map(([own, other, change, repeated, isRecorded]) => {
    const before = asData(own.book);
    const calls = [...own.calls, ...other.calls, ...own.calls.slice(0, repeated)] as CallRecord[];
    return {
      before,
      after: change.isOther
        ? asData({ ...other.book, currency: own.book.currency, currencyDecimals: own.book.currencyDecimals })
        : changed(before, change),
      // Amounts that the records say were charged, on some of them.
      calls: isRecorded ? calls.map((call, at) => (at % 3 === 0 ? call : { ...call, cost: at })) : calls,
      reclassify: own.reclassify,
    };
  });

/** Options of a preview, but for `reclassify`. */
export const anyPreviewOptions = fc.record(
  {
    duplicates: fc.constantFrom("report" as const, "keep" as const),
    movers: fc.nat({ max: 6 }),
    examples: fc.nat({ max: 3 }),
    wholesale: fc.constantFrom("reported" as const, "calculated" as const),
  },
  { requiredKeys: ["duplicates", "movers", "examples"] },
);

function changed(
  data: BookData,
  { connection, costDecimals }: { connection: string | undefined; costDecimals: number | undefined },
): BookData {
  const dearer = (tariff: Tariff): Tariff =>
    connection === undefined ? tariff : withConnection(tariff, connection);
  return {
    ...data,
    tariffs: (data.tariffs ?? []).map(dearer),
    ...(costDecimals !== undefined && { costDecimals }),
  };
}

/** A tariff with a connection charge, where the tariff has prices. */
export function withConnection(tariff: Tariff, baseCostConnection: string): Tariff {
  return String(tariff.baseType ?? "").startsWith("markup") ? tariff : { ...tariff, baseCostConnection };
}
