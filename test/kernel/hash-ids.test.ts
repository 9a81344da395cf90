import { expect, test } from "vitest";
import { openKernel } from "../../src/kernel/index.ts";

/** What the reference of MurmurHash3 (x86, 128 bits) gives. */
const VECTORS: readonly [text: string, seed: number, hash: string][] = [
  ["Hello, world!", 123, "61c9129e5a1aacd7a41621629e37c886"],
  ["Hello, world!", 321, "d5fbdcb3c26c4193045880c5a7170f0f"],
  ["x".repeat(28), 123, "5e40bab278825a164cf929d31fec6047"],
];

test.each(["webassembly", "javascript"] as const)("hashes are those of MurmurHash3 (%s)", (form) => {
  const { memory, functions } = openKernel(new ArrayBuffer(0), { form, workBytes: 1024, hasNoRows: true });
  const at = memory.allocate(512);
  const { workI32s, workU8s } = memory.views;
  for (const [text, seed, hash] of VECTORS) {
    // Wherever it stands, and whatever stands behind it.
    for (let start = at + 64; start < at + 72; start++) {
      workU8s.fill(0xff, at + 64);
      workU8s.set(Buffer.from(text), start);
      workI32s.fill(seed, at >> 2, (at >> 2) + 4);
      functions.hashText(at, start, start + text.length, at + 16);
      const words = workI32s.subarray((at >> 2) + 4, (at >> 2) + 8);
      expect([...words].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("")).toBe(hash);
    }
  }
});
