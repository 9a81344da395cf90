/** R2, R23: a date that is remembered is the one that was read, and a wrong one is never remembered. */
import { expect, test } from "vitest";
import { RecentDay } from "../../src/book/recent-day.ts";

test("R23 each date is its own day, however often and in whatever order it is read", () => {
  const recent = new RecentDay();
  for (let round = 0; round < 2; round++) {
    expect(recent.read("")).toBeUndefined();
    expect(recent.read("2026-03-29")).toBe(20_541);
    expect(recent.read("2026-03-29")).toBe(20_541);
    expect(recent.read("2026-02-29")).toBeUndefined();
    expect(recent.read("2026-02-29")).toBeUndefined();
    expect(recent.read("1970-01-01")).toBe(0);
    expect(recent.read("")).toBeUndefined();
    expect(recent.read("2026-03-29")).toBe(20_541);
  }
});
