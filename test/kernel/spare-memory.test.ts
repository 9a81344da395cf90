/** A memory that was given back and is used again: it holds nothing of whoever had it before. */
import { expect, test } from "vitest";
import { type Kernel, openKernel } from "../../src/kernel/index.ts";

const ROOM = 1 << 20;

function opened(plan: number): Kernel {
  return openKernel(Uint8Array.of(plan, 0, 0, 0, 0, 0, 0, 0).buffer, { workBytes: ROOM, isFixed: true });
}

/** Fills what was given out with something, and gives it back. */
function releaseUsed({ memory }: Kernel): number {
  const address = memory.allocate(1_000);
  memory.views.workU8s.fill(7, 0, address + 1_000);
  memory.release();
  return address;
}

test("what a kernel has given back, the next one has as if it were new", () => {
  const first = opened(1);
  const { left } = first.memory;
  // It may itself have been given back, by a test before: what is given out of it is new all the same.
  const address = first.memory.allocate(1_000);
  const planAndMore = first.memory.views.workU8s.slice(0, address + 1_000);
  first.memory.views.workU8s.fill(7, 0, address + 1_000);
  first.memory.release();

  const { memory } = opened(1);
  expect(memory.views.workU8s.buffer).toBe(first.memory.views.workU8s.buffer);
  expect(memory.left).toBe(left);
  expect(memory.allocate(1_000)).toBe(address);
  const now = memory.views.workU8s.subarray(0, address + 1_000);
  expect(Buffer.compare(now, planAndMore)).toBe(0);
});

test("two kernels at once have memories of their own", () => {
  opened(1).memory.release();
  const [first, second] = [opened(1), opened(1)];
  expect(first.memory.views.workU8s.buffer).not.toBe(second.memory.views.workU8s.buffer);
});

test("a kernel that may grow gives nothing back", () => {
  const growing = openKernel(new ArrayBuffer(8), { workBytes: ROOM });
  growing.memory.release();
  expect(opened(1).memory.views.workU8s.buffer).not.toBe(growing.memory.views.workU8s.buffer);
});

test("whoever clears what it takes finds what was left there", () => {
  const address = releaseUsed(opened(1));
  const { memory } = opened(1);
  expect(memory.allocate(1_000, false)).toBe(address);
  expect(memory.views.workU8s[address]).toBe(7);
});
