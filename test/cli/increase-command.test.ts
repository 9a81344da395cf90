/** `tollbook increase` and `tollbook plan`: prices raised and written whole, or nothing is. */
import { describe, expect, test } from "vitest";
import type { BookData } from "../../src/index.ts";
import { BOOK, Workplace } from "./command.ts";

const FAMILY: BookData = {
  ...BOOK,
  tariffs: [
    ...(BOOK.tariffs ?? []),
    {
      id: 2,
      name: "Trust",
      tariffClass: "national",
      parentTariff: 1,
      rates: [{ prefix: "441", cost: "0.0001" }],
    },
    { id: 3, name: "Business", tariffClass: "mobile", baseCost: "8" },
  ],
  standardFeatures: [
    { id: 1, name: "Line", serviceCharge: "10" },
    { id: 2, name: "Phone", serviceCharge: "5", instalments: 24 },
  ],
  features: [{ id: 5, customerID: 7, standardFeature: "Line", serviceCharge: "9" }],
};

function place(): Promise<Workplace> {
  return Workplace.with({ "book.json": FAMILY });
}

async function book(where: Workplace, name = "new.json"): Promise<BookData> {
  return JSON.parse(await where.read(name)) as BookData;
}

const TARIFFS = "increase --book @book.json --resource tariffs";

describe("tollbook increase", () => {
  test("a version is added, and the source stays", async () => {
    const where = await place();
    const { code, out, err } = await where.run(
      `${TARIFFS} --id 1 --percent 3.5 --scope allCharges --out @new.json`,
    );
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toBe(
      "Business (id 1) → Business +3.5% (id 4), prices in pence\n" +
        "  baseCost            1.2  → 1.242\n" +
        "  baseCostConnection    2   → 2.07\n",
    );
    const { tariffs } = await book(where);
    expect(tariffs).toHaveLength(4);
    expect(tariffs?.[0]).toEqual(FAMILY.tariffs?.[0]);
    expect(tariffs?.[3]).toMatchObject({ id: 4, baseCost: "1.242", increaseOriginalID: 1 });
    const again = await where.run(
      "increase --book @new.json --resource tariffs --id 1 --percent 3.50 --scope allCharges --out @again.json",
    );
    expect(again.out).toContain("the book has this version already");
    expect(await where.read("again.json")).toBe(await where.read("new.json"));
  });

  test("in place, several at once, each from the book as it was; the old book is kept", async () => {
    const where = await place();
    const line = `${TARIFFS} --id 1 --name Trust --percent 10 --scope costOnly --in-place --level 5 --out @book.json`;
    const { code, out } = await where.run(line);
    expect(code).toBe(0);
    expect(out).toContain("The book as it was is kept as book.json.bak.");
    const { tariffs } = await book(where, "book.json");
    expect(tariffs?.map((own) => own.baseCost)).toEqual(["1.32", "1.32", "8"]);
    expect(await book(where, "book.json.bak")).toEqual(FAMILY);
    await where.run(line);
    expect(await where.files()).toEqual(["book.json", "book.json.bak", "book.json.bak2"]);
  });

  test("a price of which nothing would be left stays, and that is said", async () => {
    const { out } = await (await place()).run(
      `${TARIFFS} --id 2 --percent -99 --scope costOnly --out @new.json`,
    );
    expect(out).toContain("  rates[0].cost 0.0001 kept its price, as nothing would be left of it\n");
  });

  test.each([
    ["no price in the scope", "--percent 10 --scope costOnly"],
    ["a rise that is lost in rounding", "--percent 0.001 --scope allCharges"],
    ["no price from the date on", "--percent 10 --scope allCharges --from 2027-04-01 --in-place --level 5"],
  ])("an increase that changes no price says so: %s", async (_, options) => {
    const line = { tariffType: "UK", costConnection: "2", endDate: "2026-12-31" };
    const tariffs = [{ id: 9, name: "Set-up", tariffClass: "national" as const, rates: [line] }];
    const where = await Workplace.with({
      "book.json": { ...FAMILY, tariffs: [...(FAMILY.tariffs ?? []), ...tariffs] },
    });
    const { code, out } = await where.run(`${TARIFFS} --id 9 ${options} --out @new.json`);
    expect(code).toBe(0);
    expect(out).toContain("  no price changes: none is in the scope, or the rise is lost in rounding\n");
  });

  test("what is skipped or not reached is said", async () => {
    const { out } = await (await place()).run(
      "increase --book @book.json --resource standardFeatures --name Line Phone --amount 1 --scope recurringOnly --out @new.json",
    );
    expect(out).toContain("Line (id 1) → Line +£1 (id 3), prices in pounds\n  serviceCharge  10  → 11\n");
    expect(out).toContain("feature 5 (serviceCharge) has a price of its own and is not reached\n");
    expect(out).toContain("Phone (id 2): is paid in instalments");
  });

  test.for<[what: string, options: string, currency: string | undefined, unit: string]>([
    ["a tariff's", "tariffs --id 1 --scope costOnly", "USD", "cents"],
    ["a tariff's of its own currency", "tariffs --id 9 --scope costOnly", undefined, "hundredths of CHF"],
    ["a fixed fee tariff's", "fixedFeeTariffs --id 1 --scope recurringOnly", "USD", "USD"],
    ["a standard feature's", "standardFeatures --id 1 --scope recurringOnly", "USD", "USD"],
  ])("prices are told in their currency: %s", async ([_what, options, currency, unit]) => {
    const data: BookData = {
      ...FAMILY,
      currency,
      tariffs: [
        ...(FAMILY.tariffs ?? []),
        { id: 9, name: "Swiss", tariffClass: "national", baseCost: "8", currency: "CHF" },
      ],
      fixedFeeTariffs: [{ id: 1, name: "Fees", rates: [{ fixedFeeValue: 10 }] }],
    };
    const where = await Workplace.with({ "book.json": data });
    const { out } = await where.run(
      `increase --book @book.json --resource ${options} --amount 1 --out @new.json`,
    );
    expect(out.split("\n")[0]).toMatch(new RegExp(`, prices in ${unit}$`));
  });

  test("of fixed fee tariffs each fee is printed, old and new, and the tariffs that inherit", async () => {
    const fees = {
      ...FAMILY,
      fixedFeeTariffs: [
        {
          id: 1,
          name: "Fees",
          rates: [
            { description: "Rental", fixedFeeValue: 10 },
            { fixedFeeValue: "4", carrierIDs: "N" },
          ],
        },
        { id: 2, name: "School fees", parentFixedFeeTariff: 1 },
        { id: 3, name: "Own fees", parentFixedFeeTariff: 1, rates: [{ fixedFeeValue: "1" }] },
      ],
    };
    const where = await Workplace.with({ "book.json": fees });
    const { out } = await where.run(
      "increase --book @book.json --resource fixedFeeTariffs --id 1 --percent 10 --scope recurringOnly --from 2027-04-01 --in-place --level 5 --out @new.json",
    );
    expect(out).toBe(
      "Fees (id 1), prices in pounds\n" +
        "  rates[1] Rental from 2027-04-01  10   → 11\n" +
        "  rates[3] from 2027-04-01          4  → 4.4\n" +
        "  4 lines, before 2\n" +
        "  School fees (id 2), Own fees (id 3, but for its rates[].fixedFeeValue) inherit from it and follow\n",
    );
  });

  test("--keep-defaults, which is of versions, is refused in place", async () => {
    const where = await Workplace.with({ "book.json": FAMILY });
    const ran = await where.run(
      `${TARIFFS} --id 1 --percent 5 --scope costOnly --in-place --level 5 --keep-defaults --out @new.json`,
    );
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("--keep-defaults is of versions")]);
    expect(await where.files()).toEqual(["book.json"]);
  });

  test("a version of a default tariff is none, and how to switch over is said", async () => {
    const where = await Workplace.with({
      "book.json": { ...FAMILY, tariffs: [{ ...FAMILY.tariffs?.[0], forCarriers: "*" }] },
    });
    const { out } = await where.run(`${TARIFFS} --id 1 --percent 5 --scope costOnly --out @new.json`);
    expect(out).toContain(
      "it is no default as its source is: to switch over, move forCarriers and forNumberTypes to it",
    );
    expect((await book(where)).tariffs?.[1]).not.toHaveProperty("forCarriers");
    const kept = await where.run(
      `${TARIFFS} --id 1 --percent 5 --scope costOnly --keep-defaults --out @kept.json`,
    );
    expect(kept.out).toContain("both are defaults for the same calls");
  });

  test("as JSON; or the book on standard output and the report beside it", async () => {
    const where = await place();
    const json = await where.run(`${TARIFFS} --id 1 --percent 5 --scope costOnly --out @new.json --json`);
    expect(JSON.parse(json.out)).toMatchObject([
      { created: true, record: { id: 4 }, kept: [], notReached: [] },
    ]);
    const piped = await where.run(`${TARIFFS} --id 1 --percent 5 --scope costOnly --out -`);
    expect((JSON.parse(piped.out) as BookData).tariffs).toHaveLength(4);
    expect(piped.err).toContain("Business +5%");
  });

  test.for<[what: string, options: string, code: number, message: RegExp]>([
    ["no level", "--id 1 --percent 5 --scope costOnly --in-place", 2, /expert level 5\. \(403001\)/],
    ["percent and amount", "--id 1 --percent 5 --amount 1 --scope costOnly", 2, /--percent P or --amount A/],
    [
      "a contradiction, before a missing scope",
      "--id 1 --percent 5 --amount 1",
      2,
      /by a percentage or by an/,
    ],
    [
      "a blank name",
      "--name  --percent 5 --scope costOnly",
      2,
      /^tollbook: --name is blank\.\nWrite <name\.\.\.> behind/,
    ],
    [
      "a blank percentage",
      "--id 1 --percent  --scope costOnly",
      2,
      /--percent is blank\..*, or leave it out/s,
    ],
    ["a missing scope", "--id 1 --percent 5", 2, /required option '--scope <scope>' not specified/],
    [
      "a level of versions",
      "--id 1 --percent 5 --scope costOnly --level 5",
      2,
      /Add --in-place, or leave out/,
    ],
    [
      "a date that is none",
      "--id 1 --percent 5 --scope costOnly --from 2027-02-30",
      2,
      /--from is "2027-02-30", which is no date/,
    ],
    ["no record", "--percent 5 --scope costOnly", 2, /--id ID or --name NAME/],
    ["an unknown id", "--id 99 --percent 5 --scope costOnly", 2, /no record of tariffs with the id 99/],
    ["a misspelt name", "--name Busines --percent 5 --scope costOnly", 2, /did you mean Business\?/],
    ["a name of two", "--name Business --percent 5 --scope costOnly", 2, /--id 1 \(national, retail\)/],
    ["an unknown scope", "--id 1 --percent 5 --scope all", 1, /costOnly or allCharges/],
    ["a percentage out of range", "--id 1 --percent 5000 --scope costOnly", 1, /at most 1000/],
  ])("%s: nothing is written", async ([_what, options, code, message]) => {
    const where = await place();
    const ran = await where.run(`${TARIFFS} ${options} --out @new.json`);
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(message);
    expect(await where.files()).toEqual(["book.json"]);
  });
});

describe("tollbook plan", () => {
  const due: BookData = {
    ...BOOK,
    customers: [
      { id: 7, annualIncreaseProfile: "CPI", annualIncreaseReferenceDate: "2025-04-01" },
      { id: 8, annualIncreaseProfile: "=RPI()" },
    ],
  };
  const line = "plan --book @book.json --on 2027-04-01 --profiles @profiles.json";
  const files = { "book.json": due, "profiles.json": { CPI: { percent: "3.5" } } };

  test("as a table", async () => {
    const { code, out } = await (await Workplace.with(files)).run(line);
    expect(code).toBe(0);
    expect(out).toBe(
      "2 records due for an annual increase on 2027-04-01\n" +
        "CPI: 3.5 %, 2 records\n" +
        "  customer 7   customer 7  since 2025-04-01\n" +
        "  number 1007  customer 7  since 2025-04-01  profile of customer 7\n" +
        "With a profile and without a reference date, so never due\n" +
        "  customer 8  customer 8\n",
    );
  });

  test("as JSON and as CSV", async () => {
    const where = await Workplace.with(files);
    const { out } = await where.run(`${line} --json --csv @due.csv`);
    expect(JSON.parse(out)).toMatchObject({
      on: "2027-04-01",
      profiles: [{ profile: "CPI", percent: "3.5" }],
    });
    expect(await where.read("due.csv")).toBe(
      "profile,percent,amount,resource,id,customerID,referenceDate,due\n" +
        "CPI,3.5,,customers,7,7,2025-04-01,yes\n" +
        "CPI,3.5,,numbers,1007,7,2025-04-01,yes\n" +
        ",,,customers,8,8,,never: no reference date\n",
    );
  });

  test("as CSV on standard output, which then has nothing else", async () => {
    const where = await Workplace.with(files);
    await where.run(`${line} --csv @due.csv`);
    const alone = { code: 0, out: await where.read("due.csv"), err: "" };
    expect(await where.run(`${line} --csv -`)).toEqual(alone);
    expect(await where.run(`${line} --csv - --json`)).toEqual({
      code: 2,
      out: "",
      err: "tollbook: --csv and --json cannot both go to standard output.\nGive --csv a file.\n",
    });
  });

  test.for<[what: string, file: unknown, on: string, code: number, message: RegExp]>([
    [
      "a date that is none",
      { CPI: { percent: 1 } },
      "2027-02-30",
      2,
      /--on is "2027-02-30", which is no date/,
    ],
    [
      "a profile that says nothing",
      { CPI: {} },
      "2027-04-01",
      1,
      /profile "CPI" needs a percent or an amount/,
    ],
    [
      "a profile that is no object",
      { CPI: 3.5 },
      "2027-04-01",
      1,
      /profile "CPI" needs a percent or an amount/,
    ],
    [
      "a profile that is null",
      { CPI: null },
      "2027-04-01",
      1,
      /^tollbook: profiles\.json: profile "CPI" needs a percent or an amount, one of the two\.\n$/,
    ],
    ["a list", [1], "2027-04-01", 1, /is no object of profiles/],
    ["no JSON", "{", "2027-04-01", 1, /profiles.json:1/],
  ])("%s", async ([_what, profiles, on, code, message]) => {
    const where = await Workplace.with({ ...files, "profiles.json": profiles });
    const ran = await where.run(`plan --book @book.json --on ${on} --profiles @profiles.json`);
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(message);
  });
});
