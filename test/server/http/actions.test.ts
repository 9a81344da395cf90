/** Actions (H14), increases (H15), drops and reinstatements (H16), over both databases. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../../src/server/database/index.ts";
import { ENGINES } from "../databases.ts";
import { type Ask, reopenAsked } from "./asking.ts";

const BOOK = {
  tariffs: [
    { id: 1, name: "UK", tariffClass: "national", baseCost: "1.20", baseCostConnection: 2 },
    { id: 2, name: "Everywhere", tariffClass: "national", forNumberTypes: "*", baseCost: "1" },
  ],
  customers: [{ id: 7, companyName: "Alpha" }],
  numbers: [
    { id: 11, customerID: 7, number: "020 7946 0001", CDRNumber: "0800 001 0001" },
    { id: 12, customerID: 7, number: "020 7946 0002", status: "Dropped", updatedDate: "2026-01-31" },
  ],
  services: [{ id: 21, customerID: 7 }],
  features: [
    { id: 31, numberID: 11, startDate: "2026-01-01", noticePeriodLength: 30, noticePeriodLengthType: "days" },
    { id: 32, customerID: 7, startDate: "2026-01-01" },
    { id: 33, serviceID: 21, startDate: "2026-09-01", dueDate: "2026-10-01" },
  ],
  fixedFeeTariffs: [{ id: 1, name: "Fees", rates: [{ chargeKind: "recurring", fixedFeeValue: "10" }] }],
  standardFeatures: [
    { id: 1, name: "Rental", serviceCharge: "10", connectionCharge: "5" },
    { id: 2, name: "Handset", serviceCharge: "10", instalments: 12 },
  ],
} as const;

describe.each(ENGINES)("$kind", (engine) => {
  let database: Database;
  let ask: Ask;
  beforeAll(async () => {
    database = await engine.empty();
    return () => database.close();
  });
  beforeEach(async () => {
    ({ ask } = await reopenAsked(database, BOOK as never));
  });
  const code = async (...args: Parameters<Ask>): Promise<number> => (await ask(...args)).body?.error_code;
  const get = async (path: string) => (await ask("GET", path)).body;

  describe("H14 actions", () => {
    const increase = { increasePercent: "3.5", increaseScope: "costOnly" };

    test("by parameter and by path alike, on every resource", async () => {
      const byPath = await ask("POST", "/tariffs/1/createIncreaseVersion", increase);
      const byQuery = await ask("POST", "/tariffs/1?action=createIncreaseVersion", increase);
      expect([byPath.status, byQuery.status]).toEqual([201, 200]);
      expect(byQuery.body).toEqual(byPath.body);
      const drop = { status: "Dropped", dateDrop: "2026-10-01" };
      expect((await ask("POST", "/numbers/11/drop", drop)).status).toBe(200);
      expect((await ask("POST", "/services/21?action=drop", drop)).status).toBe(200);
    });

    test("an unknown action, and none, is 400501 before all else", async () => {
      for (const path of [
        "/tariffs/999/bogus",
        "/tariffs/1?action=bogus",
        "/tariffs/1",
        "/customers/x/applyIncrease",
        "/featureTypes/1/drop",
        "/transactionTypes/1?action=drop",
      ]) {
        expect(await code("POST", path, {}, { as: "0:write" }), path).toBe(400501);
      }
    });

    test("a resource without actions is said to have none, and an unknown name is one sentence", async () => {
      const hint = async (path: string, body: object = {}): Promise<string> =>
        (await ask("POST", path, body)).body.hint;
      expect(await hint("/calls/1?action=rate")).toBe('"rate" is no action; calls have no actions here.');
      expect(await hint("/numbers/11?action=dropp")).toBe(
        '"dropp" is no action; the actions of numbers are drop, reinstate.',
      );
      const drop = { status: "Dropped", dateDrop: "2026-10-01", statusReasn: "x" };
      expect(await hint("/numbers/11/drop", drop)).toBe(
        "statusReasn: is not known here; did you mean statusReason?",
      );
      expect((await ask("GET", "/customers/?limt=1")).body.hint).toBe(
        '"limt" is not a parameter here; did you mean limit?',
      );
    });

    test("an action of the seeds that is outside is 400501, and the hint names it", async () => {
      for (const name of ["finalBill", "generatePIN", "writeOffDebt", "linkToAccounting"]) {
        const { body } = await ask("POST", `/customers/7?action=${name}`, {});
        expect([body.error_code, body.hint.includes(name)]).toEqual([400501, true]);
      }
    });

    test("403001, 404001, 400503, 400502 in this order", async () => {
      const path = "/tariffs/999/applyIncrease";
      expect(await code("POST", path, {}, { as: "4:write" })).toBe(403001);
      expect(await code("POST", path, { bogus: 1 })).toBe(404001);
      expect(await code("POST", "/tariffs/1/applyIncrease", { bogus: 1 })).toBe(400503);
      expect(await code("POST", "/tariffs/1/applyIncrease", { increaseScope: "costOnly", bogus: 1 })).toBe(
        400503,
      );
      expect(await code("POST", "/tariffs/1/applyIncrease", { ...increase, bogus: 1 })).toBe(400502);
      expect(await code("POST", "/numbers/11/drop", { status: "Dropped", bogus: 1 })).toBe(400503);
      expect(await code("POST", "/numbers/11/drop", { status: "Dropped", dateDrop: "", bogus: 1 })).toBe(
        400503,
      );
      expect(
        await code("POST", "/numbers/12/drop", { status: "Dropped", dateDrop: "2026-10-01", bogus: 1 }),
      ).toBe(400502);
      expect(await code("POST", "/numbers/12/drop", { status: "Dropped", dateDrop: "2026-13-01" })).toBe(
        400502,
      );
      expect(await code("POST", "/numbers/12/drop", { status: "Dropped", dateDrop: "2026-10-01" })).toBe(
        409002,
      );
    });

    test("an empty body is as good as an empty object", async () => {
      expect(await code("POST", "/numbers/11/drop")).toBe(400503);
      expect(await code("POST", "/numbers/11/drop", undefined, { raw: "" })).toBe(400503);
    });

    test("a parameter of the query that is none is 400001", async () => {
      expect(await code("POST", "/tariffs/1/applyIncrease?action=applyIncrease", increase)).toBe(400001);
      expect(await code("POST", "/tariffs/1?action=applyIncrease&action=applyIncrease", increase)).toBe(
        400001,
      );
    });
  });

  describe("H15 increases", () => {
    test("applyIncrease: 200, the record", async () => {
      const { status, body } = await ask("POST", "/tariffs/1/applyIncrease", {
        increasePercent: 3.5,
        increaseScope: "costOnly",
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: "1",
        baseCost: "1.242",
        baseCostConnection: "2",
        increaseOriginalID: "1",
        increasePercent: "3.5",
        increaseScope: "costOnly",
        revision: 1,
      });
      expect(await get("/tariffs/1")).toEqual(body);
    });

    test("createIncreaseVersion: 201 if created, else 200", async () => {
      const asked = { increaseAmount: "0.5", increaseScope: "allCharges" };
      const made = await ask("POST", "/tariffs/1/createIncreaseVersion", asked, { as: "0:write" });
      expect([made.status, made.headers.get("location")]).toEqual([201, "/backend/api/v1/tariffs/3"]);
      expect(made.body).toMatchObject({
        id: "3",
        name: "UK +0.5p",
        baseCost: "1.7",
        baseCostConnection: "2.5",
      });
      expect((await get("/tariffs/1")).baseCost).toBe("1.2");
      expect(
        (await ask("POST", "/tariffs/1/createIncreaseVersion", { ...asked, increaseAmount: 0.5 })).status,
      ).toBe(200);
      // Its id is never used again.
      expect((await ask("DELETE", "/tariffs/3")).status).toBe(200);
      expect((await ask("POST", "/tariffs/1/createIncreaseVersion", asked)).body.id).toBe("4");
    });

    test("?report gives record, created, kept, notReached, stale, tiesWithSource, skipped", async () => {
      const asked = { increasePercent: 10, increaseScope: "costOnly" };
      const { status, body } = await ask("POST", "/tariffs/2/createIncreaseVersion?report", asked);
      expect(status).toBe(201);
      expect(Object.keys(body)).toEqual([
        "record",
        "created",
        "kept",
        "notReached",
        "stale",
        "tiesWithSource",
        "skipped",
      ]);
      expect(body).toMatchObject({
        created: true,
        kept: [],
        notReached: [],
        stale: false,
        tiesWithSource: true,
        skipped: false,
      });
      expect(body.record).toMatchObject({ forCarriers: null, forNumberTypes: null });
      await ask("PATCH", "/tariffs/2", { baseCost: 9 });
      const again = await ask("POST", "/tariffs/2?action=createIncreaseVersion&report=true", asked);
      expect([again.status, again.body.created, again.body.stale]).toEqual([200, false, true]);
    });

    test("a template with instalments is skipped, and nothing is written", async () => {
      const before = await ask("GET", "/standardFeatures/2");
      for (const name of ["applyIncrease", "createIncreaseVersion"]) {
        const { status, body } = await ask("POST", `/standardFeatures/2/${name}?report`, {
          increasePercent: 5,
          increaseScope: "recurringOnly",
        });
        expect([status, body.skipped, body.created]).toEqual([200, true, false]);
      }
      const after = await ask("GET", "/standardFeatures/2");
      expect([after.text, after.headers.get("etag")]).toEqual([before.text, before.headers.get("etag")]);
    });

    test("fixed fee tariffs and standard features, from a date", async () => {
      const asked = { increasePercent: 10, increaseScope: "recurringOnly" };
      const fees = await ask("POST", "/fixedFeeTariffs/1/applyIncrease", {
        ...asked,
        effectiveDate: "2026-12-01",
      });
      expect(fees.status).toBe(200);
      const { rates } = await get("/fixedFeeTariffs/1?expandRates");
      expect(rates).toEqual([
        { chargeKind: "recurring", fixedFeeValue: "10", endDate: "2026-11-30" },
        { chargeKind: "recurring", fixedFeeValue: "11", startDate: "2026-12-01" },
      ]);
      expect((await ask("POST", "/standardFeatures/1/applyIncrease", asked)).body.serviceCharge).toBe("11");
      expect(
        await code("POST", "/standardFeatures/1/applyIncrease", { ...asked, effectiveDate: "2026-12-01" }),
      ).toBe(400502);
    });

    test.each([
      { increasePercent: -100, increaseScope: "costOnly" },
      { increasePercent: "1,5", increaseScope: "costOnly" },
      { increasePercent: 1, increaseScope: "recurringOnly" },
      { increasePercent: 1, increaseScope: "costOnly", effectiveDate: "2026-02-30" },
      { increasePercent: 1, increaseScope: "costOnly", newId: 99 },
      { increasePercent: 1, increaseScope: "costOnly", keepDefaults: true },
      { increasePercent: 1, increaseScope: "costOnly", resource: "customers" },
      { increasePercent: 1, increaseScope: "costOnly", id: 2 },
      { increasePercent: 1, increaseScope: "costOnly", expertLevel: 5 },
      { increasePercent: [1], increaseScope: "costOnly" },
      { increasePercent: 1, increaseScope: { a: 1 } },
    ])("%j is 400502, and changes nothing", async (body) => {
      for (const name of ["applyIncrease", "createIncreaseVersion"]) {
        expect(await code("POST", `/tariffs/1/${name}`, body)).toBe(400502);
      }
      expect((await get("/tariffs/")).length).toBe(2);
    });

    test("both, or neither, of percent and amount is 400503", async () => {
      const both = { increasePercent: 1, increaseAmount: 1, increaseScope: "costOnly" };
      expect(await code("POST", "/tariffs/1/createIncreaseVersion", both)).toBe(400503);
      expect(await code("POST", "/tariffs/1/createIncreaseVersion", { increaseScope: "costOnly" })).toBe(
        400503,
      );
    });
  });

  describe("H16 drop and reinstate", () => {
    test("a number: status, reason, stamp, date, and billableTo", async () => {
      const { status, body } = await ask("POST", "/numbers/11/drop", {
        status: "Dropped",
        dateDrop: "2026-10-15",
        statusReason: "Moved",
        cancellationNoticeGivenDate: "2026-09-15",
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: "Dropped",
        statusReason: "Moved",
        updatedDate: "2026-10-15",
        billableTo: "2026-10-15",
        cancellationNoticeGivenDate: "2026-09-15",
      });
      const [row] = await database.query<{ stamp: string }>(
        "SELECT updated AS stamp FROM records WHERE key = '11'",
      );
      expect(body.statusChangedStamp).toBe(row?.stamp.slice(0, 10));
      expect((await get("/features/31")).status).toBeNull();
      const back = await ask("POST", "/numbers/11/reinstate", {
        status: "Active",
        dateReinstate: "2026-11-01",
      });
      expect(back.body).toMatchObject({
        status: "Active",
        statusReason: null,
        updatedDate: "2026-11-01",
        billableTo: null,
      });
    });

    test("a feature's end by R68; dateBillTo overrides it", async () => {
      const { body } = await ask("POST", "/features/31/drop", { status: "dropped", dateDrop: "2026-10-15" });
      expect(body).toMatchObject({ status: "dropped", updatedDate: "2026-10-15", endDate: "2026-11-14" });
      const other = { status: "Dropped", dateDrop: "2026-10-15", dateBillTo: "2026-10-31" };
      expect((await ask("POST", "/features/32/drop", other)).body.endDate).toBe("2026-10-31");
      expect(await code("POST", "/features/33/drop", { ...other, dateBillTo: "2026-08-01" })).toBe(400502);
      const back = await ask("POST", "/features/31/reinstate", {
        status: "Active",
        dateReinstate: "2026-12-01",
      });
      expect(back.body).toMatchObject({ status: "Active", endDate: null, dueDate: "2026-12-01" });
    });

    test("a customer's passes on to what is active, and is taken back by its date", async () => {
      const { body } = await ask("POST", "/customers/7/drop", {
        status: "Dropped",
        dateDrop: "2026-10-15",
        cancellationNoticeGivenDate: "2026-10-01",
      });
      expect(body).toMatchObject({ status: "Dropped", updatedDate: "2026-10-15" });
      expect(await get("/numbers/11")).toMatchObject({ status: "Dropped", billableTo: "2026-10-15" });
      expect(await get("/numbers/12")).toMatchObject({
        status: "Dropped",
        updatedDate: "2026-01-31",
        billableTo: null,
      });
      expect(await get("/services/21")).toMatchObject({ status: "Dropped", updatedDate: "2026-10-15" });
      // Thirty days from the notice that the customer gave.
      expect(await get("/features/31")).toMatchObject({ status: "Dropped", endDate: "2026-10-31" });
      expect(await get("/features/33")).toMatchObject({ status: "Dropped", endDate: "2026-10-15" });
      const back = {
        status: "Active",
        dateReinstate: "2026-10-20",
        dateReinstateNumbersFeatures: "2026-10-15",
      };
      expect((await ask("POST", "/customers/7/reinstate", back)).body.status).toBe("Active");
      expect(await get("/numbers/11")).toMatchObject({ status: "Active", billableTo: null });
      expect(await get("/numbers/12")).toMatchObject({ status: "Dropped" });
      expect(await get("/services/21")).toMatchObject({ status: "Active" });
      expect(await get("/features/33")).toMatchObject({
        status: "Active",
        endDate: null,
        dueDate: "2026-10-20",
      });
    });

    test("without dateReinstateNumbersFeatures the customer alone comes back", async () => {
      await ask("POST", "/customers/7/drop", { status: "Dropped", dateDrop: "2026-10-15" });
      await ask("POST", "/customers/7/reinstate", { status: "Active", dateReinstate: "2026-10-20" });
      expect((await get("/numbers/11")).status).toBe("Dropped");
    });

    test("traffic on a dropped number is ignored on demand, and heard again", async () => {
      const drop = { status: "Dropped", dateDrop: "2026-10-15", ignoreTrafficNumberType: "Ceased" };
      expect((await ask("POST", "/numbers/11/drop", drop)).status).toBe(200);
      expect(await get("/tollbook/book/ignoredNumbers")).toEqual([
        { number: "020 7946 0001", startDate: "2026-10-16", reason: "Ceased" },
        { number: "0800 001 0001", startDate: "2026-10-16", reason: "Ceased" },
      ]);
      await ask("POST", "/numbers/11/reinstate", { status: "Active", dateReinstate: "2026-10-20" });
      expect(await get("/tollbook/book/ignoredNumbers")).toEqual([]);
    });

    test("traffic on a number that two records of a dropped customer share is ignored once", async () => {
      const shared = { id: 18, customerID: 7, number: "0800 001 0001" };
      expect((await ask("PATCH", "/tollbook/book", { upsert: { numbers: [shared] } })).status).toBe(200);
      const drop = { status: "Dropped", dateDrop: "2026-10-15", ignoreTrafficNumberType: "Ceased" };
      expect((await ask("POST", "/customers/7/drop", drop)).status).toBe(200);
      expect(await get("/tollbook/book/ignoredNumbers")).toEqual([
        { number: "020 7946 0001", startDate: "2026-10-16", reason: "Ceased" },
        { number: "0800 001 0001", startDate: "2026-10-16", reason: "Ceased" },
      ]);
      const back = {
        status: "Active",
        dateReinstate: "2026-10-20",
        dateReinstateNumbersFeatures: "2026-10-15",
      };
      expect((await ask("POST", "/customers/7/reinstate", back)).status).toBe(200);
      expect(await get("/tollbook/book/ignoredNumbers")).toEqual([]);
    });

    test("a number that ended before the drop keeps its end, for it may be another customer's since", async () => {
      const upsert = {
        customers: [{ id: 8, companyName: "Beta", defaultNationalTariff: "UK" }],
        numbers: [
          { id: 11, customerID: 7, number: "020 7946 0001", billableTo: "2026-09-30" },
          { id: 18, customerID: 8, number: "020 7946 0001", billableFrom: "2026-10-01" },
        ],
        callTypes: [{ name: "Calls", tariffClass: "national" }],
      };
      expect((await ask("PATCH", "/tollbook/book", { upsert })).status).toBe(200);
      const owners = async (key: string): Promise<unknown[]> => {
        const call = { target: "020 7946 0001", tariffType: "Calls", duration: 60 };
        const calls = ["2026-10-10", "2026-10-20"].map((startDate) => ({ ...call, startDate }));
        const idempotencyKey = { "Idempotency-Key": key };
        const { body } = await ask("POST", "/tollbook/batches", { calls }, { headers: idempotencyKey });
        return body.results.map((result: { customerID: unknown }) => result.customerID);
      };
      const drop = { status: "Dropped", dateDrop: "2026-10-15", ignoreTrafficNumberType: "Ceased" };
      expect((await ask("POST", "/customers/7/drop", drop)).status).toBe(200);
      expect(await get("/numbers/11")).toMatchObject({ status: "Dropped", billableTo: "2026-09-30" });
      expect(await owners("dropped")).toEqual(["8", "8"]);
      const back = {
        status: "Active",
        dateReinstate: "2026-10-20",
        dateReinstateNumbersFeatures: "2026-10-15",
      };
      expect((await ask("POST", "/customers/7/reinstate", back)).status).toBe(200);
      expect(await get("/numbers/11")).toMatchObject({ status: "Active", billableTo: "2026-09-30" });
      expect(await owners("reinstated")).toEqual(["8", "8"]);
    });

    test("a feature that ended before its customer's drop is not charged again when he is reinstated", async () => {
      expect((await ask("PATCH", "/features/31", { endDate: "2026-06-30" })).status).toBe(200);
      await ask("POST", "/customers/7/drop", { status: "Dropped", dateDrop: "2026-10-15" });
      expect(await get("/features/31")).toMatchObject({ status: "Dropped", endDate: "2026-06-30" });
      await ask("POST", "/customers/7/reinstate", {
        status: "Active",
        dateReinstate: "2026-10-20",
        dateReinstateNumbersFeatures: "2026-10-15",
      });
      expect(await get("/features/31")).toMatchObject({
        status: "Active",
        endDate: "2026-06-30",
        dueDate: null,
      });
      expect(await get("/features/32")).toMatchObject({ endDate: null, dueDate: "2026-10-20" });
    });

    test("a wrong state is 409002, a status that says otherwise 400502", async () => {
      const drop = { status: "Dropped", dateDrop: "2026-10-15" };
      expect(await code("POST", "/numbers/12/drop", drop)).toBe(409002);
      expect(
        await code("POST", "/numbers/11/reinstate", { status: "Active", dateReinstate: "2026-10-20" }),
      ).toBe(409002);
      expect(await code("POST", "/numbers/11/drop", { ...drop, status: "Sleeping" })).toBe(400502);
      expect(
        await code("POST", "/numbers/12/reinstate", { status: "DROPPED", dateReinstate: "2026-10-20" }),
      ).toBe(400502);
    });

    test("the seeds' parameters and no others", async () => {
      const drop = { status: "Dropped", dateDrop: "2026-10-15" };
      expect(await code("POST", "/features/31/drop", { ...drop, ignoreTrafficNumberType: "x" })).toBe(400502);
      expect(await code("POST", "/services/21/drop", { ...drop, dateBillTo: "2026-10-15" })).toBe(400502);
      expect(
        await code("POST", "/numbers/12/reinstate", {
          status: "Active",
          dateReinstate: "2026-10-20",
          dateDrop: "x",
        }),
      ).toBe(400502);
    });

    test("a drop is one revision", async () => {
      const before = Number((await ask("GET", "/customers/7")).headers.get("x-tollbook-revision"));
      const { headers } = await ask("POST", "/customers/7/drop", {
        status: "Dropped",
        dateDrop: "2026-10-15",
      });
      expect(headers.get("x-tollbook-revision")).toBe(String(before + 1));
      expect((await get(`/tollbook/revisions/${before + 1}`)).changes).toMatchObject({
        customers: { changed: 1 },
        numbers: { changed: 1 },
        services: { changed: 1 },
        features: { changed: 3 },
      });
    });
  });
});
