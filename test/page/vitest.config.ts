import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The tests in a real browser: `npm run test:page`, apart from the suite, which needs no browser. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: { include: ["test/page/**/*.browser.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
});
