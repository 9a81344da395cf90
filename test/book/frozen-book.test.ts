/** An opened book never changes: what a caller writes into it is refused, and calls cost what they did. */
import { expect, test } from "vitest";
import { type OpenedBook, openBook, openShared, rateCall, reviseBook, shareBook } from "../../src/index.ts";

const book = openBook({
  callTypes: [{ name: "UK", tariffClass: "national" }],
  tariffs: [{ id: 1, name: "T", tariffClass: "national", baseCost: 1 }],
  customers: [{ id: 7, defaultNationalTariff: "T", nickname: "x" } as { id: number }],
  numbers: [{ id: 1, customerID: 7, number: "020 7946 0018" }],
});

test.each<[string, OpenedBook]>([
  ["opened", book],
  ["shared", openShared(structuredClone(shareBook(book)))],
  ["revised", reviseBook(book, { upsert: { numbers: [{ id: 2, customerID: 7, number: "020 7946 0019" }] } })],
])("settings and warnings of a book that was %s are frozen", (_how, own) => {
  const cost = (): unknown => {
    const result = rateCall(own, { numberID: 1, tariffType: "UK", startDate: "2026-10-01", duration: 1 });
    return result.outcome === "rated" && result.cost;
  };
  expect(cost()).toBe("0.0167");
  const settings = own.settings as unknown as Record<string, unknown>;
  expect(() => {
    settings.costDecimals = 0;
  }).toThrow(TypeError);
  expect(() => (own.settings.droppedStatuses as string[]).push("Active")).toThrow(TypeError);
  expect(() => (own.warnings as unknown[]).pop()).toThrow(TypeError);
  expect(() => {
    (own as { settings: unknown }).settings = { ...settings, costDecimals: 0 };
  }).toThrow(TypeError);
  expect(own.warnings.length).toBe(1);
  expect(cost()).toBe("0.0167");
});
