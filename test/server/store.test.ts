/** The store over both databases: H7, H8, H12, H13, H22, H31, H32, H35. */
import { beforeEach, describe, expect, test } from "vitest";
import { bookDigest } from "../../src/files/index.ts";
import type { BookData } from "../../src/index.ts";
import type { Database } from "../../src/server/database/index.ts";
import { openStore, type Store } from "../../src/server/store/index.ts";
import { ENGINES } from "./databases.ts";

const WHO = { user: "tester", method: "PATCH", path: "/backend/api/v1/tollbook/book" };
const BOOK: BookData = {
  callTypes: [{ name: "UK", tariffClass: "national" }],
  tariffs: [
    {
      id: 1,
      name: "Business",
      tariffClass: "national",
      baseCost: "1.2",
      rates: [
        { prefix: "4420", cost: "1.50" },
        { prefix: "44161", cost: "2" },
        { tariffType: "UK", cost: "3" },
      ],
    },
  ],
  customers: [{ id: 7, companyName: "Alpha", address1: "1 High Street" }],
  numbers: [{ id: 3, customerID: 7, number: "020 7946 0001" }],
};

describe.each(ENGINES)("$kind", (engine) => {
  let database: Database;
  let store: Store;
  beforeEach(async () => {
    database = await engine.empty();
    store = await openStore(database);
    return () => store.close();
  });
  const fill = (data: BookData = BOOK) =>
    store.write(WHO, async (writing) => {
      const { customers, tariffs, numbers, callTypes, ...rest } = data;
      expect(rest).toEqual({});
      writing.revise({ upsert: { customers, tariffs, numbers, callTypes } as BookData });
      return writing.outcome();
    });

  test("an empty store has revision 0 and an empty book", async () => {
    const present = await store.present();
    expect(present.revision).toBe(0);
    expect(present.data).toEqual({});
    expect(present.digest).toBe(bookDigest({}));
  });

  test("a write is a revision with the digest of the book", async () => {
    expect(await fill()).toEqual({ revision: 1, digest: bookDigest(BOOK) });
    const present = await store.present();
    expect(present.revision).toBe(1);
    expect(JSON.parse(JSON.stringify(present.data))).toEqual(BOOK);
    const [revision] = await store.revisions(0, 10);
    expect(revision).toMatchObject({ number: 1, digest: bookDigest(BOOK), user: "tester" });
    const again = await openStore(await engine.again(database));
    expect((await again.present()).digest).toBe(bookDigest(BOOK));
    expect(bookDigest((await again.present()).data)).toBe(bookDigest(BOOK));
  });
});
