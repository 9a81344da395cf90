/** R1, R30: what is written straight into bytes is what the ways through text write. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvCell } from "../../../src/files/index.ts";
import { MOST_AMOUNT_BYTES, writeUnits } from "../../../src/files/result-bytes/amount-bytes.ts";
import { PlaceTuples } from "../../../src/files/result-bytes/place-tuples.ts";
import {
  ANEW,
  BARE,
  csvKind,
  doubledCsvKind,
  jsonKind,
  QUOTED,
} from "../../../src/files/result-bytes/text-bytes.ts";
import { copyText, MOST_BEHIND, TextPieces } from "../../../src/files/result-bytes/text-pieces.ts";
import { formatUnits } from "../../../src/money/index.ts";
import { many, runs } from "../../properties/runs.ts";

test("R1 amounts of every scale and size", () => {
  const units = fc.oneof(
    fc.maxSafeInteger(),
    fc.integer({ min: -2_000_000, max: 2_000_000 }),
    // Whole powers of ten, and what lies beside them.
    fc
      .tuple(fc.nat({ max: 15 }), fc.constantFrom(-1, 0, 1), fc.constantFrom(1, -1))
      .map(([power, beside, sign]) => sign * (10 ** power + beside)),
  );
  fc.assert(
    fc.property(units, fc.nat({ max: 8 }), fc.nat({ max: 5 }), (own, decimals, at) => {
      const bytes = Buffer.alloc(at + MOST_AMOUNT_BYTES, "#");
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const end = writeUnits({ bytes, view }, at, own, decimals);
      expect(bytes.toString("latin1", at, end)).toBe(formatUnits(own, decimals));
      expect(end - at).toBeLessThanOrEqual(MOST_AMOUNT_BYTES);
      expect(bytes.toString("latin1", 0, at)).toBe("#".repeat(at));
    }),
    runs(20_000),
  );
});

describe("texts that are copied are what would be made of them", () => {
  const text = fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(..."abZ09 ,\"'=+-@\\\t\r\n\u007f[_é\u00a0"),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
      ),
      minLength: 1,
      maxLength: 8,
    })
    .filter((own) => Buffer.from(own).toString() === own);
  const put = (own: string, kind: number): string => (kind === QUOTED ? `"${own}"` : own);

  test("as CSV cells", () => {
    const met = new Set<number>();
    fc.assert(
      fc.property(text, (own) => {
        const bytes = Buffer.from(own);
        const kind = csvKind(bytes, 0, bytes.length);
        met.add(kind);
        if (kind !== ANEW) expect(put(own, kind)).toBe(csvCell(own));
      }),
      // However short the run, one text of each kind is in it.
      { ...runs(5_000), examples: [["a"], ["a,b"], ["=a"]] },
    );
    expect(met).toEqual(new Set([ANEW, BARE, QUOTED]));
  });

  test("as CSV cells that are written with doubled quotes", () => {
    fc.assert(
      fc.property(
        text.filter((own) => own.includes('"')),
        (own) => {
          const doubled = own.replaceAll('"', '""');
          const kind = doubledCsvKind(Buffer.from(doubled), 0);
          if (kind !== ANEW) expect(put(doubled, kind)).toBe(csvCell(own));
        },
      ),
      runs(2_000),
    );
  });

  test("as JSON", () => {
    fc.assert(
      fc.property(text, (own) => {
        const bytes = Buffer.from(own);
        const kind = jsonKind(bytes, 0, bytes.length);
        if (kind !== ANEW) expect(put(own, kind)).toBe(JSON.stringify(own));
      }),
      runs(5_000),
    );
  });
});

test("pieces by place, blank ones and -1 among them, each made once", () => {
  let made = 0;
  const textOf = (place: number): string => (place % 3 === 0 ? "" : `piece é ${place}`);
  const pieces = new TextPieces((place) => {
    made++;
    return textOf(place);
  });
  const places = [-1, 0, 1, 2, 700, 5, 63, 64, 700, -1, 0];
  for (const place of places) {
    const length = pieces.lengthOf(place);
    const bytes = Buffer.alloc(1 + length + MOST_BEHIND, "#");
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const end = pieces.write({ bytes, view }, 1, place);
    expect(bytes.toString("utf8", 0, end)).toBe(`#${textOf(place)}`);
    expect(end).toBe(1 + length);
  }
  expect(made).toBe(new Set(places).size);
});

test("any text is copied as it is, onto itself further on, too", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.nat({ max: 9 }), (text, before) => {
      const own = Buffer.from(text);
      const bytes = Buffer.alloc(before + 2 * own.length + MOST_BEHIND);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      own.copy(bytes, before);
      const end = copyText(view, before + own.length, view, before, own.length);
      expect(bytes.subarray(before, end)).toEqual(Buffer.concat([own, own]));
    }),
    runs(5_000),
  );
});

test("triples of places have a place each, the same every time", () => {
  const place = fc.integer({ min: -1, max: 12 });
  fc.assert(
    fc.property(many(fc.tuple(place, place, place), 3_000), (triples) => {
      const tuples = new PlaceTuples();
      const known = new Map<string, number>();
      for (const triple of triples) {
        const found = tuples.placeOf(...triple);
        expect(found).toBe(known.get(String(triple)) ?? known.size);
        known.set(String(triple), found);
      }
      for (const triple of triples) expect(tuples.at(known.get(String(triple)) as number)).toEqual(triple);
    }),
    runs(30),
  );
});
