import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { threadsOf, usualThreads } from "../../../src/files/rate-run/usual-threads.ts";

test("all threads for a large file; one for a small one, and where nobody knows how large it is", () => {
  expect(usualThreads(64_000_000)).toBe(availableParallelism());
  expect(usualThreads(63_999_999)).toBe(1);
  expect(usualThreads(undefined)).toBe(1);
});

test("never more threads than a file has blocks", () => {
  expect(threadsOf(256, 2_000, 1_000)).toBe(2);
  expect(threadsOf(256, 2_001, 1_000)).toBe(3);
  expect(threadsOf(2, 100_000, 1_000)).toBe(2);
  expect(threadsOf(8, 0, 1_000)).toBe(1);
  expect(threadsOf(256, undefined, 1_000)).toBe(256);
});

test.for([0, -1, 1.5, 257, 1_000, Number.NaN])("%d threads are refused", (threads) => {
  expect(() => threadsOf(threads, undefined, 1)).toThrow(/threads: write a whole number from 1 to 256\.$/);
});
