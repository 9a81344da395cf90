/** R30: with the option `bookDigest` a rated call carries the digest of the book that priced it, on every way. */
import { describe, expect, test } from "vitest";
import {
  applyDiscounts,
  columnsFromRecords,
  explainCall,
  fromRecord,
  openBook,
  rateCall,
  rateCalls,
  rateColumns,
  toRecord,
} from "../../src/index.ts";
import { formatExplanation } from "../../src/report/index.ts";
import { BOOK, call, jsonLines, Workplace } from "../cli/command.ts";

const book = openBook(BOOK);
const bookDigest = "d".repeat(64);

describe("R30 in the library", () => {
  test("a rated call carries it, last in its record, and a call in error does not", () => {
    const result = rateCall(book, call({ id: 1 }), { bookDigest });
    expect(result).toMatchObject({ outcome: "rated", bookDigest });
    expect(Object.entries(toRecord(result)).at(-1)).toEqual(["bookDigest", bookDigest]);
    expect(toRecord(rateCall(book, call({ id: 1 })))).not.toHaveProperty("bookDigest");
    expect(toRecord(rateCall(book, call({ target: "1" }), { bookDigest }))).not.toHaveProperty("bookDigest");
  });

  test("so it is in batches, in columns, after discounts and from a stored record", () => {
    const [one] = rateCalls(book, [call({ id: 1 })], { bookDigest });
    const wanted = toRecord(rateCall(book, call({ id: 1 }), { bookDigest }));
    expect(one && toRecord(one)).toEqual(wanted);
    const columns = columnsFromRecords([call({ id: 1 })]);
    expect(rateColumns(book, columns, { bookDigest }).recordAt(0)).toEqual(wanted);
    expect(rateColumns(book, columns).recordAt(0)).not.toHaveProperty("bookDigest");
    const planned = openBook({
      ...BOOK,
      numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018", discountPlan1: "half" }],
      discountPlans: [{ id: 1, discountPlanName: "half", discountPercent: 50 }],
    });
    const discounted = applyDiscounts(planned, rateCalls(planned, [call({ id: 1 })], { bookDigest }))
      .calls[0];
    expect(discounted && toRecord(discounted)).toMatchObject({
      cost: "1.91",
      discountPlans: "half",
      bookDigest,
    });
    const stored = fromRecord(JSON.parse(JSON.stringify(wanted)), call({ id: 1 }));
    expect(toRecord(stored)).toEqual(wanted);
    expect(stored).toMatchObject({ bookDigest });
  });

  test("an explanation warns where the record was priced by another book", () => {
    const priced = { ...call({ id: 1 }), ...{ bookDigest: "another" } };
    const explanation = explainCall(book, priced, { bookDigest });
    expect(explanation.warning).toBe(
      `The call was priced by another book (digest another, this one is ${bookDigest}): what follows is what this book says, and need not be what was charged.`,
    );
    expect(formatExplanation(explanation).split("\n")[2]).toBe(explanation.warning);
    expect(
      explainCall(book, Object.assign({ ...priced }, { bookDigest }), { bookDigest }),
    ).not.toHaveProperty("warning");
    expect(explainCall(book, priced)).not.toHaveProperty("warning");
    expect(explainCall(book, call({ id: 1 }), { bookDigest })).not.toHaveProperty("warning");
  });
});

describe("R30 on the command line", () => {
  const CALLS = [
    call({ id: 1 }),
    call({ id: 2, target: "1" }),
    call({ id: 3, duration: "91.000" }),
    call({ id: 1 }),
  ];

  test.each(["jsonl", "csv"])(
    "rate --book-digest writes it into %s, the same bytes with discounts",
    async (format) => {
      const where = await Workplace.with({ "book.json": BOOK, "calls.jsonl": jsonLines(CALLS) });
      const rate = `rate --book @book.json --calls @calls.jsonl --out @out.${format} --book-digest`;
      expect((await where.run(`${rate} --summary @summary.json`)).code).toBe(3);
      const { bookDigest: digest, options } = JSON.parse(await where.read("summary.json")) as {
        bookDigest: string;
        options: object;
      };
      expect(options).toMatchObject({ bookDigest: true });
      const text = await where.read(`out.${format}`);
      const lines = text.trimEnd().split("\n");
      const rows = format === "csv" ? lines.slice(1) : lines;
      expect(rows.map((line) => line.includes(digest))).toEqual([true, false, true, false]);
      if (format === "csv") {
        expect(lines[0]).toMatch(/,call\.costSuggestedRetail,bookDigest$/);
        expect(new Set(lines.map((line) => line.replaceAll(/"[^"]*"/g, "").split(",").length)).size).toBe(1);
      } else {
        expect(rows.filter((line) => line.endsWith(`,"bookDigest":"${digest}"}`))).toHaveLength(2);
      }
      await where.run(rate.replace("@out", "@other").concat(" --discounts"));
      const other = (await where.read(`other.${format}`)).replaceAll(",discountPlans,late", "");
      if (format === "jsonl") expect(other).toBe(text);
      else expect(other.split("\n")[0]).toBe(lines[0]);
    },
  );

  test("explain warns where a rated row comes from another book, and not without a digest", async () => {
    const where = await Workplace.with({
      "book.json": BOOK,
      "calls.jsonl": jsonLines([{ ...call({ id: 1 }), bookDigest: "abc" }, call({ id: 2 })]),
    });
    const explain = "explain --book @book.json --calls @calls.jsonl --id";
    expect((await where.run(`${explain} 1`)).out).toContain(
      "priced by another book (digest abc, this one is ",
    );
    expect((await where.run(`${explain} 2`)).out).not.toContain("another book");
    const { out } = await where.run([...`${explain} 1`.split(" "), "--json"]);
    expect((JSON.parse(out) as { warning: string }).warning).toContain("digest abc");
  });
});
