import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantsOf, localMillisecondsAt, openZone, resolveWallTime } from "../../src/calendar/index.ts";
import { runs } from "../properties/runs.ts";

const HOUR = 3_600_000;
const london = openZone("Europe/London");
const zones = [
  "Europe/London",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
  "Africa/Casablanca",
  "Pacific/Apia",
].map(openZone);

describe("wall times that a clock change skips or repeats (R23, ambiguousTime)", () => {
  test.for([
    [0, 59, [0]],
    [1, 0, []],
    [1, 30, []],
    [1, 59, []],
    [2, 0, [1]],
  ] as const)("29 March 2026 in London, %i:%i", ([hour, minute, hours]) => {
    const local = Date.UTC(2026, 2, 29, hour, minute);
    expect(instantsOf(london, local)).toStrictEqual(hours.map((each) => Date.UTC(2026, 2, 29, each, minute)));
  });

  test.for([
    [0, 59, [-1]],
    [1, 0, [0, 1]],
    [1, 59, [0, 1]],
    [2, 0, [2]],
  ] as const)("25 October 2026 in London, %i:%i", ([hour, minute, hours]) => {
    const local = Date.UTC(2026, 9, 25, hour, minute);
    expect(instantsOf(london, local)).toStrictEqual(hours.map((each) => Date.UTC(2026, 9, 25, each, minute)));
  });

  test("01:30 on 29 March 2026: earlier is 00:30 GMT, later 02:30 BST, reject is none", () => {
    const local = Date.UTC(2026, 2, 29, 1, 30);
    const earlier = resolveWallTime(london, local, "earlier")!;
    const later = resolveWallTime(london, local, "later")!;
    expect(earlier).toBe(Date.UTC(2026, 2, 29, 0, 30));
    expect(localMillisecondsAt(london, earlier)).toBe(Date.UTC(2026, 2, 29, 0, 30));
    expect(later).toBe(Date.UTC(2026, 2, 29, 1, 30));
    expect(localMillisecondsAt(london, later)).toBe(Date.UTC(2026, 2, 29, 2, 30));
    expect(resolveWallTime(london, local, "reject")).toBeUndefined();
  });

  test("01:30 on 25 October 2026: earlier is BST, later GMT, reject is none", () => {
    const local = Date.UTC(2026, 9, 25, 1, 30);
    expect(resolveWallTime(london, local, "earlier")).toBe(Date.UTC(2026, 9, 25, 0, 30));
    expect(resolveWallTime(london, local, "later")).toBe(Date.UTC(2026, 9, 25, 1, 30));
    expect(resolveWallTime(london, local, "reject")).toBeUndefined();
  });

  test("on the days of a change the other hours are never in doubt", () => {
    for (const local of [Date.UTC(2026, 2, 29, 3), Date.UTC(2026, 9, 25, 3), Date.UTC(2026, 2, 29)]) {
      const instant = instantsOf(london, local)[0];
      expect(resolveWallTime(london, local, "reject")).toBe(instant);
      expect(resolveWallTime(london, local, "later")).toBe(instant);
    }
  });

  test("half an hour in Lord Howe, a whole day in Samoa", () => {
    const [lordHowe, apia] = [openZone("Australia/Lord_Howe"), openZone("Pacific/Apia")];
    const repeated = instantsOf(lordHowe, Date.UTC(2026, 3, 5, 1, 45));
    expect(repeated[1]! - repeated[0]!).toBe(HOUR / 2);
    const skipped = Date.UTC(2011, 11, 30, 12);
    expect(instantsOf(apia, skipped)).toStrictEqual([]);
    expect(localMillisecondsAt(apia, resolveWallTime(apia, skipped, "earlier")!)).toBe(skipped - 24 * HOUR);
    expect(localMillisecondsAt(apia, resolveWallTime(apia, skipped, "later")!)).toBe(skipped + 24 * HOUR);
  });

  test("any instant is among the instants of its own wall time, around changes above all", () => {
    const zone = fc.constantFrom(...zones);
    const near = fc.integer({ min: -3 * HOUR, max: 3 * HOUR });
    fc.assert(
      fc.property(zone, fc.nat(), near, (each, pick, distance) => {
        const instant = each.changes[pick % each.changes.length]! + distance;
        const local = localMillisecondsAt(each, instant);
        const instants = instantsOf(each, local);
        expect(instants).toContain(instant);
        expect(instants.length).toBeLessThanOrEqual(2);
        expect(resolveWallTime(each, local, "earlier")).toBe(Math.min(...instants));
        expect(resolveWallTime(each, local, "later")).toBe(Math.max(...instants));
        expect(resolveWallTime(each, local, "reject")).toBe(instants.length === 1 ? instant : undefined);
      }),
      runs(3_000),
    );
  });

  test("any wall time, skipped ones included: earlier is never after later", () => {
    const local = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2100, 0, 1) });
    const near = fc.integer({ min: -3 * HOUR, max: 3 * HOUR });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        local,
        fc.nat(),
        near,
        fc.boolean(),
        (zone, any, pick, distance, atChange) => {
          const change = pick % zone.changes.length;
          const wall = atChange ? zone.changes[change]! + zone.offsets[change]! + distance : any;
          const instants = instantsOf(zone, wall);
          for (const instant of instants) expect(localMillisecondsAt(zone, instant)).toBe(wall);
          const earlier = resolveWallTime(zone, wall, "earlier")!;
          const later = resolveWallTime(zone, wall, "later")!;
          if (instants.length === 1) expect(earlier).toBe(later);
          else expect(earlier).toBeLessThan(later);
          // A skipped time lands before the gap or after it, by as much as the gap is wide.
          if (instants.length === 0) {
            expect(localMillisecondsAt(zone, earlier)).toBeLessThan(wall);
            expect(localMillisecondsAt(zone, later)).toBeGreaterThan(wall);
          }
        },
      ),
      runs(3_000),
    );
  });
});
