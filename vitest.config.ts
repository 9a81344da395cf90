import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    // The package's own names mean its sources here, as they do for the compiler (tsconfig.json, paths).
    alias: [
      { find: /^tollbook$/, replacement: source("index.ts") },
      { find: /^tollbook\/files$/, replacement: source("files/index.ts") },
      { find: /^tollbook\/report$/, replacement: source("report/index.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    // One worker for each core: the long properties run beside everything else.
    maxWorkers: "100%",
    // Errors in the sources are for `npm run types` to report.
    typecheck: { enabled: true, include: ["test/**/*.test-d.ts"], ignoreSourceErrors: true },
  },
});
