import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The tests in a real browser: `npm run test:page`, apart from the suite, which needs no browser. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/page/**/*.browser.ts"],
    // These end what hangs; none of them decides on a slow machine.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 600_000 } },
  },
});
