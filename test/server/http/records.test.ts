/** Records: H4, H7 to H12, over both databases. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../../src/server/database/index.ts";
import { RESOURCE_NAMES, RESOURCES } from "../../../src/server/resources/index.ts";
import { ANSWER_SCHEMAS } from "../../../src/server/resources/schemas.ts";
import { ENGINES } from "../databases.ts";
import { type Ask, type Asked, reopenAsked } from "./asking.ts";

const BOOK = {
  ratingPeriods: [{ name: "day" }],
  callTypes: [{ name: "UK", tariffClass: "national", transactionType: "Calls" }],
  tariffs: [
    {
      id: 1,
      name: "UK",
      tariffClass: "national",
      baseCost: "1.20",
      rates: [{ tariffType: "UK", cost: "1.50" }],
    },
    { id: 2, name: "UK", tariffClass: "inbound", baseCost: 1 },
    { id: 3, name: "Child", tariffClass: "national", parentTariff: 1 },
    {
      id: 4,
      name: "Bought",
      tariffClass: "national",
      retail: "wholesale",
      forCarriers: ["Northway"],
      baseCost: 1,
    },
    {
      id: 5,
      name: "Bought long ago",
      tariffClass: "national",
      retail: "wholesale",
      forCarriers: "Northway",
      availability: "Historic",
    },
    { id: 6, name: "Unused", tariffClass: "mobile" },
  ],
  customers: [
    {
      id: 7,
      companyName: "Alpha",
      accountNumber: "A7",
      CRMReference: "crm 7",
      defaultNationalTariff: "UK",
      customColumn: { a: [1] },
    },
    { id: 8, companyName: "Beta", defaultInboundTariff: "UK", fixedFeeTariff: "Fees" },
  ],
  numbers: [{ id: 11, customerID: 7, number: "020 7946 0001", nationalTariff: "UK" }],
  services: [{ id: 21, customerID: 7, serviceName: "Broadband" }],
  features: [
    { id: 31, numberID: 11, featureType: "Line", standardFeature: "Rental" },
    { id: 32, customerID: 7 },
    { id: 33, serviceID: 21 },
  ],
  fixedFeeTariffs: [
    {
      id: 1,
      name: "Fees",
      rates: [
        {
          featureTypeIDs: ["Line", "Other"],
          transactionTypeIDs: "Rental",
          chargeKind: "recurring",
          fixedFeeValue: "5.00",
        },
      ],
    },
    { id: 2, name: "Child fees", parentFixedFeeTariff: 1 },
    { id: 3, name: "Bought fees", retail: "wholesale", wholesaleForCarrierIDs: ["Northway"] },
  ],
  standardFeatures: [
    { id: 1, name: "Rental", featureType: "Line", serviceTransactionType: "Rental", serviceCharge: "11.50" },
  ],
  featureTypes: [
    { id: 1, featureTypeName: "Line", connectionTransactionType: "Rental" },
    { id: 2, featureTypeName: "Other" },
    { id: 3, featureTypeName: "Unused" },
  ],
  transactionTypes: [
    { id: 1, transactionTypeName: "Rental" },
    { id: 2, transactionTypeName: "Calls" },
    { id: 3, transactionTypeName: "Unused" },
  ],
} as const;

describe.each(ENGINES)("$kind", (engine) => {
  let database: Database;
  let asked: Asked;
  let ask: Ask;
  beforeAll(async () => {
    database = await engine.empty();
    return () => database.close();
  });
  beforeEach(async () => {
    asked = await reopenAsked(database, BOOK as never);
    ask = asked.ask;
  });
  const code = async (...args: Parameters<Ask>): Promise<number> => (await ask(...args)).body?.error_code;
  const problems = async (...args: Parameters<Ask>): Promise<string[]> =>
    (await ask(...args)).body.problems?.map(({ path }: { path: string }) => path);

  describe("H4 values out", () => {
    test("all fields of the resource, blanks null, each as its kind says", async () => {
      for (const name of RESOURCE_NAMES) {
        const { status, body } = await ask("GET", `/${name}/`);
        expect(status).toBe(200);
        expect(body.length, name).toBeGreaterThan(0);
        for (const record of body) {
          const fields = Object.keys(RESOURCES[name].fields).filter((field) => field !== "rates");
          expect(Object.keys(record)).toEqual(expect.arrayContaining(fields));
          expect(record).not.toHaveProperty("rates");
          expect(ANSWER_SCHEMAS[name].safeParse(record).error?.issues ?? []).toEqual([]);
        }
      }
    });

    test("ids, amounts and percentages are text as R1 writes it; counts, durations and bytes numbers; flags booleans", async () => {
      const sent = {
        name: "Kinds",
        tariffClass: "mobile",
        baseCost: "1.50",
        baseCostMin: 2,
        baseDurationMin: "30.50",
        baseRoundBytes: 1024,
        baseRoundPence: "0.010",
        fallbackMarkup: "-0",
        singleRate: "single",
        chargeZeroDuration: "no",
        forCarriers: ["Northway", "Eastway"],
        customerGroups: "A, B",
        revision: "3",
      };
      const { body } = await ask("POST", "/tariffs/", sent);
      expect(body).toMatchObject({
        id: "7",
        baseCost: "1.5",
        baseCostMin: "2",
        baseDurationMin: 30.5,
        baseRoundBytes: 1024,
        baseRoundPence: "0.01",
        fallbackMarkup: "0",
        singleRate: true,
        chargeZeroDuration: false,
        forCarriers: "Northway,Eastway",
        customerGroups: "A,B",
        revision: 3,
        parentTariff: null,
        baseCostMax: null,
      });
      const customer = await ask("PATCH", "/customers/7", {
        turnover: 1000000.5,
        paymentTerms: "30",
        customerGroups: "A, B,",
        accountNumber: 12,
        enteredDate: "2026-01-31",
        defaultNationalMarkup: 12.5,
      });
      expect(customer.body).toMatchObject({
        turnover: "1000000.5",
        paymentTerms: 30,
        customerGroups: ["A", "B"],
        accountNumber: "12",
        enteredDate: "2026-01-31",
        defaultNationalMarkup: "12.5",
      });
    });

    test("rates only with expandRates", async () => {
      expect((await ask("GET", "/tariffs/1?expandRates")).body.rates).toEqual([
        { tariffType: "UK", cost: "1.5" },
      ]);
      expect((await ask("GET", "/tariffs/2?expandRates=true")).body.rates).toEqual([]);
      expect((await ask("GET", "/tariffs/1?expandRates=false")).body).not.toHaveProperty("rates");
      const [fees] = (await ask("GET", "/fixedFeeTariffs/?expandRates")).body;
      expect(fees.rates[0]).toEqual({
        featureTypeIDs: ["Line", "Other"],
        transactionTypeIDs: ["Rental"],
        chargeKind: "recurring",
        fixedFeeValue: "5",
      });
    });

    test("what no rule reads is checked by what the seeds type it", async () => {
      const sent = { paymentTerms: "soon", enteredDate: "2026-1-31", turnover: "1,000", companyName: {} };
      expect((await problems("PATCH", "/customers/7", sent)).sort()).toEqual(Object.keys(sent).sort());
    });
  });

  describe("H7 fields", () => {
    test("unknown ones are refused on tariffs, fixed fee tariffs and lines, with the nearest name", async () => {
      const { body } = await ask("PATCH", "/tariffs/1", { baseCosts: 1, rates: [{ prefx: "44" }] });
      expect(body.problems).toHaveLength(2);
      expect(body.problems).toEqual(
        expect.arrayContaining([
          { path: "baseCosts", message: "is not a known field; did you mean baseCost?" },
          { path: "rates[0].prefx", message: "is not a known field; did you mean prefix?" },
        ]),
      );
      expect(await problems("POST", "/fixedFeeTariffs/", { name: "X", colour: 1 })).toEqual(["colour"]);
    });

    test("unknown ones are carried along elsewhere", async () => {
      expect((await ask("GET", "/customers/7")).body.customColumn).toEqual({ a: [1] });
      const { body } = await ask("POST", "/customers/7/numbers/", { number: "020 7946 0002", colour: "red" });
      expect(body.colour).toBe("red");
      expect((await ask("PATCH", `/numbers/${body.id}`, { colour: null })).body).not.toHaveProperty("colour");
    });

    test("features have a path below services, too", async () => {
      expect((await ask("GET", "/services/21/features/")).body.map(({ id }: { id: string }) => id)).toEqual([
        "33",
      ]);
      const { body } = await ask("POST", "/services/21/features/", { description: "Router" });
      expect([body.serviceID, body.customerID, body.numberID]).toEqual(["21", null, null]);
    });
  });

  describe("H8 POST", () => {
    test("201, Location, the record; ids go on above the highest ever used", async () => {
      const first = await ask("POST", "/customers/", { companyName: "Gamma" });
      expect([first.status, first.body.id, first.headers.get("location")]).toEqual([
        201,
        "9",
        "/backend/api/v1/customers/9",
      ]);
      expect((await ask("GET", "/customers/9")).body).toEqual(first.body);
      await ask("POST", "/featureTypes/", { id: 40, featureTypeName: "Forty" });
      expect((await ask("DELETE", "/featureTypes/40")).status).toBe(200);
      expect((await ask("POST", "/featureTypes/", { featureTypeName: "Next" })).body.id).toBe("41");
      expect((await ask("POST", "/featureTypes/", { id: "40", featureTypeName: "Again" })).status).toBe(201);
    });

    test("a blank id is none (R3)", async () => {
      for (const id of ["", null]) {
        const { status, body } = await ask("POST", "/customers/", { id, companyName: "Gamma" });
        expect([status, body.companyName]).toEqual([201, "Gamma"]);
      }
    });

    test("a taken id is 409004, one that is none 400002", async () => {
      expect(await code("POST", "/customers/", { id: "7" })).toBe(409004);
      expect(await code("POST", "/customers/", { id: 7 })).toBe(409004);
      for (const id of ["x", 0, -1, "1.5", "9223372036854775808", true, [1]]) {
        expect(await problems("POST", "/customers/", { id }), JSON.stringify(id)).toEqual(["id"]);
      }
      expect((await ask("POST", "/customers/", { id: "9223372036854775807" })).body.id).toBe(
        "9223372036854775807",
      );
    });

    test("the path names the owner; another in the body is 400002", async () => {
      const number = { number: "020 7946 0003" };
      expect((await ask("POST", "/customers/7/numbers/", { ...number, customerID: 7 })).body.customerID).toBe(
        "7",
      );
      expect(await problems("POST", "/customers/7/numbers/", { ...number, customerID: 8 })).toEqual([
        "customerID",
      ]);
      expect(await problems("POST", "/numbers/11/features/", { customerID: 7 })).toEqual(["customerID"]);
      expect((await ask("POST", "/numbers/11/features/", { customerID: "" })).status).toBe(201);
    });

    test("what is required is said", async () => {
      expect((await problems("POST", "/tariffs/", {})).sort()).toEqual(["name", "tariffClass"]);
      expect(await problems("POST", "/customers/7/numbers/", {})).toEqual(["number"]);
      expect(await problems("POST", "/transactionTypes/", { transactionTypeName: "" })).toEqual([
        "transactionTypeName",
      ]);
    });
  });

  describe("H9 PATCH", () => {
    test("absent fields stay, null and empty text blank, lists and objects are replaced whole", async () => {
      await ask("PATCH", "/customers/7", { lastname: "Ray", customerGroups: ["A", "B"] });
      const { body } = await ask("PATCH", "/customers/7", {
        lastname: "",
        customerGroups: ["C"],
        customColumn: { b: 2 },
      });
      expect([body.lastname, body.customerGroups, body.customColumn]).toEqual([null, ["C"], { b: 2 }]);
      expect([body.companyName, body.accountNumber]).toEqual(["Alpha", "A7"]);
      const tariff = await ask("PATCH", "/tariffs/1?expandRates", {
        rates: [{ tariffType: "UK", cost: 9 }, { cost: 8 }],
      });
      expect(tariff.body.rates).toEqual([{ tariffType: "UK", cost: "9" }, { cost: "8" }]);
      expect(tariff.body.baseCost).toBe("1.2");
    });

    test("equal values write nothing and say so", async () => {
      const { headers: before } = await ask("GET", "/tariffs/1");
      const same = [
        {},
        { baseCost: 1.2 },
        { baseCost: "1.2000", name: "UK", baseCostMax: null, description: "" },
        { rates: [{ tariffType: "UK", cost: 1.5, prefix: "" }] },
        { id: 1 },
      ];
      for (const body of same) {
        const { status, headers } = await ask("PATCH", "/tariffs/1", body);
        expect([status, headers.get("x-api-no-changes")], JSON.stringify(body)).toEqual([200, "1"]);
      }
      const { headers: after } = await ask("GET", "/tariffs/1");
      expect(after.get("etag")).toBe(before.get("etag"));
      expect(after.get("x-tollbook-revision")).toBe(before.get("x-tollbook-revision"));
      const changed = await ask("PATCH", "/tariffs/1", { baseCost: "1.21" });
      expect(changed.headers.has("x-api-no-changes")).toBe(false);
    });

    test("what every object has is a field like any other, and a list without names is blank", async () => {
      for (const name of ["toString", "valueOf", "hasOwnProperty"]) {
        const blank = await ask("PATCH", "/customers/7", undefined, {
          raw: `{${JSON.stringify(name)}:null}`,
        });
        expect([blank.status, blank.headers.get("x-api-no-changes")], name).toEqual([200, "1"]);
        const given = await ask("PATCH", "/customers/7", undefined, { raw: `{${JSON.stringify(name)}:"x"}` });
        expect([given.status, Object.getOwnPropertyDescriptor(given.body, name)?.value], name).toEqual([
          200,
          "x",
        ]);
      }
      const { body } = await ask("PATCH", "/customers/7", { customerGroups: [] });
      expect(body.customerGroups).toBe(null);
    });

    test("id may only repeat the path's", async () => {
      expect((await ask("PATCH", "/customers/7", { id: "7", lastname: "Ray" })).body.lastname).toBe("Ray");
      expect(await problems("PATCH", "/customers/7", { id: 8 })).toEqual(["id"]);
      expect(await problems("PATCH", "/customers/7", { id: null })).toEqual(["id"]);
    });

    test("what a book's file may hold though nothing can read it is refused in a body, by what the field holds", async () => {
      const refused: [path: string, field: string, value: unknown][] = [
        ["/featureTypes/1", "renewalPeriodLength", { id: false }],
        ["/featureTypes/1", "noticePeriodLengthType", ["months"]],
        ["/customers/7", "cancellationNoticeGivenDate", "soon"],
        ["/features/31", "totalValueCharged", "much"],
        ["/features/31", "site", { name: "Leeds" }],
      ];
      for (const [path, field, value] of refused)
        expect(await problems("PATCH", path, { [field]: value }), field).toEqual([field]);
      const { body } = await ask("PATCH", "/features/31", { totalValueCharged: "1.50", site: "Leeds" });
      expect([body.totalValueCharged, body.site]).toEqual(["1.5", "Leeds"]);
    });

    test("a value of another kind is told what the field holds (H6)", async () => {
      for (const [path, field, value, message] of [
        ["/features/31", "soldBy", {}, "is not text"],
        ["/customers/7", "turnover", true, "is not a number; write digits such as 1.25"],
        ["/customers/7", "contractStartDate", 5, "is not a date; write YYYY-MM-DD"],
        ["/featureTypes/1", "customerProducts", 0, "is not a list of names"],
        ["/featureTypes/1", "isSeat", [], "says neither yes nor no; write true or false"],
      ] as const) {
        const { body } = await ask("PATCH", path, { [field]: value });
        expect(body.problems).toEqual([{ path: field, message }]);
      }
    });

    test("what is refused changes nothing", async () => {
      expect(await code("PATCH", "/tariffs/1", { baseCost: "2", rates: [{ cost: "x" }] })).toBe(400002);
      expect((await ask("GET", "/tariffs/1")).body.baseCost).toBe("1.2");
    });
  });

  describe("H10 the whole book", () => {
    test("a dangling reference is 400002, with the field's path", async () => {
      expect(await problems("PATCH", "/customers/7", { defaultNationalTariff: "Nix" })).toEqual([
        "defaultNationalTariff",
      ]);
      expect(
        await problems("POST", "/customers/7/numbers/", { number: "1", nationalTariff: "Bought" }),
      ).toEqual(["nationalTariff"]);
      expect(await problems("PATCH", "/features/31", { standardFeature: "Nix" })).toEqual([
        "standardFeature",
      ]);
      expect(await problems("PATCH", "/tariffs/3", { parentTariff: 99 })).toEqual(["parentTariff"]);
    });

    test("names that must be unique are 409004: tariffs within class and side, transaction types in any case", async () => {
      expect(await code("POST", "/tariffs/", { name: "UK", tariffClass: "national" })).toBe(409004);
      expect(await code("POST", "/tariffs/", { name: "UK", tariffClass: "national", retail: "retail" })).toBe(
        409004,
      );
      expect((await ask("POST", "/tariffs/", { name: "UK", tariffClass: "mobile" })).status).toBe(201);
      expect(
        (await ask("POST", "/tariffs/", { name: "UK", tariffClass: "national", retail: "wholesale" })).status,
      ).toBe(201);
      expect(await code("PATCH", "/tariffs/3", { name: "UK" })).toBe(409004);
      expect(await code("POST", "/transactionTypes/", { transactionTypeName: "RENTAL" })).toBe(409004);
      expect(await code("POST", "/featureTypes/", { featureTypeName: "Line" })).toBe(409004);
      expect(await code("PATCH", "/standardFeatures/1", { name: "Rental" })).toBeUndefined();
      expect(await code("PATCH", "/transactionTypes/2", { transactionTypeName: "rental" })).toBe(409004);
      expect((await ask("PATCH", "/transactionTypes/1", { transactionTypeName: "RENTAL" })).status).toBe(200);
    });

    test("CRMReference and accountNumber are unique (the seeds)", async () => {
      expect(await code("POST", "/customers/", { CRMReference: "crm 7" })).toBe(409004);
      expect(await code("PATCH", "/customers/8", { accountNumber: "A7" })).toBe(409004);
      expect((await ask("PATCH", "/customers/7", { accountNumber: "A7", lastname: "Ray" })).status).toBe(200);
    });

    test("a renamed tariff is renamed wherever it is named, in one revision", async () => {
      const before = Number((await ask("GET", "/tariffs/1")).headers.get("x-tollbook-revision"));
      const { status, headers } = await ask("PATCH", "/tariffs/1", { name: "UK 2026" });
      expect([status, headers.get("x-tollbook-revision")]).toEqual([200, String(before + 1)]);
      expect((await ask("GET", "/customers/7")).body.defaultNationalTariff).toBe("UK 2026");
      expect((await ask("GET", "/numbers/11")).body.nationalTariff).toBe("UK 2026");
      // Of another class.
      expect((await ask("GET", "/customers/8")).body.defaultInboundTariff).toBe("UK");
    });

    test("so are fixed fee tariffs, standard features, feature types and transaction types", async () => {
      expect((await ask("PATCH", "/fixedFeeTariffs/1", { name: "Charges" })).status).toBe(200);
      expect((await ask("GET", "/customers/8")).body.fixedFeeTariff).toBe("Charges");
      expect((await ask("PATCH", "/standardFeatures/1", { name: "Line rental" })).status).toBe(200);
      expect((await ask("GET", "/features/31")).body.standardFeature).toBe("Line rental");
      expect((await ask("PATCH", "/featureTypes/1", { featureTypeName: "Exchange line" })).status).toBe(200);
      expect((await ask("GET", "/features/31")).body.featureType).toBe("Exchange line");
      expect((await ask("GET", "/standardFeatures/1")).body.featureType).toBe("Exchange line");
      expect((await ask("PATCH", "/transactionTypes/1", { transactionTypeName: "Rent" })).status).toBe(200);
      expect((await ask("GET", "/standardFeatures/1")).body.serviceTransactionType).toBe("Rent");
      expect((await ask("GET", "/featureTypes/1")).body.connectionTransactionType).toBe("Rent");
      expect((await ask("PATCH", "/transactionTypes/2", { transactionTypeName: "Usage" })).status).toBe(200);
      const { body } = await ask("GET", "/tollbook/book");
      expect(body.callTypes[0].transactionType).toBe("Usage");
      expect(body.fixedFeeTariffs[0].rates[0]).toMatchObject({
        featureTypeIDs: ["Exchange line", "Other"],
        transactionTypeIDs: ["Rent"],
      });
    });

    test("a setting that names a transaction type, or does by its default, follows, too", async () => {
      // The default of callsTransactionType is Calls (R76).
      expect((await ask("GET", "/tollbook/book/settings")).body.callsTransactionType).toBeUndefined();
      for (const name of ["Usage", "Used"]) {
        expect((await ask("PATCH", "/transactionTypes/2", { transactionTypeName: name })).status).toBe(200);
        expect((await ask("GET", "/tollbook/book/settings")).body.callsTransactionType).toBe(name);
      }
    });
  });

  describe("H11 DELETE", () => {
    test("answers 200 with the record, which is gone", async () => {
      const { status, body } = await ask("DELETE", "/tariffs/6");
      expect([status, body.name]).toEqual([200, "Unused"]);
      expect(await code("GET", "/tariffs/6")).toBe(404001);
      expect(await code("DELETE", "/tariffs/6")).toBe(404001);
    });

    test.each([
      ["a tariff that is named", "/tariffs/2"],
      ["a tariff that is a parent", "/tariffs/1"],
      ["a tariff that is a default", "/tariffs/4"],
      ["a fixed fee tariff that is named or a parent", "/fixedFeeTariffs/1"],
      ["a fixed fee tariff that is a carrier's default", "/fixedFeeTariffs/3"],
      ["a standard feature with a linked feature", "/standardFeatures/1"],
      ["a transaction type that a record names", "/transactionTypes/1"],
      ["a transaction type that a call type names", "/transactionTypes/2"],
    ])("%s is in use: 409001", async (_what, path) => {
      const { status, body } = await ask("DELETE", path);
      expect([status, body.error_code]).toEqual([409, 409001]);
      expect((await ask("GET", path)).status).toBe(200);
    });

    test("what is Historic is no default, and what nobody names goes", async () => {
      for (const path of [
        "/tariffs/5",
        "/tariffs/3",
        "/fixedFeeTariffs/2",
        "/transactionTypes/3",
        "/featureTypes/3",
      ]) {
        expect((await ask("DELETE", path)).status, path).toBe(200);
      }
    });

    test("a transaction type that a transaction names is 409001, and renamed there", async () => {
      await asked.database.script(
        `INSERT INTO invoices (id, customer_id, invoice_date, cutoff_date, data) VALUES (1, 7, '2026-11-01', '2026-11-01', '{}');
         INSERT INTO transactions (invoice_id, customer_id, transaction_type, data) VALUES (1, 7, 'Unused', '{"transactionType":"Unused","transactionValue":"1.10"}')`,
      );
      expect(await code("DELETE", "/transactionTypes/3")).toBe(409001);
      await ask("PATCH", "/transactionTypes/3", { transactionTypeName: "Used" });
      expect(await asked.database.query("SELECT transaction_type, data FROM transactions")).toEqual([
        { transaction_type: "Used", data: '{"transactionType":"Used","transactionValue":"1.10"}' },
      ]);
    });

    test("a feature type that is named becomes Historic instead, and comes back so", async () => {
      for (const id of [1, 2]) {
        const { status, body } = await ask("DELETE", `/featureTypes/${id}`);
        expect([status, body.availability]).toEqual([200, "Historic"]);
        expect((await ask("GET", `/featureTypes/${id}`)).body.availability).toBe("Historic");
      }
    });

    test("numbers and services go with their features", async () => {
      expect((await ask("DELETE", "/numbers/11")).status).toBe(200);
      expect((await ask("DELETE", "/services/21")).status).toBe(200);
      expect((await ask("GET", "/features/")).body.map(({ id }: { id: string }) => id)).toEqual(["32"]);
    });

    test("a deleted customer waits to be purged: he is read and rated, and not written to, nor what is his", async () => {
      const { status, body } = await ask("DELETE", "/customers/7");
      expect([status, body.companyName]).toEqual([200, "Alpha"]);
      expect((await ask("GET", "/customers/7/numbers/")).body).toHaveLength(1);
      for (const [method, path, sent] of [
        ["PATCH", "/customers/7", { lastname: "Ray" }],
        ["DELETE", "/customers/7", undefined],
        ["POST", "/customers/7/numbers/", { number: "020 7946 0009" }],
        ["PATCH", "/numbers/11", { description: "x" }],
        ["DELETE", "/numbers/11", undefined],
        ["PATCH", "/features/31", { description: "x" }],
        ["POST", "/numbers/11/features/", {}],
        ["PATCH", "/features/33", { description: "x" }],
        ["POST", "/customers/7/drop", { status: "Dropped", dateDrop: "2026-10-01" }],
      ] as const) {
        expect(await code(method, path, sent), `${method} ${path}`).toBe(409002);
      }
      for (const change of [
        { upsert: { customers: [{ id: 7 }] } },
        { upsert: { numbers: [{ id: 11, customerID: 8, number: "1" }] } },
        { upsert: { features: [{ id: 99, numberID: 11 }] } },
        { remove: { features: [31] } },
        { remove: { customers: [7] } },
      ]) {
        expect(await code("PATCH", "/tollbook/book", change), JSON.stringify(change)).toBe(409002);
      }
      expect((await ask("PATCH", "/customers/8", { lastname: "Ray" })).status).toBe(200);
    });
  });

  describe("H12 ETag", () => {
    test("single records have one, which PATCH, DELETE and actions honour", async () => {
      const { headers } = await ask("GET", "/customers/7");
      const etag = headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[^"]+"$/);
      const stale = { headers: { "If-Match": '"0-0"' } };
      expect(await code("PATCH", "/customers/7", { lastname: "Ray" }, stale)).toBe(409003);
      expect(await code("DELETE", "/customers/7", undefined, stale)).toBe(409003);
      expect(
        await code("POST", "/customers/7/drop", { status: "Dropped", dateDrop: "2026-10-01" }, stale),
      ).toBe(409003);
      const raise = { increasePercent: 1, increaseScope: "costOnly" };
      expect(await code("POST", "/tariffs/1/applyIncrease", raise, stale)).toBe(409003);
      const changed = await ask(
        "PATCH",
        "/customers/7",
        { lastname: "Ray" },
        { headers: { "If-Match": `"x", ${etag}` } },
      );
      expect(changed.status).toBe(200);
      expect(changed.headers.get("etag")).not.toBe(etag);
      expect(
        await code("PATCH", "/customers/7", { lastname: "Roy" }, { headers: { "If-Match": etag } }),
      ).toBe(409003);
      expect(
        (await ask("PATCH", "/customers/7", { lastname: "Roy" }, { headers: { "If-Match": "*" } })).status,
      ).toBe(200);
    });

    test("a change of labels changes it, and makes no revision", async () => {
      const before = await ask("GET", "/customers/7");
      const after = await ask("PATCH", "/customers/7", { address1: "1 High Street" });
      expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
      expect(after.headers.get("x-tollbook-revision")).toBe(before.headers.get("x-tollbook-revision"));
    });

    test("writers without it queue, and no field is lost", async () => {
      const fields = [
        "lastname",
        "firstnames",
        "title",
        "address1",
        "address2",
        "address3",
        "postcode",
        "website",
      ];
      const answers = await Promise.all(
        fields.map((field) => ask("PATCH", "/customers/7", { [field]: field })),
      );
      expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
      const { body } = await ask("GET", "/customers/7");
      expect(fields.map((field) => body[field])).toEqual(fields);
    });
  });
});
