/** R30: where WebAssembly is forbidden the kernel runs as JavaScript, and nothing else changes. */
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("a policy that forbids WebAssembly leaves JavaScript, without a word lost", async () => {
  vi.resetModules();
  const allowed = await import("../../src/index.ts");
  expect(allowed.kernel()).toBe("webassembly");
  const book = allowed.openBook({
    callTypes: [{ name: "UK", tariffClass: "national" }],
    tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "1.2" }],
    customers: [{ id: 7, defaultNationalTariff: "Business" }],
    numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
  });
  const calls = Array.from({ length: 1_500 }, (_, at) => ({
    ...{ id: at, target: "02079460018", tariffType: "UK", startDate: "2026-10-01" },
    duration: at,
  }));
  const rated = allowed.rateColumns(book, allowed.columnsFromRecords(calls));
  const costs = [...rated.retail[0].subarray(0, 1_500)];

  vi.resetModules();
  vi.stubGlobal("WebAssembly", {
    Module: class {
      constructor() {
        throw new EvalError("Refused to compile WebAssembly: unsafe-eval is not allowed.");
      }
    },
  });
  const forbidden = await import("../../src/index.ts");
  expect(forbidden.kernel()).toBe("javascript");
  const other = forbidden.openBook(book.source?.data ?? {});
  const again = forbidden.rateColumns(other, forbidden.columnsFromRecords(calls));
  expect([...again.retail[0].subarray(0, 1_500)]).toEqual(costs);
});
