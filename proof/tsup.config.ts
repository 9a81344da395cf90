import { defineConfig } from "tsup";

/** The proof as JavaScript; `tollbook` stays an import, so the built package is what is held to it. */
export default defineConfig({
  entry: { run: "proof/run.ts" },
  outDir: "proof/.build",
  format: ["esm"],
  target: "es2022",
  platform: "node",
  clean: true,
  external: [/^tollbook/],
});
