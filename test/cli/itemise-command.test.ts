/** Lists of calls from results: what they add up to, and what hostile results make of files and pages. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { type BookData, sumAmounts, toPounds } from "../../src/index.ts";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

const reseller = (name: string): Promise<string> =>
  readFile(new URL(`../../fixtures/reseller/${name}`, import.meta.url), "utf8");

/** The files of a folder of lists, by their names. */
async function listsIn(place: Workplace): Promise<Record<string, string>> {
  const names = await place.files("lists");
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await place.read(`lists/${name}`)])),
  );
}

/** The rows of a CSV without quotes. */
function rowsOf(csv: string): Record<string, string>[] {
  const [header = "", ...lines] = csv.trimEnd().split("\n");
  const names = header.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, at) => [names[at] ?? "", cell])));
}

interface Summary {
  readonly read: number;
  readonly itemised: number;
  readonly ignored: number;
  readonly errorsByCode: Readonly<Record<string, number>>;
  readonly customers: readonly {
    readonly customerID: string;
    readonly calls: number;
    readonly cost: string;
    readonly total: string;
    readonly types: readonly { readonly cost: string; readonly calls: number }[];
    readonly csv: string;
    readonly page: string;
  }[];
}

describe("the sample month", () => {
  test("each list is the customer's calls, by number and start, and adds up to its total", async () => {
    const place = await Workplace.with({
      "book.json": await reseller("book.json"),
      "calls.jsonl": await reseller("calls-2026-10.jsonl"),
    });
    const lists: Record<string, string>[] = [];
    for (const format of ["csv", "jsonl"]) {
      await place.run(`rate --book @book.json --calls @calls.jsonl --discounts --out @rated.${format}`);
      const { code, err, out } = await place.run(
        `itemise --calls @rated.${format} --book @book.json --out @lists --summary @summary.json`,
      );
      expect([code, out]).toEqual([3, ""]);
      expect(err).toMatch(
        /3000 calls read: 2925 itemised \+ \d+ in error \+ \d+ ignored\n {2}in error, without a price {2}/,
      );
      lists.push(await listsIn(place));
    }
    expect(lists[1]).toEqual(lists[0]);
    const results = (await place.read("rated.jsonl"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, string>);
    const summary = JSON.parse(await place.read("summary.json")) as Summary;
    const errors = Object.values(summary.errorsByCode).reduce((sum, count) => sum + count, 0);
    expect([summary.read, summary.itemised + errors + summary.ignored]).toEqual([3000, 3000]);
    expect(Object.keys(lists[0] ?? {})).toHaveLength(2 * summary.customers.length);
    for (const { customerID, calls, cost, total, types, csv, page } of summary.customers) {
      const rated = results.filter((result) => result.customerID === customerID && result.cost !== undefined);
      const rows = rowsOf(lists[0]?.[csv] ?? "");
      expect(rows).toHaveLength(rated.length);
      expect(calls).toBe(rated.length);
      const sum = sumAmounts(rated.map((result) => result.cost));
      expect([
        cost,
        sumAmounts(rows.map((row) => row.cost)),
        sumAmounts(types.map((type) => type.cost)),
      ]).toEqual([sum, sum, sum]);
      expect(total).toBe(toPounds(sum));
      const text = lists[0]?.[page] ?? "";
      expect(text).toContain(`Total, without VAT</th><td class="amount">£${Number(total).toFixed(2)}<`);
      expect(text.match(/<td class="dates">\d\d:\d\d:\d\d</g) ?? []).toHaveLength(calls);
      expect(text).not.toContain("<script");
      const order = rows.map(({ number, startDate, startTime }) => `${number} ${startDate} ${startTime}`);
      for (const number of new Set(rows.map((row) => row.numberID))) {
        const own = rows
          .filter((row) => row.numberID === number)
          .map((row) => `${row.startDate} ${row.startTime}`)
          // This hour comes twice, and its calls are in the order in which they began.
          .filter((start) => !start.startsWith("2026-10-25 01:"));
        expect(own).toEqual([...own].sort());
      }
      expect(order.length).toBe(calls);
    }
  });

  test("some customers, without a book", async () => {
    const place = await Workplace.with({
      "book.json": await reseller("book.json"),
      "calls.csv": await reseller("calls-2026-10.csv"),
    });
    await place.run("rate --book @book.json --calls @calls.csv --out @rated.csv");
    const { code, err } = await place.run("itemise --calls @rated.csv --customer 3 2 --out @lists");
    expect(code).toBe(3);
    expect(err).toMatch(/ itemised \+ \d+ of other customers \+ /);
    const lists = await listsIn(place);
    expect(Object.keys(lists).sort()).toEqual([
      "customer-2.csv",
      "customer-2.html",
      "customer-3.csv",
      "customer-3.html",
    ]);
    expect(lists["customer-2.html"]).toContain("<title>Calls of customer 2</title>");
    const none = await place.run("itemise --calls @rated.csv --customer 2 nobody --out @none");
    expect([none.code, await place.files()]).toEqual([1, ["book.json", "calls.csv", "lists", "rated.csv"]]);
    expect(none.err).toBe(
      "tollbook: rated.csv has no rated call of customer nobody.\nNothing was written.\n",
    );
  });
});

test("whatever ids and texts are, files stay in the folder, cells are harmless and pages show text", async () => {
  const ids = ["../x", "__proto__", "CON", "con", "x".repeat(300), "a/b\\c", "=1+1", "<b>"];
  const book = {
    ...BOOK,
    customers: ids.map((id) => ({
      id,
      companyName: `<script>${id}</script>`,
      defaultNationalTariff: "Business",
    })),
    numbers: ids.map((customerID, at) => ({ id: at + 1, customerID, number: `02079460${100 + at}` })),
  };
  const calls = ids.map((_, at) =>
    call({
      id: at,
      numberID: at + 1,
      external: '=HYPERLINK("http://x")',
      tariffType: "UK",
      location: "<img src=x>",
    }),
  );
  const place = await Workplace.with({ "book.json": book, "calls.jsonl": jsonLines(calls) });
  await place.run("rate --book @book.json --calls @calls.jsonl --out @rated.csv");
  expect((await place.run("itemise --calls @rated.csv --book @book.json --out @lists")).code).toBe(0);
  const lists = await listsIn(place);
  expect(await place.files()).toEqual(["book.json", "calls.jsonl", "lists", "rated.csv"]);
  const names = Object.keys(lists);
  expect(names).toHaveLength(2 * ids.length);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^customer-[0-9a-z_.-]{1,100}$/);
  for (const [name, text] of Object.entries(lists)) {
    if (name.endsWith(".csv")) expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    else expect(text).not.toMatch(/<(script|img|b)\b/);
  }
});

test("costs are those after discounts, exact; data and events have their usage", async () => {
  const lines = [
    {
      id: 1,
      "call.startDate": "2026-10-01",
      "call.duration": 0,
      "call.bytes": 1024,
      numberID: "9",
      cost: "0.00000001",
    },
    { id: 2, "call.startDate": "2026-10-01", "call.startTime": "23:59:59", "call.events": 1, cost: "-1.5" },
    { id: 3, "call.startDate": "2026-10-02", "call.duration": 7305, costBase: "9", cost: "0" },
    {
      id: 4,
      "call.startDate": "2026-10-03",
      "call.duration": 0,
      "call.bytes": 0,
      "call.events": 7,
      cost: "0",
      numberID: "8",
    },
  ].map((line) => ({ "call.external": null, customerID: "7", numberID: "1", tariffType: "UK", ...line }));
  const place = await Workplace.with({ "rated.jsonl": jsonLines(lines) });
  expect((await place.run("itemise --calls @rated.jsonl --out @lists --summary @s.json")).code).toBe(0);
  expect(await place.read("lists/customer-7.csv")).toBe(
    "customerID,numberID,number,startDate,startTime,external,location,tariffType,duration,bytes,events,cost\n" +
      "7,1,1,2026-10-01,23:59:59,,,UK,,,1,-1.5\n7,1,1,2026-10-02,00:00:00,,,UK,7305,,,0\n" +
      "7,8,8,2026-10-03,00:00:00,,,UK,0,0,7,0\n7,9,9,2026-10-01,00:00:00,,,UK,0,1024,,0.00000001\n",
  );
  const page = await place.read("lists/customer-7.html");
  for (const text of [
    "2 h 01 min 45 s",
    "1024 bytes",
    '<td class="quantity">7</td>',
    "£0.0000000001",
    "−£0.015",
    "−£0.01<",
    "1 Oct 2026, 1 call",
  ])
    expect(page).toContain(text);
});

test.each<[what: string, book: BookData | null, total: string]>([
  ["without a book pence", null, "6 pence"],
  ["of a book its unit", { ...BOOK, currency: "USD" }, "6 cents"],
  [
    "of several currencies no sum",
    { ...BOOK, currency: "USD", customers: [{ id: 7, currency: "GBP" }] },
    "£0.01 + $0.05",
  ],
])("the total of all customers is in their currency: %s", async (_, book, total) => {
  const rated = [7, 8, 9].map((id, at) => ({
    ...call({ id }),
    customerID: id,
    cost: at + 1,
    tariffType: "UK",
  }));
  const place = await Workplace.with({ "rated.jsonl": jsonLines(rated), "book.json": book });
  const { code, err } = await place.run(
    `itemise --calls @rated.jsonl --out @lists${book === null ? "" : " --book @book.json"}`,
  );
  expect({ code, last: err.trimEnd().split("\n").at(-1) }).toEqual({
    code: 0,
    last: `3 customers, ${total} in all`,
  });
});

test.each([
  ["calls that were not rated", jsonLines([call({ id: 1 })]), "rated.jsonl:1: says neither whose call it is"],
  ["a line that cannot be read", '{"id":', "rated.jsonl:1:7: expected a value"],
  [
    "a cost that is none",
    jsonLines([call({ id: 1 }), { ...call(), customerID: "7", cost: "1,5" }].slice(1)),
    'rated.jsonl:1: cost: "1,5" is not an amount',
  ],
  [
    "a day that does not exist",
    jsonLines([{ ...call({ startDate: "2026-02-30" }), customerID: "7", cost: "1" }]),
    'rated.jsonl:1: startDate: "2026-02-30" is a day that does not exist.',
  ],
  [
    "results without their calls",
    jsonLines([{ id: "1", customerID: "7", tariffTypeUsed: "UK", cost: "1" }]),
    "rated.jsonl: has results, which do not say what was called",
  ],
])("%s: refused, and nothing is written", async (_, text, message) => {
  const place = await Workplace.with({ "rated.jsonl": text });
  const { code, err } = await place.run("itemise --calls @rated.jsonl --out @lists");
  expect([code, await place.files()]).toEqual([1, ["rated.jsonl"]]);
  expect(err).toContain(message);
});

test("no file that is read is replaced", async () => {
  const rated = jsonLines([{ ...call(), customerID: "7", cost: "1", tariffType: "UK" }]);
  const place = await Workplace.with({ "customer-7.csv": "", "rated.jsonl": rated });
  const { code, err } = await place.run([
    ..."itemise --calls @rated.jsonl --summary @customer-7.csv --out".split(" "),
    place.folder,
  ]);
  expect(code).toBe(2);
  expect(err).toContain("customer-7.csv, which --summary names.");
});

test("calls that are more than is held at once are listed in their order, and nothing else is left", async () => {
  // Some 12 MB of texts: two pieces, and starts that run backwards, and equal ones that stay in the order of the file.
  const many = Array.from({ length: 60_000 }, (_, at) => ({
    id: at,
    "call.external": `0163296${String(at).padStart(5, "0")}${"x".repeat(120)}`,
    "call.startDate": "2026-10-01",
    "call.startTime": `0${9 - Math.floor(at / 10_000)}:00:00`,
    "call.duration": 1,
    customerID: `C${at % 7}`,
    numberID: String(at % 14),
    tariffType: "UK",
    cost: "0.1",
  }));
  const place = await Workplace.with({ "rated.jsonl": jsonLines(many) });
  expect((await place.run("itemise --calls @rated.jsonl --out @lists --summary @s.json")).code).toBe(0);
  const { customers } = JSON.parse(await place.read("s.json")) as Summary;
  expect(customers.map(({ customerID, calls }) => [customerID, calls])).toEqual(
    Array.from({ length: 7 }, (_, at) => [`C${at}`, at < 3 ? 8572 : 8571]),
  );
  for (const { csv, customerID } of customers) {
    const listed = rowsOf(await place.read(`lists/${csv}`)).map(({ numberID, startTime, external }) => [
      Number(numberID),
      startTime,
      Number(external?.slice(7, 12)),
    ]);
    const expected = many
      .filter((row) => row.customerID === customerID)
      .map((row) => [Number(row.numberID), row["call.startTime"], row.id] as const)
      .sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[2] - b[2]));
    expect(listed).toEqual(expected);
  }
  expect(await place.files()).toEqual(["lists", "rated.jsonl", "s.json"]);
});
