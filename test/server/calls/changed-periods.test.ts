/** Pools after the start of billing periods or the time zone changed: H20, H26, H29, R41, R44. */
import { beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../../src/server/store/index.ts";
import { ENGINES } from "../databases.ts";
import { type Ask, asking } from "./http.ts";
import { aCall, storeWithBook } from "./setup.ts";

/** Of the customer's 1,200 seconds, these are 300 each. */
const EARLY = aCall(1, { startDate: "2026-10-05", duration: 300 });
const LATE = aCall(2, { startDate: "2026-10-20", duration: 300 });

describe.each(ENGINES)("$kind", (engine) => {
  let store: Store;
  let ask: Ask;
  beforeEach(async () => {
    store = await storeWithBook(await engine.empty());
    ask = asking(store);
    await send("k", [EARLY, LATE]);
    return () => store.close();
  });

  const send = async (key: string, calls: readonly unknown[]) => {
    const sent = await ask("POST", "/tollbook/batches", { calls }, { "Idempotency-Key": key });
    return sent.status;
  };
  const raise = (cutoffDate: string) =>
    ask("POST", "/customers/7/invoices/", { cutoffDate, invoiceNumber: `A ${cutoffDate}` });
  const set = async (settings: object) => {
    expect((await ask("PATCH", "/tollbook/book", { settings })).status).toBe(200);
  };
  const rerate = async (body: object) => {
    const done = await ask("POST", "/tollbook/rerate", body);
    expect(done.status, done.text).toBe(200);
    return done.body;
  };
  const used = async () => {
    const pools = await ask("GET", "/tollbook/pools?customerID=7");
    expect(pools.status, pools.text).toBe(200);
    return pools.body.map((pool: Record<string, string>) => [pool.startDate, pool.usedSeconds]);
  };

  test("calls that are rated again draw in the billing periods of the present book, and no other pools stay", async () => {
    await set({ billingPeriodStartDay: 15 });
    expect(await send("l", [aCall(3, { duration: 300, startTime: "13:00:00" })])).toBe(201);
    await rerate({});
    expect(await used()).toEqual([
      ["2026-09-15", "600"],
      ["2026-10-15", "300"],
    ]);
    await set({ billingPeriodStartDay: 1 });
    await rerate({ maxDate: "2026-10-10" });
    expect(await used()).toEqual([["2026-10-01", "900"]]);
  });

  test("draws of calls on raised invoices count in the billing periods of the present book", async () => {
    await raise("2026-10-10");
    await set({ billingPeriodStartDay: 3 });
    expect(await rerate({ customerID: "7" })).toMatchObject({ read: 1, rated: 1 });
    expect(await used()).toEqual([["2026-10-03", "600"]]);
    expect(await send("l", [aCall(3, { startDate: "2026-10-21", duration: 900 })])).toBe(201);
    expect(await used()).toEqual([["2026-10-03", "1200"]]);
  });

  test("a customer whose calls are all billed is rated again by name, and his next call draws from what is left", async () => {
    await raise("2026-11-01");
    await set({ timeZone: "Europe/Paris" });
    const next = [aCall(3, { startDate: "2026-10-21", duration: 900 })];
    expect(await send("l", next)).toBe(409);
    const { hint } = (await ask("GET", "/tollbook/pools?customerID=7")).body;
    expect(hint).toContain("days of Europe/London and this one of Europe/Paris");
    expect(hint).toContain("tollbook/rerate, with the customerID");
    expect(await rerate({ customerID: "7" })).toMatchObject({ read: 0, redrawn: 0 });
    expect(await used()).toEqual([["2026-10-01", "600"]]);
    expect(await send("l", next)).toBe(201);
    expect(await used()).toEqual([["2026-10-01", "1200"]]);
    const { body } = await ask("GET", "/calls/3");
    expect(Number(body.cost)).toBeGreaterThan(0);
    expect(Number(body.cost)).toBeLessThan(Number(body.costBase));
  });

  test("pools in other money are not said to be made anew by rating again, which refuses them, too", async () => {
    await raise("2026-10-10");
    await set({ currency: "EUR" });
    const refusals = [
      await ask("GET", "/tollbook/pools?customerID=7"),
      await ask("POST", "/tollbook/rerate", { customerID: "7" }),
    ];
    for (const { status, body } of refusals) {
      expect([status, body.error_code]).toEqual([409, 409002]);
      expect(body.hint).toContain("GBP");
      expect(body.hint).not.toContain("tollbook/rerate");
    }
  });
});
