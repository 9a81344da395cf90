/** R25, R26: rates kept by all that they depend on are found again under that and under nothing else. */
import { expect, test } from "vitest";
import { RecentRates } from "../../src/book/recent-rates.ts";

type Key = readonly [place: number, callType: number, period: number, day: number];

const KEY: Key = [12, 3, 1, 20_600];

/** Keys that differ from KEY in one part alone and come to the same slot. */
function rivals(recent: RecentRates, part: 0 | 1 | 2 | 3): Key[] {
  const found: Key[] = [];
  for (let more = 1; found.length < 3; more++) {
    const key = KEY.map((own, at) => (at === part ? own + more : own)) as unknown as Key;
    if (recent.slotOf(...key) === recent.slotOf(...KEY)) found.push(key);
  }
  return found;
}

test.each([
  ["prefix", 0],
  ["call type", 1],
  ["rating period", 2],
  ["day", 3],
] as const)("R26 a rate is not that of another %s in its slot", (_, part) => {
  const recent = new RecentRates();
  const slot = recent.slotOf(...KEY);
  expect(recent.isAt(slot, ...KEY)).toBe(false);
  recent.put(slot, ...KEY, 70);
  expect(recent.isAt(slot, ...KEY)).toBe(true);
  expect(recent.rateAt(slot)).toBe(70);
  for (const rival of rivals(recent, part)) {
    expect(recent.isAt(slot, ...rival)).toBe(false);
    recent.put(slot, ...rival, -71);
    expect(recent.isAt(slot, ...rival)).toBe(true);
    expect(recent.isAt(slot, ...KEY)).toBe(false);
    expect(recent.rateAt(slot)).toBe(-71);
    recent.put(slot, ...KEY, 70);
  }
});
