import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    files: "src/files/index.ts",
    report: "src/report/index.ts",
    cli: "src/cli/main.ts",
    "rate-worker": "src/files/rate-run/rate-worker.ts",
    "preview-worker": "src/files/preview-run/preview-worker.ts",
  },
  format: ["esm"],
  target: "es2022",
  platform: "node",
  clean: true,
  splitting: true,
  sourcemap: true,
  // tsup 8.5 injects a `baseUrl` into declaration builds, which TypeScript 6 deprecates.
  dts: {
    entry: { index: "src/index.ts", files: "src/files/index.ts", report: "src/report/index.ts" },
    compilerOptions: { ignoreDeprecations: "6.0" },
  },
});
