import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { usualThreads } from "../../../src/files/threads/index.ts";

test("all threads for a large file; one for a small one, and where nobody knows how large it is", () => {
  expect(usualThreads(64_000_000)).toBe(availableParallelism());
  expect(usualThreads(63_999_999)).toBe(1);
  expect(usualThreads(undefined)).toBe(1);
});
