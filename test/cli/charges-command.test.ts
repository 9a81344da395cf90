/** Charges on the command line: R60 to R75 through `tollbook charges`. */
import { createHash } from "node:crypto";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { lockStateFile } from "../../src/files/index.ts";
import { TRANSACTION_FIELDS } from "../../src/index.ts";
import { BILL_BOOK, FIRST_LINE, FIRST_STATE, NOVEMBER, OCTOBER, WITHOUT_FEE } from "./bill-book.ts";
import { Workplace } from "./command.ts";

const CHARGES = "charges --book @book.json";
const BOTH = { ...BILL_BOOK, features: [...BILL_BOOK.features, WITHOUT_FEE] };

function place(files: Readonly<Record<string, unknown>> = {}): Promise<Workplace> {
  return Workplace.with({ "book.json": BILL_BOOK, ...files });
}

describe("tollbook charges", () => {
  test("a line for each transaction, byte for byte, and what was charged beside it", async () => {
    const where = await place();
    const { code, out, err } = await where.run(`${CHARGES} ${OCTOBER} --features @features.jsonl`);
    expect(out).toBe(FIRST_LINE);
    expect(await where.read("features.jsonl")).toBe(FIRST_STATE);
    expect(err).toContain(
      "features.jsonl is not there yet, so only what the book says has been charged before.\n",
    );
    expect(err).toContain("1 feature: 1 charged + 0 not due + 0 in error\n");
    expect(err).toContain("Sums in GBP, without VAT\n  recurring  £7.42  1 transaction\n");
    expect(code).toBe(0);
    expect(await where.files()).toEqual(["book.json", "features.jsonl"]);
  });

  test("a second run of the same days writes nothing and leaves the file as it was, without --features the same again", async () => {
    const where = await place();
    await where.run(`${CHARGES} ${OCTOBER} --features @features.jsonl`);
    // As an editor would leave it: nothing of it is to be touched.
    await writeFile(join(where.folder, "features.jsonl"), `\n${FIRST_STATE}\n`);
    const again = await where.run(`${CHARGES} ${OCTOBER} --features @features.jsonl`);
    expect(again).toMatchObject({ code: 0, out: "" });
    expect(again.err).toBe("1 feature: 0 charged + 1 not due + 0 in error\n");
    expect(await where.read("features.jsonl")).toBe(`\n${FIRST_STATE}\n`);
    expect((await where.run(`${CHARGES} ${OCTOBER}`)).out).toBe(FIRST_LINE);
  });

  test("two months one after the other leave the same transactions and the same file as both at once", async () => {
    const late = { ...BILL_BOOK.features[0], id: 2, startDate: "2026-11-20", dueDate: "2026-11-20" };
    const where = await place({ "book.json": { ...BILL_BOOK, features: [late, ...BILL_BOOK.features] } });
    const october = await where.run(`${CHARGES} ${OCTOBER} --features @apart.jsonl`);
    const november = await where.run(`${CHARGES} ${NOVEMBER} --features @apart.jsonl`);
    const both = await where.run(`${CHARGES} --from 2026-10-01 --to 2026-11-30 --features @both.jsonl`);
    const sorted = (text: string): string[] => text.split("\n").sort();
    expect(sorted(october.out + november.out)).toEqual(sorted(both.out));
    expect(both.out.match(/\n/g)).toHaveLength(3);
    expect(await where.read("apart.jsonl")).toBe(await where.read("both.jsonl"));
    expect((await where.read("both.jsonl")).match(/"id":"."/g)).toEqual(['"id":"2"', '"id":"3"']);
  });

  test("a feature's error stands after its transactions, in the order of the features", async () => {
    const where = await place({ "book.json": BOTH });
    const { code, out, err } = await where.run(`${CHARGES} ${NOVEMBER}`);
    const lines = out.trimEnd().split("\n");
    expect(lines[2]).toContain('"featureID":"9","transactionSource":"oneOff"');
    expect(lines[3]).toBe(
      '{"featureID":"9","customerID":"4","error":"no-fixed-fee","message":"\\"Corporate fees\\" has no recurring fee for feature 9 (Line rental) on 2026-11-01.","field":"fixedFeeTariff"}',
    );
    expect(lines).toHaveLength(4);
    expect(err).toContain("2 features: 1 charged + 0 not due + 1 in error\n  no-fixed-fee 1\n");
    expect(err).toContain("1 transaction fell due before 2026-11-01\n");
    expect(code).toBe(3);
  });

  test("an error of a first customer comes before the second's transactions, and one of nobody's last", async () => {
    const broken = {
      id: 1,
      numberID: 1007,
      serviceCharge: 5,
      serviceChargeInterval: "Fortnightly",
      startDate: "2026-10-01",
    };
    const orphan = { id: 0, serviceID: 8, serviceCharge: 5, startDate: "2026-10-01" };
    const book = { ...BILL_BOOK, services: [{ id: 8 }], features: [orphan, ...BILL_BOOK.features, broken] };
    const { out } = await (await place({ "book.json": book })).run(`${CHARGES} ${OCTOBER}`);
    const shown = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { featureID: string; error?: string })
      .map(({ featureID, error }) => [featureID, error]);
    expect(shown).toEqual([
      ["1", "unknown-interval"],
      ["3", undefined],
      ["0", "no-customer"],
    ]);
  });

  test("CSV says what JSON lines say, formulas made harmless", async () => {
    const hostile = { ...BILL_BOOK.features[0], id: 4, description: '=HYPERLINK("x","y")' };
    const book = { ...BOTH, features: [...BOTH.features, hostile] };
    const where = await place({ "book.json": book });
    const run = await where.run(`${CHARGES} ${NOVEMBER} --out @n.jsonl --csv @n.csv`);
    expect(run).toMatchObject({ code: 3, out: "" });
    const csv = await where.read("n.csv");
    const columns = [...TRANSACTION_FIELDS, "error", "message", "field"];
    expect(csv.split("\n")[0]).toBe(columns.join(","));
    const lines = (await where.read("n.jsonl")).trimEnd().split("\n");
    const rows = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const expected = rows.map((row) =>
      Object.fromEntries(
        columns.map((name) => [name, `${row[name] === hostile.description ? "'" : ""}${row[name] ?? ""}`]),
      ),
    );
    expect(parse(csv, { columns: true })).toEqual(expected);
    expect(csv).toContain("\"'=HYPERLINK(");
    // The name of the output tells, too; standard output is for whoever asks for it.
    await where.run(`${CHARGES} ${NOVEMBER} --out @o.csv`);
    expect(await where.read("o.csv")).toBe(csv);
    expect((await where.run(`${CHARGES} ${NOVEMBER} --csv -`)).out).toBe(csv);
  });

  test("--json is one document with features, errors and warnings", async () => {
    const where = await place({ "book.json": BOTH });
    const { code, out } = await where.run(`${CHARGES} ${NOVEMBER} --json`);
    const document = JSON.parse(out) as Record<string, unknown[]>;
    expect(Object.keys(document)).toEqual(["transactions", "features", "errors", "warnings"]);
    const lines = (await where.run(`${CHARGES} ${NOVEMBER}`)).out.trimEnd().split("\n");
    expect([...(document.transactions ?? []), ...(document.errors ?? [])]).toEqual(
      lines.map((line) => JSON.parse(line) as unknown),
    );
    expect(document.features).toMatchObject([{ id: "3", dueDate: "2026-12-01" }, { id: "9" }]);
    expect(document.warnings).toEqual([]);
    expect(code).toBe(3);
    const nothing = await where.run(`${CHARGES} --from 2026-09-01 --to 2026-09-30 --json`);
    expect(JSON.parse(nothing.out)).toEqual({ transactions: [], features: [], errors: [], warnings: [] });
  });

  test("the summary as JSON has everything that is told, and no time in it", async () => {
    const where = await place({ "book.json": BOTH });
    await where.run(`${CHARGES} ${NOVEMBER} --out @n.jsonl --summary @s.json`);
    expect(JSON.parse(await where.read("s.json"))).toMatchObject({
      from: "2026-11-01",
      to: "2026-11-30",
      features: 2,
      charged: 1,
      notDue: 0,
      inError: 1,
      errorsByCode: [{ code: "no-fixed-fee", features: 1 }],
      dueBefore: 1,
      sums: [
        { currency: "GBP", transactionSource: "oneOff", transactions: 1, value: "5" },
        { currency: "GBP", transactionSource: "recurring", transactions: 2, value: "18.92" },
      ],
      warnings: [],
    });
    const first = await where.read("s.json");
    await where.run(`${CHARGES} ${NOVEMBER} --out @n.jsonl --summary @s.json`);
    expect(await where.read("s.json")).toBe(first);
  });

  test("what somebody should look at is told and in the document, and is no error", async () => {
    const ended = { ...BILL_BOOK.features[0], dueDate: "2026-11-01", endDate: "2026-10-20" };
    const where = await place({ "book.json": { ...BILL_BOOK, features: [ended] } });
    const { code, out, err } = await where.run(`${CHARGES} ${NOVEMBER} --json`);
    const { warnings } = JSON.parse(out) as { warnings: { warning: string; message: string }[] };
    expect(warnings).toMatchObject([{ featureID: "3", customerID: "1", warning: "no-history" }]);
    expect(err).toContain(`warning  ${warnings[0]?.message}\n`);
    expect(code).toBe(0);
  });

  test("amounts of customers in other currencies are summed apart", async () => {
    const customers = [
      { ...BILL_BOOK.customers[0], currency: "EUR", defaultNationalTariff: null },
      BILL_BOOK.customers[1],
    ];
    const pounds = {
      id: 5,
      customerID: 4,
      startDate: "2026-10-01",
      serviceCharge: "1.1",
      connectionCharge: 3,
    };
    const book = { ...BILL_BOOK, customers, features: [...BILL_BOOK.features, pounds] };
    const { err } = await (await place({ "book.json": book })).run(`${CHARGES} ${OCTOBER}`);
    expect(err).toContain(
      "Sums in EUR, without VAT\n  recurring  €7.42  1 transaction\nSums in GBP, without VAT\n",
    );
    expect(err).toMatch(/oneOff +£3\.00 +1 transaction\n +recurring +£1\.10 +1 transaction\n$/);
  });
});

describe("the file of what was charged", () => {
  const REFUSED: readonly (readonly [text: string, message: string])[] = [
    ["[]\n", "features.jsonl:1: is not a JSON object"],
    [FIRST_STATE + FIRST_STATE, "features.jsonl:2: feature 3 is in line 1, too"],
    [
      FIRST_STATE.replace("dueDate", "duedate"),
      "features.jsonl:1: duedate is not a known field; did you mean dueDate?",
    ],
    [FIRST_STATE.replace('"id":"3"', '"id":"33"'), "features.jsonl:1: the book has no feature 33"],
    [FIRST_STATE.replace("7.42", "7,42"), 'features.jsonl:1: chargesMade[0].value "7,42" is not an amount'],
    [FIRST_STATE.slice(0, 80), "features.jsonl:1:"],
    [
      FIRST_STATE.replace("2026-10-12", "2026-09-12"),
      "features.jsonl:1: chargesMade[0].parts begin before periodStart",
    ],
  ];

  test.each(REFUSED)("%#. is refused, and nothing is charged by it", async (text, message) => {
    const where = await place({ "features.jsonl": text });
    const { code, out, err } = await where.run(`${CHARGES} ${NOVEMBER} --features @features.jsonl`);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(`tollbook: ${message}`);
    expect(await where.read("features.jsonl")).toBe(text);
    expect(await where.files()).toEqual(["book.json", "features.jsonl"]);
  });

  test("what no longer fits the book is told with both names", async () => {
    const where = await place({ "features.jsonl": '{"id":"3","endDate":"2026-10-01"}\n' });
    const { code, err } = await where.run(`${CHARGES} ${NOVEMBER} --features @features.jsonl`);
    expect(err).toContain("tollbook: book.json with features.jsonl has 1 problem, so nothing was done:");
    expect(code).toBe(1);
  });

  test("a run that another one holds up is refused, so that two cannot charge twice", async () => {
    const where = await place();
    const path = join(where.folder, "features.jsonl");
    const lock = await lockStateFile(path);
    const { code, out, err } = await where.run(`${CHARGES} ${OCTOBER} --features @features.jsonl`);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("features.jsonl: is in use by another run");
    await lock?.release();
    expect((await where.run(`${CHARGES} ${OCTOBER} --features @features.jsonl`)).code).toBe(0);
    expect(await where.files()).toEqual(["book.json", "features.jsonl"]);
  });

  test("an output that cannot be written leaves it as it was", async () => {
    const where = await place();
    const run = await where.run(`${CHARGES} ${OCTOBER} --features @features.jsonl --out @gone/o.jsonl`);
    expect(run.code).toBe(1);
    expect(await where.files()).toEqual(["book.json"]);
  });

  test("outputs replace neither each other nor what is read, under whatever name", async () => {
    const where = await place({ "fees.csv": "id\n" });
    await symlink(join(where.folder, "book.json"), join(where.folder, "link.jsonl"));
    const hash = createHash("sha256")
      .update(await where.read("book.json"))
      .digest("hex");
    for (const line of [
      "--features @book.json",
      "--features @link.jsonl",
      "--out @f.jsonl --features @f.jsonl",
      "--csv @book.json",
      "--summary @o.jsonl --out @o.jsonl",
    ]) {
      expect((await where.run(`${CHARGES} ${OCTOBER} ${line}`)).code, line).toBe(2);
    }
    const hashed = createHash("sha256")
      .update(await where.read("book.json"))
      .digest("hex");
    expect(hashed).toBe(hash);
  });
});

test.for<[words: string, message: string]>([
  ["--from 2026-11-01 --to 2026-10-31", "--from 2026-11-01 is after --to 2026-10-31."],
  [
    "--from 2026-01-01 --to 2036-01-09",
    "2026-01-01 to 2036-01-09 are 3661 days; at most 3660 are charged at once.",
  ],
  ["--from 1.10.2026 --to 2026-10-31", '--from is "1.10.2026", which is no date.'],
  ["--from 2026-10-01 --to 2026-02-30", '--to is "2026-02-30", which is no date.'],
  ["--from 2026-10-01", "required option '--to <date>' not specified"],
  [`${OCTOBER} --json --csv @c.csv`, "option '--json' cannot be used with option '--csv <file>'"],
  [`${OCTOBER} --feature @f.jsonl`, "unknown option '--feature'"],
  [`${OCTOBER} --features=`, "--features names no file."],
])("wrong usage: %s", async ([words, message]) => {
  const where = await place();
  const { code, err } = await where.run(`${CHARGES} ${words}`);
  expect(err).toContain(message);
  expect(code).toBe(2);
  expect(await where.files()).toEqual(["book.json"]);
});

test("3,660 days are a range", async () => {
  const { code } = await (await place()).run(`${CHARGES} --from 2026-01-01 --to 2036-01-08`);
  expect(code).toBe(0);
});

describe("tollbook explain --feature", () => {
  const EXPLAIN = "explain --book @book.json --feature 3";

  test("R79: the steps of a charge, up to its transaction", async () => {
    const { code, out } = await (await place()).run(`${EXPLAIN} --on 2026-10-12`);
    expect(out).toContain("11.5");
    expect(out).toContain("7.42");
    expect(code).toBe(0);
  });

  test("as JSON it ends in the transaction that charges gives", async () => {
    const { out } = await (await place()).run(`${EXPLAIN} --on 2026-10-12 --json`);
    const { outcome, charges } = JSON.parse(out) as { outcome: string; charges: { transaction: unknown }[] };
    expect(outcome).toBe("due");
    expect(charges.map(({ transaction }) => transaction)).toEqual([JSON.parse(FIRST_LINE)]);
  });

  test("with --features it knows what was charged, and leaves the file alone", async () => {
    const where = await place({ "features.jsonl": FIRST_STATE });
    const { code, out } = await where.run(`${EXPLAIN} --on 2026-10-12 --features @features.jsonl --json`);
    expect(JSON.parse(out)).toMatchObject({ outcome: "recorded", charges: [{ value: "7.42" }] });
    expect(code).toBe(0);
    expect(await where.files()).toEqual(["book.json", "features.jsonl"]);
    expect(await where.read("features.jsonl")).toBe(FIRST_STATE);
  });

  test("a feature in error is exit status 3, and one that the book lacks 1", async () => {
    const where = await place({ "book.json": BOTH });
    const failed = await where.run("explain --book @book.json --feature 9 --on 2026-12-01");
    expect(failed.code).toBe(3);
    expect(failed.out).toContain("no-fixed-fee");
    expect(await where.run("explain --book @book.json --feature 33 --on 2026-10-12")).toMatchObject({
      code: 1,
      err: "tollbook: book.json has no feature 33; it has 2 features.\nCheck the id, and whether it is the right book.\n",
    });
  });

  test.for<[words: string, message: string]>([
    ["--feature 3", "--feature needs a day."],
    ["--feature 3 --on 12.10.2026", '--on is "12.10.2026", which is no date.'],
    [
      "--feature 3 --on 2026-10-12 --calls @c.jsonl",
      "option '--feature <id>' cannot be used with option '--calls <file>'",
    ],
    ["--feature 3 --on 2026-10-12 --discounts", "cannot be used with option '--discounts'"],
    ["--on 2026-10-12", "--on and --features are for a feature."],
    ["--calls @c.jsonl", "--calls needs the id of a call.\nAdd --id ID."],
    ["--id 7", "--id is of a call of a file.\nAdd --calls FILE."],
    ["", "An explanation needs a call or a feature."],
  ])("wrong usage: %s", async ([words, message]) => {
    const line = ["explain", "--book", "@book.json", ...words.split(" ").filter((word) => word !== "")];
    const { code, err } = await (await place()).run(line);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});
