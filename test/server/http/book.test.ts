/** The book as a whole (H21) and its revisions (H22), over both databases. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bookDigest } from "../../../src/files/index.ts";
import type { Database } from "../../../src/server/database/index.ts";
import { openStore } from "../../../src/server/store/index.ts";
import { ENGINES } from "../databases.ts";
import { type Ask, askOf, reopenAsked } from "./asking.ts";

const BOOK = {
  currency: "GBP",
  callTypes: [{ name: "UK", tariffClass: "national" }],
  tariffs: [
    {
      id: 1,
      name: "UK",
      tariffClass: "national",
      baseCost: "1.20",
      rates: [{ tariffType: "UK", cost: "1.50" }],
    },
  ],
  customers: [{ id: 7, companyName: "Alpha" }],
  vatRates: [{ name: "Standard", percent: 20 }],
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
  const get = async (path: string) => (await ask("GET", path)).body;

  describe("H21 book", () => {
    test("GET gives it as it is stored, whole and by list", async () => {
      expect(await get("/tollbook/book")).toEqual(BOOK);
      expect(await get("/tollbook/book/tariffs")).toEqual(BOOK.tariffs);
      expect(await get("/tollbook/book/holidays")).toEqual([]);
      expect(await get("/tollbook/book/settings")).toEqual({ currency: "GBP" });
      expect((await ask("GET", "/tollbook/book/nothing")).body.error_code).toBe(404003);
    });

    test("a server that has written the book and one that has loaded it answer the same bytes", async () => {
      const upsert = {
        destinations: [{ prefix: "44", tariffType: "UK" }],
        holidays: [{ date: "2026-12-25" }],
      };
      expect((await ask("PATCH", "/tollbook/book", { upsert, remove: { customers: [7] } })).status).toBe(200);
      const again = await engine.again(database);
      const other = askOf(await openStore(again));
      for (const path of ["/tollbook/book", "/tollbook/revisions/1/book", "/tollbook/revisions/2/book"]) {
        expect(JSON.stringify((await other("GET", path)).body), path).toBe(JSON.stringify(await get(path)));
      }
      if (again !== database) await again.close();
    });

    test("PATCH takes blank parts for missing ones (R3)", async () => {
      const blank = { settings: null, upsert: { customers: null, tariffs: [] }, remove: null };
      const { status, body } = await ask("PATCH", "/tollbook/book", blank);
      expect([status, body.revision]).toEqual([200, 1]);
      const { body: refused } = await ask("PATCH", "/tollbook/book", { upsert: "", settings: [] });
      expect(refused.problems).toEqual([
        { path: "settings", message: "a list is not a record; write an object with named fields" },
        { path: "upsert", message: "is blank; write an object with named fields" },
      ]);
    });

    test("PATCH changes all lists in one revision, and tells revision, digest and warnings", async () => {
      const { status, body, headers } = await ask("PATCH", "/tollbook/book", {
        settings: { billingPeriodStartDay: 5 },
        upsert: {
          callTypes: [{ name: "Mobile", tariffClass: "mobile" }],
          tariffs: [{ id: 2, name: "Mobile", tariffClass: "mobile", baseCost: 9 }],
          discountPlans: [{ id: 1, discountPlanName: "Half", discountPercent: 50 }],
          customers: [{ id: 8, defaultMobileTariff: "Mobile", colour: "red" }],
        },
        remove: { vatRates: [{ name: "Standard" }], customers: [7] },
      });
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(["revision", "digest", "warnings"]);
      expect(body.revision).toBe(2);
      expect(headers.get("x-tollbook-revision")).toBe("2");
      expect(body.warnings.map(({ path }: { path: string }) => path)).toContain("customers[0].colour");
      expect(body.digest).toBe(bookDigest(await get("/tollbook/book")));
      expect((await ask("GET", "/customers/7")).status).toBe(404);
      expect((await get("/customers/8")).defaultMobileTariff).toBe("Mobile");
    });

    test("what is wrong is 400002 with the book's paths, and changes nothing", async () => {
      const { body } = await ask("PATCH", "/tollbook/book", {
        settings: { costDecimals: 9 },
        upsert: { customers: [{ id: 8, defaultMobileTariff: "Mobile" }], tariffs: [{ id: 2, name: "X" }] },
      });
      expect(body.error_code).toBe(400002);
      const paths = body.problems.map(({ path }: { path: string }) => path);
      expect(paths).toEqual(expect.arrayContaining(["costDecimals", "tariffs[1].tariffClass"]));
      expect(await get("/tollbook/book")).toEqual(BOOK);
    });

    test("unknown lists and fields of the request, and records to remove that are not there, are 400002", async () => {
      for (const [sent, path] of [
        [{ upsert: { tarifs: [] } }, "upsert.tarifs"],
        [{ add: {} }, "add"],
        [{ upsert: { tariffs: {} } }, "upsert.tariffs"],
        [{ remove: { customers: [99] } }, "remove.customers[0]"],
        [{ remove: { vatRates: [{ name: "Reduced" }] } }, "remove.vatRates[0]"],
        [{ upsert: { customers: [null] } }, "upsert.customers[0]"],
        [{ upsert: { customers: [{ id: 8 }, { id: 9 }, { id: "8" }] } }, "upsert.customers[2].id"],
        [{ remove: { customers: [7, "7"] } }, "remove.customers[1]"],
        [{ settings: { colour: "red" } }, "colour"],
        [{ settings: { customers: [] } }, "settings.customers"],
      ] as const) {
        const { body } = await ask("PATCH", "/tollbook/book", sent);
        expect([JSON.stringify(sent), body.error_code]).toEqual([JSON.stringify(sent), 400002]);
        expect(body.problems[0].path).toBe(path);
      }
      expect(await get("/tollbook/book")).toEqual(BOOK);
    });

    test("an id beyond those of paths is stored, and counts as none that was used (H5, H8)", async () => {
      const beyond = { upsert: { customers: [{ id: "9223372036854775808" }] } };
      expect((await ask("PATCH", "/tollbook/book", beyond)).status).toBe(200);
      const { status, body } = await ask("POST", "/customers/", {});
      expect([status, body.id]).toEqual([201, "8"]);
    });

    test("nothing to change makes no revision", async () => {
      for (const sent of [{}, { upsert: {} }, { upsert: { customers: [{ id: 7, companyName: "Alpha" }] } }]) {
        const { status, body } = await ask("PATCH", "/tollbook/book", sent);
        expect([status, body.revision]).toEqual([200, 1]);
      }
    });
  });

  describe("H22 revisions", () => {
    test("number, digest, time, user, method, path and counts of changes", async () => {
      await ask("PATCH", "/tariffs/1", { baseCost: 2 }, { as: "3:write" });
      const revisions = await get("/tollbook/revisions");
      expect(revisions.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
      expect(revisions[1]).toMatchObject({
        user: "user of level 3",
        method: "PATCH",
        path: "/backend/api/v1/tariffs/1",
        changes: { tariffs: { added: 0, changed: 1, removed: 0 } },
      });
      expect(revisions[1].time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(revisions[1].digest).toBe(bookDigest(await get("/tollbook/book")));
    });

    test("a revision tells its records, and the book as it was", async () => {
      await ask("PATCH", "/tariffs/1", { rates: [{ tariffType: "UK", cost: 9 }] });
      await ask("POST", "/customers/", { id: 8 });
      await ask("DELETE", "/tariffs/1");
      expect((await get("/tollbook/revisions/3")).records).toEqual([
        { list: "customers", key: "8", change: "added" },
      ]);
      expect((await get("/tollbook/revisions/4")).records).toEqual([
        { list: "tariffs", key: "1", change: "removed" },
      ]);
      expect(await get("/tollbook/revisions/1/book")).toEqual(BOOK);
      const second = await get("/tollbook/revisions/2/book");
      expect(second.tariffs[0].rates).toEqual([{ tariffType: "UK", cost: 9 }]);
      expect((await get("/tollbook/revisions/4/book")).tariffs).toBeUndefined();
    });

    test("labels that changed before a revision are none of its records", async () => {
      const label = (id: number, companyName: string) => ask("PATCH", `/customers/${id}`, { companyName });
      await label(7, "Beta");
      await ask("POST", "/customers/", { id: 8 });
      await label(7, "Gamma");
      await label(8, "Delta");
      await ask("PATCH", "/tariffs/1", { baseCost: 2 });
      await label(7, "Epsilon");
      await ask("PATCH", "/customers/7", { currency: "GBP" });
      await label(8, "Zeta");
      await ask("DELETE", "/tariffs/1");
      await label(7, "Eta");
      const told = [];
      for (const { number, changes } of await get("/tollbook/revisions?idAfter=1")) {
        const { records } = await get(`/tollbook/revisions/${number}`);
        told.push(records);
        const counts: Record<string, Record<string, number>> = {};
        for (const { list, change } of records) {
          const before = counts[list] ?? { added: 0, changed: 0, removed: 0 };
          counts[list] = { ...before, [change]: (before[change] ?? 0) + 1 };
        }
        expect(changes).toMatchObject(counts);
        expect(Object.keys(changes)).toEqual(Object.keys(counts));
      }
      expect(told).toEqual([
        [{ list: "customers", key: "8", change: "added" }],
        [{ list: "tariffs", key: "1", change: "changed" }],
        [{ list: "customers", key: "7", change: "changed" }],
        [{ list: "tariffs", key: "1", change: "removed" }],
      ]);
    });

    test("labels and addresses make none", async () => {
      for (const body of [{ address1: "1 High Street" }, { carriedColumn: 5 }, { statusReason: "x" }]) {
        const { headers } = await ask("PATCH", "/customers/7", body);
        expect(headers.get("x-tollbook-revision")).toBe("1");
      }
      expect(
        (await ask("PATCH", "/customers/7", { currency: "GBP" })).headers.get("x-tollbook-revision"),
      ).toBe("2");
    });

    test("lists go on by limit and idAfter; an unknown one is 404001", async () => {
      for (const id of [8, 9, 10]) await ask("POST", "/customers/", { id });
      const first = await ask("GET", "/tollbook/revisions?limit=2");
      expect(first.body).toHaveLength(2);
      const next = /<(.*)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
      expect((await get(next)).map(({ number }: { number: number }) => number)).toEqual([3, 4]);
      expect(await get("/tollbook/revisions?idAfter=9223372036854775807")).toEqual([]);
      for (const path of ["5", "5/book", "0", "x", "9223372036854775807", "9223372036854775807/book"]) {
        expect((await get(`/tollbook/revisions/${path}`)).error_code, path).toBe(404001);
      }
    });
  });
});
